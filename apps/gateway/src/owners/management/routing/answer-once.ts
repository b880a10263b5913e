import { createHmac } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { SealError } from '../../../domain/seal.js';
import { badRequest } from '../../../errors/errors.js';
import { alreadyCarriedOut, keyReused, stillRunning } from '../../../errors/management-errors.js';
import { writeRefusalOf } from '../../../store/drivers/write-refusal.js';
import { KEEP_REPEATABLE, type RepeatablePlace } from '../../../store/repositories/accounts/idempotency.js';
import { explainFailure } from './explain-failure.js';
import type { ManagementDependencies } from './route.js';

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** The maximum number of kept responses of an account, and the maximum size of each, in bytes when compressed. */
const ROOM = { requests: 500, bytes: 16 * 1024 };
/** Stands for a response that is too large to keep. No response is this text, because each is JSON. */
const TOO_LARGE = '';

/** A response as it is sent, apart from the headers that differ between two responses to the same request. */
export interface SentAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** A request with an `Idempotency-Key`. */
export interface RepeatableRequest extends RepeatablePlace {
  readonly path: string;
  /** The digest of its body; empty if there is none. */
  readonly digest: string;
}

/** Returns the `Idempotency-Key` of a request; undefined if it has none. Throws `IDEMPOTENCY_KEY_INVALID`. */
export function readIdempotencyKey(sent: string | undefined): string | undefined {
  if (sent !== undefined && !/^[!-~]{1,255}$/.test(sent)) {
    throw badRequest(
      'IDEMPOTENCY_KEY_INVALID',
      'Idempotency-Key must have 1 to 255 visible ASCII characters',
    );
  }
  return sent;
}

/**
 * Carries a request out once: a repetition within a day gets the response of the first, marked with `Idempotency-Replayed`. Throws
 * `IDEMPOTENCY_KEY_REUSED` if the key was sent with another request, and `REQUEST_RUNNING` while the first is not finished. A request that
 * was rejected is forgotten, because it changed nothing.
 */
export async function answerOnce(
  { path, digest, ...place }: RepeatableRequest,
  { store, sealer, secrets, now }: Pick<ManagementDependencies, 'store' | 'sealer' | 'secrets' | 'now'>,
  carryOut: () => Promise<SentAnswer>,
): Promise<SentAnswer> {
  const { idempotency } = store;
  const { accountId, route, key } = place;
  const sealedPlace = { accountId, serviceId: '', field: `response:${route}:${key}` };
  // Keyed, because a body can hold a password.
  const fingerprint = createHmac('sha256', secrets.apiKeyPepper)
    .update(`${path}\n${digest}`)
    .digest('base64url');
  await idempotency.prune(accountId, now() - KEEP_REPEATABLE, ROOM.requests);
  const first = await idempotency.begin(place, { fingerprint, at: now() });
  if (first !== undefined) {
    if (first.fingerprint !== fingerprint) throw keyReused();
    if (first.sealed === undefined) throw stillRunning();
    return repeat(open(first.sealed));
  }
  let answer: SentAnswer;
  try {
    answer = await carryOut();
  } catch (error) {
    if (writeRefusalOf(error) !== undefined) {
      // Nothing was changed, and the client is asked to repeat the request. Forgetting is a change too, and may be refused.
      await idempotency.forget(place).catch(() => {});
    }
    // Another unexpected failure can leave a part done, so it is not forgotten.
    else if (explainFailure(error).type !== 'INTERNAL_ERROR') await idempotency.forget(place);
    throw error;
  }
  const packed = await compress(answer.body);
  const kept =
    packed.length > ROOM.bytes
      ? TOO_LARGE
      : JSON.stringify({ status: answer.status, headers: answer.headers, body: packed.toString('base64') });
  await idempotency.finish(place, sealer.seal(kept, sealedPlace));
  return answer;

  function open(sealed: string): string {
    try {
      return sealer.open(sealed, sealedPlace);
    } catch (error) {
      // The operator removed the key that sealed it.
      if (error instanceof SealError) return TOO_LARGE;
      throw error;
    }
  }
}

async function repeat(kept: string): Promise<SentAnswer> {
  if (kept === TOO_LARGE) throw alreadyCarriedOut();
  const { status, headers, body } = JSON.parse(kept) as Omit<SentAnswer, 'body'> & { readonly body: string };
  return {
    status,
    headers: { ...headers, 'Idempotency-Replayed': 'true' },
    body: await decompress(Buffer.from(body, 'base64')),
  };
}
