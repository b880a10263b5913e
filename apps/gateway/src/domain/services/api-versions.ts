import type { Deprecation } from './deprecation.js';

/**
 * The versions of the proxy path. A breaking change to the proxy adds a version. A replaced version gets its dates here, which every
 * response on its path then carries.
 */
export const API_VERSIONS: Readonly<Record<'v1', Deprecation | undefined>> = { v1: undefined };

/** The minimum time between deprecation and removal of a version, as promised by the specification. */
const SUPPORT_MONTHS = 6;

/** Whether the dates of a version keep that promise. A version without an end does. */
export function keepsPromise({ at, sunset }: Deprecation): boolean {
  if (sunset === undefined) return true;
  const earliest = new Date(at);
  const day = earliest.getUTCDate();
  earliest.setUTCMonth(earliest.getUTCMonth() + SUPPORT_MONTHS);
  // 31 August plus six months is the end of February, not 3 March.
  if (earliest.getUTCDate() !== day) earliest.setUTCDate(0);
  return sunset >= earliest.getTime();
}
