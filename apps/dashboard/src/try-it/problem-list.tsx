import { Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import type { InputProblem } from '../api/trials.js';
import { formatPlural } from '../text/format.js';
import classes from './problem-list.module.css';

const MOST = 20;

/** The problems of an input: where, and what was expected. Clicking a place moves the cursor there. */
export function ProblemList({
  id,
  problems,
  onShow,
}: {
  readonly id: string;
  readonly problems: readonly InputProblem[] | undefined;
  readonly onShow: (problem: InputProblem) => void;
}) {
  if (problems === undefined) return null;
  if (problems.length === 0) {
    return (
      <Text size="sm" className={classes['fine'] ?? ''} role="status">
        <IconCircleCheck size={16} aria-hidden /> Valid
      </Text>
    );
  }
  return (
    <div id={id} role="status" className={classes['problems']}>
      <Text size="sm" fw={600}>
        {formatPlural(problems.length, 'problem')}
      </Text>
      <ul className={classes['list']}>
        {problems.slice(0, MOST).map((problem) => (
          <li key={`${problem.path} ${problem.keyword} ${problem.message}`}>
            <button type="button" className={classes['place']} onClick={() => onShow(problem)}>
              {problem.path === '' ? 'whole input' : problem.path}
            </button>{' '}
            {problem.message}
          </li>
        ))}
      </ul>
      {problems.length > MOST && <Text size="sm">And {problems.length - MOST} more.</Text>}
    </div>
  );
}
