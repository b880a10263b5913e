import {
  type Check,
  callback,
  describeProblem,
  instanceOf,
  members,
  oneOf,
} from '@soapstone/soap-model/options';
import { invalidRequest } from '../transport-error.js';
import { hexOf } from './print-bytes.js';

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
  now: instanceOf(Date, 'a Date'),
  random: callback,
});

/** Throws `TransportError` `INVALID_REQUEST` if `context` is not an object or lacks one of `needed`. */
export function assertHeaderContext(
  what: string,
  context: Partial<HeaderContext>,
  needed: readonly (keyof HeaderContext)[],
): void {
  const [problem] = headerContext(context);
  if (problem !== undefined) throw invalidRequest(describeProblem(what, problem));
  for (const name of needed) {
    if (context[name] !== undefined) continue;
    throw invalidRequest(describeProblem(what, { path: `/${name}`, expected: 'it is required' }));
  }
}

/** An unpredictable `xs:ID`, so that no value inside a message can be made equal to it. */
export function createId(prefix: string, random: HeaderContext['random']): string {
  return `${prefix}-${hexOf(random(16))}`;
}

/** UTC with seconds; several stacks reject fractions in Created. */
export function printInstant(instant: Date): string {
  return `${instant.toISOString().slice(0, 19)}Z`;
}
