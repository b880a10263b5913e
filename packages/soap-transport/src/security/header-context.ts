import {
  type Check,
  callback,
  describeProblem,
  instanceOf,
  members,
  oneOf,
} from '@soapstone/soap-model/options';
import { invalidRequest } from '../transport-error.js';

/** What header blocks are made with. Handed in, so that the same inputs give the same bytes. */
export interface HeaderContext {
  readonly soapVersion: '1.1' | '1.2';
  /** Wall-clock time: Created and Expires are read by another machine. */
  readonly now: Date;
  /** `count` bytes of a cryptographically secure source. */
  readonly random: (count: number) => Uint8Array;
}

const headerContext: Check = members<HeaderContext>({
  soapVersion: oneOf('1.1', '1.2'),
  now: instanceOf(Date, 'a Date'),
  random: callback,
});

/** Throws `TransportError` `INVALID_REQUEST` where `context` is not one or lacks one of `needed`. */
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

/** An `xs:ID` that cannot be foreseen, so that no value inside a message can be made equal to it. */
export function createId(prefix: string, random: HeaderContext['random']): string {
  return `${prefix}-${Buffer.from(random(16)).toString('hex')}`;
}

/** UTC to the second: several stacks refuse fractions in Created. */
export function printInstant(instant: Date): string {
  return `${instant.toISOString().slice(0, 19)}Z`;
}
