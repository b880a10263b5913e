import { API_VERSIONS } from '../domain/api-versions.js';
import { deprecationHeaders, mergeDeprecations } from '../domain/deprecation.js';
import type { ProxyResponse } from './http.js';
import type { Layer } from './layer.js';
import type { Target } from './resolve.js';

/** The layer that announces deprecations of the operation, its service and the version in the path. */
export const announceDeprecation: Layer = (next) => async (request, trail) =>
  withDates(await next(request, trail), trail.target);

function withDates(response: ProxyResponse, target: Target | undefined): ProxyResponse {
  const called = target?.service.deprecationOf(target.operation.info.name);
  if (called === undefined && API_VERSIONS.v1 === undefined) return response;
  const deprecation = mergeDeprecations(called, API_VERSIONS.v1);
  if (deprecation === undefined) return response;
  return { ...response, headers: { ...response.headers, ...deprecationHeaders(deprecation) } };
}
