import { randomBytes } from 'node:crypto';
import { addressingHeaders, createTransport, securityHeaders } from '@soapstone/soap-transport';
import { openLocal } from '@soapstone/wsdl-parser/file';
import { connectionLimits } from '../limits.js';
import type { ClientOptions, SoapTransport } from '../options.js';
import { openFetchChannel } from './fetch-channel.js';
import type { Channel, Platform } from './platform.js';

/** Node: undici, files, every kind of security. */
export const platform: Platform = {
  openChannel(options) {
    if (options.fetch !== undefined) return openFetchChannel(options);
    const { transport, close } =
      options.transport === undefined
        ? ownTransport(options)
        : { transport: options.transport, close: nothing };
    return {
      send: (request, signal) => transport.send(request, signal),
      fetchDocument: (uri, fetchOptions) => transport.fetchDocument(uri, fetchOptions),
      headerBlocks({ soapVersion, security, addressing }) {
        const context = { soapVersion, now: new Date(), random: randomBytes };
        return [
          ...(addressing === undefined ? [] : addressingHeaders(addressing, context)),
          ...securityHeaders(security, context),
        ];
      },
      close,
    };
  },
  openPath: (path, root) => openLocal(path, root),
};

function ownTransport({ egress, limits }: ClientOptions): {
  readonly transport: SoapTransport;
  readonly close: Channel['close'];
} {
  const transport = createTransport({
    egress: egress ?? 'unguarded',
    limits: connectionLimits(limits),
    acceptGzip: true,
    userAgent: 'soapstone-client',
  });
  return { transport, close: () => transport.close() };
}

const nothing = (): Promise<void> => Promise.resolve();
