import { Alert, Stack, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { proposalQuery } from '../api/design.js';
import { MoreButton } from '../components/forms/more-button.js';
import { Section } from '../components/layout/section.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { readOperations } from '../design-file/operation-lines.js';
import { PageLoading } from '../shell/page-loading.js';
import { formatPlural } from '../text/format.js';
import { memberRows, operationRows } from './api-rows.js';
import classes from './api-section.module.css';
import { ExampleSection, usePreview } from './example-section.js';
import { MembersTable } from './members-table.js';
import { OperationsTable } from './operations-table.js';

/** The rows that are drawn at once. */
const PORTION = 50;

/** The text of a design that the tables read and edit. */
interface EditedText {
  /** As JSON; undefined if the text is not YAML. */
  readonly json: string | undefined;
  edit(change: (text: string) => string): void;
}

/** The routes and members of a design as tables, with the same example without and with it. */
export function ApiSection({ serviceId, draft }: { readonly serviceId: string; readonly draft: EditedText }) {
  const { data: proposal, error, refetch } = useQuery(proposalQuery(serviceId));
  const [search, setSearch] = useState('');
  const [shown, setShown] = useState(PORTION);
  const [shownMembers, setShownMembers] = useState(PORTION);
  const [chosen, setChosen] = useState<string>();
  const wanted = useDeferredValue(search);
  const { json } = draft;
  const selected = chosen ?? proposal?.inputs[0]?.operation;
  const preview = usePreview(serviceId, selected, json);
  const lines = useMemo(() => readOperations(json), [json]);
  const problems = preview.data?.problems;
  const rows = useMemo(
    () => (proposal === undefined ? [] : operationRows(proposal, lines, problems ?? [], wanted)),
    [proposal, lines, problems, wanted],
  );
  const row = rows.find(({ name }) => name === selected);
  const members = useMemo(
    () => (proposal === undefined || row === undefined ? [] : memberRows(proposal, row)),
    [proposal, row],
  );
  if (proposal === undefined)
    return error === null ? <PageLoading /> : <ErrorNotice error={error} onRetry={() => void refetch()} />;
  const select = (operation: string) => {
    if (operation === selected) return;
    setChosen(operation);
    setShownMembers(PORTION);
  };
  const disabled = json === undefined;
  const elsewhere = (problems ?? []).filter(({ at }) => at[0] !== 'operations');
  return (
    <Section
      title="API"
      description="The routes of your API, and the names of members. Each change is a line of the design file."
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
            onSelect={select}
            onEdit={draft.edit}
          />
          {rows.length > shown && (
            <MoreButton rest={rows.length - shown} onMore={() => setShown(shown + PORTION)} />
          )}
          {row !== undefined && members.length > 0 && (
            <Stack gap="xs" component="section" aria-label={`Members of ${row.name}`}>
              <Text fw={600}>Members of {row.name}</Text>
              <MembersTable
                operation={row.name}
                rows={members.slice(0, shownMembers)}
                disabled={disabled}
                onEdit={draft.edit}
              />
              {members.length > shownMembers && (
                <MoreButton
                  rest={members.length - shownMembers}
                  onMore={() => setShownMembers(shownMembers + PORTION)}
                />
              )}
            </Stack>
          )}
        </Stack>
        <div className={classes['example']}>
          {selected !== undefined && <ExampleSection operation={selected} preview={preview} />}
        </div>
      </div>
    </Section>
  );
}
