import { Button, Group, NumberInput, Select, TextInput } from '@mantine/core';
import { ERROR_TITLE } from '@soapstone/http-contract';
import { useTyped } from '../components/forms/search-input.js';
import { KeySelect } from './key-select.js';
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
  request: undefined,
  last: undefined,
};

/** The filters of the call list, which are kept in the URL. Empty ones do not restrict. */
export function CallFilters({ view, onView }: Pick<UsagePart, 'view' | 'onView'>) {
  const isFiltered = Object.keys(NONE).some((name) => view[name as keyof UsageSearch] !== undefined);
  return (
    <Group gap="sm" align="flex-end">
      <OperationInput view={view} onView={onView} />
      <RequestInput view={view} onView={onView} />
      <KeySelect value={view.key} onChange={(key) => onView({ key })} />
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

/** Typed text is shown immediately, and goes into the URL when typing pauses. */
function OperationInput({ view: { operation = '' }, onView }: Pick<UsagePart, 'view' | 'onView'>) {
  const typed = useTyped(operation, (value) => onView({ operation: value }));
  return <TextInput label="Operation" w={160} placeholder="Exact operation name" {...typed} />;
}

function RequestInput({ view: { request = '' }, onView }: Pick<UsagePart, 'view' | 'onView'>) {
  const typed = useTyped(request, (value) => onView({ request: value }));
  return <TextInput label="Request ID" w={190} placeholder="X-Request-Id, req_…" maxLength={64} {...typed} />;
}
