import type { Limits } from './api.js';

/** The safety limits that hold unless an option changes them (§21). */
export const DEFAULT_LIMITS: Limits = {
  requestBytes: 1_048_576,
  responseBytes: 10_485_760,
  requestDepth: 64,
  responseDepth: 128,
  requestNodes: 100_000,
  responseNodes: 1_000_000,
  attributesPerElement: 256,
  numberDigits: 1_000,
  errors: 50,
  warnings: 20,
  patternStates: 50_000,
  work: 5_000_000,
  outputBytes: 10_485_760,
  expansion: 50,
};
