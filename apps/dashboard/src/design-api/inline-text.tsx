import { TextInput } from '@mantine/core';
import { useState } from 'react';

/** A text in a table, which is written when Enter is pressed or the field loses the focus. Escape takes back what was typed. */
export function InlineText({
  label,
  value,
  placeholder,
  disabled = false,
  onWrite,
}: {
  readonly label: string;
  readonly value: string;
  readonly placeholder?: string;
  readonly disabled?: boolean;
  readonly onWrite: (text: string) => void;
}) {
  const [text, setText] = useState(value);
  const [from, setFrom] = useState(value);
  // Another edit, or an undo, replaces what is shown.
  if (from !== value) {
    setFrom(value);
    setText(value);
  }
  const write = () => {
    if (text.trim() !== value) onWrite(text.trim());
  };
  return (
    <TextInput
      size="xs"
      aria-label={label}
      value={text}
      placeholder={placeholder}
      disabled={disabled}
      maxLength={1000}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={write}
      onKeyDown={({ key }) => {
        if (key === 'Enter') write();
        if (key === 'Escape') setText(value);
      }}
    />
  );
}
