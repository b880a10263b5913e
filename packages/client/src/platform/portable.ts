import { OptionError } from '@soapstone/options';
import { openFetchChannel } from './lazy-fetch-channel.js';
import type { Platform } from './platform.js';

/** A runtime with `fetch` but without files. */
export const platform: Platform = {
  openChannel: openFetchChannel,
  openPath() {
    const expected = 'this runtime reads no files; pass an address, the text of the WSDL, or a bundle';
    return Promise.reject(new OptionError('createClient', { path: '/source', expected }));
  },
  parseCached() {
    const expected = 'this runtime has no files; leave out "cache", or use a generated client';
    return Promise.reject(new OptionError('createClient', { path: '/cache', expected }));
  },
};
