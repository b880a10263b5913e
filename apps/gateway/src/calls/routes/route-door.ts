import { methodProblem, withCode } from '@soapstone/http-contract';
import { locationOf, type MatchedRoute, queryOfRoute } from '@soapstone/json-xml-mapper/internal/routes';
import type { Plan } from '../../domain/accounts/plan.js';
import { badRequest, GatewayError } from '../../errors/errors.js';
import { markActivity } from '../../log/activity.js';
import type { CompiledService } from '../catalog/catalog.js';
import { resolveService, type Target, targetOf } from '../catalog/resolve.js';
import { authenticate, type Caller } from '../proxy/authenticate.js';
import type { ProxyRequest, RouteDoor, TargetDependencies } from '../proxy/http.js';
import { readJsonBody } from '../proxy/input.js';
import { limitTexts } from '../proxy/limit-headers.js';
import type { CallEnvelope } from '../proxy/request-options.js';
import { problemResponse } from './problem-response.js';
import { routeResponse } from './route-response.js';

const NO_BODY = new Uint8Array();
const EMPTY_OBJECT = new TextEncoder().encode('{}');

/** A request by a route: what it matched, once that is known, and what `Location` needs of its body. */
interface Found extends MatchedRoute {
  readonly base: string;
}

/**
 * The way in of one request to the routes of a design. Everything but the form of the request and the response is as for a call by
 * the name of the operation.
 *
 * @param path the path behind the service, as it was sent
 */
export function createRouteDoor(path: string): RouteDoor {
  let found: Found | undefined;
  let body: Uint8Array = NO_BODY;

  const serviceOf = async (
    { serviceSlug }: ProxyRequest,
    caller: Caller,
    { directory, catalog }: TargetDependencies,
  ): Promise<CompiledService> => resolveService(caller.account.id, serviceSlug, directory, catalog);

  return {
    digits: 'canonical',
    identify: (request, deps, now) => authenticate(request, deps, now),
    methodsFor(request, caller, deps) {
      if (request.method !== 'OPTIONS') return undefined;
      return serviceOf(request, caller, deps).then((service) =>
        allowedAt(methodsAt(service, path), caller.plan),
      );
    },
    async find(request, caller, deps, numbers): Promise<Target> {
      const service = await serviceOf(request, caller, deps);
      const methods = methodsAt(service, path);
      const method = request.method === 'HEAD' ? 'GET' : request.method;
      const matched = methods.get(method);
      const isOffered = method !== 'GET' || caller.plan.paid;
      if (matched === undefined || !isOffered) {
        const why = matched === undefined ? undefined : `the ${caller.plan.name} plan has no GET`;
        throw new GatewayError(methodProblem(allowedAt(methods, caller.plan), request.method, why));
      }
      found = { ...matched, base: service.routes?.base ?? '' };
      return targetOf(service, matched.route.operation, numbers);
    },
    checkMethod: ({ method }) => method === 'GET' || method === 'HEAD',
    async encode(request, { operation, activity }, envelope, requestBytes) {
      const { route, values } = found as Found;
      const { query } = request;
      if (route.body === undefined) {
        const text = queryOfRoute(route, { values, query });
        const [made, plain] = await forEach(envelope, (options) => operation.encodeQuery(text, options));
        return plain === undefined ? made : { ...made, recorded: plain.request };
      }
      const json = hasNoBody(request) ? EMPTY_OBJECT : await readJsonBody(request, requestBytes);
      markActivity(activity);
      if (route.location.length > 0) body = json;
      const [made, plain] = await forEach(envelope, (options) =>
        operation.encodeRoute(route, { values, query, body: json }, options),
      );
      return plain === undefined ? { request: made } : { request: made, recorded: plain };
    },
    respond(request, result, meta, left, { quota, minute }, now) {
      const { route, values, base } = found as Found;
      const limits = limitTexts(quota, minute, now);
      const isShown = meta.dryRun === true;
      const location = isShown ? undefined : locationOf(route, { values, body }, result);
      return routeResponse(request, { result, meta, left, limits }, isShown ? 200 : route.status, {
        base,
        location,
      });
    },
    failed: (error, requestId, headers, secrets) =>
      problemResponse(error, found?.route.faults ?? [], requestId, headers, secrets),
  };
}

/** Writes the envelope that is sent and, if the call is recorded, the one without the owner's additions. */
async function forEach<T>(
  { options, recorded }: CallEnvelope,
  encode: (options: CallEnvelope['options']) => T | Promise<T>,
): Promise<readonly [made: T, plain: T | undefined]> {
  const made = await encode(options);
  if (recorded === undefined) return [made, undefined];
  return [made, recorded === options ? made : await encode(recorded)];
}

/** The routes at a path, by method. Throws 404 if there is none, and 400 for a path that no service should be asked about. */
function methodsAt({ routes }: CompiledService, path: string): ReadonlyMap<string, MatchedRoute> {
  const match = routes?.match(path) ?? { kind: 'none' };
  switch (match.kind) {
    case 'found':
      return match.methods;
    case 'malformed':
      throw badRequest('MALFORMED_REQUEST', `The path ${match.problem}`);
    case 'none':
      throw new GatewayError({
        ...withCode('OPERATION_NOT_FOUND'),
        message: 'No route of this service has this path',
      });
  }
}

/** The methods that a plan allows at a path. GET needs a paid plan, as it does for a call by name. */
function allowedAt(methods: ReadonlyMap<string, MatchedRoute>, { paid }: Plan): readonly string[] {
  const offered = [...methods.keys()].filter((method) => method !== 'GET' || paid);
  return [...offered.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS'];
}

/** Whether a request has neither a body nor a media type: what a route needs may all be in its path. */
function hasNoBody({ header }: ProxyRequest): boolean {
  const length = header('content-length');
  const isEmpty = length === '0' || (length === undefined && header('transfer-encoding') === undefined);
  return isEmpty && header('content-type') === undefined;
}
