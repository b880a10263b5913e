import { InvalidArgumentError } from 'commander';
import { PASSWORD_LENGTH } from '../domain/password.js';
import { isEasyToGuess } from '../domain/password-strength.js';
import type { PlanName } from '../domain/plan.js';

/** The plan names accepted on the command line. */
export const PLAN_NAMES: readonly PlanName[] = ['Free', 'Starter', 'Pro'];

/** A name of 1 to 100 characters, as a commander parser. */
export function parseName(text: string): string {
  if (text.length === 0 || text.length > 100) throw new InvalidArgumentError('It has 1 to 100 characters.');
  return text;
}

/** A time as the administration API accepts it: ISO 8601 in UTC. Returns milliseconds since the Unix epoch. A commander parser. */
export function parseInstant(text: string): number {
  const instant = Date.parse(text);
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/.test(text) || Number.isNaN(instant)) {
    throw new InvalidArgumentError('Write it as 2026-01-31T00:00:00Z.');
  }
  return instant;
}

/** An e-mail address as sign-up accepts it. A commander parser. */
export function parseEmail(text: string): string {
  if (text.length > 254 || !/^[^@\s]+@[^@\s]+$/.test(text)) {
    throw new InvalidArgumentError('That is no e-mail address.');
  }
  return text;
}

/** Reads a password from standard input: its first line. Throws `InvalidArgumentError` if it is not a valid password. */
export async function readPassword(readInput: () => Promise<string>): Promise<string> {
  const [password = ''] = (await readInput()).split(/\r?\n/, 1);
  const { min, max } = PASSWORD_LENGTH;
  if (password.length < min || password.length > max) {
    throw new InvalidArgumentError(`the password on standard input must have ${min} to ${max} characters`);
  }
  if (await isEasyToGuess(password)) {
    throw new InvalidArgumentError(
      'the password on standard input is one of the first that somebody would guess; take several words',
    );
  }
  return password;
}
