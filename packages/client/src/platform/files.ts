import { openLocal, parseWsdlCached } from '@soapstone/wsdl-parser/file';
import { openFetchChannel } from './lazy-fetch-channel.js';
import type { Platform } from './platform.js';

/** Bun and Deno: `fetch` and files. */
export const platform: Platform = {
  openChannel: openFetchChannel,
  openPath: (path, root) => openLocal(path, root),
  parseCached: parseWsdlCached,
};
