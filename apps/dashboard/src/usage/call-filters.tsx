import { Group, NumberInput, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { ERROR_TITLE } from '@soapstone/http-contract';
import { useState } from 'react';
import type { CallFilter } from '../api/usage.js';

/** A call with an invalid key belongs to no account, so no list contains it. */
const TYPES = Object.entries(ERROR_TITLE)
  .filter(([type]) => type !== 'AUTHENTICATION_ERROR')
  .map(([value, label]) => ({ value, label }));
const HOUR = 3_600_000;
const SPANS = [
  { value: '1', label: 'Last hour' },
  { value: '24', label: 'Last 24 hours' },
];

/** The filters of the call list. Empty ones do not restrict. */
export function CallFilters({
  names,
  filter,
  onChange,
}: {
  readonly names: ReadonlyMap<string, string>;
  readonly filter: CallFilter;
  readonly onChange: (filter: CallFilter) => void;
}) {
  const [operation, setOperation] = useState('');
  const [span, setSpan] = useState<string | null>(null);
  const set = (change: { readonly [Name in keyof CallFilter]?: CallFilter[Name] | undefined }) => {
    const entries = Object.entries({ ...filter, ...change }).filter(([, value]) => value !== undefined);
    onChange(Object.fromEntries(entries));
  };
  const setLater = useDebouncedCallback(set, 300);
  return (
    <Group gap="sm" align="flex-end">
      <Select
        label="Service"
        w={180}
        clearable
        placeholder="All"
        data={[...names].map(([value, label]) => ({ value, label }))}
        value={filter.serviceId ?? null}
        onChange={(value) => set({ serviceId: value ?? undefined })}
      />
      <TextInput
        label="Operation"
        w={160}
        placeholder="Exact operation name"
        value={operation}
        onChange={(event) => {
          const { value } = event.currentTarget;
          setOperation(value);
          setLater({ operation: value.trim() === '' ? undefined : value.trim() });
        }}
      />
      <Select
        label="Method"
        w={100}
        clearable
        placeholder="All"
        data={['POST', 'GET', 'MCP']}
        value={filter.method ?? null}
        onChange={(value) => set({ method: value ?? undefined })}
      />
      <NumberInput
        label="Status"
        w={90}
        placeholder="All"
        hideControls
        min={100}
        max={599}
        onChange={(value) =>
          setLater({ status: typeof value === 'number' && value >= 100 && value < 600 ? value : undefined })
        }
      />
      <Select
        label="Error"
        w={210}
        clearable
        placeholder="All calls"
        data={TYPES}
        value={filter.type ?? null}
        onChange={(value) => set({ type: value ?? undefined })}
      />
      <Select
        label="Time"
        w={150}
        clearable
        placeholder="Seven days"
        data={SPANS}
        value={span}
        onChange={(value) => {
          setSpan(value);
          set({
            from: value === null ? undefined : new Date(Date.now() - Number(value) * HOUR).toISOString(),
          });
        }}
      />
    </Group>
  );
}
