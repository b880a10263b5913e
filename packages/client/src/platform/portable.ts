import { OptionError } from '@soapstone/soap-model/options';
import { openFetchChannel } from './fetch-channel.js';
import type { Platform } from './platform.js';

/** A runtime that has `fetch`, and no files. */
export const platform: Platform = {
  openChannel: openFetchChannel,
  openPath() {
    const expected = 'this runtime reads no files; hand over an address, the text of the WSDL, or a bundle';
    return Promise.reject(new OptionError('createClient', { path: '/source', expected }));
  },
};
