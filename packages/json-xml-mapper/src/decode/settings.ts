import type { Limits, UnwrapMode } from '../api.js';
import type { Notation } from '../scalar/codec.js';

/** What the decoder has to know beyond the shapes: mapper options and facts of the operation. */
export interface DecoderSettings {
  /** What becomes of the JSON text of the result (NM-7). */
  readonly notation: Notation;
  readonly unwrap: UnwrapMode;
  readonly strictResponses: boolean;
  readonly applyDefaults: boolean;
  readonly untyped: 'ordered' | 'compact';
  readonly unknown: 'drop' | 'keep';
  readonly warnings: 'none' | 'default' | 'all';
  readonly limits: Limits;
  readonly oneWay: boolean;
  /** Of the binding. Both versions are read whatever it says (BD-1). */
  readonly soapVersion: '1.1' | '1.2';
}
