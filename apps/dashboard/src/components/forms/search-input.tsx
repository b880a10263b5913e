import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type ChangeEvent, useEffect, useRef, useState } from 'react';

/** The longest text that the gateway searches for. */
const MAX_SEARCH_CHARACTERS = 100;

/** The search field of a list. Typed text is shown immediately, and `onSearch` is called when typing pauses. */
export function SearchInput({
  label,
  placeholder = label,
  value,
  onSearch,
}: {
  readonly label: string;
  readonly placeholder?: string;
  readonly value: string;
  readonly onSearch: (search: string) => void;
}) {
  const typed = useTyped(value, onSearch);
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={placeholder}
      leftSection={<IconSearch size={16} aria-hidden />}
      maw={420}
      maxLength={MAX_SEARCH_CHARACTERS}
      {...typed}
    />
  );
}

/**
 * Returns the properties of a text field that sends its text, without surrounding spaces, when typing pauses or the field loses the
 * focus.
 */
export function useTyped(value: string, onSend: (text: string) => void) {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  // A value other than the sent one was set elsewhere, and is shown. The sent one must not replace text typed since.
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setText(value);
  }, [value]);
  const send = useDebouncedCallback((typed: string) => {
    sent.current = typed.trim();
    onSend(sent.current);
  }, 300);
  return {
    value: text,
    onChange({ currentTarget }: ChangeEvent<HTMLInputElement>) {
      setText(currentTarget.value);
      send(currentTarget.value);
    },
    // Send now: later, the search would navigate away from the page that a link just opened.
    onBlur: () => send.flush(),
  };
}

/** Reads the search in the URL of a page. The router reads a text like "1" as a number. */
export function readListSearch({ search }: Readonly<Record<string, unknown>>): { search?: string } {
  if (typeof search !== 'string' && typeof search !== 'number') return {};
  const text = String(search).slice(0, MAX_SEARCH_CHARACTERS).trim();
  return text === '' ? {} : { search: text };
}
