import { OptionError } from '@soapstone/soap-model/options';
import { createFetchTransport, headerBlocks } from '@soapstone/soap-transport/internal';
import { connectionLimits } from '../limits.js';
import type { ClientOptions } from '../options.js';
import type { Channel } from './platform.js';

/** Opens a channel over `fetch`, or over the transport given in the options. */
export function openFetchChannel({ fetch, limits, transport, egress }: ClientOptions): Channel {
  if (egress !== undefined) {
    throw new OptionError('createClient', {
      path: '/egress',
      expected: 'fetch has no egress guard; leave out "fetch", and use Node',
    });
  }
  const way = transport ?? createFetchTransport({ fetch, limits: connectionLimits(limits) });
  return {
    send: (request, signal) => way.send(request, signal),
    fetchDocument: (uri, options) => way.fetchDocument(uri, options),
    headerBlocks: ({ soapVersion, addressing, security }) => headerBlocks(soapVersion, addressing, security),
    close: () => Promise.resolve(),
  };
}
