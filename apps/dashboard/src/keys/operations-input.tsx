import { Textarea } from '@mantine/core';

/** The operations that a key is limited to, one per line. */
export function OperationsInput({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  return (
    <Textarea
      label="Limit to operations"
      description="One per line: users/GetUser, or users/* for all operations of a service. Empty: all operations. Applies to AI agents and the JSON API."
      autosize
      minRows={2}
      maxRows={8}
      spellCheck={false}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** Returns the entries of the text; null if there are none, which means all operations. */
export function readOperations(text: string): string[] | null {
  const lines = text.split('\n').map((line) => line.trim());
  const entries = [...new Set(lines.filter((line) => line !== ''))];
  return entries.length === 0 ? null : entries;
}
