import { Button, Group, Select, Stack, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { proposalQuery, usePreviewDesign } from '../api/design.js';
import { Section } from '../components/layout/section.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { CodeBlock } from '../components/show/code-block.js';
import { readReach } from '../design-file/session-lines.js';
import { formatJson } from '../try-it/format-json.js';
import type { DesignDraft } from './use-draft.js';

/** The result of the edited design for one operation, as clients and agents see it. Nothing is stored. */
export function PreviewSection({
  serviceId,
  draft,
}: {
  readonly serviceId: string;
  readonly draft: DesignDraft;
}) {
  const { data: proposal } = useQuery(proposalQuery(serviceId));
  const preview = usePreviewDesign(serviceId);
  const [chosen, setChosen] = useState<string | null>(null);
  if (proposal === undefined) return null;
  const operations = proposal.inputs.map(({ operation }) => operation);
  const hidden = readReach(draft.json).operations;
  const operation = chosen ?? operations.find((name) => !hidden.includes(name)) ?? operations[0];
  if (operation === undefined) return null;
  const { json } = draft;
  const asked = preview.variables;
  const shown =
    asked?.json === json && asked?.operation === operation && preview.data !== undefined
      ? preview.data
      : undefined;
  return (
    <Section title="Preview" description="What clients see with the design as it is edited here.">
      <Group gap="sm" align="flex-end">
        <Select
          label="Operation"
          data={operations}
          value={operation}
          allowDeselect={false}
          searchable
          flex="1 1 220px"
          maw={420}
          onChange={setChosen}
        />
        <Button
          variant="default"
          disabled={json === undefined}
          loading={preview.isPending}
          onClick={() => json !== undefined && preview.mutate({ json, operation })}
        >
          Preview
        </Button>
      </Group>
      <ErrorNotice error={preview.error} />
      <div role="status">
        {shown?.hidden === true && (
          <Text size="sm">Clients do not see {operation}: the design hides it.</Text>
        )}
        {shown?.hidden === false && <Parts parts={shown} />}
      </div>
    </Section>
  );
}

function Parts({
  parts: { input, openApi, tool },
}: {
  readonly parts: {
    readonly input: string | null;
    readonly openApi: string | null;
    readonly tool: string | null;
  };
}) {
  return (
    <Stack gap="sm">
      <Tabs defaultValue="input" keepMounted={false}>
        <Tabs.List aria-label="Preview">
          <Tabs.Tab value="input">Input</Tabs.Tab>
          <Tabs.Tab value="openApi">OpenAPI</Tabs.Tab>
          <Tabs.Tab value="tool">Tool for agents</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="input" pt="sm">
          <CodeBlock label="Example input" language="json" code={formatJson(input ?? '')} />
        </Tabs.Panel>
        <Tabs.Panel value="openApi" pt="sm">
          {openApi === null ? (
            <Text size="sm">OpenAPI is available on Starter and Pro.</Text>
          ) : (
            <CodeBlock label="OpenAPI document" code={openApi} />
          )}
        </Tabs.Panel>
        <Tabs.Panel value="tool" pt="sm">
          {tool === null ? (
            <Text size="sm">The tool is too large for a listing.</Text>
          ) : (
            <CodeBlock label="Tool for agents" language="json" code={formatJson(tool)} />
          )}
        </Tabs.Panel>
      </Tabs>
    </Stack>
  );
}
