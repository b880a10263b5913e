import { Group, Select, TextInput } from '@mantine/core';
import type { QueryOf } from '../../api/requests/send.js';
import { readListSearch, SearchInput } from './search-input.js';

/** Which entries of an audit log are wanted. */
type AuditFilter = Pick<QueryOf<'get', '/api/manage/audit'>, 'search' | 'by' | 'from' | 'to'>;

/** The filters chosen above an audit log. Days are `2026-11-30`, in UTC. */
export interface AuditChoice {
  readonly search?: string;
  readonly by?: NonNullable<AuditFilter['by']>;
  readonly from?: string;
  readonly to?: string;
}

const ACTORS: readonly { readonly value: NonNullable<AuditFilter['by']>; readonly label: string }[] = [
  { value: 'person', label: 'People' },
  { value: 'key', label: 'Management keys' },
  { value: 'operator', label: 'Operator' },
  { value: 'system', label: 'Gateway' },
];

/** The search and the filters above an audit log. */
export function AuditFilters({
  value,
  onChange,
}: {
  readonly value: AuditChoice;
  readonly onChange: (value: AuditChoice) => void;
}) {
  const set = (change: { readonly [Member in keyof AuditChoice]?: string | null }) =>
    onChange(readAuditChoice({ ...value, ...change }));
  return (
    <Group gap="sm" align="flex-end">
      <SearchInput
        label="Search the audit log"
        placeholder="Action, name or ID"
        value={value.search ?? ''}
        onSearch={(search) => set({ search })}
      />
      <Select
        label="By"
        placeholder="Anyone"
        clearable
        w={180}
        data={ACTORS}
        value={value.by ?? null}
        onChange={(by) => set({ by })}
      />
      <TextInput
        type="date"
        label="From (UTC)"
        value={value.from ?? ''}
        onChange={({ currentTarget }) => set({ from: currentTarget.value })}
      />
      <TextInput
        type="date"
        label="To (UTC)"
        value={value.to ?? ''}
        onChange={({ currentTarget }) => set({ to: currentTarget.value })}
      />
    </Group>
  );
}

/** Reads the choice in the URL of a page. What is not valid does not restrict. */
export function readAuditChoice({ search, by, from, to }: Readonly<Record<string, unknown>>): AuditChoice {
  const actor = ACTORS.find(({ value }) => value === by)?.value;
  const [first, last] = [from, to].map((day) => (isDay(day) ? day : undefined));
  return {
    ...readListSearch({ search }),
    ...(actor !== undefined && { by: actor }),
    ...(first !== undefined && { from: first }),
    ...(last !== undefined && { to: last }),
  };
}

/** Returns the filter of a choice: whole days. */
export function auditFilterOf({ from, to, ...rest }: AuditChoice): AuditFilter {
  return {
    ...rest,
    ...(from !== undefined && { from: `${from}T00:00:00Z` }),
    ...(to !== undefined && { to: `${to}T23:59:59.999Z` }),
  };
}

function isDay(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));
}

/** Returns the URL of a file with what the filters find. */
export function auditFileUrl(path: string, choice: AuditChoice): string {
  const query = new URLSearchParams(auditFilterOf(choice) as Record<string, string>);
  return query.size === 0 ? path : `${path}?${query}`;
}
