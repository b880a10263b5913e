import { Badge, Button, Code, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { asSentence, type Finding, placeOf } from './compatibility.js';
import classes from './finding-list.module.css';

const PORTION = 20;
const WORDS = {
  error: { label: 'Not possible', color: 'red' },
  warning: { label: 'With a limit', color: 'yellow' },
  info: { label: 'Remark', color: 'gray' },
} as const;

/** What was found in the documents: what it is, what it does to calls, what can be done, and where it stands. */
export function FindingList({ findings }: { readonly findings: readonly Finding[] }) {
  const [shown, setShown] = useState(PORTION);
  return (
    <Stack gap="sm">
      <ul className={classes['list']}>
        {findings.slice(0, shown).map(({ diagnostic, operations }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: findings have no id, and the list never changes its order
          <li key={index} className={classes['item']}>
            <Group gap="xs" align="center">
              <Badge variant="light" color={WORDS[diagnostic.severity].color} tt="none">
                {WORDS[diagnostic.severity].label}
              </Badge>
              <Code className={classes['place'] ?? ''}>{placeOf(diagnostic)}</Code>
            </Group>
            <Text size="sm" className={classes['text'] ?? ''}>
              {asSentence(diagnostic.message)}
            </Text>
            {diagnostic.effect !== undefined && (
              <Text size="sm" className={classes['text'] ?? ''}>
                <b>Effect:</b> {asSentence(diagnostic.effect)}
              </Text>
            )}
            {diagnostic.advice !== undefined && (
              <Text size="sm" className={classes['text'] ?? ''}>
                <b>What helps:</b> {asSentence(diagnostic.advice)}
              </Text>
            )}
            {operations.length > 0 && <Concerned operations={operations} />}
          </li>
        ))}
      </ul>
      {findings.length > shown && (
        <Group>
          <Button variant="default" size="xs" onClick={() => setShown(shown + 5 * PORTION)}>
            Show more ({findings.length - shown} left)
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function Concerned({ operations }: { readonly operations: readonly string[] }) {
  const [first, rest] = [operations.slice(0, 5), operations.length - 5];
  return (
    <Text size="sm" c="dimmed" className={classes['text'] ?? ''}>
      Concerns {first.join(', ')}
      {rest > 0 && ` and ${rest} more`}
    </Text>
  );
}
