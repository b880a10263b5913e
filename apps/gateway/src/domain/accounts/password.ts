import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { overloaded } from '../../errors/errors.js';

/** The cost of one hash: 128 MiB and about 400 ms of one core. Stored with each hash, so that it can be raised. */
const COST = { N: 2 ** 17, r: 8, p: 1 };
const KEY_LENGTH = 32;
const MAX_AT_ONCE = 2;
/** The maximum number of waiting hashes: about 20 seconds of work. */
const MAX_WAITING = 100;

/** The minimum and maximum length of a password, in characters. */
export const PASSWORD_LENGTH: Readonly<{ min: number; max: number }> = { min: 12, max: 256 };

let cost = COST;

/**
 * Sets the cost of new hashes: `N` of scrypt, a power of 2, by default that of production. For tests, many of which would spend most of
 * their time on hashes. Returns the previous value.
 */
export function setHashCost(N: number = COST.N): number {
  const before = cost.N;
  cost = { ...COST, N };
  decoyHash = undefined;
  return before;
}

let running = 0;
const waiting: (() => void)[] = [];

/** Hashes a password for storage: `scrypt$N$r$p$salt$key`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const used = cost;
  const key = await derive(password, salt, used);
  return ['scrypt', used.N, used.r, used.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/**
 * Whether `password` matches `stored`. Without a stored hash it does the same work and returns false, so that the response time
 * does not reveal which email addresses have an account.
 */
export async function verifyPassword(password: string, stored: string | undefined): Promise<boolean> {
  const [, N, r, p, salt = '', key = ''] = (stored ?? (await decoy())).split('$');
  const stated = { N: Number(N), r: Number(r), p: Number(p) };
  const expected = Buffer.from(key, 'base64url');
  const derived = await derive(password, Buffer.from(salt, 'base64url'), stated);
  return timingSafeEqual(derived, expected) && stored !== undefined;
}

let decoyHash: Promise<string> | undefined;

function decoy(): Promise<string> {
  decoyHash ??= hashPassword(randomBytes(16).toString('hex'));
  return decoyHash;
}

/**
 * Limits concurrency, because each hash takes 128 MiB and a thread that DNS and files need as well. Throws `OVERLOADED` if too many hashes
 * are waiting.
 */
async function derive(password: string, salt: Buffer, given: typeof COST): Promise<Buffer> {
  if (waiting.length >= MAX_WAITING) throw overloaded();
  if (running >= MAX_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  try {
    return await new Promise<Buffer>((resolve, reject) => {
      // Normalised, so that the same password typed on another system matches.
      scrypt(
        password.normalize('NFKC'),
        salt,
        KEY_LENGTH,
        { ...given, maxmem: 256 * 1024 * 1024 },
        (error, key) => (error === null ? resolve(key) : reject(error)),
      );
    });
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}
