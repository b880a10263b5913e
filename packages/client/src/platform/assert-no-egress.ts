import { OptionError } from '@soapstone/options';
import type { ClientOptions } from '../api/options.js';

/** Throws `OptionError` for an egress policy, which `fetch` cannot enforce. */
export function assertNoEgress({ egress }: ClientOptions): void {
  if (egress === undefined) return;
  throw new OptionError('createClient', {
    path: '/egress',
    expected: 'fetch has no egress guard; leave out "fetch", and use Node',
  });
}
