import { OptionError } from '@soapstone/soap-model/options';
import { createFetchTransport } from '@soapstone/soap-transport/fetch';
import { connectionLimits } from '../limits.js';
import type { ClientOptions } from '../options.js';
import type { Channel } from './platform.js';

/** The way to a server over `fetch`, or over the transport that the options bring. */
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
    async headerBlocks({ soapVersion, security, addressing }) {
      if (security === undefined && addressing === undefined) return [];
      const { addressingHeaders, securityBlocks } = await import('@soapstone/soap-transport/fetch');
      const random = (count: number) => crypto.getRandomValues(new Uint8Array(count));
      const context = { soapVersion, now: new Date(), random };
      const blocks = addressing === undefined ? [] : addressingHeaders(addressing, context);
      return [...blocks, ...(await securityBlocks(security, context))];
    },
    close: () => Promise.resolve(),
  };
}
