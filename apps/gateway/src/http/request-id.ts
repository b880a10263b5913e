import { randomBytes } from 'node:crypto';

/** A new request id. Never the client's own: an id that a client chooses can be anybody else's. */
export function createRequestId(): string {
  return `req_${randomBytes(12).toString('base64url')}`;
}
