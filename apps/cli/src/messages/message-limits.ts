import { DEFAULT_MAPPER_LIMITS, type MapperLimits } from '@soapstone/json-xml-mapper';
import type { SizeOptions } from '../size-options.js';

/**
 * The limits of messages whose size is chosen. The numbers of values and the work grow with the size, so that one option is enough for
 * a message of any kind.
 */
export function messageLimits({ requestBytes, responseBytes }: SizeOptions): Partial<MapperLimits> {
  const usual = DEFAULT_MAPPER_LIMITS;
  const request = growth(requestBytes, usual.requestBytes);
  const response = growth(responseBytes, usual.responseBytes);
  return {
    ...(requestBytes !== undefined && {
      requestBytes,
      requestNodes: Math.ceil(usual.requestNodes * request),
    }),
    ...(responseBytes !== undefined && {
      responseBytes,
      responseNodes: Math.ceil(usual.responseNodes * response),
    }),
    work: Math.ceil(usual.work * Math.max(request, response)),
  };
}

/** The same where a response is read as it comes: without a chosen size there is no maximum, because little of it is in memory. */
export function streamingLimits(sizes: SizeOptions): Partial<MapperLimits> {
  if (sizes.responseBytes !== undefined) return messageLimits(sizes);
  const endless = Number.POSITIVE_INFINITY;
  return {
    ...messageLimits(sizes),
    responseBytes: endless,
    responseNodes: endless,
    outputBytes: endless,
    work: endless,
  };
}

/** How many times larger than usual a message may be; a smaller one has the usual limits. */
function growth(bytes: number | undefined, usual: number): number {
  return Math.max(1, (bytes ?? usual) / usual);
}
