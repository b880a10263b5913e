import { API_VERSIONS } from '../domain/api-versions.js';
import { deprecationHeaders, mergeDeprecations } from '../domain/deprecation.js';
import type { ProxyResponse } from './http.js';
import type { Target } from './resolve.js';

/** Adds the deprecation dates to a response: those of the operation, its service, and the version of the path. */
export function announceDeprecation(response: ProxyResponse, target: Target | undefined): ProxyResponse {
  const called = target?.service.deprecationOf(target.operation.info.name);
  if (called === undefined && API_VERSIONS.v1 === undefined) return response;
  const deprecation = mergeDeprecations(called, API_VERSIONS.v1);
  if (deprecation === undefined) return response;
  return { ...response, headers: { ...response.headers, ...deprecationHeaders(deprecation) } };
}
