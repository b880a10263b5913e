import { Group } from '@mantine/core';
import { CopyButton } from './copy-button.js';
import classes from './copy-line.module.css';

/** A value to be copied, in full. `what` names it: “the account id”. */
export function CopyLine({ value, what }: { readonly value: string; readonly what: string }) {
  return (
    <Group className={classes['line'] ?? ''} gap="sm" wrap="nowrap" justify="space-between">
      <code className={classes['value']}>{value}</code>
      <CopyButton value={value} what={what} />
    </Group>
  );
}
