import { Text } from '@mantine/core';
import type { LineProblem } from './api-rows.js';
import classes from './api-section.module.css';

/** The problems of the lines at or below some keys, beside what they are about. */
export function LineProblems({
  problems,
  keys,
}: {
  readonly problems: readonly LineProblem[];
  readonly keys: readonly string[];
}) {
  return problems
    .filter(({ at }) => keys.every((key, index) => at[index] === key))
    .map(({ at, message }) => (
      <Text key={`${at.join('/')} ${message}`} size="xs" c="red" className={classes['text'] ?? ''}>
        {[...at.slice(keys.length), message].join(': ')}
      </Text>
    ));
}
