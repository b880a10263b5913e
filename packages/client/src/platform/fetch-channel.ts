import { webHeaderBlocks } from '@soapstone/soap-call/web';
import { createFetchTransport } from '@soapstone/soap-transport/fetch';
import type { connectionLimits } from '../api/limits.js';
import type { ClientOptions } from '../api/options.js';
import type { Channel } from './platform.js';

/**
 * Creates a channel over `fetch`, or over the transport given in the options.
 *
 * @param limits those of the options. They are passed in: if this module imported their names, bundles would get a file of its own for them.
 */
export function createFetchChannel(
  { fetch, transport }: ClientOptions,
  limits: ReturnType<typeof connectionLimits>,
): Channel {
  const way = transport ?? createFetchTransport({ fetch, limits });
  return {
    send: (request, signal) => way.send(request, signal),
    fetchDocument: (uri, options) => way.fetchDocument(uri, options),
    headerBlocks: webHeaderBlocks,
    close: () => Promise.resolve(),
  };
}
