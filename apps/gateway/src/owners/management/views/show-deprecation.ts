import type { Announcement, Deprecation } from '../../../domain/services/deprecation.js';

/** The form of a deprecation in responses. */
export function printDeprecation({ at, sunset, link }: Deprecation) {
  return {
    at: new Date(at).toISOString(),
    sunset: sunset === undefined ? null : new Date(sunset).toISOString(),
    link: link ?? null,
  };
}

/** The form of an announcement in responses. */
export function printAnnouncement({ revision, operations, ...deprecation }: Announcement) {
  return { revision, ...printDeprecation(deprecation), operations };
}
