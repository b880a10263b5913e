import { randomBytes } from 'node:crypto';

const TIME_BYTES = 6;
const RANDOM_BYTES = 6;
/** Six bytes make exactly eight characters of base64url. */
const RANDOM_CHARACTERS = 8;
const IDS_AT_ONCE = 512;

let random = '';
let used = 0;
let madeAt = -1;
let time = '';

/**
 * Creates a request id. The client's own id is never used, because a client could choose another call's id. The id starts with the time, so
 * that consecutive ids are adjacent in the index of the call log; with random ids, the database would write one page for each. Random bytes
 * are generated for many ids at once; none is reused.
 */
export function createRequestId(): string {
  if (used === random.length) {
    random = randomBytes(RANDOM_BYTES * IDS_AT_ONCE).toString('base64url');
    used = 0;
  }
  const now = Date.now();
  if (now !== madeAt) {
    madeAt = now;
    time = printTime(now);
  }
  const id = `req_${time}${random.slice(used, used + RANDOM_CHARACTERS)}`;
  used += RANDOM_CHARACTERS;
  return id;
}

function printTime(now: number): string {
  const bytes = Buffer.alloc(TIME_BYTES);
  bytes.writeUIntBE(now, 0, TIME_BYTES);
  return bytes.toString('base64url');
}
