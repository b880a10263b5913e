import { Badge, Button, Group, Table, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { recordingsFile, recordingsQuery, useDeleteRecordings } from '../api/recordings.js';
import { itemsOf, useSettled } from '../api/requests/pages.js';
import { ConfirmDialog } from '../components/forms/confirm-dialog.js';
import { NextPage } from '../components/forms/next-page.js';
import { readListSearch, SearchInput } from '../components/forms/search-input.js';
import { Section } from '../components/layout/section.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { showDone } from '../components/notices/show-done.js';
import { DataTable } from '../components/show/data-table.js';
import { formatBytes, formatCount, formatPlural, formatSecond } from '../text/format.js';

const KIB = 1024;
const size = (bytes: number) => `${formatCount(Math.ceil(bytes / KIB))} KiB`;

/** Shorter lists have no search. */
const WORTH_SEARCHING = 8;

/** The recorded calls of a service: deleted one by one or all together, and downloaded. */
export function RecordingList({
  serviceId,
  search,
  onSearch,
}: {
  readonly serviceId: string;
  readonly search: string;
  readonly onSearch: (search: { search?: string }) => void;
}) {
  const list = useInfiniteQuery(recordingsQuery(serviceId, search));
  const all = useInfiniteQuery(recordingsQuery(serviceId, '')).data?.pages[0]?.total;
  const { shown } = useSettled({ data: list.data, search }, list.isPlaceholderData);
  const remove = useDeleteRecordings(serviceId);
  const [asking, setAsking] = useState(false);
  const room = shown.data?.pages.at(-1);
  const { items: recordings, total } = itemsOf(shown.data, (page) => page.recordings);
  if (room === undefined || recordings === undefined || all === undefined)
    return <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />;
  const { used, most } = room;
  return (
    <Section
      title="Recordings"
      description={`Your account uses ${formatCount(used.recordings)} of ${formatCount(most.recordings)} recordings and ${formatBytes(used.bytes)} of ${formatBytes(most.bytes)}. When it is full, calls are no longer recorded.`}
      actions={
        all > 0 && (
          <Group gap="xs">
            <Button
              component="a"
              href={recordingsFile(serviceId)}
              download
              variant="default"
              size="xs"
              leftSection={<IconDownload size={14} aria-hidden />}
            >
              Download
            </Button>
            <Button variant="default" size="xs" onClick={() => setAsking(true)}>
              Delete all
            </Button>
          </Group>
        )
      }
    >
      <ErrorNotice error={asking ? null : (remove.error ?? list.error)} />
      {(all > WORTH_SEARCHING || search !== '') && (
        <SearchInput
          label="Search recordings"
          placeholder="Operation or name"
          value={search}
          onSearch={(wanted) => onSearch(readListSearch({ search: wanted }))}
        />
      )}
      {recordings.length === 0 && (
        <Text c="dimmed" size="sm" role="status">
          {shown.search === ''
            ? 'Nothing is recorded yet. Switch to Record and call the service, keep a call from the call log, or upload a recording.'
            : `No recording matches “${shown.search}”.`}
        </Text>
      )}
      {recordings.length > 0 && (
        <DataTable
          minWidth={640}
          columns={[
            'Operation',
            'Recorded',
            'Status',
            { name: 'Size', kind: 'numbers' },
            { name: 'Delete', kind: 'hidden' },
          ]}
        >
          {recordings.map(({ recordingId, operation, name, at, status, bytes }) => (
            <Table.Tr key={recordingId}>
              <Table.Td>
                {operation}
                <Text size="xs" c="dimmed" component="div">
                  {name}
                </Text>
              </Table.Td>
              <Table.Td>{formatSecond(at)}</Table.Td>
              <Table.Td>
                <Badge variant="light" tt="none" color={status < 400 ? 'soap' : 'red'}>
                  {status}
                </Badge>
              </Table.Td>
              <Table.Td ta="right">{size(bytes)}</Table.Td>
              <Table.Td ta="right">
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={`Delete ${name}`}
                  onClick={() =>
                    remove.mutate(recordingId, { onSuccess: () => showDone('Recording deleted') })
                  }
                >
                  Delete
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
        </DataTable>
      )}
      <NextPage key={search} list={list} shown={recordings.length} total={total} />
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title="Delete all recordings?"
        confirm="Delete all"
        pending={remove.isPending}
        error={remove.error}
        onConfirm={() =>
          remove.mutate(undefined, {
            onSuccess: () => {
              setAsking(false);
              showDone('Recordings deleted');
            },
          })
        }
      >
        <Text size="sm">
          {formatPlural(all, 'recording')} of this service will be deleted. This can’t be undone.
        </Text>
      </ConfirmDialog>
    </Section>
  );
}
