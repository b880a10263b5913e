import { Button, Group, NativeSelect, Select, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { DataTable } from '../components/show/data-table.js';
import { changeLine } from '../design-file/operation-edits.js';
import { type DesignSchema, descriptionAt } from '../design-file/schema-keys.js';
import type { PanelProps } from './api-rows.js';
import { InlineText } from './inline-text.js';
import { LineProblems } from './line-problems.js';
import {
  changeStyle,
  keepChoices,
  PAGE_STYLES,
  type PageStyle,
  pageChoices,
  pageKeys,
  pageValue,
  styleOf,
} from './page-styles.js';

const NONE = 'none';
/** The choices that a list shows at once; typing finds the others. */
const SHOWN = 50;

/** How a result is divided into pages: the style, and the member that each line names. */
export function PagePanel({ row: { name, lines }, proposal, problems, disabled, onEdit }: PanelProps) {
  const { page, route } = lines;
  const [chosen, setChosen] = useState<PageStyle>();
  const style = page === undefined ? chosen : chosenStyle(chosen, styleOf(page));
  const at = ['operations', name, 'page'];
  const canPage = route?.method === 'GET' || route?.method === 'POST';
  if (!canPage && page === undefined) return <Text size="sm">Pages need a route with GET or POST.</Text>;
  const choose = (value: string) => {
    const next = PAGE_STYLES.find((each) => each.style === value)?.style;
    setChosen(next);
    onEdit((text) => changeStyle(text, name, next, proposal, lines));
  };
  return (
    <Stack gap="md">
      <NativeSelect
        label="The service has"
        data={[
          { value: NONE, label: 'No pages' },
          ...PAGE_STYLES.map((each) => ({ value: each.style, label: each.label })),
        ]}
        value={style ?? NONE}
        disabled={disabled}
        onChange={({ currentTarget: { value } }) => choose(value)}
      />
      <LineProblems problems={problems.filter(({ at: keys }) => keys.length === at.length)} keys={at} />
      {style !== undefined && (
        <DataTable minWidth={280} columns={['Line', 'Value']}>
          {pageKeys(style, page).map((key) => (
            <Table.Tr key={key}>
              <Table.Td>
                <Text size="sm" fw={600}>
                  {key}
                </Text>
                <Text size="xs" c="dimmed">
                  {descriptionAt(proposal.schema as DesignSchema, ['operations', name, 'page', key])}
                </Text>
                <LineProblems problems={problems} keys={[...at, key]} />
              </Table.Td>
              <Table.Td>
                <PageValue
                  line={key}
                  value={page?.lines.get(key)}
                  choices={pageChoices(key, proposal, name, lines)}
                  disabled={disabled}
                  onWrite={(value) =>
                    onEdit((text) => changeLine(text, name, ['page', key], pageValue(key, value)))
                  }
                />
              </Table.Td>
            </Table.Tr>
          ))}
        </DataTable>
      )}
      {style === 'search' && (
        <KeepTable
          row={{ name, lines }}
          proposal={proposal}
          problems={problems}
          disabled={disabled}
          onEdit={onEdit}
        />
      )}
    </Stack>
  );
}

/** Keeps a chosen style while some of its lines are still missing. */
function chosenStyle(chosen: PageStyle | undefined, written: PageStyle): PageStyle {
  const isUnfinished = chosen !== undefined && written === 'start';
  return isUnfinished ? chosen : written;
}

function PageValue({
  line,
  value,
  choices,
  disabled,
  onWrite,
}: {
  readonly line: string;
  readonly value: string | undefined;
  readonly choices: readonly string[] | undefined;
  readonly disabled: boolean;
  readonly onWrite: (value: string) => void;
}) {
  if (choices === undefined)
    return (
      <InlineText
        label={`${line} of the pages`}
        value={value ?? ''}
        placeholder="100"
        disabled={disabled}
        onWrite={onWrite}
      />
    );
  const data = [...new Set([...choices, ...(value === undefined ? [] : [value])])];
  return (
    <Select
      size="xs"
      aria-label={`${line} of the pages`}
      data={data}
      value={value ?? null}
      placeholder={data.length === 0 ? 'No member fits' : 'None'}
      disabled={disabled || data.length === 0}
      searchable
      clearable
      limit={SHOWN}
      onChange={(next) => onWrite(next ?? '')}
    />
  );
}

/** The members of later requests that have a value of the first result, such as the id of a search. */
function KeepTable({
  row: { name, lines },
  proposal,
  problems,
  disabled,
  onEdit,
}: Pick<PanelProps, 'proposal' | 'problems' | 'disabled' | 'onEdit'> & {
  readonly row: Pick<PanelProps['row'], 'name' | 'lines'>;
}) {
  const { page } = lines;
  const { inputs, results } = keepChoices(proposal, name, page);
  const [member, setMember] = useState<string | null>(null);
  const kept = [...(page?.keep ?? [])];
  const free = inputs.filter((path) => page?.keep.has(path) !== true);
  const write = (path: string, value: string | undefined) =>
    onEdit((text) => changeLine(text, name, ['page', 'keep', path], value));
  return (
    <Stack gap="xs">
      <Text size="sm" fw={600}>
        Kept from the first result
      </Text>
      {kept.length > 0 && (
        <DataTable minWidth={280} columns={['Member of later requests', 'Member of the result']}>
          {kept.map(([path, from]) => (
            <Table.Tr key={path}>
              <Table.Td>
                {path}
                <LineProblems problems={problems} keys={['operations', name, 'page', 'keep', path]} />
              </Table.Td>
              <Table.Td>
                <Select
                  size="xs"
                  aria-label={`Value of ${path}`}
                  data={[...new Set([...results, from])]}
                  value={from}
                  disabled={disabled}
                  searchable
                  clearable
                  limit={SHOWN}
                  onChange={(next) => write(path, next ?? undefined)}
                />
              </Table.Td>
            </Table.Tr>
          ))}
        </DataTable>
      )}
      {free.length > 0 && results[0] !== undefined && (
        <Group gap="xs">
          <Select
            size="xs"
            aria-label="Member to keep"
            placeholder="Member of later requests"
            data={free}
            value={member !== null && free.includes(member) ? member : null}
            searchable
            limit={SHOWN}
            flex="1 1 180px"
            onChange={setMember}
          />
          <Button
            size="xs"
            variant="default"
            disabled={disabled || member === null || !free.includes(member)}
            onClick={() => member !== null && write(member, results[0])}
          >
            Keep member
          </Button>
        </Group>
      )}
    </Stack>
  );
}
