import { Text } from '@mantine/core';
import type { PlacedProblem } from '../design-file/design-text.js';
import { formatPlural } from '../text/format.js';
import classes from '../try-it/problem-list.module.css';

const MOST = 50;

/** The problems of a design file, each with its line and column. Clicking a place goes there; a probable name can be put in its place. */
export function ProblemList({
  id,
  problems,
  onShow,
  onReplace,
}: {
  readonly id: string;
  readonly problems: readonly PlacedProblem[];
  readonly onShow: (problem: PlacedProblem) => void;
  readonly onReplace: (problem: PlacedProblem) => void;
}) {
  if (problems.length === 0) return null;
  return (
    <div id={id} role="status" className={classes['problems']}>
      <Text size="sm" fw={600}>
        {formatPlural(problems.length, 'problem')}
      </Text>
      <ul className={classes['list']}>
        {problems.slice(0, MOST).map((problem) => (
          <li key={`${problem.line}:${problem.column} ${problem.message}`}>
            <button type="button" className={classes['place']} onClick={() => onShow(problem)}>
              Line {problem.line}, column {problem.column}
            </button>{' '}
            {problem.place === '' ? problem.message : `${problem.place}: ${problem.message}`}
            {problem.nearest !== undefined && (
              <>
                {' '}
                <button type="button" className={classes['place']} onClick={() => onReplace(problem)}>
                  Replace by {problem.nearest}
                </button>
              </>
            )}
          </li>
        ))}
      </ul>
      {problems.length > MOST && <Text size="sm">And {problems.length - MOST} more.</Text>}
    </div>
  );
}
