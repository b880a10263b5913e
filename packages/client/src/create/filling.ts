import type { ClientOptions } from '../api/options.js';

/** Gives a design what it needs beside the secrets. */
export function fillingFrom(options: ClientOptions): ClientOptions {
  return { ...options, fills: { uuid: () => crypto.randomUUID(), now: Date.now, ...options.fills } };
}
