import { OptionError } from '@soapstone/options';
import type { ClientOptions } from '../api/options.js';

/** Throws `OptionError` for an egress policy and for a proxy, which `fetch` cannot be given. */
export function assertNoEgress({ egress, proxy }: ClientOptions): void {
  if (proxy !== undefined) {
    throw new OptionError('createClient', {
      path: '/proxy',
      expected: 'fetch takes no proxy; leave out "fetch", and use Node',
    });
  }
  if (egress === undefined) return;
  throw new OptionError('createClient', {
    path: '/egress',
    expected: 'fetch has no egress guard; leave out "fetch", and use Node',
  });
}
