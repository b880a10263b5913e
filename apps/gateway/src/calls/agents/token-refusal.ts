import { withCode } from '@soapstone/http-contract';
import { GatewayError } from '../../errors/errors.js';

/** Why a request with a token is refused, in the terms of RFC 6750 §3.1. Every character may be in a quoted string of a header. */
interface Challenge {
  readonly error: 'invalid_token' | 'insufficient_scope';
  readonly description: string;
  /** The scopes that are needed. */
  readonly scopes?: readonly string[];
}

/** A token that is refused. The client learns why, and agents tell their users. */
export class TokenRefusal extends GatewayError {
  readonly challenge: Challenge;

  constructor(challenge: Challenge) {
    const { error, description } = challenge;
    super({
      ...withCode(error === 'invalid_token' ? 'INVALID_API_KEY' : 'OPERATION_NOT_ALLOWED'),
      message: description,
      sent: false,
    });
    this.challenge = challenge;
  }
}

/** A token that no client may use here: expired, for another audience, by an unknown issuer, and so on. */
export function invalidToken(description: string): TokenRefusal {
  return new TokenRefusal({ error: 'invalid_token', description });
}

/**
 * A valid token that lacks scopes.
 *
 * @param what what it lacks them for
 */
export function insufficientScope(scopes: readonly string[], what = 'this account'): TokenRefusal {
  const description = `The token has too few scopes for ${what}`;
  return new TokenRefusal({ error: 'insufficient_scope', description, scopes });
}

/** The keys of an allowed authorization server cannot be read now, so nothing is known about its tokens. */
export function issuerUnavailable(cause: unknown): GatewayError {
  return new GatewayError({
    ...withCode('OVERLOADED'),
    status: 503,
    message: 'The keys of the authorization server that issued the token cannot be read now; try again soon',
    headers: { 'Retry-After': '5' },
    sent: false,
    cause,
  });
}

/**
 * The value of `WWW-Authenticate` (RFC 6750 §3, RFC 9728 §5.1).
 *
 * @param metadata the address of the metadata of the resource
 * @param refused why credentials were refused; absent if there were none
 */
export function authenticateHeader(metadata: string, refused: Challenge | undefined): string {
  const said =
    refused === undefined
      ? []
      : [
          `error="${refused.error}"`,
          `error_description="${refused.description}"`,
          ...(refused.scopes === undefined ? [] : [`scope="${refused.scopes.join(' ')}"`]),
        ];
  return `Bearer ${[...said, `resource_metadata="${metadata}"`].join(', ')}`;
}
