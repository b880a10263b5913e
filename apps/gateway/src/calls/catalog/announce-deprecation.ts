import { API_VERSIONS } from '../../domain/services/api-versions.js';
import {
  type Deprecation,
  deprecationHeaders,
  mergeDeprecations,
} from '../../domain/services/deprecation.js';

/** The headers that announce the deprecations of an operation and of the version in the path; undefined if there are none. */
export function announcementOf(
  operation: Deprecation | undefined,
): Readonly<Record<string, string>> | undefined {
  const deprecation = mergeDeprecations(operation, API_VERSIONS.v1);
  return deprecation === undefined ? undefined : deprecationHeaders(deprecation);
}

/** The announcement on responses of calls that found no operation. */
export const VERSION_ANNOUNCEMENT: ReturnType<typeof announcementOf> = announcementOf(undefined);
