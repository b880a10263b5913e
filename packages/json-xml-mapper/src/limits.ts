import type { MapperLimits } from './api/options.js';

/** The default safety limits (§21). */
export const DEFAULT_MAPPER_LIMITS: MapperLimits = {
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

/** The end of the message about an exceeded limit: the option that raises it. */
export function raisedBy(name: keyof MapperLimits): string {
  return ` (option "limits.${name}", default ${DEFAULT_MAPPER_LIMITS[name]})`;
}

/** Bytes that may be written regardless of the input: small messages with many defaults are not an attack. */
export const SMALL_OUTPUT: number = 1 << 20;

/** The maximum XML size of a request, as a multiple of the largest request. */
const REQUEST_GROWTH = 10;

/**
 * The maximum bytes of XML for a request (SE-7).
 *
 * @param received bytes of its JSON; infinite if it was passed as an object
 */
export function mostRequestXml(
  { requestBytes, outputBytes, expansion }: MapperLimits,
  received: number,
): number {
  return Math.min(SMALL_OUTPUT + expansion * received, Math.max(outputBytes, REQUEST_GROWTH * requestBytes));
}
