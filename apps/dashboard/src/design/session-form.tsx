import { Button, Checkbox, Code, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Proposal } from '../api/design.js';
import { changeLoginInput, readLoginInput } from '../design-file/fill-lines.js';
import { directivesOf } from '../design-file/schema-keys.js';
import {
  changeSession,
  readSession,
  replaceSession,
  type SessionValue,
} from '../design-file/session-lines.js';
import { describeFill, InputDialog } from './input-dialog.js';
import { type InputRow, loginRows } from './input-rows.js';
import classes from './inputs.module.css';
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
  const session = readSession(draft.json);
  const schema = proposal.schema as DesignSchema;
  const operations = proposal.inputs.map(({ operation }) => operation);
  if (session === undefined) return null;
  const write = (keys: readonly string[], value: SessionValue) =>
    draft.edit((text) => changeSession(text, keys, value));
  const login = (session['login'] as { operation?: unknown } | null | undefined) ?? {};
  return (
    <Stack gap="md" maw={560}>
      {formParts(schema).map(({ name, description, choice, fields }) => (
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
            {name === 'login' && typeof login.operation === 'string' && (
              <LoginInput draft={draft} proposal={proposal} operation={login.operation} />
            )}
            {choice.length > 0 && (
              <Choice
                key={JSON.stringify(session[name] ?? null)}
                part={name}
                keys={choice}
                session={session}
                onChange={(key, value) =>
                  draft.edit((text) =>
                    choice
                      .filter((each) => each !== key)
                      .reduce(
                        (rest, each) => changeSession(rest, [name, each], undefined),
                        // First, so that the part keeps its place.
                        changeSession(text, [name, key], value),
                      ),
                  )
                }
              />
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

/** The values that the session gives the members of the login’s input. */
function LoginInput({
  draft,
  proposal,
  operation,
}: {
  readonly draft: DesignDraft;
  readonly proposal: Proposal;
  readonly operation: string;
}) {
  const [editing, setEditing] = useState<InputRow>();
  // All clients share one login, so no header of theirs can be part of it.
  const directives = directivesOf(proposal.schema as DesignSchema).filter(({ key }) => key !== 'header');
  const given = readLoginInput(
    draft.text,
    directives.map(({ key }) => key),
  );
  const rows = loginRows(proposal, operation, given);
  return (
    <ul className={classes['rows']} aria-label={`Input of ${operation}`}>
      {rows.map((row) => (
        <li key={row.path} className={classes['row']}>
          <span className={classes['member']}>
            <Code className={classes['text'] ?? ''}>{row.path}</Code>{' '}
            <Text span size="sm" c="dimmed">
              {row.type}
              {row.required && ', required'}
            </Text>
          </span>
          <Button
            size="compact-sm"
            variant={row.line === undefined ? 'subtle' : 'light'}
            aria-label={`${row.path}: ${row.line === undefined ? 'Left out' : describeFill(row.line.value)}`}
            onClick={() => setEditing(row)}
          >
            {row.line === undefined ? 'Left out' : describeFill(row.line.value)}
          </Button>
        </li>
      ))}
      {editing !== undefined && (
        <InputDialog
          row={editing}
          directives={directives}
          ofLogin
          onClose={() => setEditing(undefined)}
          onChange={(changes) => {
            const value = changes.at(-1)?.value;
            draft.edit((text) => changeLoginInput(text, editing.path, value));
          }}
        />
      )}
    </ul>
  );
}

/** One of several places, and its name. */
function Choice({
  part,
  keys,
  session,
  onChange,
}: {
  readonly part: string;
  readonly keys: readonly string[];
  readonly session: Readonly<Record<string, unknown>>;
  readonly onChange: (key: string, value: SessionValue) => void;
}) {
  const fieldOf = (key: string): SessionField => ({
    keys: [part, key],
    label: key,
    description: '',
    kind: 'path',
  });
  // A value that no field shows, such as an object of paths, is edited in the file.
  const given = (session[part] ?? {}) as object;
  const stored = keys.find((key) => Object.hasOwn(given, key)) ?? keys[0] ?? '';
  const [key, setKey] = useState(stored);
  const value = key === stored ? printField(session, fieldOf(key)) : '';
  return (
    <Group gap="sm" align="flex-start">
      <Select
        label="where"
        aria-label={`${part}: where`}
        data={[...keys]}
        value={key}
        allowDeselect={false}
        w={160}
        onChange={(next) => setKey(next ?? stored)}
      />
      <div style={{ flex: '1 1 200px', minWidth: 0 }}>
        <Field
          key={`${key} ${value}`}
          field={fieldOf(key)}
          value={value}
          operations={[]}
          onChange={(next) => onChange(key, next)}
        />
      </div>
    </Group>
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
