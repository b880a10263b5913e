import { Stack, Tabs, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { MoreButton } from '../components/forms/more-button.js';
import { memberRows, type PanelProps } from './api-rows.js';
import { MembersTable } from './members-table.js';
import { PagePanel } from './page-panel.js';
import { RoutePanel } from './route-panel.js';
import { ValuesPanel } from './values-panel.js';

/** The rows that are drawn at once. */
const PORTION = 50;

/** The lines of one operation as tables: its members, their values, its body and faults, and its pages. */
export function OperationTabs(props: Omit<PanelProps, 'search'>) {
  const { row, proposal, problems, disabled, onEdit } = props;
  const [typed, setTyped] = useState('');
  const [shown, setShown] = useState(PORTION);
  const search = useDeferredValue(typed.trim().toLowerCase());
  const members = useMemo(
    () =>
      memberRows(proposal, row).filter(({ path, name = '' }) =>
        `${path} ${name}`.toLowerCase().includes(search),
      ),
    [proposal, row, search],
  );
  const panel: PanelProps = { ...props, search };
  return (
    <Stack gap="sm" component="section" aria-label={`Lines of ${row.name}`}>
      <Text fw={600}>{row.name}</Text>
      <TextInput
        aria-label={`Search lines of ${row.name}`}
        placeholder="Search members, values and faults"
        leftSection={<IconSearch size={16} aria-hidden />}
        maxLength={100}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setShown(PORTION);
        }}
      />
      <Tabs defaultValue="members" keepMounted={false}>
        <Tabs.List aria-label={`Parts of ${row.name}`}>
          <Tabs.Tab value="members">Members</Tabs.Tab>
          <Tabs.Tab value="values">Values</Tabs.Tab>
          <Tabs.Tab value="route">Body and faults</Tabs.Tab>
          <Tabs.Tab value="pages">Pages</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="members" pt="sm">
          {members.length === 0 ? (
            <Text size="sm">{search === '' ? `${row.name} has no members.` : 'No member is found.'}</Text>
          ) : (
            <MembersTable
              operation={row.name}
              rows={members.slice(0, shown)}
              problems={problems}
              disabled={disabled}
              onEdit={onEdit}
            />
          )}
          {members.length > shown && (
            <MoreButton rest={members.length - shown} onMore={() => setShown(shown + PORTION)} />
          )}
        </Tabs.Panel>
        <Tabs.Panel value="values" pt="sm">
          <ValuesPanel {...panel} />
        </Tabs.Panel>
        <Tabs.Panel value="route" pt="sm">
          <RoutePanel {...panel} />
        </Tabs.Panel>
        <Tabs.Panel value="pages" pt="sm">
          <PagePanel {...panel} />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  );
}
