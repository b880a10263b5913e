import { ROUTES_PREFIX } from '@soapstone/http-contract';
import { addRouteHeaders, headersOfFile, nextLink } from '@soapstone/http-contract/internal/routes';
import type { FileStream } from '@soapstone/soap-call/internal/files';
import type { Meta, ProxyRequest, ProxyResponse, ResponsePage } from '../proxy/http.js';
import type { LimitTexts } from '../proxy/limit-headers.js';
import { freshness, successBody } from '../proxy/respond.js';

const NO_BODY = new Uint8Array();

/** The response of a call by a route. */
interface Returned {
  readonly result: Uint8Array;
  readonly meta: Meta;
  /** How long a client may reuse it, in milliseconds. */
  readonly left: number;
  readonly limits: LimitTexts;
  /** The result as a file, if the client wants that. */
  readonly file?: TakenFile | undefined;
}

/** A file that is sent. */
export interface TakenFile {
  readonly body: Uint8Array | FileStream;
  readonly mediaType: string;
}

/** Where the routes of a service are, and the form of their bodies. */
export interface RoutePlace {
  readonly base: string;
  /** Whether the result is in an envelope. */
  readonly envelope: boolean;
  /** The path of `Location` below the base. */
  readonly location: string | undefined;
}

/**
 * Creates the response to a call by a route: the body is the result itself, unless the design has an envelope, and headers carry the rest.
 *
 * @param page the page of a list that it is
 */
export function routeResponse(
  request: ProxyRequest,
  { result, meta, left, limits, file }: Returned,
  status: number,
  { base, envelope, location }: RoutePlace,
  page?: ResponsePage,
): ProxyResponse {
  const { headers, known } = freshness(
    request,
    file?.body instanceof Uint8Array ? file.body : result,
    left,
    limits,
  );
  const { latencyMs, cached, soapHeaders, warnings } = meta;
  const isStored = left > 0 ? 'stored' : undefined;
  const hasBody = addRouteHeaders(headers, {
    status,
    latencyMs,
    cache: cached ? 'hit' : isStored,
    soapHeaders: soapHeaders && Buffer.from(soapHeaders).toString(),
    warnings,
    location: location === undefined ? undefined : `${folderOf(request)}${base}${location}`,
  });
  if (page?.next !== undefined) headers['Link'] = nextLink(page.next.path);
  if (known || !hasBody) {
    abandonFile(file?.body);
    return { status: known ? 304 : status, headers, body: NO_BODY };
  }
  if (file === undefined) {
    const body = envelope ? successBody(result, meta) : result;
    return { status, headers, body, ...(page && { page }) };
  }
  Object.assign(headers, headersOfFile(file.mediaType));
  // The recording of it is JSON.
  const reply = { result, meta };
  return file.body instanceof Uint8Array
    ? { status, headers, body: file.body, reply }
    : { status, headers, body: NO_BODY, stream: file.body, reply };
}

/** Ends a file that is still arriving, and that nobody reads. */
export function abandonFile(file: Uint8Array | FileStream | undefined): void {
  if (file !== undefined && !(file instanceof Uint8Array)) file.return?.().catch(() => undefined);
}

/** The path of a request, whose part behind the service is `path`, in the one spelling that can be in a header. */
export function pathOf(request: ProxyRequest, path: string): string {
  const segments = path.split('/').map((segment) => encodeURIComponent(decodeURIComponent(segment)));
  return `${folderOf(request)}${segments.join('/')}`;
}

/** The path of the routes of a service. */
function folderOf({ accountId, serviceSlug }: ProxyRequest): string {
  return [ROUTES_PREFIX, ...[accountId, serviceSlug].map(encodeURIComponent)].join('/');
}
