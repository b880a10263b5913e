import { Code, Select, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { MoreButton } from '../components/forms/more-button.js';
import { DataTable } from '../components/show/data-table.js';
import { changeLine, valueNamed } from '../design-file/operation-edits.js';
import type { PanelProps } from './api-rows.js';
import classes from './api-section.module.css';
import { InlineText } from './inline-text.js';
import { LineProblems } from './line-problems.js';
import { namedMembers, valueRows } from './value-rows.js';

/** The rows that are drawn at once. */
const PORTION = 50;

/** The names of the values of one member. */
export function ValuesPanel({ row, proposal, problems, search, disabled, onEdit }: PanelProps) {
  const members = namedMembers(proposal, row);
  const [chosen, setChosen] = useState<string | null>(null);
  const [shown, setShown] = useState(PORTION);
  const member = members.find(({ id }) => id === chosen) ?? members[0];
  if (member === undefined) return <Text size="sm">{row.name} has no member whose values can be named.</Text>;
  const { side, path, type, listed, names } = member;
  const rows = valueRows(member, search);
  const at = ['operations', row.name, side, 'values', path];
  const write = (value: string, typed: string) => {
    const others = [...names].filter(([text]) => text !== value).map(([, name]) => name);
    const name = typed === '' ? undefined : valueNamed(typed, others);
    onEdit((text) => changeLine(text, row.name, [side, 'values', path, value], name));
  };
  return (
    <Stack gap="md">
      <Select
        label="Member"
        data={members.map(({ id, side: its, path: label, names: { size } }) => ({
          value: id,
          label: `${label} (${its === 'input' ? 'in' : 'out'})${size > 0 ? `, ${size} named` : ''}`,
        }))}
        value={member.id}
        allowDeselect={false}
        searchable
        limit={PORTION}
        onChange={(id) => {
          setChosen(id);
          setShown(PORTION);
        }}
      />
      <LineProblems problems={problems.filter(({ at: keys }) => keys.length === at.length)} keys={at} />
      <DataTable minWidth={220} columns={['Value in XML', 'Name in JSON']}>
        {rows.slice(0, shown).map(({ text, name, isListed }) => (
          <Table.Tr key={text}>
            <Table.Td>
              <Code className={classes['text'] ?? ''}>{text}</Code>
              {!isListed && listed !== undefined && (
                <Text span size="xs" c="dimmed">
                  {' '}
                  not in the WSDL
                </Text>
              )}
              <LineProblems problems={problems} keys={[...at, text]} />
            </Table.Td>
            <Table.Td>
              <InlineText
                label={`Name of ${text}`}
                value={name?.text ?? ''}
                placeholder={text}
                disabled={disabled}
                onWrite={(typed) => write(text, typed)}
              />
            </Table.Td>
          </Table.Tr>
        ))}
        {listed === undefined && (
          <Table.Tr>
            <Table.Td>
              <InlineText
                label="Add a value"
                value=""
                placeholder={`Value (${type})`}
                disabled={disabled}
                onWrite={(value) => value !== '' && !names.has(value) && write(value, value)}
              />
            </Table.Td>
            <Table.Td>
              <Text size="xs" c="dimmed">
                Such a member has the values on the left and no others.
              </Text>
            </Table.Td>
          </Table.Tr>
        )}
      </DataTable>
      {rows.length > shown && (
        <MoreButton rest={rows.length - shown} onMore={() => setShown(shown + PORTION)} />
      )}
    </Stack>
  );
}
