import type { Decoding } from './decoding.js';
import type { Content } from './frame.js';

/** Pass over the element whose start tag was read last. It is still read as strictly as any other. */
export function skip(decoding: Decoding): void {
  decoding.push(SKIPPED);
}

/** What is passed over is not followed either, wherever its references lead. */
export const SKIPPED: Content = {
  start: skip,
  text() {},
  end(decoding) {
    decoding.pop();
  },
};
