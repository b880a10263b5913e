import { withCode } from '@soapstone/http-contract';
import { GatewayError, overloaded } from '../../errors/errors.js';
import { AccountRoom, type RoomItem } from './account-room.js';

/** The memory for one request body, from its first byte until the work on it is done. */
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

interface Held extends RoomItem {
  readonly abort: AbortController;
}

/**
 * Creates the room. A body that would exceed the share of its account is rejected. If the whole room is full, the newest body of the
 * account with the most bytes is dropped, so that no account can keep the others out.
 */
export function createBodyRoom(limits: BodyRoomLimits): BodyRoom {
  const room = new AccountRoom<Held>();

  function makeRoom(accountId: string, held: Held): void {
    while (room.total > limits.total) {
      const largest = room.largest();
      const isOther = largest !== undefined && largest.accountId !== accountId;
      const [id, newest] = isOther ? [largest.accountId, largest.items.at(-1)!] : [accountId, held];
      room.remove(id, newest);
      newest.abort.abort(overloaded());
    }
  }

  return {
    enter(accountId) {
      const held: Held = { bytes: 0, abort: new AbortController() };
      room.add(accountId, held);
      return {
        signal: held.abort.signal,
        add(bytes) {
          held.abort.signal.throwIfAborted();
          if (room.bytesOf(accountId) + bytes > limits.ofAccount) throw tooManyBytes(limits.ofAccount);
          room.grow(accountId, held, bytes);
          makeRoom(accountId, held);
          held.abort.signal.throwIfAborted();
        },
        release: () => room.remove(accountId, held),
      };
    },
  };
}

function tooManyBytes(most: number): GatewayError {
  return new GatewayError({
    ...withCode('TOO_MANY_CONCURRENT'),
    message: `Requests of this account that are in progress hold more than ${most / 1024 / 1024} MiB; wait until one is done`,
    headers: { 'Retry-After': '5' },
  });
}
