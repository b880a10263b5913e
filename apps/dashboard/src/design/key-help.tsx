import { Code, Stack, Text, UnstyledButton } from '@mantine/core';
import { useDeferredValue, useMemo } from 'react';
import { placeAt } from '../design-file/place.js';
import { choicesAt, type DesignSchema, descriptionAt } from '../design-file/schema-keys.js';
import classes from './key-help.module.css';

/** The keys that can stand at the cursor, with what they mean. Clicking one inserts it. */
export function KeyHelp({
  schema,
  text,
  cursor,
  onInsert,
}: {
  readonly schema: DesignSchema;
  readonly text: string;
  /** The offset of the cursor in the text. */
  readonly cursor: number;
  readonly onInsert: (key: string) => void;
}) {
  // A large file is read after the key that was typed is shown.
  const place = useDeferredValue(useMemo(() => ({ text, cursor }), [text, cursor]));
  const found = useMemo(() => placeAt(place.text, place.cursor), [place]);
  const { keys = [], kind } = found ?? {};
  const choices = kind === 'key' ? choicesAt(schema, keys) : [];
  const below = keys.join(' > ');
  return (
    <Stack gap={6} className={classes['help'] ?? ''}>
      <Text size="sm" c="dimmed" className={classes['text'] ?? ''}>
        {choices.length === 0
          ? [below, descriptionAt(schema, keys)].filter((part) => part !== '').join(': ')
          : `Keys that can go ${below === '' ? 'at the top of the file' : `below ${below}`}:`}
      </Text>
      <ul className={classes['keys']} aria-label="Keys for this place">
        {choices.map(({ key, description }) => (
          <li key={key}>
            <UnstyledButton className={classes['key'] ?? ''} onClick={() => onInsert(key)}>
              <Code>{key}</Code>
            </UnstyledButton>{' '}
            <Text span size="sm" className={classes['text'] ?? ''}>
              {description}
            </Text>
          </li>
        ))}
      </ul>
    </Stack>
  );
}
