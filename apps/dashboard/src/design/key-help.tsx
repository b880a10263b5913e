import { Code, Stack, Text, UnstyledButton } from '@mantine/core';
import { choicesAt, type DesignSchema, keysAt } from '../design-file/schema-keys.js';
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
  const keys = keysAt(text, cursor);
  const choices = choicesAt(schema, keys);
  const place = keys.length === 0 ? 'at the top of the file' : `below ${keys.join(' > ')}`;
  return (
    <Stack gap={6}>
      <Text size="sm" c="dimmed" className={classes['text'] ?? ''}>
        {choices.length === 0 ? `A path or a name goes ${place}.` : `Keys that can go ${place}:`}
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
