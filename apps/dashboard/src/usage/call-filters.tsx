import { Button, Group, NumberInput, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { ERROR_TITLE } from '@soapstone/http-contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { keysQuery } from '../api/keys.js';
import type { UsagePart } from './usage-search.js';
import { LAST, type UsageSearch } from './usage-search.js';

/** A call with an invalid key belongs to no account, so no list contains it. */
const TYPES = Object.entries(ERROR_TITLE)
  .filter(([type]) => type !== 'AUTHENTICATION_ERROR')
  .map(([value, label]) => ({ value, label }));
const SPANS = LAST.map((hours) => ({
  value: String(hours),
  label: hours === 1 ? 'Last hour' : `Last ${hours} hours`,
}));
const NONE: UsageSearch = {
  operation: undefined,
  method: undefined,
  status: undefined,
  type: undefined,
  key: undefined,
  last: undefined,
};

/** The filters of the call list, which the URL holds. Empty ones do not restrict. */
export function CallFilters({ view, onView }: Pick<UsagePart, 'view' | 'onView'>) {
  const { data: keys } = useQuery(keysQuery);
  const isFiltered = Object.keys(NONE).some((name) => view[name as keyof UsageSearch] !== undefined);
  return (
    <Group gap="sm" align="flex-end">
      <OperationInput view={view} onView={onView} />
      <Select
        label="Key"
        w={170}
        clearable
        placeholder="All"
        data={[
          { value: 'try-it', label: 'Dashboard' },
          ...(keys ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={view.key ?? null}
        onChange={(value) => onView({ key: value ?? undefined })}
      />
      <Select
        label="Method"
        w={100}
        clearable
        placeholder="All"
        data={['POST', 'GET', 'MCP']}
        value={view.method ?? null}
        onChange={(value) => onView({ method: value ?? undefined })}
      />
      <NumberInput
        label="Status"
        w={90}
        placeholder="All"
        hideControls
        min={100}
        max={599}
        value={view.status ?? ''}
        clampBehavior="none"
        onChange={(value) => {
          if (value === '') onView({ status: undefined });
          else if (typeof value === 'number' && value >= 100 && value < 600) onView({ status: value });
        }}
      />
      <Select
        label="Error"
        w={190}
        clearable
        placeholder="All calls"
        data={TYPES}
        value={view.type ?? null}
        onChange={(value) => onView({ type: value ?? undefined })}
      />
      <Select
        label="Time"
        w={140}
        clearable
        placeholder="Seven days"
        data={SPANS}
        value={view.last === undefined ? null : String(view.last)}
        onChange={(value) => onView({ last: value === null ? undefined : Number(value) })}
      />
      {isFiltered && (
        <Button variant="default" onClick={() => onView(NONE)}>
          Clear filters
        </Button>
      )}
    </Group>
  );
}

/** Its text is shown at once, and reaches the URL when typing pauses. */
function OperationInput({ view: { operation = '' }, onView }: Pick<UsagePart, 'view' | 'onView'>) {
  const [text, setText] = useState(operation);
  useEffect(() => setText(operation), [operation]);
  const send = useDebouncedCallback((value: string) => onView({ operation: value.trim() }), 300);
  return (
    <TextInput
      label="Operation"
      w={160}
      placeholder="Exact operation name"
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        send(currentTarget.value);
      }}
    />
  );
}
