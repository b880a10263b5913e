import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { AccountRoom, type RoomItem } from './account-room.js';

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

interface Held extends RoomItem {
  readonly socket: Socket;
  readonly release: () => void;
}

/**
 * The slot of a call is free again once its response was handed to the connection, so that slow readers do not use up the calls of their
 * account. This bounds what such responses hold instead.
 *
 * @param limit bytes, several times the maximum size of one response
 */
export function createUnreadResponses(limit: number): UnreadResponses {
  const room = new AccountRoom<Held>();

  function makeRoom(latest: Held): void {
    while (room.total > limit) {
      const [oldest] = room.largest()?.items ?? [];
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
        room.remove(accountId, held);
        response.off('close', release);
        // With pipelining, a response that waits for its turn does not notice that its connection closed.
        socket.off('close', release);
      };
      const held: Held = { bytes, socket, release };
      room.add(accountId, held);
      response.on('close', release);
      socket.on('close', release);
      makeRoom(held);
    },
  };
}
