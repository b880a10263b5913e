import { Alert, Checkbox, Stack, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { proposalQuery } from '../api/design.js';
import { MoreButton } from '../components/forms/more-button.js';
import { Section } from '../components/layout/section.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { escapeKey } from '../design-file/fill-lines.js';
import { changeBase, changeEnvelope } from '../design-file/operation-edits.js';
import { readOperations, readRouteLines } from '../design-file/operation-lines.js';
import { PageLoading } from '../shell/page-loading.js';
import { formatPlural } from '../text/format.js';
import { type OperationRow, operationRows } from './api-rows.js';
import classes from './api-section.module.css';
import { ExampleSection, usePreview } from './example-section.js';
import { InlineText } from './inline-text.js';
import { OperationTabs } from './operation-tabs.js';
import { OperationsTable } from './operations-table.js';

/** The rows that are drawn at once. */
const PORTION = 50;

/** The text of a design that the tables read and edit. */
interface EditedText {
  /** As JSON; undefined if the text is not YAML. */
  readonly json: string | undefined;
  /** The same, or as it was before a large text is read. */
  readonly shown: string | undefined;
  edit(change: (text: string) => string): void;
}

/** The routes and members of a design as tables, with the same example without and with it. */
export function ApiSection({ serviceId, draft }: { readonly serviceId: string; readonly draft: EditedText }) {
  const { data: proposal, error, refetch } = useQuery(proposalQuery(serviceId));
  const [search, setSearch] = useState('');
  const [shown, setShown] = useState(PORTION);
  const [chosen, setChosen] = useState<string>();
  const wanted = useDeferredValue(search);
  const { json, shown: lastJson } = draft;
  const selected = chosen ?? proposal?.inputs[0]?.operation;
  const preview = usePreview(serviceId, selected, json);
  const lines = useMemo(() => readOperations(lastJson), [lastJson]);
  const ofRoutes = useMemo(() => readRouteLines(lastJson), [lastJson]);
  const problems = preview.data?.problems;
  const rows = useMemo(
    () => (proposal === undefined ? [] : operationRows(proposal, lines, problems ?? [], wanted)),
    [proposal, lines, problems, wanted],
  );
  const row = rows.find(({ name }) => name === selected);
  if (proposal === undefined)
    return error === null ? <PageLoading /> : <ErrorNotice error={error} onRetry={() => void refetch()} />;
  // A design with problems has no example: members then have the names that lines give them.
  const bodies = preview.data?.after?.members ?? bodiesOf(preview.data?.before.members, row);
  const disabled = lastJson === undefined;
  const elsewhere = (problems ?? []).filter(({ at }) => at[0] !== 'operations');
  return (
    <Section
      title="API"
      description="Routes, members, values, faults and pages of your API. Each change is a line of the design file."
    >
      {disabled && (
        <Alert color="red" title="The design file is not YAML">
          Correct it in the file first.
        </Alert>
      )}
      {elsewhere.map(({ at, message }) => (
        <Text key={`${at.join('/')} ${message}`} size="sm" c="red" className={classes['text'] ?? ''}>
          {[...at, message].join(': ')}
        </Text>
      ))}
      <div className={classes['routes']}>
        <div>
          <Text size="sm" fw={500}>
            Base path
          </Text>
          <InlineText
            label="Base path of all routes"
            value={ofRoutes.base ?? ''}
            placeholder="/v1"
            disabled={disabled}
            onWrite={(base) => draft.edit((text) => changeBase(text, base === '' ? undefined : base))}
          />
        </div>
        <Checkbox
          label="Envelope"
          description="Responses are result and meta, as for calls by name."
          checked={ofRoutes.envelope}
          disabled={disabled}
          onChange={({ currentTarget: { checked } }) => draft.edit((text) => changeEnvelope(text, checked))}
        />
      </div>
      <div className={classes['columns']}>
        <Stack gap="md" miw={0}>
          <TextInput
            aria-label="Search operations"
            placeholder="Search, such as user or /orders"
            leftSection={<IconSearch size={16} aria-hidden />}
            maxLength={100}
            value={search}
            onChange={(event) => {
              setSearch(event.currentTarget.value);
              setShown(PORTION);
            }}
          />
          <Text size="sm" c="dimmed" role="status">
            {rows.length === proposal.inputs.length
              ? formatPlural(rows.length, 'operation')
              : `${rows.length} of ${formatPlural(proposal.inputs.length, 'operation')}`}
          </Text>
          <OperationsTable
            rows={rows.slice(0, shown)}
            selected={selected}
            disabled={disabled}
            onSelect={setChosen}
            onEdit={draft.edit}
          />
          {rows.length > shown && (
            <MoreButton rest={rows.length - shown} onMore={() => setShown(shown + PORTION)} />
          )}
          {row !== undefined && (
            <OperationTabs
              key={row.name}
              row={row}
              proposal={proposal}
              bodies={bodies}
              problems={problems ?? []}
              disabled={disabled}
              onEdit={draft.edit}
            />
          )}
        </Stack>
        <div className={classes['example']}>
          {selected !== undefined && <ExampleSection operation={selected} preview={preview} />}
        </div>
      </div>
    </Section>
  );
}

/** The members of an input by the names that lines of the operation give them. */
function bodiesOf(members: readonly string[] = [], row: OperationRow | undefined): readonly string[] {
  return members.map((key) => row?.lines.input.renamed.get(escapeKey(key)) ?? key);
}
