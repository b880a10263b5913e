import type { Limits, UnwrapMode } from '../api.js';

/** What the decoder has to know beyond the shapes: mapper options and facts of the operation. */
export interface DecoderSettings {
  /** The shapes have the number mode in them already (NM-2); this one is for types that only a document names (AN-6). */
  readonly numbers: 'number' | 'string';
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
