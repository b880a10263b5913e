import { Table, Text } from '@mantine/core';
import { formatMoment } from '../../text/format.js';
import { DataTable } from './data-table.js';

interface Entry {
  readonly number: number;
  readonly at: string;
  readonly action: string;
  readonly actor: string;
  readonly actorName?: string;
  readonly subject: string;
  readonly subjectName?: string;
}

/** Entries of an audit log. What still exists is shown by its name, above its id. */
export function AuditTable({ entries }: { readonly entries: readonly Entry[] | undefined }) {
  return (
    <DataTable minWidth={560} columns={['Time', 'Action', 'By', 'Subject']}>
      {entries?.map(({ number, at, action, actor, actorName, subject, subjectName }) => (
        <Table.Tr key={number}>
          <Table.Td>{formatMoment(at)}</Table.Td>
          <Table.Td>{action}</Table.Td>
          <Table.Td>
            <Named id={actor} name={actorName} />
          </Table.Td>
          <Table.Td>
            <Named id={subject} name={subjectName} />
          </Table.Td>
        </Table.Tr>
      ))}
    </DataTable>
  );
}

function Named({ id, name }: { readonly id: string; readonly name: string | undefined }) {
  if (name === undefined) return id;
  return (
    <>
      <Text size="sm" dir="auto">
        {name}
      </Text>
      <Text size="xs" c="dimmed" dir="auto">
        {id}
      </Text>
    </>
  );
}
