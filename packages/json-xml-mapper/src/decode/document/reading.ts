import type { DecodeOptions } from '../../api/operation.js';
import type { Decoding, ReadFile } from '../state/decoding.js';

/** Sees the elements of a document, and may replace what was written for them. */
export interface ElementObserver {
  /** The start tag that was read last has been decoded. */
  start(): void;
  /** So has the end tag that was read last. */
  end(): void;
}

/**
 * Reads more of a document than its values, for the few calls that ask for it. The document is decoded when it has arrived as a whole, so that
 * every token is still in the window, and without the fast lane, which does not tell of single elements.
 */
export type Reading = (decoding: Decoding) => ElementObserver;

/** The options of a decoder: those of the call, and the way to read that they ask for. */
export interface ReadOptions extends DecodeOptions {
  readonly reading?: Reading | undefined;
  /** Takes the base64 value that is the whole result. */
  readonly file?: ReadFile | undefined;
}
