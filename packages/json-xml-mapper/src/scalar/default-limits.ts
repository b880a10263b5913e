import { DEFAULT_MAPPER_LIMITS } from '../limits.js';
import { compilePatterns } from '../pattern/pattern-facet.js';
import type { SimpleLimits } from './codec.js';
import { uncommonTypes } from './uncommon-types.js';
import { unions } from './union-codec.js';

/** The default limits of simple types, with patterns, unions and every built-in type. */
export const DEFAULT_SIMPLE_LIMITS: SimpleLimits = {
  numberDigits: DEFAULT_MAPPER_LIMITS.numberDigits,
  patternStates: DEFAULT_MAPPER_LIMITS.patternStates,
  compilePatterns,
  unions,
  types: () => uncommonTypes,
};
