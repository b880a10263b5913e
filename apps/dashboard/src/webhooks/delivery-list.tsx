import { Badge, Table, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type Delivery, deliveriesQuery, type Webhook } from '../api/events.js';
import { itemsOf } from '../api/requests/pages.js';
import { NextPage } from '../components/forms/next-page.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { DataTable } from '../components/show/data-table.js';
import { formatMoment } from '../text/format.js';
import { describeFailure } from './describe-failure.js';

const STATES: Readonly<Record<Delivery['state'], { readonly label: string; readonly color: string }>> = {
  pending: { label: 'Pending', color: 'gray' },
  delivered: { label: 'Delivered', color: 'soap' },
  failed: { label: 'Failed', color: 'red' },
};

/** The deliveries to a webhook, with what came of them. */
export function DeliveryList({ webhook: { id, name } }: { readonly webhook: Webhook }) {
  const list = useInfiniteQuery(deliveriesQuery(id));
  const { items, total } = itemsOf(list.data, (page) => page.deliveries);
  return (
    <>
      <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />
      {items?.length === 0 && (
        <Text size="sm" c="dimmed" role="status">
          Nothing was sent to {name} yet.
        </Text>
      )}
      {items !== undefined && items.length > 0 && (
        <DataTable minWidth={620} columns={['Event', 'State', 'Last attempt', 'Next attempt']}>
          {items.map((delivery) => (
            <Table.Tr key={delivery.id}>
              <Table.Td style={{ overflowWrap: 'anywhere' }} dir="auto">
                {delivery.title}
              </Table.Td>
              <Table.Td>
                <Badge variant="light" tt="none" color={STATES[delivery.state].color}>
                  {STATES[delivery.state].label}
                </Badge>
              </Table.Td>
              <Table.Td>{describeAttempts(delivery)}</Table.Td>
              <Table.Td>{delivery.nextAt === null ? '–' : formatMoment(delivery.nextAt)}</Table.Td>
            </Table.Tr>
          ))}
        </DataTable>
      )}
      <NextPage key={id} list={list} shown={items?.length} total={total} />
    </>
  );
}

/** `204, 29 Nov 2026, 19:12 (attempt 2)` */
function describeAttempts({ attempts }: Delivery): string {
  const last = attempts.at(-1);
  if (last === undefined) return '–';
  const outcome = [last.status, describeFailure(last)].filter((part) => part !== null).join(' ');
  const count = attempts.length === 1 ? '' : ` (attempt ${attempts.length})`;
  return `${outcome}, ${formatMoment(last.at)}${count}`;
}
