import { OptionError } from '@soapstone/options';
import type { ClientOptions } from '../api/options.js';

/** Throws `OptionError` for an egress policy, for a proxy and for what old servers need, which `fetch` cannot be given. */
export function assertNoEgress(options: ClientOptions): void {
  for (const name of ['egress', 'proxy', 'compatibility'] as const) {
    if (options[name] === undefined) continue;
    const expected = `fetch takes no ${name}; leave out "fetch", and use Node`;
    throw new OptionError('createClient', { path: `/${name}`, expected });
  }
}
