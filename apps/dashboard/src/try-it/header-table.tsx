import { Table } from '@mantine/core';
import classes from './header-table.module.css';

/** A table of names and values. */
export function HeaderTable({ headers }: { readonly headers: Readonly<Record<string, string>> }) {
  return (
    <Table variant="vertical" layout="auto" className={classes['table'] ?? ''}>
      <Table.Tbody>
        {Object.entries(headers).map(([name, value]) => (
          <Table.Tr key={name}>
            <Table.Th scope="row">{name}</Table.Th>
            <Table.Td>{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
