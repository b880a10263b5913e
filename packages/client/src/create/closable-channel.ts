import { TransportError } from '@soapstone/soap-transport/internal/transport-error';
import type { Channel } from '../platform/platform.js';

/** Returns a channel that sends nothing after it was closed: a transport would open its connections again. */
export function closable(channel: Channel): Channel {
  let isClosed = false;
  return {
    ...channel,
    async send(request, signal) {
      if (isClosed)
        throw new TransportError({
          code: 'ABORTED',
          phase: 'prepare',
          message: 'the client is closed; create another one',
        });
      return await channel.send(request, signal);
    },
    async close() {
      isClosed = true;
      await channel.close();
    },
  };
}
