import { Alert, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Health } from '../api/administration.js';
import { query } from '../api/requests/query.js';
import { Section } from '../components/layout/section.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { PageLoading } from '../shell/page-loading.js';
import { formatBytes, formatCount } from '../text/format.js';

const PRESSURE = [
  'Normal',
  'High: no registrations',
  'Very high: no registrations, no calls on the Free plan',
  'Overloaded: no calls',
];

const ROWS: readonly { readonly label: string; readonly show: (health: Health) => string }[] = [
  { label: 'Version', show: ({ version, node }) => `${version} on Node ${node}` },
  { label: 'Running for', show: ({ uptimeSeconds }) => formatDuration(uptimeSeconds) },
  {
    label: 'Database',
    show: ({ database: { kind, responds } }) => `${kind}${responds ? '' : ', not responding'}`,
  },
  {
    label: 'Redis',
    show: ({ redis }) =>
      redis === null ? 'Not configured' : redis.responds ? 'Connected' : 'Not responding',
  },
  { label: 'Load', show: ({ pressure }) => PRESSURE[pressure] ?? String(pressure) },
  { label: 'Client connections', show: ({ connections }) => formatCount(connections) },
  {
    label: 'Heap',
    show: ({ heapBytes, heapLimit }) => `${formatBytes(heapBytes)} of ${formatBytes(heapLimit)}`,
  },
  {
    label: 'Compiled services',
    show: ({ catalogServices, catalogBytes }) =>
      `${formatCount(catalogServices)}, ${formatBytes(catalogBytes)}`,
  },
  { label: 'Waiting for the mapping thread', show: ({ mappingWaiting }) => formatCount(mappingWaiting) },
];

/** The health of the gateway process that serves this page, and of everything it depends on. */
export function HealthPage() {
  const {
    data: health,
    error,
    refetch,
  } = useQuery({ ...query('/api/admin/health'), refetchInterval: 10_000 });
  if (health === undefined && error === null) return <PageLoading />;
  return (
    <Section title="Health" description="The process that served this page. Metrics of all: /metrics">
      <ErrorNotice error={error} onRetry={() => void refetch()} />
      {health?.database.responds === false && (
        <Alert color="red" title="The database is not responding">
          Recently used keys and services still work for a minute.
        </Alert>
      )}
      {health?.redis?.responds === false && (
        <Alert color="red" title="Redis is not responding">
          Each process enforces its share of the limits.
        </Alert>
      )}
      {health !== undefined && (
        <Table>
          <Table.Tbody>
            {ROWS.map(({ label, show }) => (
              <Table.Tr key={label}>
                <Table.Th scope="row" fw={500}>
                  {label}
                </Table.Th>
                <Table.Td>
                  <Text size="sm">{show(health)}</Text>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Section>
  );
}

/** `3 d 4 h`, `4 h 5 min`, `5 min`. */
function formatDuration(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (hours >= 24) return `${Math.floor(hours / 24)} d ${hours % 24} h`;
  return hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`;
}
