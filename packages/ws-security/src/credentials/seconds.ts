import { type Check, numeric, wrong } from '@soapstone/options';

/** A whole number of seconds in a range. */
export function secondsFrom(least: number, most: number): Check {
  return (value) => {
    const problems = numeric(value);
    if (problems.length > 0) return problems;
    const isRight = Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
    return isRight ? [] : wrong(`expected an integer from ${least} to ${most}`);
  };
}
