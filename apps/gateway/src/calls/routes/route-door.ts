import type { CallProblem } from '@soapstone/http-contract';
import {
  acceptedFile,
  asksForEnvelope,
  fileOfResult,
  findRoute,
  hasNoBody,
  isRouteProblem,
  methodsOfPath,
  type RefusesMethod,
  typeOfResponse,
} from '@soapstone/http-contract/internal/routes';
import {
  fileInJson,
  locationOf,
  type MatchedRoute,
  queryOfRoute,
  type RouteFiles,
} from '@soapstone/json-xml-mapper/internal/routes';
import type { Plan } from '../../domain/accounts/plan.js';
import { GatewayError } from '../../errors/errors.js';
import { markActivity } from '../../log/activity.js';
import type { CompiledService } from '../catalog/catalog.js';
import { resolveService, type Target, targetOf } from '../catalog/resolve.js';
import type { WantedFile } from '../file-limits.js';
import { authenticate, type Caller } from '../proxy/authenticate.js';
import type { ProxyRequest, RouteDoor, TargetDependencies } from '../proxy/http.js';
import { readJsonBody } from '../proxy/input.js';
import { limitTexts } from '../proxy/limit-headers.js';
import type { CallEnvelope } from '../proxy/request-options.js';
import { AskedPage } from './asked-page.js';
import { problemResponse } from './problem-response.js';
import { abandonFile, pathOf, routeResponse, type TakenFile } from './route-response.js';
import { readUpload } from './upload.js';

const NO_BODY = new Uint8Array();
const EMPTY_OBJECT = new TextEncoder().encode('{}');

/** A request by a route: what it matched, once that is known, and what `Location` needs of its body. */
interface Found extends MatchedRoute {
  readonly base: string;
  readonly envelope: boolean;
}

/**
 * The way in of one request to the routes of a design. Everything but the form of the request and the response is as for a call by
 * the name of the operation.
 *
 * @param path the path behind the service, as it was sent
 */
export function createRouteDoor(path: string): RouteDoor {
  let found: Found | undefined;
  let page: AskedPage | undefined;
  let files: RouteFiles | undefined;
  /** The receiver for the file that the client wants, with the file that it received. */
  let wanted: WantedFile | undefined;
  let taken: TakenFile | undefined;
  let body: Uint8Array = NO_BODY;

  const serviceOf = async (
    { serviceSlug }: ProxyRequest,
    caller: Caller,
    { directory, catalog }: TargetDependencies,
  ): Promise<CompiledService> => resolveService(caller.account.id, serviceSlug, directory, catalog);

  const fileIn = (result: Uint8Array, { header }: ProxyRequest): TakenFile | undefined => {
    const found = fileOfResult(header('accept'), files?.result, (place) => fileInJson(place, result));
    if (found === undefined) return undefined;
    const { bytes, mediaType } = orThrow(found);
    return { body: bytes, mediaType };
  };

  return {
    digits: 'canonical',
    identify: (request, deps, now) => authenticate(request, deps, now),
    methodsFor(request, caller, deps) {
      if (request.method !== 'OPTIONS') return undefined;
      return serviceOf(request, caller, deps).then(({ routes }) =>
        orThrow(methodsOfPath(routes, path, refusedBy(caller.plan))),
      );
    },
    async find(request, caller, deps, numbers): Promise<Target> {
      const service = await serviceOf(request, caller, deps);
      const { routes } = service;
      const matched = orThrow(findRoute(routes, path, request.method, refusedBy(caller.plan)));
      found = { ...matched, base: routes?.base ?? '', envelope: routes?.envelope === true };
      if (matched.route.page === undefined) return targetOf(service, matched.route.operation, numbers);
      page = await AskedPage.find(
        service,
        matched.route.page,
        matched.values,
        request.query,
        deps.sealer,
        numbers,
      );
      return page.target;
    },
    // The operation that continues another one may read on from where it was, so that no response to it is repeated.
    checkMethod: ({ method }) => (method === 'GET' || method === 'HEAD') && page?.isContinued !== true,
    get file() {
      return wanted;
    },
    again: () => createRouteDoor(path),
    async encode(request, { operation, activity }, envelope, limits) {
      const { route, values } = found as Found;
      ({ files } = operation);
      const place = files?.result;
      const accepted = place && acceptedFile(request.header('accept'), place.mediaTypes);
      if (place !== undefined && accepted !== undefined)
        wanted = {
          place,
          take(body, named) {
            taken = { body, mediaType: typeOfResponse(accepted, place, named) };
          },
        };
      const { query } = request;
      if (route.body === undefined) {
        const text =
          page?.isContinued === true
            ? page.query
            : queryOfRoute(route, { values, query: page?.query ?? query });
        const written = forEach(envelope, (options) => operation.encodeQuery(text, options));
        const [made, plain] = await (page === undefined ? written : page.explaining(written));
        return plain === undefined ? made : { ...made, recorded: plain.request };
      }
      const upload = await readUpload(request, route, operation, envelope, limits);
      const json = upload === undefined ? await readBody(request, limits.requestBytes) : upload.json;
      markActivity(activity);
      if (route.location.length > 0) body = json;
      page?.takeBody(json);
      const input = { values, query: page?.query ?? query, body: json };
      const written = forEach(envelope, async (options) =>
        page?.isContinued === true
          ? (await operation.encodeQuery(page.query, options)).request
          : await operation.encodeRoute(route, input, upload?.optionsOf(options) ?? options),
      );
      const [made, plain] = await (page === undefined ? written : page.explaining(written));
      const sent = upload?.sentIn(made);
      if (sent !== undefined) return { request: made, upload: sent };
      return plain === undefined ? { request: made } : { request: made, recorded: plain };
    },
    respond(request, result, meta, left, { quota, minute }, now) {
      const { route, values, base, envelope } = found as Found;
      const limits = limitTexts(quota, minute, now);
      const isShown = meta.dryRun === true;
      const location = isShown ? undefined : locationOf(route, { values, body }, result);
      const status = isShown ? 200 : route.status;
      const place = { base, envelope: envelope || asksForEnvelope(request.header('accept')), location };
      const file = isShown ? undefined : (taken ?? fileIn(result, request));
      const returned = { result, meta, left, limits, file };
      // A request that is shown, and an example, are not pages of the service.
      if (page === undefined || isShown || meta.mock === true)
        return routeResponse(request, returned, status, place);
      return page
        .read(result, pathOf(request, path))
        .then((read) => routeResponse(request, returned, status, place, read));
    },
    failed(error, requestId, headers, secrets) {
      abandonFile(taken?.body);
      return problemResponse(error, found?.route.faults ?? [], requestId, headers, secrets);
    },
  };
}

/** Reads a body that is JSON text. */
async function readBody(request: ProxyRequest, requestBytes: number): Promise<Uint8Array> {
  return hasNoBody(request.header) ? EMPTY_OBJECT : readJsonBody(request, requestBytes);
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

/** The same without the problem of a request, which it throws. */
function orThrow<T extends object>(found: T | CallProblem): T {
  if (isRouteProblem(found)) throw new GatewayError(found);
  return found;
}

/** GET needs a paid plan, as it does for a call by name. */
function refusedBy({ paid, name }: Plan): RefusesMethod {
  return (method) => (method === 'GET' && !paid ? `the ${name} plan has no GET` : undefined);
}
