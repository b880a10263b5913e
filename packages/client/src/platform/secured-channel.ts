import type { ClientOptions } from '../api/options.js';
import { openFetchChannel } from './lazy-fetch-channel.js';
import type { Channel } from './platform.js';

/**
 * Opens a channel over `fetch` that signs and encrypts messages, and verifies and decrypts responses, with Node's `crypto`. A transport in the
 * options does that itself. Its code is loaded for the first message with credentials.
 */
export function openSecuredChannel(options: ClientOptions): Channel {
  const channel = openFetchChannel(options);
  if (options.transport !== undefined) return channel;
  return {
    ...channel,
    async send(request, signal) {
      if (request.credentials === undefined) return await channel.send(request, signal);
      const { withMessageSecurity } = await import('@soapstone/soap-call/secure');
      return await withMessageSecurity(channel).send(request, signal);
    },
    async fetchDocument(uri, fetchOptions) {
      if (fetchOptions?.credentials === undefined) return await channel.fetchDocument(uri, fetchOptions);
      const { withMessageSecurity } = await import('@soapstone/soap-call/secure');
      return await withMessageSecurity(channel).fetchDocument(uri, fetchOptions);
    },
    async headerBlocks(blocks) {
      if (blocks.security === undefined) return await channel.headerBlocks(blocks);
      const { asTransportError } = await import('@soapstone/soap-transport/internal');
      const { headerBlocks } = await import('@soapstone/soap-call/node');
      try {
        return headerBlocks(blocks);
      } catch (error) {
        throw asTransportError(error);
      }
    },
  };
}
