import { TextInput } from '@mantine/core';

/** The query string of a GET. */
export function QueryInput({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  return (
    <TextInput
      label="Query"
      description="Names and values as they stand in the address, for example limit=10&status=active."
      value={value}
      onChange={(event) => onChange(event.currentTarget.value.replace(/^\?/, ''))}
      maxLength={16_384}
      spellCheck={false}
      autoComplete="off"
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
    />
  );
}
