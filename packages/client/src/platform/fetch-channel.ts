import { webHeaderBlocks } from '@soapstone/soap-call/web';
import { createFetchTransport } from '@soapstone/soap-transport/internal/fetch-transport';
import { connectionLimits } from '../api/limits.js';
import type { ClientOptions } from '../api/options.js';
import type { Channel } from './platform.js';

/** Creates a channel over `fetch`, or over the transport given in the options. */
export function createFetchChannel(options: ClientOptions): Channel {
  const { fetch, limits, transport } = options;
  const way = transport ?? createFetchTransport({ fetch, limits: connectionLimits(limits) });
  return {
    send: (request, signal) => way.send(request, signal),
    fetchDocument: (uri, options) => way.fetchDocument(uri, options),
    headerBlocks: webHeaderBlocks,
    close: () => Promise.resolve(),
  };
}
