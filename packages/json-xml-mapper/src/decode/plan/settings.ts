import type { MapperLimits, UnwrapMode } from '../../api/options.js';
import type { Notation, SimpleLimits } from '../../scalar/codec.js';
import type { typeProblem } from '../../shape/derivation.js';
import type { IdentityCode } from './identity-code.js';
import type { LiftedCode } from './lifted-code.js';

/** The settings of the decoder besides the shapes: mapper options and facts of the operation. */
export interface DecoderSettings {
  /** How numbers are written, which depends on whether the result is wanted as JSON text or as values (NM-7). */
  readonly notation: Notation;
  readonly unwrap: UnwrapMode;
  readonly strictResponses: boolean;
  /** Whether elements out of schema order are deviations: only in requests, because responses may have any order (L9). */
  readonly checkOrder: boolean;
  /**
   * Whether to report deviations that are tolerated in responses: content outside the Body, an `xsi:type` that the schema does not allow
   * (TR-2).
   */
  readonly exacting: boolean;
  /** The code that checks identity constraints (MO-6), if they are checked. */
  readonly identities: IdentityCode | undefined;
  /** How types are derived, for requests: the code that checks their `xsi:type` (TR-2). */
  readonly typeProblem: typeof typeProblem | undefined;
  /** The code that reads lifted objects, which only a design has. */
  readonly lifted: () => LiftedCode;
  readonly applyDefaults: boolean;
  readonly untyped: 'ordered' | 'compact';
  readonly unknown: 'drop' | 'keep';
  readonly warnings: 'none' | 'default' | 'all';
  readonly limits: MapperLimits & SimpleLimits;
  readonly oneWay: boolean;
  /** The version of the binding. Both versions are read in any case (BD-1). */
  readonly soapVersion: '1.1' | '1.2';
}
