import { randomBytes } from 'node:crypto';

const TIME_BYTES = 6;
const RANDOM_BYTES = 6;
const IDS_AT_ONCE = 512;

let random = randomBytes(RANDOM_BYTES * IDS_AT_ONCE);
let used = 0;
const id = Buffer.alloc(TIME_BYTES + RANDOM_BYTES);

/**
 * A new request id. Never the client's own: an id that a client chooses can be anybody else's. It begins with the time, so
 * that ids made one after another stand beside one another in the index of the call log: at random places each of them would
 * make the database write a page of its own. Random bytes are fetched for many ids at once; none is used twice.
 */
export function createRequestId(): string {
  if (used === random.length) {
    random = randomBytes(random.length);
    used = 0;
  }
  id.writeUIntBE(Date.now(), 0, TIME_BYTES);
  random.copy(id, TIME_BYTES, used, used + RANDOM_BYTES);
  used += RANDOM_BYTES;
  return `req_${id.toString('base64url')}`;
}
