import type { Content, Decoding } from '../state/decoding.js';

/** Skips the element whose start tag was read last. It is still parsed as strictly as any other. */
export function skip(decoding: Decoding): void {
  decoding.push(SKIPPED);
}

/** References inside a skipped element are not followed. */
export const SKIPPED: Content = {
  start: skip,
  text() {},
  end(decoding) {
    decoding.pop();
  },
};
