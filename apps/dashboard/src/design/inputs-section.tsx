import { Alert, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
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
import { InputDialog } from './input-dialog.js';
import { InputGrid } from './input-grid.js';
import { type Filter, filterRows, type InputRow, inputRows, likelySecrets } from './input-rows.js';
import { inputTree, visibleLines } from './input-tree.js';
import classes from './inputs.module.css';
import type { DesignDraft } from './use-draft.js';

/** The lines that are drawn at once. */
const PORTION = 100;
/** Trees with more members are closed at first. */
const MOST_OPEN = 100;
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
  /** The lines that were opened or closed since the search began. */
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
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
  const reach = useMemo(() => readReach(draft.shown), [draft.shown]);
  const rows = useMemo(
    () => (proposal === undefined ? [] : inputRows(proposal, fills, reach)),
    [proposal, fills, reach],
  );
  const found = useMemo(() => filterRows(rows, wanted, filter), [rows, wanted, filter]);
  const tree = useMemo(() => inputTree(found, rows), [found, rows]);
  // Search results are not hidden in closed lines.
  const isOpenAtFirst = found.length < rows.length || rows.length <= MOST_OPEN;
  const lines = useMemo(
    () => visibleLines(tree, (id) => toggled.has(id) !== isOpenAtFirst),
    [tree, toggled, isOpenAtFirst],
  );
  const begin = () => {
    setShown(PORTION);
    setToggled(new Set());
  };
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
      {draft.shown === undefined && (
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
                disabled={draft.shown === undefined}
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
            begin();
          }}
        />
        <Select
          aria-label="Show"
          data={FILTERS}
          value={filter}
          allowDeselect={false}
          w={180}
          onChange={(value) => {
            setFilter((value ?? 'all') as Filter);
            begin();
          }}
        />
      </Group>
      <Text size="sm" c="dimmed" role="status">
        {found.length === rows.length
          ? formatPlural(rows.length, 'member')
          : `${found.length} of ${formatPlural(rows.length, 'member')}`}
        {isShort && '. Large inputs are listed in part: fill other members in the file.'}
      </Text>
      {lines.length > 0 && (
        <InputGrid
          lines={lines.slice(0, shown)}
          disabled={draft.shown === undefined}
          isEditing={editing !== undefined}
          onToggle={(id) => setToggled(withToggled(toggled, id))}
          onEdit={setEditing}
        />
      )}
      {lines.length > shown && (
        <Group>
          <Button variant="default" size="xs" onClick={() => setShown(shown + 5 * PORTION)}>
            Show more ({lines.length - shown} left)
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

function withToggled(toggled: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(toggled);
  if (!next.delete(id)) next.add(id);
  return next;
}
