import { isDeepStrictEqual } from 'node:util';

/** Returns one line for each member that differs. */
export function differences(
  what: string,
  current: Readonly<Record<string, unknown>>,
  wanted: Readonly<Record<string, unknown>>,
): string[] {
  const names = [...new Set([...Object.keys(current), ...Object.keys(wanted)])].sort();
  return names
    .filter((name) => !isDeepStrictEqual(current[name], wanted[name]))
    .map((name) => `~ ${what}: ${name} ${show(current[name])} -> ${show(wanted[name])}`);
}

const show = (value: unknown): string => (value === undefined ? '(none)' : JSON.stringify(value));
