import type { Announcement, Deprecation } from '../../../domain/services/deprecation.js';
import { showInstant } from './show-instant.js';

/** The form of a deprecation in responses. */
export function printDeprecation({ at, sunset, link }: Deprecation) {
  return {
    at: showInstant(at),
    sunset: showInstant(sunset),
    link: link ?? null,
  };
}

/** The form of an announcement in responses. */
export function printAnnouncement({ revision, operations, ...deprecation }: Announcement) {
  return { revision, ...printDeprecation(deprecation), operations };
}
