import { Button, Group, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconDownload, IconRefresh } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSettled } from '../api/requests/pages.js';
import { type CallFilter, callsFile, callsQuery } from '../api/usage.js';
import { NextPage } from '../components/forms/next-page.js';
import { Section } from '../components/layout/section.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { CallDialog } from './call-dialog.js';
import { CallFilters } from './call-filters.js';
import { CallTable } from './call-table.js';
import type { UsagePart, UsageSearch } from './usage-search.js';

/** The calls of the last seven days, newest first. */
export function CallsSection({ view, onView }: UsagePart) {
  const { last } = view;
  // Wait for a pause in typing, because a name is typed letter by letter.
  const [filter] = useDebouncedValue(
    useMemo(() => filterOf(view), [view]),
    300,
  );
  const list = useInfiniteQuery(callsQuery(filter, last));
  const { data, error, refetch, isFetching, isFetchingNextPage } = list;
  const { shown } = useSettled(
    {
      calls: data?.pages.flatMap((page) => page.calls),
      isFiltered: Object.keys(filter).length > 0 || last !== undefined,
    },
    list.isPlaceholderData,
  );
  const { calls, isFiltered } = shown;
  return (
    <Section
      title="Recent calls"
      description="Kept for seven days. Busy services are sampled in this list; totals above are exact. Bodies are kept only while recording is on."
      actions={
        <Group gap="sm">
          <Button
            component="a"
            href={callsFile(filter, last)}
            download
            variant="default"
            size="xs"
            leftSection={<IconDownload size={14} aria-hidden />}
          >
            Calls as CSV
          </Button>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconRefresh size={14} aria-hidden />}
            loading={isFetching && !isFetchingNextPage}
            onClick={() => void refetch()}
          >
            Refresh
          </Button>
        </Group>
      }
    >
      <Stack gap="md">
        <CallFilters view={view} onView={onView} />
        <ErrorNotice error={error} />
        {calls?.length === 0 && (
          <Text size="sm">
            {isFiltered ? 'No call matches this filter.' : 'No calls in the last seven days.'}
          </Text>
        )}
        {calls !== undefined && calls.length > 0 && (
          <CallTable calls={calls} onOpen={(call) => onView({ call }, true)} />
        )}
        <NextPage key={JSON.stringify([filter, last])} list={list} shown={calls?.length} />
      </Stack>
      <CallDialog
        call={calls?.find(({ requestId }) => requestId === view.call)}
        onClose={() => onView({ call: undefined }, true)}
      />
    </Section>
  );
}

function filterOf({ service, operation, method, status, type, key, request }: UsageSearch): CallFilter {
  const name = operation?.trim() ?? '';
  return {
    ...(service !== undefined && { serviceId: service }),
    ...(name !== '' && { operation: name }),
    ...(method !== undefined && { method }),
    ...(status !== undefined && { status }),
    ...(type !== undefined && { type }),
    ...(key !== undefined && { keyId: key }),
    ...(request !== undefined && request.trim() !== '' && { requestId: request.trim().slice(0, 64) }),
  };
}
