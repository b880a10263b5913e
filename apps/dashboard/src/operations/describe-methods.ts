import type { Operation } from '../api/services.js';

/** The reason why an operation does not allow GET, or a note about it, in words for its owner. */
export interface GetEligibility {
  /** Whether the owner can choose GET. */
  readonly possible: boolean;
  /** Whether to show a warning. */
  readonly careful: boolean;
  readonly title: string;
  readonly reason: string;
}

/** Whether an operation can allow GET, on a plan with or without it, and why. */
export function judgeGet(
  { queryRefused, readStyle }: Pick<Operation, 'queryRefused' | 'readStyle'>,
  planHasGet: boolean,
): GetEligibility {
  if (queryRefused !== null) {
    return {
      possible: false,
      careful: false,
      title: 'GET is not available',
      reason: `A query string cannot hold what goes into this operation: ${queryRefused}.`,
    };
  }
  if (!planHasGet) {
    return {
      possible: false,
      careful: false,
      title: 'GET is available on Starter and Pro',
      reason: 'On your plan, this operation takes POST only.',
    };
  }
  return {
    possible: true,
    careful: !readStyle,
    title: readStyle ? 'GET is possible' : 'GET is possible if the call changes no data',
    reason: readStyle
      ? 'The input fits in a query string and the name suggests a read.'
      : 'Allow GET only if this call changes no data: clients and proxies may repeat a GET.',
  };
}

/** Returns the cache time of GET responses in words; empty without GET. */
export function describeCache({
  methods,
  cacheSeconds,
}: Pick<Operation, 'methods' | 'cacheSeconds'>): string {
  if (!methods.includes('GET')) return '–';
  return cacheSeconds === 0 ? 'Off' : describeSeconds(cacheSeconds);
}

const UNITS = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const;

/** `90` is `90 seconds`, `3600` is `1 hour`: the largest unit without a remainder. */
export function describeSeconds(seconds: number): string {
  for (const [size, unit] of UNITS) {
    if (seconds % size === 0 && seconds >= size) {
      const value = seconds / size;
      return `${value} ${unit}${value === 1 ? '' : 's'}`;
    }
  }
  return '0 seconds';
}
