import { connectionLimits } from '../api/limits.js';
import type { ClientOptions } from '../api/options.js';
import { assertNoEgress } from './assert-no-egress.js';
import type { Channel } from './platform.js';

/**
 * Opens a channel over `fetch`, or over the transport given in the options. Its code is loaded for the first message: a client may never
 * send one, and a page that does not wait for it shows earlier.
 */
export function openFetchChannel(options: ClientOptions): Channel {
  assertNoEgress(options);
  let opened: Promise<Channel> | undefined;
  const opening = (): Promise<Channel> => {
    opened ??= import('./fetch-channel.js').then(({ createFetchChannel }) =>
      createFetchChannel(options, connectionLimits(options.limits)),
    );
    return opened;
  };
  return {
    send: async (request, signal) => await (await opening()).send(request, signal),
    fetchDocument: async (uri, fetchOptions) => await (await opening()).fetchDocument(uri, fetchOptions),
    headerBlocks: async (blocks) => await (await opening()).headerBlocks(blocks),
    close: () => Promise.resolve(),
  };
}
