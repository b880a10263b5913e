/**
 * `@soapstone/json-xml-mapper/internal/routes`: the routes of a design, for the servers and generators of Soapstone. It may change in any
 * release.
 */

import type { Design } from './api/design.js';
import type { SoapRequest } from './api/messages.js';
import type { CompiledOperation, EncodeOptions } from './api/operation.js';
import type { JsonObject } from './api/values.js';
import type { PageCall } from './design/pages/page-call.js';
import { parseDesign } from './design/parse-design.js';
import { RouteTable } from './design/routes/match-route.js';
import type { ParsedRoute } from './design/routes/parsed-route.js';
import * as reading from './design/routes/read-route.js';
import { DESIGNER_SETTINGS } from './operation/operation-shapes.js';
import { queryParameters } from './query/query-parameters.js';
import { compileQueryReader } from './query/read-query.js';
import type { MessageShape } from './shape/operation-shape.js';

export { contentIdOf } from './decode/values/attachment.js';
export { CURSOR_PARAMETER } from './design/pages/cursor-parameter.js';
export * from './design/pages/next-page.js';
export * from './design/pages/page-call.js';
export * from './design/pages/page-query.js';
export type * from './design/pages/parsed-page.js';
export { bindRoute, type ReportRoute, type RouteBinding } from './design/routes/bind-route.js';
export {
  base64Of,
  type FormValue,
  type FoundFile,
  fileInJson,
  jsonOfFile,
  jsonOfForm,
} from './design/routes/file-json.js';
export type { RouteMember } from './design/routes/find-member.js';
export type { MatchedRoute, RouteMatch, RouteTable } from './design/routes/match-route.js';
export type * from './design/routes/parsed-route.js';
export { locationOf, queryOfRoute, type RouteInput } from './design/routes/read-route.js';
export { bodyOfRoute, type RouteBody } from './design/routes/route-body.js';
export { FileDecoder, type FileEnd } from './operation/file-decoder.js';
export type { PagePart } from './shape/page-part.js';
export type { FilePlace, FormPart, RouteFiles } from './shape/route-files.js';

/**
 * The routes of a design; undefined if it has none. Throws `DesignError` for data that is not a design.
 *
 * @example
 * ```ts
 * const match = routesOf(design)?.match('/v1/users/1001');
 * ```
 */
export function routesOf(design: Design): RouteTable | undefined {
  const { routes } = parseDesign(design);
  return routes.routes.length === 0 ? undefined : new RouteTable(routes);
}

/**
 * The input of a call by a route, for a door that does not write the request itself: JSON text, or the value of a route without a body. Throws
 * `MappingError` for parameters that cannot be read; the body is checked where it is encoded, and `nameParameters` adds the names of parameters to
 * the error.
 *
 * @example
 * ```ts
 * const input = inputOfRoute(operation, route, { values: ['1001'], query: '', body: new Uint8Array() });
 * ```
 */
export function inputOfRoute(
  operation: CompiledOperation,
  route: ParsedRoute,
  input: reading.RouteInput,
): Uint8Array | JsonObject {
  return route.body === undefined
    ? operation.fromQuery(reading.queryOfRoute(route, input))
    : reading.inputOfRoute(operation, route, input, DESIGNER_SETTINGS.limits);
}

/**
 * The input of the call for a page (PG-1): of the operation of the route, or of the one that continues it. Throws as `inputOfRoute` does.
 *
 * @param operation the one that returns the page
 * @example
 * ```ts
 * const input = inputOfPage(mapper.compile(page.operation), route, page, { values: [], body: new Uint8Array() });
 * ```
 */
export function inputOfPage(
  operation: CompiledOperation,
  route: ParsedRoute,
  page: PageCall,
  input: Omit<reading.RouteInput, 'query'>,
): Uint8Array | JsonObject {
  return page.isContinued
    ? operation.fromQuery(page.query)
    : inputOfRoute(operation, route, { ...input, query: page.query });
}

/**
 * The members of an input that have these query parameters, as JSON. Throws `MappingError` for a text that is not a value of its type.
 *
 * @example
 * ```ts
 * inputOfParameters(shape.input, [['paging.page', '2']]); // { paging: { page: 2 } }
 * ```
 */
export function inputOfParameters(
  input: MessageShape,
  parameters: readonly (readonly [name: string, text: string])[],
): JsonObject {
  const names = new Set(parameters.map(([name]) => name));
  const known = queryParameters(input).parameters.filter(({ name }) => names.has(name));
  const query = parameters.map((each) => each.map(encodeURIComponent).join('='));
  return compileQueryReader(known, DESIGNER_SETTINGS.limits, () => [])(query.join('&'));
}

/**
 * Adds the names of parameters to an error of a call by a route. Any other error is returned unchanged.
 *
 * @example
 * ```ts
 * throw nameParameters(operation, route, error);
 * ```
 */
export function nameParameters(operation: CompiledOperation, route: ParsedRoute, error: unknown): unknown {
  return reading.nameParameters(operation, route, error, DESIGNER_SETTINGS.limits);
}

/**
 * Writes the request of a call by a route with a body. Throws `MappingError`, as `CompiledOperation.encodeJson` does.
 *
 * @example
 * ```ts
 * encodeRoute(operation, route, { values: ['1001'], query: '', body: encodeUtf8('{"email":"ann@example.com"}') });
 * ```
 */
export function encodeRoute(
  operation: CompiledOperation,
  route: ParsedRoute,
  input: reading.RouteInput,
  options: EncodeOptions = {},
): SoapRequest {
  return reading.encodeRoute(operation, route, input, DESIGNER_SETTINGS.limits, options);
}
