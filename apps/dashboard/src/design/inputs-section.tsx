import { Alert, Badge, Button, Code, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconKey, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { proposalQuery } from '../api/design.js';
import { Section } from '../components/layout/section.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { changeFills, type FillChange, readFills } from '../design-file/fill-lines.js';
import { type DesignSchema, directivesOf } from '../design-file/schema-keys.js';
import { readReach } from '../design-file/session-lines.js';
import { PageLoading } from '../shell/page-loading.js';
import { formatPlural } from '../text/format.js';
import { describeFill, InputDialog } from './input-dialog.js';
import { type Filter, filterRows, type InputRow, inputRows, likelySecrets } from './input-rows.js';
import classes from './inputs.module.css';
import type { DesignDraft } from './use-draft.js';

/** The rows that are drawn at once. */
const PORTION = 100;
/** The likely secrets that are named. */
const NAMED = 8;

const FILTERS = [
  { value: 'all', label: 'All members' },
  { value: 'filled', label: 'Filled by you' },
  { value: 'proposed', label: 'Look like secrets' },
];

/** The members of all inputs: which of them clients send, and what fills the others. Edits are lines of the design file. */
export function InputsSection({
  serviceId,
  draft,
}: {
  readonly serviceId: string;
  readonly draft: DesignDraft;
}) {
  const { data: proposal, error, refetch } = useQuery(proposalQuery(serviceId));
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState<Filter>('all');
  const [shown, setShown] = useState(PORTION);
  const [editing, setEditing] = useState<InputRow>();
  const wanted = useDeferredValue(search);
  const directives = useMemo(
    () => (proposal === undefined ? [] : directivesOf(proposal.schema as DesignSchema)),
    [proposal],
  );
  const fills = useMemo(
    () =>
      readFills(
        draft.text,
        directives.map(({ key }) => key),
      ),
    [draft.text, directives],
  );
  const reach = useMemo(() => readReach(draft.json), [draft.json]);
  const rows = useMemo(
    () => (proposal === undefined ? [] : inputRows(proposal, fills, reach)),
    [proposal, fills, reach],
  );
  const found = useMemo(() => filterRows(rows, wanted, filter), [rows, wanted, filter]);
  const likely = useMemo(
    () => (proposal === undefined ? [] : likelySecrets(proposal, fills, reach)),
    [proposal, fills, reach],
  );
  const write = (changes: readonly FillChange[]) => draft.edit((text) => changeFills(text, changes));
  if (proposal === undefined)
    return error === null ? <PageLoading /> : <ErrorNotice error={error} onRetry={() => void refetch()} />;
  const isShort = proposal.inputs.some(({ more }) => more);
  return (
    <Section
      title="Inputs"
      description="What clients send, and what you fill for them. A filled member is gone from the API; each change is a line of the design file."
    >
      {draft.json === undefined && (
        <Alert color="red" title="The design file is not YAML">
          Correct it in the file first.
        </Alert>
      )}
      {likely.length > 0 && (
        <Alert
          color="yellow"
          icon={<IconKey aria-hidden />}
          title={`${formatPlural(likely.length, 'member')} ${likely.length === 1 ? 'looks' : 'look'} like a credential: fill ${likely.length === 1 ? 'it' : 'them'}?`}
        >
          <Stack gap="xs">
            <Text size="sm" className={classes['text'] ?? ''}>
              {likely
                .slice(0, NAMED)
                .map(({ operation, path }) => `${operation}/${path}`)
                .join(', ')}
              {likely.length > NAMED && ` and ${likely.length - NAMED} more`}
            </Text>
            <Group>
              <Button
                size="xs"
                variant="default"
                disabled={draft.json === undefined}
                onClick={() =>
                  write(
                    likely.map(({ operation, path, name }) => ({
                      operation,
                      path,
                      value: { kind: 'secret', name },
                    })),
                  )
                }
              >
                Fill with secrets
              </Button>
            </Group>
          </Stack>
        </Alert>
      )}
      <Group gap="sm">
        <TextInput
          aria-label="Search inputs"
          placeholder="Search, such as password or Get*"
          leftSection={<IconSearch size={16} aria-hidden />}
          flex="1 1 220px"
          maxLength={100}
          value={search}
          onChange={(event) => {
            setSearch(event.currentTarget.value);
            setShown(PORTION);
          }}
        />
        <Select
          aria-label="Show"
          data={FILTERS}
          value={filter}
          allowDeselect={false}
          w={180}
          onChange={(value) => setFilter((value ?? 'all') as Filter)}
        />
      </Group>
      <Text size="sm" c="dimmed" role="status">
        {found.length === rows.length
          ? formatPlural(rows.length, 'member')
          : `${found.length} of ${formatPlural(rows.length, 'member')}`}
        {isShort && '. Large inputs are listed in part: fill other members in the file.'}
      </Text>
      <ul className={classes['rows']} aria-label="Members of inputs">
        {found.slice(0, shown).map((row, index) => (
          <Row
            key={`${row.operation}/${row.path}`}
            row={row}
            isFirst={index === 0 || found[index - 1]?.operation !== row.operation}
            disabled={draft.json === undefined}
            onEdit={() => setEditing(row)}
          />
        ))}
      </ul>
      {found.length > shown && (
        <Group>
          <Button variant="default" size="xs" onClick={() => setShown(shown + 5 * PORTION)}>
            Show more ({found.length - shown} left)
          </Button>
        </Group>
      )}
      {editing !== undefined && (
        <InputDialog
          row={editing}
          directives={directives}
          onClose={() => setEditing(undefined)}
          onChange={write}
        />
      )}
    </Section>
  );
}

function Row({
  row: { operation, path, type, required, many, line, proposed, bySession, isSimple },
  isFirst,
  disabled,
  onEdit,
}: {
  readonly row: InputRow;
  /** Whether it is the first row of its operation. */
  readonly isFirst: boolean;
  readonly disabled: boolean;
  readonly onEdit: () => void;
}) {
  return (
    <li className={classes['row']} data-first={isFirst}>
      {isFirst && (
        <Text fw={600} className={classes['operation'] ?? ''}>
          {operation}
        </Text>
      )}
      <div className={classes['member']}>
        <Code className={classes['text'] ?? ''}>{path}</Code>{' '}
        <Text span size="sm" c="dimmed">
          {type}
          {many && '[]'}
          {required && ', required'}
        </Text>
      </div>
      <div className={classes['value']}>
        {proposed !== undefined && (
          <Badge color="gray" variant="light" tt="none">
            Looks like a secret
          </Badge>
        )}
        {bySession && isSimple && (
          <Text size="sm" c="dimmed">
            The session sends it
          </Text>
        )}
        {isSimple && !bySession ? (
          <Button
            size="compact-sm"
            variant={line === undefined ? 'subtle' : 'light'}
            className={classes['button'] ?? ''}
            disabled={disabled}
            aria-label={`${operation}/${path}: ${line === undefined ? 'Client sends it' : describeFill(line.value)}`}
            onClick={onEdit}
          >
            {line === undefined ? 'Client sends it' : describeFill(line.value)}
            {line?.operation === '*' && ' (all operations)'}
          </Button>
        ) : null}
      </div>
    </li>
  );
}
