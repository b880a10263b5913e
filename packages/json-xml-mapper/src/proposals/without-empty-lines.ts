import type { Design } from '../api/design.js';

/** A design that a program has put together, without its empty lists and objects of lines, which are mistakes in one of an owner (DF-11). */
export function withoutEmptyLines({ operations = {}, ...parts }: Design): Design {
  const kept = Object.entries(operations).map(([name, { input = {}, result = {}, ...lines }]) => [
    name,
    notEmpty({ ...lines, input: notEmpty(input ?? {}), result: notEmpty(result ?? {}) }),
  ]);
  return notEmpty({ ...parts, operations: notEmpty(Object.fromEntries(kept)) });
}

function notEmpty(lines: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(lines).filter(
      ([, value]) =>
        value !== undefined &&
        !(typeof value === 'object' && value !== null && Object.keys(value).length === 0),
    ),
  );
}
