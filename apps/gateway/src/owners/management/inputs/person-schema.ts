import { Type } from 'typebox';
import { PASSWORD_LENGTH } from '../../../domain/accounts/password.js';
import { isEasyToGuess } from '../../../domain/accounts/password-strength.js';
import { badRequest } from '../../../errors/errors.js';

export const EMAIL = Type.String({ maxLength: 254, pattern: '^[^@\\s]+@[^@\\s]+$' });
export const NEW_PASSWORD = Type.String({ minLength: PASSWORD_LENGTH.min, maxLength: PASSWORD_LENGTH.max });
/** A password as a person types it, which may be wrong. */
export const ANY_PASSWORD = Type.String({ maxLength: PASSWORD_LENGTH.max });
/** The token of a link that works once. */
export const LINK_TOKEN = Type.String({ minLength: 1, maxLength: 100 });

/** Throws 400 if a new password is common or trivial. */
export async function assertPassword(given: string, own: readonly string[]): Promise<void> {
  if (!(await isEasyToGuess(given, own))) return;
  throw badRequest(
    'PASSWORD_TOO_COMMON',
    'This password is too easy to guess; use several words, or let a password manager generate one',
  );
}
