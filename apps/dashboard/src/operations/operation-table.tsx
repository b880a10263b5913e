import { Badge, Button, Group, Select, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconArrowDown, IconArrowUp, IconSearch, IconSelector } from '@tabler/icons-react';
import {
  createColumnHelper,
  flexRender,
  getCoreRowModel,
  getFilteredRowModel,
  getSortedRowModel,
  type Table as ReactTable,
  type SortDirection,
  type SortingState,
  useReactTable,
} from '@tanstack/react-table';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { Operation } from '../api/services.js';
import { formatPlural } from '../text/format.js';
import { CompatibilityBadge } from './compatibility-badge.js';
import { describeCache } from './describe-methods.js';
import { FILTERS, filterOperations, type OperationFilter } from './filter-operations.js';
import { MethodBadges } from './method-badges.js';
import classes from './operation-table.module.css';
import type { OperationsSearch, SortColumn } from './operations-search.js';

/** A WSDL can have thousands of operations, so they are rendered in portions. */
const PORTION = 100;

const column = createColumnHelper<Operation>();

/** The operations of a service, with search and sorting. */
export function OperationTable({
  operations,
  deprecated,
  view,
  onView,
  onOpen,
}: {
  readonly operations: readonly Operation[];
  /** The names of deprecated operations. */
  readonly deprecated: ReadonlySet<string>;
  /** Search, filter and sort order, as kept in the URL. */
  readonly view: OperationsSearch;
  readonly onView: (change: OperationsSearch) => void;
  readonly onOpen: (name: string) => void;
}) {
  const { q = '', show: filter = 'all', sort } = view;
  const [search, setSearch] = useState(q);
  const [shown, setShown] = useState(PORTION);
  const tellSearch = useDebouncedCallback((text: string) => onView({ q: text }), 300);
  // Back and Forward change the URL.
  useEffect(() => setSearch(q), [q]);
  const sorting = useMemo(() => readSort(sort), [sort]);
  const wanted = useDeferredValue(search);
  const data = useMemo(
    () => [...filterOperations(operations, wanted, filter, deprecated)],
    [operations, wanted, filter, deprecated],
  );
  const changeSearch = (text: string) => {
    setSearch(text);
    tellSearch(text);
  };
  const columns = useMemo(() => columnsOf(deprecated, onOpen), [deprecated, onOpen]);
  const table = useReactTable({
    data,
    columns,
    state: { sorting },
    onSortingChange: (update) =>
      onView({ sort: printSort(typeof update === 'function' ? update(sorting) : update) }),
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
          onChange={({ currentTarget }) => changeSearch(currentTarget.value)}
        />
        <Select
          aria-label="Show"
          data={FILTERS}
          value={filter}
          onChange={(value) => onView({ show: (value ?? 'all') as OperationFilter })}
          allowDeselect={false}
          w={190}
        />
      </Group>
      <Text size="sm" c="dimmed" role="status">
        {rows.length === operations.length
          ? formatPlural(operations.length, 'operation')
          : `${rows.length} of ${formatPlural(operations.length, 'operation')}`}
      </Text>
      {rows.length === 0 && (
        <NoMatch
          search={wanted}
          onShowAll={() => {
            setSearch('');
            onView({ q: '', show: 'all' });
          }}
        />
      )}
      {rows.length > 0 && <Rows table={table} shown={shown} />}
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

/** The columns: what each shows of an operation, and what it sorts by. */
function columnsOf(deprecated: ReadonlySet<string>, onOpen: (name: string) => void) {
  return [
    column.accessor('name', {
      header: 'Operation',
      cell: ({ row }) => (
        <OperationName
          operation={row.original}
          isDeprecated={deprecated.has(row.original.name)}
          onOpen={onOpen}
        />
      ),
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
        <Text size="sm" className={classes['cache'] ?? ''} data-none={!row.original.methods.includes('GET')}>
          {describeCache(row.original)}
        </Text>
      ),
    }),
    column.accessor('compatibility', {
      header: 'Support',
      cell: ({ row }) => <CompatibilityBadge operation={row.original} />,
    }),
  ];
}

/** The first `shown` rows, below headings that sort. */
function Rows({ table, shown }: { readonly table: ReactTable<Operation>; readonly shown: number }) {
  return (
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
        {table
          .getRowModel()
          .rows.slice(0, shown)
          .map((row) => (
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
  );
}

function OperationName({
  operation: { name, documentation },
  isDeprecated,
  onOpen,
}: {
  readonly operation: Operation;
  readonly isDeprecated: boolean;
  readonly onOpen: (name: string) => void;
}) {
  return (
    <div className={classes['name']}>
      <UnstyledButton dir="auto" className={classes['open'] ?? ''} onClick={() => onOpen(name)}>
        {name}
      </UnstyledButton>
      {isDeprecated && (
        <Badge variant="light" color="orange" tt="none" radius="sm" ml="xs">
          Deprecated
        </Badge>
      )}
      {documentation !== null && (
        <Text size="sm" c="dimmed" lineClamp={2} className={classes['text'] ?? ''} dir="auto">
          {documentation}
        </Text>
      )}
    </div>
  );
}

function readSort(sort: OperationsSearch['sort']): SortingState {
  if (sort === undefined) return [];
  const desc = sort.startsWith('-');
  return [{ id: desc ? sort.slice(1) : sort, desc }];
}

function printSort([first]: SortingState): OperationsSearch['sort'] {
  if (first === undefined) return undefined;
  const id = first.id as SortColumn;
  return first.desc ? `-${id}` : id;
}

function ariaSort(sorted: false | SortDirection): 'ascending' | 'descending' | 'none' {
  return sorted === false ? 'none' : sorted === 'asc' ? 'ascending' : 'descending';
}

function SortMark({ sorted }: { readonly sorted: false | SortDirection }) {
  const Icon = sorted === false ? IconSelector : sorted === 'asc' ? IconArrowUp : IconArrowDown;
  return <Icon size={14} aria-hidden />;
}

function NoMatch({ search, onShowAll }: { readonly search: string; readonly onShowAll: () => void }) {
  return (
    <Group gap="sm">
      <Text size="sm">
        {search === '' ? 'No operation matches the filter.' : `No operation matches “${search}”.`}
      </Text>
      <Button variant="default" size="xs" onClick={onShowAll}>
        Show all
      </Button>
    </Group>
  );
}
