import { assertOptions, type Check, flag, listOf, members, oneOf } from '@soapstone/options';
import type { Compatibility, Transport } from '@soapstone/soap-transport';
import { connectionLimits } from '../api/limits.js';
import type { ClientOptions, SoapTransport } from '../api/options.js';
import type { Channel, Platform } from './platform.js';
import { openSecuredChannel } from './secured-channel.js';

/** The transport, which is loaded later, has the same table. */
const compatibilityOption: Check = members<Compatibility>({
  minimumTls: oneOf('1.0', '1.1'),
  legacyRenegotiation: flag,
  weakCiphers: listOf(oneOf('DH-1024', 'RSA-1024', 'SHA-1')),
  headerNames: oneOf('specification'),
  connection: oneOf('close'),
  http: oneOf('1.0'),
  encoding: oneOf('identity'),
});

/** Node: undici, files, every kind of security. */
export const platform: Platform = {
  openChannel(options) {
    if (options.fetch !== undefined) return openSecuredChannel(options);
    const { compatibility } = options;
    if (compatibility !== undefined)
      assertOptions(compatibilityOption, compatibility, 'createClient', 'compatibility');
    const { transport, close } =
      options.transport === undefined
        ? ownTransport(options)
        : { transport: options.transport, close: nothing };
    return {
      sendsPieces: options.transport === undefined,
      send: (request, signal) => transport.send(request, signal),
      fetchDocument: (uri, fetchOptions) => transport.fetchDocument(uri, fetchOptions),
      async headerBlocks(blocks) {
        const { asTransportError } = await import('@soapstone/soap-transport/internal');
        const { headerBlocks } = await import('@soapstone/soap-call/node');
        try {
          return headerBlocks(blocks);
        } catch (error) {
          throw asTransportError(error);
        }
      },
      close,
    };
  },
  // Loaded on demand: generated clients never read a file.
  async openPath(path, root) {
    const { openLocal } = await import('@soapstone/wsdl-parser/file');
    return await openLocal(path, root);
  },
  async parseCached(location, options, cache) {
    const { parseWsdlCached } = await import('@soapstone/wsdl-parser/file');
    return await parseWsdlCached(location, options, cache);
  },
};

/**
 * Creates a transport over undici that is loaded for the first message: undici takes longer to load than a WSDL takes to
 * read, and a client of a local file may never send anything.
 */
function ownTransport({ egress, proxy, limits, lenientHttp, compatibility }: ClientOptions): {
  readonly transport: SoapTransport;
  readonly close: Channel['close'];
} {
  let opened: Promise<Transport> | undefined;
  let isClosed = false;
  const open = async (): Promise<Transport> => {
    const { createTransport } = await import('@soapstone/soap-transport/internal/transport');
    const transport = createTransport({
      egress: egress ?? 'unguarded',
      proxy,
      limits: connectionLimits(limits),
      acceptGzip: true,
      lenientHttp,
      compatibility,
      userAgent: 'soapstone-client',
    });
    // The client was closed while this module was loaded.
    if (isClosed) await transport.close();
    return transport;
  };
  const opening = (): Promise<Transport> => {
    opened ??= open();
    return opened;
  };
  return {
    transport: {
      send: async (request, signal) => await (await opening()).send(request, signal),
      fetchDocument: async (uri, options) => await (await opening()).fetchDocument(uri, options),
    },
    async close() {
      isClosed = true;
      await (await opened)?.close();
    },
  };
}

const nothing = (): Promise<void> => Promise.resolve();
