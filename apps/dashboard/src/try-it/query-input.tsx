import { Select, Stack, TagsInput, TextInput } from '@mantine/core';
import type { QueryParameter } from '../api/operations.js';
import { valuesOf, withValues } from './query-fields.js';

/** The query string of a GET: a field for each parameter of the operation, and the resulting text. */
export function QueryInput({
  parameters,
  value,
  onChange,
}: {
  readonly parameters: readonly QueryParameter[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  return (
    <Stack gap="md" maw={560}>
      {parameters.map((parameter) => (
        <ParameterField
          key={parameter.name}
          parameter={parameter}
          values={valuesOf(value, parameter.name)}
          onChange={(values) => onChange(withValues(value, parameter.name, values))}
        />
      ))}
      <TextInput
        label="Query string"
        description="Built from the fields; you can edit either."
        value={value}
        onChange={(event) => onChange(event.currentTarget.value.replace(/^\?/, ''))}
        maxLength={16_384}
        spellCheck={false}
        autoComplete="off"
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      />
    </Stack>
  );
}

function ParameterField({
  parameter: { name, type, repeated, required, documentation, values: listed },
  values,
  onChange,
}: {
  readonly parameter: QueryParameter;
  readonly values: readonly string[];
  readonly onChange: (values: string[]) => void;
}) {
  const common = {
    label: name,
    description: [documentation ?? type, ...(required ? ['required'] : [])].join(', '),
    spellCheck: false,
    autoComplete: 'off',
  };
  if (repeated) {
    return (
      <TagsInput
        {...common}
        placeholder="Press Enter after each value"
        data={listed ?? []}
        value={[...values]}
        onChange={onChange}
      />
    );
  }
  const [value = ''] = values;
  const change = (text: string) => onChange(text === '' ? [] : [text]);
  return listed === null ? (
    <TextInput {...common} value={value} onChange={(event) => change(event.currentTarget.value)} />
  ) : (
    <Select
      {...common}
      clearable
      data={listed}
      value={value === '' ? null : value}
      onChange={(chosen) => change(chosen ?? '')}
    />
  );
}
