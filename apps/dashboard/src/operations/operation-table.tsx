import { Button, Group, Select, Text, TextInput, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconSearch, IconSelector } from '@tabler/icons-react';
import {
  createColumnHelper,
  flexRender,
  getCoreRowModel,
  getFilteredRowModel,
  getSortedRowModel,
  type SortDirection,
  type SortingState,
  useReactTable,
} from '@tanstack/react-table';
import { useDeferredValue, useMemo, useState } from 'react';
import type { Operation } from '../api/services.js';
import { formatPlural } from '../components/format.js';
import { CompatibilityBadge } from './compatibility-badge.js';
import { describeCache } from './describe-methods.js';
import { FILTERS, filterOperations, type OperationFilter } from './filter-operations.js';
import { MethodBadges } from './method-badges.js';
import classes from './operation-table.module.css';

/** A WSDL can have thousands of operations: they are drawn in portions. */
const PORTION = 100;

const column = createColumnHelper<Operation>();

/** The operations of a service, to search, sort and open. */
export function OperationTable({
  operations,
  onOpen,
}: {
  readonly operations: readonly Operation[];
  readonly onOpen: (name: string) => void;
}) {
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState<OperationFilter>('all');
  const [sorting, setSorting] = useState<SortingState>([]);
  const [shown, setShown] = useState(PORTION);
  const wanted = useDeferredValue(search);
  const data = useMemo(() => [...filterOperations(operations, wanted, filter)], [operations, wanted, filter]);
  const columns = useMemo(
    () => [
      column.accessor('name', {
        header: 'Operation',
        cell: ({ row }) => <OperationName operation={row.original} onOpen={onOpen} />,
      }),
      column.accessor(({ methods }) => methods.join(), {
        id: 'methods',
        header: 'Methods',
        cell: ({ row }) => <MethodBadges methods={row.original.methods} />,
      }),
      column.accessor(({ methods, cacheSeconds }) => (methods.includes('GET') ? cacheSeconds : -1), {
        id: 'cache',
        header: 'Cache',
        cell: ({ row }) => (
          <Text
            size="sm"
            className={classes['cache'] ?? ''}
            data-none={!row.original.methods.includes('GET')}
          >
            {describeCache(row.original)}
          </Text>
        ),
      }),
      column.accessor('compatibility', {
        header: 'Support',
        cell: ({ row }) => <CompatibilityBadge operation={row.original} />,
      }),
    ],
    [onOpen],
  );
  const table = useReactTable({
    data,
    columns,
    state: { sorting },
    onSortingChange: setSorting,
    getCoreRowModel: getCoreRowModel(),
    getFilteredRowModel: getFilteredRowModel(),
    getSortedRowModel: getSortedRowModel(),
    getRowId: ({ name }) => name,
  });
  const { rows } = table.getRowModel();
  return (
    <>
      <Group gap="sm">
        <TextInput
          aria-label="Search operations"
          placeholder="Search names and documentation"
          leftSection={<IconSearch size={16} aria-hidden />}
          flex="1 1 240px"
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
        <Select
          aria-label="Show"
          data={FILTERS}
          value={filter}
          onChange={(value) => setFilter((value ?? 'all') as OperationFilter)}
          allowDeselect={false}
          w={190}
        />
      </Group>
      <Text size="sm" c="dimmed" role="status">
        {rows.length === operations.length
          ? formatPlural(operations.length, 'operation')
          : `${rows.length} of ${formatPlural(operations.length, 'operation')}`}
      </Text>
      {rows.length > 0 && (
        <table className={classes['table']}>
          <thead>
            {table.getHeaderGroups().map((group) => (
              <tr key={group.id}>
                {group.headers.map(({ id, column: { columnDef, getIsSorted, getToggleSortingHandler } }) => {
                  const sorted = getIsSorted();
                  return (
                    <th key={id} scope="col" aria-sort={ariaSort(sorted)}>
                      <UnstyledButton
                        className={classes['sort'] ?? ''}
                        onClick={(event) => getToggleSortingHandler()?.(event)}
                      >
                        {String(columnDef.header)}
                        <SortMark sorted={sorted} />
                      </UnstyledButton>
                    </th>
                  );
                })}
              </tr>
            ))}
          </thead>
          <tbody>
            {rows.slice(0, shown).map((row) => (
              <tr key={row.id}>
                {row.getVisibleCells().map((cell) => (
                  <td key={cell.id} data-column={cell.column.id}>
                    {flexRender(cell.column.columnDef.cell, cell.getContext())}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {rows.length > shown && (
        <Group>
          <Button variant="default" size="xs" onClick={() => setShown(shown + 5 * PORTION)}>
            Show more ({rows.length - shown} left)
          </Button>
        </Group>
      )}
    </>
  );
}

function OperationName({
  operation: { name, documentation },
  onOpen,
}: {
  readonly operation: Operation;
  readonly onOpen: (name: string) => void;
}) {
  return (
    <div className={classes['name']}>
      <UnstyledButton className={classes['open'] ?? ''} onClick={() => onOpen(name)}>
        {name}
      </UnstyledButton>
      {documentation !== null && (
        <Text size="sm" c="dimmed" lineClamp={2} className={classes['text'] ?? ''}>
          {documentation}
        </Text>
      )}
    </div>
  );
}

function ariaSort(sorted: false | SortDirection): 'ascending' | 'descending' | 'none' {
  return sorted === false ? 'none' : sorted === 'asc' ? 'ascending' : 'descending';
}

function SortMark({ sorted }: { readonly sorted: false | SortDirection }) {
  const Icon = sorted === false ? IconSelector : sorted === 'asc' ? IconArrowUp : IconArrowDown;
  return <Icon size={14} aria-hidden />;
}
