import type { EncodingRun } from '../../request/encoding-run.js';
import type { SimpleCodec } from '../../scalar/simple-codec.js';
import type { TextCheck } from './checked-text-lane.js';
import type { KnownTexts } from './known-text-lane.js';
import type { DecimalCheck, IntegerCheck } from './number-lanes.js';

/** Lanes of simple types. Decision 0244 says what each is worth. */
export type SimpleLane =
  | TextLane
  | CheckedTextLane
  | KnownTextLane
  | IntegerLane
  | DecimalLane
  | BooleanLane
  | DateLane
  | Base64Lane
  | CodecLane;

export const LANE_TEXT = 0;
export const LANE_CHECKED_TEXT = 1;
export const LANE_INTEGER = 2;
export const LANE_DECIMAL = 3;
export const LANE_BOOLEAN = 4;
export const LANE_DATE = 5;
export const LANE_KNOWN_TEXT = 6;
export const LANE_BASE64 = 7;
export const LANE_CODEC = 8;
export const LANE_ENCODER = 9;
export const LANE_KEY = 10;
/** Lanes from here on are for values that contain values. */
export const LANE_OBJECT = 11;
export const LANE_POLYMORPHIC = 12;
export const LANE_PART = 13;
/** Not a separate lane: the values of a repeatable key. */
export const LANE_ARRAY = 14;

/** An object in whose place JSON has the value of its only member. */
export const LANE_LIFTED = 15;

/** Any string. */
export interface TextLane {
  readonly kind: typeof LANE_TEXT;
}

/** A string with facets. */
export interface CheckedTextLane {
  readonly kind: typeof LANE_CHECKED_TEXT;
  readonly check: TextCheck;
  readonly codec: SimpleCodec;
}

/** One of a few strings. */
export interface KnownTextLane {
  readonly kind: typeof LANE_KNOWN_TEXT;
  readonly known: KnownTexts;
  readonly codec: SimpleCodec;
}

export interface IntegerLane {
  readonly kind: typeof LANE_INTEGER;
  readonly check: IntegerCheck;
  readonly codec: SimpleCodec;
}

export interface DecimalLane {
  readonly kind: typeof LANE_DECIMAL;
  readonly check: DecimalCheck;
  readonly codec: SimpleCodec;
}

export interface BooleanLane {
  readonly kind: typeof LANE_BOOLEAN;
}

export interface DateLane {
  readonly kind: typeof LANE_DATE;
  readonly withTime: boolean;
  readonly codec: SimpleCodec;
}

export interface Base64Lane {
  readonly kind: typeof LANE_BASE64;
  readonly codec: SimpleCodec;
}

/** Any other simple type: parsed to a value, which the codec prints. */
export interface CodecLane {
  readonly kind: typeof LANE_CODEC;
  readonly codec: SimpleCodec;
}

/** Parsed to a value; the slow path writes the whole element or attribute. */
export interface EncoderLane {
  readonly kind: typeof LANE_ENCODER;
  readonly encode: (value: unknown, run: EncodingRun) => string;
}

/** Parsed to a value; the slow path writes everything at the key: `$any`, `$content`. */
export interface KeyLane {
  readonly kind: typeof LANE_KEY;
  readonly encode: (value: unknown, run: EncodingRun) => string;
  /** Whether an empty text counts as a value. */
  readonly emptyIsPresent: boolean;
}
