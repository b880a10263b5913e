import { Button, Checkbox, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import type { Proposal } from '../api/design.js';
import {
  changeSession,
  readSession,
  replaceSession,
  type SessionValue,
} from '../design-file/session-lines.js';
import { type DesignSchema, formParts, type SessionField } from './session-fields.js';
import type { DesignDraft } from './use-draft.js';

/** The session of the design as a form. Its fields are those of the schema; each change writes a line of the file. */
export function SessionForm({
  draft,
  proposal,
}: {
  readonly draft: DesignDraft;
  readonly proposal: Proposal;
}) {
  const session = readSession(draft.text);
  const schema = proposal.schema as DesignSchema;
  const operations = proposal.inputs.map(({ operation }) => operation);
  if (session === undefined) return null;
  const write = (keys: readonly string[], value: SessionValue) =>
    draft.edit((text) => changeSession(text, keys, value));
  const login = (session['login'] as { operation?: unknown; input?: object } | undefined) ?? {};
  return (
    <Stack gap="md" maw={560}>
      {formParts(schema).map(({ name, description, fields }) => (
        <fieldset key={name} style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
          <Text component="legend" fw={600}>
            {name}
          </Text>
          <Stack gap="xs">
            {description !== '' && (
              <Text size="sm" c="dimmed">
                {description}
              </Text>
            )}
            {fields.map((field) => (
              <Field
                // A value that was changed elsewhere, such as by an undo, replaces what was typed.
                key={`${field.keys.join('/')} ${printField(session, field)}`}
                field={field}
                value={printField(session, field)}
                operations={operations}
                onChange={(value) => write(field.keys, value)}
              />
            ))}
          </Stack>
        </fieldset>
      ))}
      {typeof login.operation === 'string' && (
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          Input of {login.operation}: {Object.keys(login.input ?? {}).join(', ') || 'nothing'}. Change its
          values in the file, below session &gt; login &gt; input.
        </Text>
      )}
      <Group>
        <Button
          variant="subtle"
          color="red"
          onClick={() => draft.edit((text) => replaceSession(text, undefined))}
        >
          Remove session from file
        </Button>
      </Group>
    </Stack>
  );
}

function Field({
  field: { label, description, kind },
  value,
  operations,
  onChange,
}: {
  readonly field: SessionField;
  readonly value: string;
  readonly operations: readonly string[];
  readonly onChange: (value: SessionValue) => void;
}) {
  if (kind === 'flag')
    return (
      <Checkbox
        label={label}
        description={description}
        checked={value === 'true'}
        onChange={(event) => onChange(event.currentTarget.checked ? true : undefined)}
      />
    );
  if (kind === 'operation')
    return (
      <Select
        label={label}
        description={description}
        data={[...operations]}
        value={value === '' ? null : value}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': `Clear ${label}` }}
        onChange={(next) => onChange(next ?? undefined)}
      />
    );
  const send = (typed: string) => {
    const text = typed.trim();
    if (text !== value) onChange(readTyped(text, kind));
  };
  return (
    <TextInput
      label={label}
      description={kind === 'list' ? `${description} Separate several with commas.`.trim() : description}
      defaultValue={value}
      autoComplete="off"
      spellCheck={false}
      onBlur={(event) => send(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') send(event.currentTarget.value);
      }}
    />
  );
}

function readTyped(text: string, kind: SessionField['kind']): SessionValue {
  if (text === '') return undefined;
  if (kind === 'list' || (kind === 'path' && text.includes(','))) {
    const items = text.split(',').map((each) => each.trim());
    return items
      .filter((each) => each !== '')
      .map((each) => (/^[1-9]\d{2}$/.test(each) ? Number(each) : each));
  }
  // All cookies of the login are sent back.
  return text === 'true' ? true : text;
}

function printField(session: Readonly<Record<string, unknown>>, { keys }: SessionField): string {
  let value: unknown = session;
  for (const key of keys)
    value =
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? (value as Readonly<Record<string, unknown>>)[key]
        : undefined;
  if (Array.isArray(value)) return value.map(String).join(', ');
  return value === undefined || value === null || typeof value === 'object' ? '' : String(value);
}
