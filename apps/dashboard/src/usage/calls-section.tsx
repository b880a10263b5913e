import { Button, Group, Stack, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type CallFilter, callsQuery } from '../api/usage.js';
import { ErrorNotice } from '../components/error-notice.js';
import { Section } from '../components/section.js';
import { CallDialog } from './call-dialog.js';
import { CallFilters } from './call-filters.js';
import { CallTable } from './call-table.js';

/** The calls of the last seven days, newest first. `names` are service names by id. */
export function CallsSection({ names }: { readonly names: ReadonlyMap<string, string> }) {
  const [filter, setFilter] = useState<CallFilter>({});
  const [opened, setOpened] = useState<string>();
  const { data, error, refetch, isFetching, fetchNextPage, hasNextPage, isFetchingNextPage } =
    useInfiniteQuery(callsQuery(filter));
  const calls = data?.pages.flatMap((page) => page.calls);
  return (
    <Section
      title="Recent calls"
      description="Kept for seven days. Busy services are sampled in this list; totals above are exact. Bodies are kept only while recording is on."
      actions={
        <Button
          variant="default"
          size="xs"
          leftSection={<IconRefresh size={14} aria-hidden />}
          loading={isFetching && !isFetchingNextPage}
          onClick={() => void refetch()}
        >
          Refresh
        </Button>
      }
    >
      <Stack gap="md">
        <CallFilters names={names} filter={filter} onChange={setFilter} />
        <ErrorNotice error={error} />
        {calls?.length === 0 && (
          <Text size="sm">
            {Object.keys(filter).length === 0
              ? 'No calls in the last seven days.'
              : 'No call matches this filter.'}
          </Text>
        )}
        {calls !== undefined && calls.length > 0 && (
          <CallTable calls={calls} names={names} onOpen={setOpened} />
        )}
        {hasNextPage && (
          <Group justify="center">
            <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              Show more
            </Button>
          </Group>
        )}
      </Stack>
      <CallDialog
        call={calls?.find(({ requestId }) => requestId === opened)}
        onClose={() => setOpened(undefined)}
      />
    </Section>
  );
}
