import { Button, Paper, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { MoreButton } from '../components/forms/more-button.js';
import { searchOperations } from '../operations/filter-operations.js';
import { MethodBadges } from '../operations/method-badges.js';
import { formatPlural } from '../text/format.js';
import classes from './operation-list.module.css';

/** The number of rows drawn at once; more follow when the end of the list comes into view. */
const STEP = 50;

/** An operation in the list. */
interface ListedOperation {
  readonly name: string;
  /** Replaces its name: the path of a route. */
  readonly label?: string;
  readonly methods: readonly string[];
  readonly documentation: string | null;
}

/** The operations of a service with a search. Rows are drawn as the list is scrolled. */
export function OperationList({
  operations,
  selected,
  onSelect,
  onNear,
}: {
  readonly operations: readonly ListedOperation[];
  readonly selected: string | undefined;
  readonly onSelect: (name: string) => void;
  /** Called when the pointer or the focus reaches the list, because an operation will be opened soon. */
  readonly onNear: () => void;
}) {
  const [search, setSearch] = useState('');
  const wanted = useDeferredValue(search);
  const [drawn, setDrawn] = useState(STEP);
  const found = useMemo(() => searchOperations(operations, wanted), [operations, wanted]);
  // A deep link may open an operation further down, which must be drawn too.
  const start = Math.max(drawn, Math.min(found.findIndex(({ name }) => name === selected) + 1, 4 * STEP));
  const shown = found.slice(0, start);
  return (
    <Paper
      component="section"
      aria-label="Operations"
      withBorder
      p="sm"
      className={classes['list'] ?? ''}
      onPointerEnter={onNear}
      onFocus={onNear}
    >
      <Stack gap="xs">
        <TextInput
          aria-label="Search operations"
          placeholder="Search operations"
          leftSection={<IconSearch size={16} aria-hidden />}
          value={search}
          onChange={({ currentTarget }) => {
            setSearch(currentTarget.value);
            setDrawn(STEP);
          }}
        />
        <Text size="sm" c="dimmed" role="status">
          {found.length === operations.length
            ? formatPlural(operations.length, 'operation')
            : `${found.length} of ${formatPlural(operations.length, 'operation')}`}
        </Text>
        {found.length === 0 && operations.length > 0 && (
          <Stack gap="xs" align="flex-start">
            <Text size="sm" className={classes['text'] ?? ''}>
              No operation matches “{wanted}”.
            </Text>
            <Button size="xs" variant="default" onClick={() => setSearch('')}>
              Show all
            </Button>
          </Stack>
        )}
      </Stack>
      <ul className={classes['rows']}>
        {shown.map((operation) => (
          <li key={operation.name}>
            <UnstyledButton
              className={classes['row'] ?? ''}
              aria-current={operation.name === selected ? 'true' : undefined}
              onClick={() => onSelect(operation.name)}
            >
              <MethodBadges methods={operation.methods} />
              <span className={classes['name']} dir="auto">
                {operation.label ?? operation.name}
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {shown.length < found.length && (
        <MoreButton rest={found.length - shown.length} onMore={() => setDrawn(start + STEP)} />
      )}
    </Paper>
  );
}
