import { Badge, Button, Code, Group, Text } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { formatPlural } from '../text/format.js';
import { describeFill } from './input-dialog.js';
import classes from './input-grid.module.css';
import type { InputRow } from './input-rows.js';
import { actionOf, type InputLine } from './input-tree.js';

/** The visible lines of the tree of inputs, as a tree grid: arrow keys move, open and close, Enter opens or edits a line. */
export function InputGrid({
  lines,
  disabled,
  isEditing,
  onToggle,
  onEdit,
}: {
  readonly lines: readonly InputLine[];
  readonly disabled: boolean;
  /** Whether a dialog is open for the line that had the focus. The line gets it back when the dialog closes. */
  readonly isEditing: boolean;
  readonly onToggle: (id: string) => void;
  readonly onEdit: (row: InputRow) => void;
}) {
  const grid = useRef<HTMLTableElement>(null);
  const [last, setLast] = useState<string>();
  const at = Math.max(
    0,
    lines.findIndex(({ branch }) => branch.id === last),
  );
  const wasEditing = useRef(isEditing);
  useEffect(() => {
    if (wasEditing.current && !isEditing)
      grid.current?.querySelector<HTMLElement>('[data-line][tabindex="0"]')?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  const act = (line: InputLine | undefined) => {
    const row = line?.branch.row;
    if (line?.isOpen !== undefined) onToggle(line.branch.id);
    else if (row !== undefined && canEdit(row) && !disabled) onEdit(row);
  };
  const press = (event: KeyboardEvent) => {
    const { key, target, altKey, ctrlKey, metaKey } = event;
    // The button of a line does by itself what a key does on it.
    const isButton = target instanceof HTMLButtonElement;
    if (altKey || ctrlKey || metaKey || (isButton && (key === 'Enter' || key === ' '))) return;
    const action = actionOf(key, lines, at);
    if (action === undefined) return;
    event.preventDefault();
    if ('to' in action) grid.current?.querySelectorAll<HTMLElement>('[data-line]')[action.to]?.focus();
    else act(lines[at]);
  };
  return (
    <table
      ref={grid}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the tree grid of the ARIA practices is a table with this role
      role="treegrid"
      aria-label="Members of inputs"
      className={classes['tree']}
      onKeyDown={press}
      onFocus={({ target }) => setLast(lineAt(target, lines)?.branch.id)}
      onClick={({ target }) => {
        const line = target instanceof Element && target.closest('button') === null && lineAt(target, lines);
        if (line && line.isOpen !== undefined) act(line);
      }}
    >
      <thead className={classes['head']}>
        <tr>
          <th scope="col">Member</th>
          <th scope="col">Value</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, index) => (
          <Line
            key={line.branch.id}
            line={line}
            index={index}
            disabled={disabled}
            isStop={index === at}
            onEdit={onEdit}
          />
        ))}
      </tbody>
    </table>
  );
}

/** The line that an element is part of. */
function lineAt(element: Element, lines: readonly InputLine[]): InputLine | undefined {
  const line = element.closest<HTMLElement>('[data-line]')?.dataset['line'];
  return line === undefined ? undefined : lines[Number(line)];
}

/** Whether a line of the file can fill the member as a whole. */
function canEdit({ isSimple, bySession }: InputRow): boolean {
  return isSimple && !bySession;
}

function Line({
  line: { branch, level, position, size, isOpen },
  index,
  disabled,
  isStop,
  onEdit,
}: {
  readonly line: InputLine;
  readonly index: number;
  readonly disabled: boolean;
  /** Whether Tab reaches this line. */
  readonly isStop: boolean;
  readonly onEdit: (row: InputRow) => void;
}) {
  const { name, row } = branch;
  const Chevron = isOpen === true ? IconChevronDown : IconChevronRight;
  return (
    <tr
      data-line={index}
      data-top={level === 1}
      aria-level={level}
      aria-posinset={position}
      aria-setsize={size}
      aria-expanded={isOpen}
      tabIndex={isStop ? 0 : -1}
      className={classes['line']}
    >
      <td style={{ paddingInlineStart: `${(level - 1) * 16 + 2}px` }}>
        <span className={classes['chevron']}>
          {isOpen !== undefined && <Chevron size={16} aria-hidden />}
        </span>
        {level === 1 ? (
          <Text span fw={600}>
            {name}
          </Text>
        ) : (
          <Code>{name}</Code>
        )}{' '}
        {row !== undefined && (
          <Text span size="sm" c="dimmed">
            {row.type}
            {row.many && '[]'}
            {row.required && ', required'}
          </Text>
        )}
      </td>
      <td>
        {isOpen === false && (
          <Text span size="sm" c="dimmed">
            {summaryOf(branch)}
          </Text>
        )}
        {isOpen === undefined && row !== undefined && <Value row={row} disabled={disabled} onEdit={onEdit} />}
      </td>
    </tr>
  );
}

/** A summary of the lines below a closed line. */
function summaryOf({ filled, proposed }: InputLine['branch']): string {
  return [
    ...(filled > 0 ? [`${formatPlural(filled, 'member')} filled`] : []),
    ...(proposed > 0 ? [`${proposed} ${proposed === 1 ? 'looks' : 'look'} like a secret`] : []),
  ].join(', ');
}

function Value({
  row,
  disabled,
  onEdit,
}: {
  readonly row: InputRow;
  readonly disabled: boolean;
  readonly onEdit: (row: InputRow) => void;
}) {
  const { operation, path, line, proposed, bySession, isSimple } = row;
  if (!isSimple) return null;
  if (bySession)
    return (
      <Text size="sm" c="dimmed">
        The session sends it
      </Text>
    );
  const words = line === undefined ? 'Client sends it' : describeFill(line.value);
  return (
    <Group gap="xs" className={classes['value'] ?? ''}>
      {proposed !== undefined && (
        <Badge color="gray" variant="light" tt="none">
          Looks like a secret
        </Badge>
      )}
      <Button
        size="compact-sm"
        variant={line === undefined ? 'subtle' : 'light'}
        className={classes['button'] ?? ''}
        disabled={disabled}
        tabIndex={-1}
        aria-label={`${operation}/${path}: ${words}`}
        onClick={() => onEdit(row)}
      >
        {words}
        {line?.operation === '*' && ' (all operations)'}
      </Button>
    </Group>
  );
}
