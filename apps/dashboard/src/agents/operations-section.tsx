import { Button, Group, NativeSelect, Stack, Table, Text, TextInput } from '@mantine/core';
import { useDeferredValue, useState } from 'react';
import type { AgentAccess, AgentPreview } from '../api/agents.js';
import { type ServiceDetail, useChangeService } from '../api/services.js';
import { MoreButton } from '../components/forms/more-button.js';
import { useBase } from '../components/forms/use-base.js';
import { Section } from '../components/layout/section.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { showDone } from '../components/notices/show-done.js';
import { DataTable } from '../components/show/data-table.js';
import { describeListing } from './describe-listing.js';
import { ToolDialog } from './tool-dialog.js';

const CHOICES: { value: AgentAccess; label: string }[] = [
  { value: 'no', label: 'No' },
  { value: 'read-only', label: 'Read-only' },
  { value: 'yes', label: 'Yes, may change data' },
];

/** With more operations than this, the table has a search and bulk actions. */
const MANY = 2;

/** The number of rows drawn at once; more follow when the end of the table comes into view. */
const STEP = 25;

/** The operations that agents may call, and how many tokens each costs a model. */
export function OperationsSection({
  service,
  preview,
}: {
  readonly service: ServiceDetail;
  readonly preview: AgentPreview;
}) {
  const [chosen, setChosen] = useState<Readonly<Record<string, AgentAccess>>>({});
  const read = useBase(service, Object.keys(chosen).length > 0);
  const change = useChangeService(read);
  const [opened, setOpened] = useState<string>();
  const [search, setSearch] = useState('');
  const [drawn, setDrawn] = useState(STEP);
  const wanted = useDeferredValue(search).trim().toLowerCase();
  const found = preview.operations.filter(({ name }) => name.toLowerCase().includes(wanted));
  const choose = (operations: AgentPreview['operations'], access: AgentAccess) =>
    setChosen((before) => ({
      ...before,
      ...Object.fromEntries(
        operations.filter(({ tokens }) => tokens !== null).map(({ name }) => [name, access]),
      ),
    }));
  const save = () =>
    change.mutate(
      { settings: { agents: { operations: { ...read.settings.agents?.operations, ...chosen } } } },
      {
        onSuccess: () => {
          setChosen({});
          showDone('Settings saved');
        },
      },
    );
  return (
    <Section
      title="Operations for agents"
      description="Choose Read-only if the operation changes nothing: agents may then call it without asking. Applies to all agents immediately."
    >
      <Stack gap="md">
        <Text size="sm">{describeListing(preview.listing)}</Text>
        <ErrorNotice error={change.error} />
        {preview.operations.length > MANY && (
          <Group align="flex-end" gap="sm">
            <TextInput
              label="Search operations"
              value={search}
              onChange={(event) => {
                setSearch(event.currentTarget.value);
                setDrawn(STEP);
              }}
            />
            <Button
              variant="default"
              onClick={() =>
                choose(
                  found.filter(({ reads }) => reads),
                  'read-only',
                )
              }
            >
              Offer reads
            </Button>
            <Button variant="default" onClick={() => choose(found, 'no')}>
              Offer none
            </Button>
            <Text size="sm" c="dimmed" aria-live="polite">
              {found.length} of {preview.operations.length} found. The buttons apply to these. Check the
              choice before you save: it is a guess from the names of the operations.
            </Text>
          </Group>
        )}
        <DataTable
          minWidth={560}
          columns={[
            'Operation',
            'Agents may call it',
            { name: 'Tokens', kind: 'numbers' },
            'What a model sees',
          ]}
        >
          {found.slice(0, drawn).map(({ name, access, tokens }) => (
            <Table.Tr key={name}>
              <Table.Td>{name}</Table.Td>
              <Table.Td>
                <NativeSelect
                  aria-label={`Agents may call ${name}`}
                  data={CHOICES}
                  value={chosen[name] ?? access}
                  disabled={tokens === null}
                  onChange={(event) => {
                    const value = event.currentTarget.value as AgentAccess;
                    setChosen((before) => ({ ...before, [name]: value }));
                  }}
                />
              </Table.Td>
              <Table.Td ta="right">
                {tokens === null ? 'Not available' : tokens.toLocaleString('en')}
              </Table.Td>
              <Table.Td>
                <Button
                  size="compact-sm"
                  variant="default"
                  disabled={tokens === null}
                  aria-label={`Show text of ${name}`}
                  onClick={() => setOpened(name)}
                >
                  Show text
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
        </DataTable>
        {drawn < found.length && (
          <MoreButton rest={found.length - drawn} onMore={() => setDrawn(drawn + STEP)} />
        )}
        <Group>
          <Button
            variant="default"
            loading={change.isPending}
            disabled={Object.keys(chosen).length === 0}
            onClick={save}
          >
            Save
          </Button>
        </Group>
      </Stack>
      <ToolDialog service={service} operation={opened} onClose={() => setOpened(undefined)} />
    </Section>
  );
}
