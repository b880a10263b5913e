import { InvalidArgumentError } from 'commander';
import { PASSWORD_LENGTH } from '../../domain/accounts/password.js';
import { isEasyToGuess } from '../../domain/accounts/password-strength.js';
import type { PlanName } from '../../domain/accounts/plan.js';

/** The plan names accepted on the command line. */
export const PLAN_NAMES: readonly PlanName[] = ['Free', 'Starter', 'Pro'];

/** A commander parser for a name of 1 to 100 characters. */
export function parseName(text: string): string {
  if (text.length === 0 || text.length > 100) throw new InvalidArgumentError('It has 1 to 100 characters.');
  return text;
}

/** A commander parser for a time in the format of the administration API: ISO 8601 in UTC. Returns milliseconds since the Unix epoch. */
export function parseInstant(text: string): number {
  const instant = Date.parse(text);
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/.test(text) || Number.isNaN(instant)) {
    throw new InvalidArgumentError('Write it as 2026-01-31T00:00:00Z.');
  }
  return instant;
}

/** A commander parser for an email address, with the rules of sign-up. */
export function parseEmail(text: string): string {
  if (text.length > 254 || !/^[^@\s]+@[^@\s]+$/.test(text)) {
    throw new InvalidArgumentError('That is not an email address.');
  }
  return text;
}

/** Reads a password from the first line of standard input. Throws `InvalidArgumentError` if it is not a valid password. */
export async function readPassword(readInput: () => Promise<string>): Promise<string> {
  const [password = ''] = (await readInput()).split(/\r?\n/, 1);
  const { min, max } = PASSWORD_LENGTH;
  if (password.length < min || password.length > max) {
    throw new InvalidArgumentError(`the password on standard input must have ${min} to ${max} characters`);
  }
  if (await isEasyToGuess(password)) {
    throw new InvalidArgumentError('the password on standard input is too easy to guess; use several words');
  }
  return password;
}
