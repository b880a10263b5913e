import { defined } from '@soapstone/options/defined';
import type { MultipartLimits } from './multipart-limits.js';

/**
 * Why a multipart message cannot be used.
 *
 * - `MALFORMED`: it breaks a rule of MIME, or exceeds a limit.
 * - `ABANDONED`: its reader left it before the end and asks for the rest.
 */
export type MimeErrorCode = 'MALFORMED' | 'ABANDONED';

/** Thrown for a multipart message that cannot be used. */
export class MimeError extends Error {
  override readonly name = 'MimeError';
  readonly code: MimeErrorCode;
  /** The problem, for a message of the caller: `it has no part`. */
  readonly reason: string;
  /** The limit that the message exceeds, if that is the reason. */
  readonly limit?: keyof MultipartLimits;

  constructor(code: MimeErrorCode, reason: string, limit?: keyof MultipartLimits) {
    super(code === 'MALFORMED' ? `cannot read the multipart message: ${reason}` : reason);
    this.code = code;
    this.reason = reason;
    Object.assign(this, defined({ limit }));
  }
}

/** The error for a message that breaks a rule. */
export function malformed(reason: string, limit?: keyof MultipartLimits): MimeError {
  return new MimeError('MALFORMED', reason, limit);
}
