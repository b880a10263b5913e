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

/** The end of a message about a limit that was reached: the option that raises it. */
export function raisedBy(name: keyof Limits): string {
  return ` (option "limits.${name}", default ${DEFAULT_LIMITS[name]})`;
}

/** So many bytes may be written whatever came: small messages with many defaults are no attack. */
export const SMALL_OUTPUT: number = 1 << 20;

/** So many times the bytes of the largest request may its XML have. */
const REQUEST_GROWTH = 10;

/**
 * Bytes of XML that a request may become (SE-7).
 *
 * @param received bytes of its JSON; infinite where it came as an object
 */
export function mostRequestXml({ requestBytes, outputBytes, expansion }: Limits, received: number): number {
  return Math.min(SMALL_OUTPUT + expansion * received, Math.max(outputBytes, REQUEST_GROWTH * requestBytes));
}
