import { openLocal, parseWsdlCached } from '@soapstone/wsdl-parser/file';
import type { Platform } from './platform.js';
import { openSecuredChannel } from './secured-channel.js';

/** Bun and Deno: `fetch`, files, and message security with Node's `crypto`. */
export const platform: Platform = {
  openChannel: openSecuredChannel,
  openPath: (path, root) => openLocal(path, root),
  parseCached: parseWsdlCached,
};
