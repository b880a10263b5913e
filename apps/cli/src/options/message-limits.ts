import { DEFAULT_MAPPER_LIMITS, type MapperLimits } from '@soapstone/json-xml-mapper';
import type { SizeOptions } from './size-options.js';

/**
 * Returns the limits of messages. The numbers of values and the work grow with the chosen size, so that one option is enough for a
 * message of any kind.
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

/** Returns the limits if the response is streamed. Without a chosen size it has no maximum, because little of it is in memory. */
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

/** Returns how many times larger than usual a message may be; at least 1. */
function growth(bytes: number | undefined, usual: number): number {
  return Math.max(1, (bytes ?? usual) / usual);
}
