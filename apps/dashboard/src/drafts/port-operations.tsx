import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { DraftPort } from '../api/drafts.js';
import { CompatibilityBadge } from '../operations/compatibility-badge.js';
import { formatPlural } from '../text/format.js';
import classes from './drafts.module.css';

const PORTION = 50;

/** The operations of a port with their support, rendered on opening. */
export function PortOperations({ operations }: { readonly operations: DraftPort['operations'] }) {
  const [open, setOpen] = useState(false);
  const [shown, setShown] = useState(PORTION);
  const limited = operations.filter(({ compatibility }) => compatibility !== 'exact').length;
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {formatPlural(operations.length, 'operation')}
        {limited > 0 && `, ${limited} with partial support`}
      </summary>
      {open && (
        <>
          <ul className={classes['operations']}>
            {operations.slice(0, shown).map(({ name, exposedAs, compatibility }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: overloads have equal names, and the order of the list never changes
              <li key={index}>
                <Group justify="space-between" gap="sm" wrap="nowrap">
                  <span className={classes['name']}>
                    {name}
                    {exposedAs !== null && exposedAs !== name && (
                      <Text span size="sm" c="dimmed">
                        {' '}
                        called {exposedAs}
                      </Text>
                    )}
                  </span>
                  <CompatibilityBadge operation={{ compatibility, heldSince: null }} />
                </Group>
              </li>
            ))}
          </ul>
          {operations.length > shown && (
            <Button variant="default" size="xs" mt="xs" onClick={() => setShown(shown + 5 * PORTION)}>
              Show more ({operations.length - shown} left)
            </Button>
          )}
        </>
      )}
    </details>
  );
}
