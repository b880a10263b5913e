import { Badge, Button, Group, Table, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { recordingsFile, recordingsQuery, useDeleteRecordings } from '../api/recordings.js';
import { ConfirmDialog } from '../components/confirm-dialog.js';
import { DataTable } from '../components/data-table.js';
import { ErrorNotice } from '../components/error-notice.js';
import { formatBytes, formatCount, formatPlural, formatSecond } from '../components/format.js';
import { Section } from '../components/section.js';
import { showDone } from '../components/show-done.js';

const KIB = 1024;
const size = (bytes: number) => `${formatCount(Math.ceil(bytes / KIB))} KiB`;

/** The recorded calls of a service: deleted one by one or all together, and downloaded. */
export function RecordingList({ serviceId }: { readonly serviceId: string }) {
  const { data, error } = useQuery(recordingsQuery(serviceId));
  const remove = useDeleteRecordings(serviceId);
  const [asking, setAsking] = useState(false);
  if (data === undefined) return <ErrorNotice error={error} />;
  const { recordings, used, most } = data;
  return (
    <Section
      title="Recordings"
      description={`Your account uses ${formatCount(used.recordings)} of ${formatCount(most.recordings)} recordings and ${formatBytes(used.bytes)} of ${formatBytes(most.bytes)}. When it is full, calls are no longer recorded.`}
      actions={
        recordings.length > 0 && (
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
      <ErrorNotice error={asking ? null : remove.error} />
      {recordings.length === 0 ? (
        <Text c="dimmed" size="sm">
          Nothing is recorded yet. Switch to Record and call the service, keep a call from the call log, or
          upload a recording.
        </Text>
      ) : (
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
          {formatPlural(recordings.length, 'recording')} of this service will be deleted. This can’t be
          undone.
        </Text>
      </ConfirmDialog>
    </Section>
  );
}
