import {
  bytes,
  type Check,
  callback,
  describeProblem,
  instanceOf,
  members,
  oneOf,
  wrong,
} from '@soapstone/options';
import { hexOf } from '../print-bytes.js';
import { unusableRequest } from '../security-error.js';

/** The inputs of header blocks. Passed in, so that equal inputs give equal bytes. */
export interface HeaderContext {
  readonly soapVersion: '1.1' | '1.2';
  /** Wall-clock time, because another machine reads Created and Expires. */
  readonly now: Date;
  /** `count` bytes from a cryptographically secure source. */
  readonly random: (count: number) => Uint8Array;
}

const headerContext: Check = members<HeaderContext>({
  soapVersion: oneOf('1.1', '1.2'),
  now: (value) =>
    value instanceof Date && Number.isNaN(value.getTime())
      ? wrong('expected a valid Date')
      : instanceOf(Date, 'a Date')(value),
  random: callback,
});

/** Throws `SecurityError` `INVALID_REQUEST` if `context` is not an object or lacks one of `needed`. */
export function assertHeaderContext(
  what: string,
  context: Partial<HeaderContext>,
  needed: readonly (keyof HeaderContext)[],
): void {
  const [problem] = headerContext(context);
  if (problem !== undefined) throw unusableRequest(describeProblem(what, problem));
  for (const name of needed) {
    if (context[name] !== undefined) continue;
    throw unusableRequest(describeProblem(what, { path: `/${name}`, expected: 'it is required' }));
  }
}

/** `count` bytes of `random`. Throws `SecurityError` `INVALID_REQUEST` if it returns anything else, which could be guessed. */
export function drawBytes(random: HeaderContext['random'], count: number): Uint8Array {
  const drawn: unknown = random(count);
  if (bytes(drawn).length === 0 && (drawn as Uint8Array).length === count) return drawn as Uint8Array;
  throw unusableRequest(`cannot use option "random": expected it to return a Uint8Array of ${count} bytes`);
}

/** An unpredictable `xs:ID`, so that no value inside a message can be made equal to it. */
export function createId(prefix: string, random: HeaderContext['random']): string {
  return `${prefix}-${hexOf(drawBytes(random, 16))}`;
}

/** UTC with seconds; several stacks reject fractions in Created. */
export function printInstant(instant: Date): string {
  return `${instant.toISOString().slice(0, 19)}Z`;
}
