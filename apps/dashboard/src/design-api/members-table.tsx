import { Checkbox, Code, Table, Text } from '@mantine/core';
import { DataTable } from '../components/show/data-table.js';
import {
  changeLifted,
  changeLine,
  changeName,
  changeOmitted,
  defaultTyped,
} from '../design-file/operation-edits.js';
import type { LineProblem, MemberRow } from './api-rows.js';
import classes from './api-section.module.css';
import { InlineText } from './inline-text.js';
import { LineProblems } from './line-problems.js';

/** The members of the input and the result of an operation. Each edit is a line of the design file. */
export function MembersTable({
  operation,
  rows,
  problems,
  disabled,
  onEdit,
}: {
  readonly operation: string;
  readonly rows: readonly MemberRow[];
  readonly problems: readonly LineProblem[];
  readonly disabled: boolean;
  readonly onEdit: (change: (text: string) => string) => void;
}) {
  return (
    <DataTable minWidth={560} columns={['Member', 'Name', 'Default', 'Left out', 'Lifted']}>
      {rows.map(({ side, path, key, type, many, name, omitted, lifted, xml, byDefault }) => (
        <Table.Tr key={`${side}/${path}`}>
          <Table.Td>
            <Code className={classes['text'] ?? ''}>{path}</Code>{' '}
            <Text span size="xs" c="dimmed">
              {side === 'input' ? 'in' : 'out'}, {type}
              {many && '[]'}
              {xml !== undefined && `, ${xml}`}
            </Text>
            <LineProblems problems={problems} keys={['operations', operation, side, 'rename', path]} />
            <LineProblems problems={problems} keys={['operations', operation, side, 'defaults', path]} />
          </Table.Td>
          <Table.Td>
            <InlineText
              label={`Name of ${path} in the ${side}`}
              value={name ?? ''}
              placeholder={key}
              disabled={disabled || omitted}
              onWrite={(text) =>
                onEdit((file) => changeName(file, operation, side, path, text === '' ? undefined : text))
              }
            />
          </Table.Td>
          <Table.Td>
            {byDefault !== undefined && (
              <InlineText
                label={`Default of ${path}`}
                value={byDefault}
                placeholder="None"
                disabled={disabled || omitted}
                onWrite={(text) =>
                  onEdit((file) =>
                    changeLine(file, operation, ['input', 'defaults', path], defaultTyped(text, type)),
                  )
                }
              />
            )}
          </Table.Td>
          <Table.Td>
            <Checkbox
              aria-label={`Leave out ${path} in the ${side}`}
              checked={omitted}
              disabled={disabled}
              onChange={({ currentTarget: { checked } }) =>
                onEdit((file) => changeOmitted(file, operation, side, path, checked))
              }
            />
          </Table.Td>
          <Table.Td>
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
          </Table.Td>
        </Table.Tr>
      ))}
    </DataTable>
  );
}
