import type { ExpandedName } from '@soapstone/soap-model';
import type { EncodingRun } from '../../request/encoding-run.js';
import type { InputObject } from '../json-input.js';

/** A finished element: its name, and its bytes, which are one well-formed element with all its namespaces. */
export interface RawElement {
  readonly name: ExpandedName;
  readonly bytes: Uint8Array;
}

/** A place that names its elements itself: `$any`, `$content`, untyped content. */
export interface RawPlace {
  /** Whether the declarations of the schema count. */
  readonly lookup: boolean;
  /** Checks the JSON of an element, in place of the request's. What it writes is discarded. */
  readonly encode: (key: string, value: unknown, run: EncodingRun) => unknown;
}

/**
 * The writer of finished elements (XM-1). It contains a decoder, so programs load it when the first input has one, and the encoders
 * know no more than where `$xml` may stand.
 */
export interface RawWriter<Compiler, Member> {
  /** `{ "$xml": "…" }` as the value of a declared element. `extraKeys` may stand beside it. */
  member(
    value: InputObject,
    encoder: Member,
    compiler: Compiler,
    run: EncodingRun,
    extraKeys: readonly string[],
  ): void;
  /** The same as the value of an element that the input names. */
  named(name: ExpandedName, value: InputObject, place: RawPlace, compiler: Compiler, run: EncodingRun): void;
  /** The same as an entry of `$any` or `$content`: `value` is that of `$xml`. */
  entry(value: unknown, place: RawPlace, compiler: Compiler, run: EncodingRun): void;
  /** Reads the value of `$xml`. Reports what is wrong with it and returns `undefined`. */
  open(value: unknown, run: EncodingRun): RawElement | undefined;
  /** Writes an element in the place of a declared one, or of a substitute of it, if it is valid there. */
  asMember(element: RawElement, encoder: Member, compiler: Compiler, run: EncodingRun): void;
  /** Writes an element at a place that names its elements itself, if it is valid there. */
  asEntry(element: RawElement, place: RawPlace, compiler: Compiler, run: EncodingRun): void;
}
