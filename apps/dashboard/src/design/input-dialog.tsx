import { Checkbox, Modal, Select, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { FormActions } from '../components/forms/form-actions.js';
import { type FillChange, type FillValue, notationOf } from '../design-file/fill-lines.js';
import type { Directive } from '../design-file/schema-keys.js';
import type { InputRow } from './input-rows.js';

/** The client sends the member. */
const CLIENT = 'client';
const CONSTANT = 'constant';

const LABELS: Readonly<Record<string, string>> = {
  secret: 'A secret',
  generate: 'Generated for each call',
  header: 'A header of the client’s request',
};

/** Chooses what fills a member. The choices are those of the schema of designs. */
export function InputDialog({
  row,
  directives,
  ofLogin = false,
  onClose,
  onChange,
}: {
  readonly row: InputRow;
  /** Whether it is a member of a login, which only the owner fills. */
  readonly ofLogin?: boolean;
  readonly directives: readonly Directive[];
  readonly onClose: () => void;
  readonly onChange: (changes: readonly FillChange[]) => void;
}) {
  const { line, operation, path, type, proposed } = row;
  const [kind, setKind] = useState<string>(line?.value.kind ?? (proposed === undefined ? CLIENT : 'secret'));
  const [text, setText] = useState(line === undefined ? (proposed ?? '') : nameIn(line.value));
  const [everywhere, setEverywhere] = useState(line?.operation === '*');
  const directive = directives.find(({ key }) => key === kind);
  const choices = [
    { value: CLIENT, label: ofLogin ? 'Left out' : 'The client sends it' },
    { value: CONSTANT, label: 'Always this value' },
    ...directives.map(({ key }) => ({ value: key, label: LABELS[key] ?? key })),
  ];
  const save = () => {
    const place = { operation: everywhere ? '*' : operation, path };
    const moved = line !== undefined && line.operation !== place.operation;
    onChange([
      // A line for all operations stays when one of them gets its own.
      ...(kind === CLIENT && line !== undefined
        ? [{ operation: line.operation, path, value: undefined }]
        : moved && everywhere
          ? [{ operation, path, value: undefined }]
          : []),
      ...(kind === CLIENT ? [] : [{ ...place, value: toFill(kind, text, type) }]),
    ]);
    onClose();
  };
  const needsText = kind === CONSTANT || (directive !== undefined && directive.values === undefined);
  return (
    <Modal
      opened
      onClose={onClose}
      title={`${operation}: ${path}`}
      styles={{ title: { overflowWrap: 'anywhere' } }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Stack gap="md">
          <Select
            label="Value"
            data={choices}
            value={kind}
            allowDeselect={false}
            comboboxProps={{ withinPortal: true }}
            onChange={(value) => {
              setKind(value ?? CLIENT);
              setText(value === 'secret' ? (proposed ?? '') : '');
            }}
          />
          {directive !== undefined && (
            <Text size="sm" c="dimmed">
              {directive.description}
            </Text>
          )}
          {directive?.values !== undefined && (
            <Select
              label="What"
              data={[...directive.values]}
              value={text === '' ? null : text}
              allowDeselect={false}
              onChange={(value) => setText(value ?? '')}
            />
          )}
          {needsText && (
            <TextInput
              label={kind === CONSTANT ? `Text or number (${type})` : 'Name'}
              description={kind === CONSTANT ? 'Part of the file: use a secret for passwords.' : undefined}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
              autoComplete="off"
            />
          )}
          {kind !== CLIENT && !ofLogin && (
            <Checkbox
              label="In every operation that has it"
              checked={everywhere}
              onChange={(event) => setEverywhere(event.currentTarget.checked)}
            />
          )}
          {kind === CLIENT && line?.operation === '*' && (
            <Text size="sm">The line for all operations is removed.</Text>
          )}
          <FormActions
            submit="Write line"
            pending={false}
            disabled={kind !== CLIENT && kind !== CONSTANT && text === ''}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}

function nameIn(value: FillValue): string {
  return 'text' in value ? value.text : value.name;
}

function toFill(kind: string, text: string, type: string): FillValue {
  return kind === CONSTANT ? { kind: 'constant', text, as: notationOf(type) } : { kind, name: text };
}

/** The source of a member's value, in words. */
export function describeFill(value: FillValue): string {
  if ('text' in value) return `Always ${value.text}`;
  switch (value.kind) {
    case 'secret':
      return `Secret ${value.name}`;
    case 'generate':
      return `Generated: ${value.name}`;
    case 'header':
      return `Header ${value.name}`;
    default:
      return `${value.kind}: ${value.name}`;
  }
}
