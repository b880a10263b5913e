import { Badge, Button, Code, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { asSentence, type Finding, placeOf } from './compatibility.js';
import classes from './finding-list.module.css';
import { type FindingGroup, groupFindings } from './group-findings.js';

const PORTION = 20;
const WORDS = {
  error: { label: 'Not supported', color: 'red' },
  warning: { label: 'Limitation', color: 'yellow' },
  info: { label: 'Note', color: 'gray' },
} as const;

/** The findings about the WSDL: what is wrong, its effect on calls, how to fix it, and where. */
export function FindingList({
  findings,
  areNotes = false,
}: {
  readonly findings: readonly Finding[];
  /** Whether nothing needs to be done about them, regardless of their severity. */
  readonly areNotes?: boolean;
}) {
  const [shown, setShown] = useState(PORTION);
  const groups = groupFindings(findings);
  return (
    <Stack gap="sm">
      <ul className={classes['list']}>
        {groups.slice(0, shown).map((group, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: groups have no id, and the order of the list never changes
          <li key={index} className={classes['item']}>
            <GroupedFindings group={group} isNote={areNotes} />
          </li>
        ))}
      </ul>
      {groups.length > shown && (
        <Group>
          <Button variant="default" size="xs" onClick={() => setShown(shown + 5 * PORTION)}>
            Show more ({groups.length - shown} left)
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function GroupedFindings({
  group: { first, findings, operations },
  isNote,
}: {
  readonly group: FindingGroup;
  readonly isNote: boolean;
}) {
  const { label, color } = WORDS[isNote ? 'info' : first.severity];
  const others = findings.slice(1);
  return (
    <>
      <Group gap="xs" align="center">
        <Badge variant="light" color={color} tt="none">
          {label}
        </Badge>
        <Code className={classes['place'] ?? ''}>{placeOf(first)}</Code>
      </Group>
      <Text size="sm" fw={550}>
        {asSentence(first.message)}
      </Text>
      {others.length > 0 && (
        <details className={classes['others']}>
          <summary>
            Same in {others.length} more {others.length === 1 ? 'place' : 'places'}
          </summary>
          <ul>
            {others.map(({ diagnostic }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: findings have no id, and the order of the list never changes
              <li key={index}>
                <Code className={classes['place'] ?? ''}>{placeOf(diagnostic)}</Code>{' '}
                {asSentence(diagnostic.message)}
              </li>
            ))}
          </ul>
        </details>
      )}
      {first.effect !== undefined && (
        <Text size="sm">
          <b>Impact:</b> {asSentence(first.effect)}
        </Text>
      )}
      {first.advice !== undefined && (
        <Text size="sm">
          <b>Fix:</b> {asSentence(first.advice)}
        </Text>
      )}
      {operations.length > 0 && <Concerned operations={operations} />}
    </>
  );
}

function Concerned({ operations }: { readonly operations: readonly string[] }) {
  const [first, rest] = [operations.slice(0, 5), operations.length - 5];
  return (
    <Text size="sm" c="dimmed">
      Affects <bdi>{first.join(', ')}</bdi>
      {rest > 0 && ` and ${rest} more`}
    </Text>
  );
}
