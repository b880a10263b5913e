import type { EncodingRun } from '../request/encoding-run.js';
import type { InputObject } from './json-input.js';

/** Writes the content between the tags of an object's element. */
export interface ContentEncoder {
  /** The keys of the content, for the check of unknown keys. */
  readonly keys: readonly string[];
  /** Whether the content can be empty. */
  readonly emptiable: boolean;
  encode(source: InputObject, run: EncodingRun): void;
}

/** Writes an element that declares every namespace below it. */
export type RootEncoder = (value: unknown, run: EncodingRun, extraKeys: readonly string[]) => void;

/** Returns the Body with its tags. */
export type BodyEncoder = (input: InputObject, run: EncodingRun, extraKeys: readonly string[]) => string;
