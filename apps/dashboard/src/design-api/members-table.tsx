import { Checkbox, Code, Text } from '@mantine/core';
import { DataTable } from '../components/show/data-table.js';
import { changeLifted, changeName, changeOmitted } from '../design-file/operation-lines.js';
import type { MemberRow } from './api-rows.js';
import classes from './api-section.module.css';
import { InlineText } from './inline-text.js';

/** The members of the input and the result of an operation. Each edit is a line of the design file. */
export function MembersTable({
  operation,
  rows,
  disabled,
  onEdit,
}: {
  readonly operation: string;
  readonly rows: readonly MemberRow[];
  readonly disabled: boolean;
  readonly onEdit: (change: (text: string) => string) => void;
}) {
  return (
    <DataTable minWidth={480} columns={['Member', 'Name', 'Left out', 'Lifted']}>
      {rows.map(({ side, path, key, type, many, name, omitted, lifted, xml }) => (
        <tr key={`${side}/${path}`}>
          <td>
            <Code className={classes['text'] ?? ''}>{path}</Code>{' '}
            <Text span size="xs" c="dimmed">
              {side === 'input' ? 'in' : 'out'}, {type}
              {many && '[]'}
              {xml !== undefined && `, ${xml}`}
            </Text>
          </td>
          <td>
            <InlineText
              label={`Name of ${path} in the ${side}`}
              value={name ?? ''}
              placeholder={key}
              disabled={disabled || omitted}
              onWrite={(text) =>
                onEdit((file) => changeName(file, operation, side, path, text === '' ? undefined : text))
              }
            />
          </td>
          <td>
            <Checkbox
              aria-label={`Leave out ${path} in the ${side}`}
              checked={omitted}
              disabled={disabled}
              onChange={({ currentTarget: { checked } }) =>
                onEdit((file) => changeOmitted(file, operation, side, path, checked))
              }
            />
          </td>
          <td>
            {lifted !== undefined && (
              <Checkbox
                aria-label={`Lift ${path} in the ${side}`}
                checked={lifted}
                disabled={disabled || omitted}
                onChange={({ currentTarget: { checked } }) =>
                  onEdit((file) => changeLifted(file, operation, side, path, checked))
                }
              />
            )}
          </td>
        </tr>
      ))}
    </DataTable>
  );
}
