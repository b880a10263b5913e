import type { Deprecation } from './deprecation.js';

/**
 * The versions of the proxy path. A breaking change of the proxy adds a version; a replaced version gets its dates here, and every
 * response of its path carries them from then on.
 */
export const API_VERSIONS: Readonly<Record<'v1', Deprecation | undefined>> = { v1: undefined };

/** The minimum time between deprecation and removal of a version, as promised by the specification. */
const SUPPORT_MONTHS = 6;

/** Whether the dates of a version keep the promise. A version without an end keeps it. */
export function keepsPromise({ at, sunset }: Deprecation): boolean {
  if (sunset === undefined) return true;
  const earliest = new Date(at);
  const day = earliest.getUTCDate();
  earliest.setUTCMonth(earliest.getUTCMonth() + SUPPORT_MONTHS);
  // 31 August plus six months is the end of February, not the third of March.
  if (earliest.getUTCDate() !== day) earliest.setUTCDate(0);
  return sunset >= earliest.getTime();
}
