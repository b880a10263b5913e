import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Responses in memory that their clients have not read, of all ports of a process. */
export interface UnreadResponses {
  /**
   * Counts a response of `bytes` to a caller of an account (`''` if there is none) until it is sent or its connection closes. If all
   * of them exceed the limit, the account with the most bytes loses its oldest ones: their connections close.
   */
  hold(accountId: string, response: ServerResponse, bytes: number): void;
}

/** Smaller responses are not counted: the number of connections bounds them, and most fit into the buffers of the system. */
const SMALL = 64 * 1024;

interface Held {
  readonly bytes: number;
  readonly socket: Socket;
  readonly release: () => void;
}

/** The responses of one account, oldest first. */
interface OfAccount {
  bytes: number;
  readonly held: Set<Held>;
}

/**
 * The slot of a call is free again once its response was handed to the connection, so that slow readers do not use up the calls of their
 * account. This bounds what such responses hold instead.
 *
 * @param limit bytes, several times the maximum size of one response
 */
export function createUnreadResponses(limit: number): UnreadResponses {
  const accounts = new Map<string, OfAccount>();
  let total = 0;

  function remove(accountId: string, held: Held): void {
    const own = accounts.get(accountId);
    if (own?.held.delete(held) !== true) return;
    total -= held.bytes;
    own.bytes -= held.bytes;
    if (own.held.size === 0) accounts.delete(accountId);
  }

  function makeRoom(latest: Held): void {
    while (total > limit) {
      const [most] = [...accounts.values()].sort((a, b) => b.bytes - a.bytes);
      const [oldest] = most?.held ?? [];
      if (oldest === undefined || oldest === latest) return;
      oldest.release();
      oldest.socket.destroy();
    }
  }

  return {
    hold(accountId, response, bytes) {
      if (bytes <= SMALL || response.destroyed) return;
      const { socket } = response.req;
      const release = (): void => {
        remove(accountId, held);
        response.off('close', release);
        // With pipelining, a response that waits for its turn is not told that its connection closed.
        socket.off('close', release);
      };
      const held: Held = { bytes, socket, release };
      const own = accounts.get(accountId) ?? { bytes: 0, held: new Set() };
      accounts.set(accountId, own);
      own.held.add(held);
      own.bytes += bytes;
      total += bytes;
      response.on('close', release);
      socket.on('close', release);
      makeRoom(held);
    },
  };
}
