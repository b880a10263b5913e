import { randomBytes } from 'node:crypto';

const ID_BYTES = 12;
const IDS_AT_ONCE = 256;

let random = randomBytes(ID_BYTES * IDS_AT_ONCE);
let used = 0;

/**
 * A new request id. Never the client's own: an id that a client chooses can be anybody else's. Random bytes are fetched for
 * many ids at once, because fetching is what they cost; none is used twice.
 */
export function createRequestId(): string {
  if (used === random.length) {
    random = randomBytes(random.length);
    used = 0;
  }
  const start = used;
  used += ID_BYTES;
  return `req_${random.toString('base64url', start, used)}`;
}
