import { Button, Checkbox, NativeSelect, Text } from '@mantine/core';
import { DataTable } from '../components/show/data-table.js';
import { changeHidden, changeRoute, changeStatus } from '../design-file/operation-edits.js';
import { type OperationRow, pathFor } from './api-rows.js';
import classes from './api-section.module.css';
import { InlineText } from './inline-text.js';

/** The operations with their routes. Each edit is a line of the design file. */
export function OperationsTable({
  rows,
  selected,
  disabled,
  onSelect,
  onEdit,
}: {
  readonly rows: readonly OperationRow[];
  readonly selected: string | undefined;
  readonly disabled: boolean;
  readonly onSelect: (operation: string) => void;
  readonly onEdit: (change: (text: string) => string) => void;
}) {
  return (
    <DataTable minWidth={560} columns={['Operation', 'Method', 'Path', 'Status', 'Hidden']}>
      {rows.map((row) => (
        <Row
          key={row.name}
          row={row}
          isSelected={row.name === selected}
          disabled={disabled}
          onSelect={() => onSelect(row.name)}
          onEdit={onEdit}
        />
      ))}
    </DataTable>
  );
}

const BY_NAME = 'By name';
const METHODS = [BY_NAME, 'GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const STATUSES = ['200', '201', '202', '204'];

function Row({
  row: { name, lines, problems },
  isSelected,
  disabled,
  onSelect,
  onEdit,
}: {
  readonly row: OperationRow;
  readonly isSelected: boolean;
  readonly disabled: boolean;
  readonly onSelect: () => void;
  readonly onEdit: (change: (text: string) => string) => void;
}) {
  const { route, status = '200', hidden } = lines;
  const known = route === undefined || METHODS.includes(route.method);
  const setMethod = (method: string) =>
    onEdit((text) =>
      changeRoute(
        text,
        name,
        method === BY_NAME ? undefined : { method, path: route?.path ?? pathFor(name) },
      ),
    );
  return (
    <tr onFocus={onSelect}>
      <td>
        <Button
          size="compact-sm"
          variant={isSelected ? 'light' : 'subtle'}
          aria-pressed={isSelected}
          className={classes['name'] ?? ''}
          onClick={onSelect}
        >
          {name}
        </Button>
        {problems.map((problem) => (
          <Text key={problem} size="xs" c="red" className={classes['text'] ?? ''}>
            {problem}
          </Text>
        ))}
      </td>
      <td>
        <NativeSelect
          size="xs"
          aria-label={`Method of ${name}`}
          data={known ? METHODS : [...METHODS, route.method]}
          value={route?.method ?? BY_NAME}
          disabled={disabled}
          onChange={(event) => setMethod(event.currentTarget.value)}
        />
      </td>
      <td>
        <InlineText
          label={`Path of ${name}`}
          value={route?.path ?? ''}
          placeholder={`/${name}`}
          disabled={disabled || route === undefined}
          onWrite={(path) =>
            onEdit((text) =>
              changeRoute(text, name, path === '' ? undefined : { method: route?.method ?? 'POST', path }),
            )
          }
        />
      </td>
      <td>
        <NativeSelect
          size="xs"
          aria-label={`Status of ${name}`}
          data={STATUSES.includes(status) ? STATUSES : [...STATUSES, status]}
          value={status}
          disabled={disabled || route === undefined}
          onChange={({ currentTarget: { value } }) =>
            onEdit((text) => changeStatus(text, name, value === '200' ? undefined : Number(value)))
          }
        />
      </td>
      <td>
        <Checkbox
          aria-label={`Hide ${name}`}
          checked={hidden}
          disabled={disabled}
          onChange={({ currentTarget: { checked } }) => onEdit((text) => changeHidden(text, name, checked))}
        />
      </td>
    </tr>
  );
}
