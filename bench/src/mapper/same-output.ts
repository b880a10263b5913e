import type { IsolatedContender } from '../isolated/isolate.js';

/** The output of the contender of that name, as text. */
export async function outputOf(contenders: readonly IsolatedContender[], name: string): Promise<string> {
  const contender = contenders.find((each) => each.name === name);
  if (contender === undefined) throw new Error(`no contender ${name}`);
  const output = (await contender.prepare())();
  return typeof output === 'string' ? output : Buffer.from(output as Uint8Array).toString();
}

/** Throws if two outputs differ: a contender with different output would not do the same work. */
export function checkSame(label: string, actual: string, expected: string): void {
  if (actual === expected) return;
  let at = 0;
  while (actual[at] === expected[at]) at++;
  throw new Error(
    `${label} differs: ${actual.slice(at - 40, at + 60)} instead of ${expected.slice(at - 40, at + 60)}`,
  );
}
