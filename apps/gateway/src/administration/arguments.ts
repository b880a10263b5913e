import { InvalidArgumentError } from 'commander';
import { PASSWORD_LENGTH } from '../domain/password.js';
import { isEasyToGuess } from '../domain/password-strength.js';
import type { PlanName } from '../domain/plan.js';

/** The plans as they are written on the command line. */
export const PLAN_NAMES: readonly PlanName[] = ['Free', 'Starter', 'Pro'];

/** A name of 1 to 100 characters. For commander. */
export function parseName(text: string): string {
  if (text.length === 0 || text.length > 100) throw new InvalidArgumentError('It has 1 to 100 characters.');
  return text;
}

/** An instant as the administration API takes it: ISO 8601 in UTC. Milliseconds since the Unix epoch. For commander. */
export function parseInstant(text: string): number {
  const instant = Date.parse(text);
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/.test(text) || Number.isNaN(instant)) {
    throw new InvalidArgumentError('Write it as 2026-01-31T00:00:00Z.');
  }
  return instant;
}

/** An e-mail address as signing up takes it. For commander. */
export function parseEmail(text: string): string {
  if (text.length > 254 || !/^[^@\s]+@[^@\s]+$/.test(text)) {
    throw new InvalidArgumentError('That is no e-mail address.');
  }
  return text;
}

/** A password from standard input: its first line. Throws `InvalidArgumentError` where it cannot be one. */
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
