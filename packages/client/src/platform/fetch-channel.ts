import { createFetchTransport, headerBlocks } from '@soapstone/soap-transport/internal';
import { connectionLimits } from '../limits.js';
import type { ClientOptions } from '../options.js';
import { assertNoEgress } from './assert-no-egress.js';
import type { Channel } from './platform.js';

/** Opens a channel over `fetch`, or over the transport given in the options. */
export function openFetchChannel(options: ClientOptions): Channel {
  assertNoEgress(options);
  const { fetch, limits, transport } = options;
  const way = transport ?? createFetchTransport({ fetch, limits: connectionLimits(limits) });
  return {
    send: (request, signal) => way.send(request, signal),
    fetchDocument: (uri, options) => way.fetchDocument(uri, options),
    headerBlocks: ({ soapVersion, addressing, security }) => headerBlocks(soapVersion, addressing, security),
    close: () => Promise.resolve(),
  };
}
