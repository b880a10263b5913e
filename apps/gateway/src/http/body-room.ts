import { GatewayError, overloaded } from '../errors/errors.js';

/** The room of one request body in memory, from its first byte until the work on it is done. */
export interface BodyLease {
  /** Fires with the error to respond with, if the body has to make room for other accounts. */
  readonly signal: AbortSignal;
  /** Counts bytes that have arrived. Throws if there is no room for them. */
  add(bytes: number): void;
  /** Returns the room. Harmless if called again. */
  release(): void;
}

/** Room for large request bodies, which accounts share. */
export interface BodyRoom {
  enter(accountId: string): BodyLease;
}

/** The limits, in bytes. */
export interface BodyRoomLimits {
  readonly total: number;
  readonly ofAccount: number;
}

interface Held {
  bytes: number;
  readonly abort: AbortController;
}

/**
 * Creates the room. A body that would exceed the share of its account is rejected. If the whole room is full, the newest body of the
 * account with the most bytes is dropped, so that no account can keep the others out.
 */
export function createBodyRoom(limits: BodyRoomLimits): BodyRoom {
  const accounts = new Map<string, Set<Held>>();
  let total = 0;

  const bytesOf = (bodies: ReadonlySet<Held>): number => {
    let sum = 0;
    for (const { bytes } of bodies) sum += bytes;
    return sum;
  };

  function remove(accountId: string, held: Held): void {
    const bodies = accounts.get(accountId);
    if (bodies?.delete(held) !== true) return;
    total -= held.bytes;
    if (bodies.size === 0) accounts.delete(accountId);
  }

  function largest(): { readonly id: string; readonly bodies: ReadonlySet<Held> } | undefined {
    let most = 0;
    let found: { id: string; bodies: ReadonlySet<Held> } | undefined;
    for (const [id, bodies] of accounts) {
      const bytes = bytesOf(bodies);
      if (bytes > most) [most, found] = [bytes, { id, bodies }];
    }
    return found;
  }

  function makeRoom(accountId: string, held: Held): void {
    while (total > limits.total) {
      const { id, bodies } = largest() ?? { id: accountId, bodies: new Set([held]) };
      const newest = id === accountId ? held : [...bodies].at(-1)!;
      remove(id, newest);
      newest.abort.abort(overloaded());
    }
  }

  return {
    enter(accountId) {
      const held: Held = { bytes: 0, abort: new AbortController() };
      const bodies = accounts.get(accountId) ?? new Set();
      bodies.add(held);
      accounts.set(accountId, bodies);
      return {
        signal: held.abort.signal,
        add(bytes) {
          held.abort.signal.throwIfAborted();
          if (bytesOf(bodies) + bytes > limits.ofAccount) throw tooManyBytes(limits.ofAccount);
          held.bytes += bytes;
          total += bytes;
          makeRoom(accountId, held);
          held.abort.signal.throwIfAborted();
        },
        release: () => remove(accountId, held),
      };
    },
  };
}

function tooManyBytes(most: number): GatewayError {
  return new GatewayError({
    type: 'RATE_LIMIT_EXCEEDED',
    code: 'TOO_MANY_CONCURRENT',
    message: `Requests of this account that are in progress hold more than ${most / 1024 / 1024} MiB; wait until one is done`,
    headers: { 'Retry-After': '5' },
  });
}
