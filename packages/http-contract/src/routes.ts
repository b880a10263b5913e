/**
 * `@soapstone/http-contract/internal/routes`: the HTTP side of the routes of a design, for the servers of Soapstone. It finds the route of a
 * request, and writes the response to its call; `@soapstone/json-xml-mapper/internal/routes` reads the input. It may change in any release.
 */

export {
  acceptedFile,
  asksForEnvelope,
  FILE_TYPE,
  LINES_TYPE,
  overlap,
  prefers,
} from './accept.js';
export { metaEnvelope, ROUTE_HEADERS } from './api-contract.js';
export { AROUND_FILE, type ArrivingPart, arrivingPart } from './arriving-form.js';
export { MOST_PARTS, type PartOfForm, partsOfForm } from './form-parts.js';
export { CURSOR_KEY_BYTES, type Cursors, createCursors } from './page-cursors.js';
export {
  cursorProblem,
  linesOfPages,
  type MissingPage,
  nextLink,
  type PageOfLines,
  pageProblem,
} from './pages.js';

import { type AcceptedFile, acceptedFile, FILE_TYPE, overlap } from './accept.js';
import { type CallProblem, withCode } from './call-problem.js';
import { problemDetails } from './error-contract.js';
import { type PartOfForm, partsOfForm } from './form-parts.js';
import { SOAP_HEADERS_HEADER, WARNINGS_HEADER } from './headers.js';
import { methodProblem } from './problems.js';

/** The members of a route that HTTP depends on: `ParsedRoute` of the mapper is one. */
export interface HttpRoute {
  /** The status of a call that succeeded. */
  readonly status: number;
  /** The statuses of declared faults. */
  readonly faults: readonly { readonly name: string; readonly status: number }[];
}

/** The route that a request matched: `MatchedRoute` of the mapper. */
export interface RouteAtPath<Route extends HttpRoute> {
  readonly route: Route;
  readonly values: readonly string[];
}

/** The routes of a service: `RouteTable` of the mapper. */
export interface RouteFinder<Route extends HttpRoute> {
  match(
    path: string,
  ):
    | { readonly kind: 'found'; readonly methods: ReadonlyMap<string, RouteAtPath<Route>> }
    | { readonly kind: 'none' }
    | { readonly kind: 'malformed'; readonly problem: string };
}

/** Says why the caller cannot use a method; undefined for one that it can. */
export type RefusesMethod = (method: string) => string | undefined;

const refusesNone: RefusesMethod = () => undefined;

/**
 * Finds the route of a request. `HEAD` is the GET without its body.
 *
 * @param table undefined for a service without routes
 * @param path the path below the service, as it was sent, without the query string
 */
export function findRoute<Route extends HttpRoute>(
  table: RouteFinder<Route> | undefined,
  path: string,
  method: string,
  refuses: RefusesMethod = refusesNone,
): RouteAtPath<Route> | CallProblem {
  const methods = methodsAt(table, path);
  if (isRouteProblem(methods)) return methods;
  const asked = method === 'HEAD' ? 'GET' : method;
  const matched = methods.get(asked);
  const why = matched === undefined ? undefined : refuses(asked);
  if (matched !== undefined && why === undefined) return matched;
  return methodProblem(allowed(methods, refuses), method, why);
}

/** The methods at a path, as `Allow` lists them. */
export function methodsOfPath(
  table: RouteFinder<HttpRoute> | undefined,
  path: string,
  refuses: RefusesMethod = refusesNone,
): readonly string[] | CallProblem {
  const methods = methodsAt(table, path);
  return isRouteProblem(methods) ? methods : allowed(methods, refuses);
}

/** Whether what was found is a problem of the request. */
export function isRouteProblem(found: object): found is CallProblem {
  return 'code' in found;
}

function methodsAt<Route extends HttpRoute>(
  table: RouteFinder<Route> | undefined,
  path: string,
): ReadonlyMap<string, RouteAtPath<Route>> | CallProblem {
  const match = table?.match(path) ?? { kind: 'none' };
  switch (match.kind) {
    case 'found':
      return match.methods;
    case 'malformed':
      return { ...withCode('MALFORMED_REQUEST'), message: `The path ${match.problem}` };
    case 'none':
      return {
        ...withCode('OPERATION_NOT_FOUND'),
        message: 'No route of this service has this path',
      };
  }
}

function allowed(methods: ReadonlyMap<string, unknown>, refuses: RefusesMethod): readonly string[] {
  const offered = [...methods.keys()].filter((method) => refuses(method) === undefined);
  return [...offered.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS'];
}

/**
 * Whether a request has neither a body nor a media type: what a route needs may all be in its path.
 *
 * @param header returns the value of a header by its lower-case name
 */
export function hasNoBody(header: (name: string) => string | undefined): boolean {
  const length = header('content-length');
  const isEmpty = length === '0' || (length === undefined && header('transfer-encoding') === undefined);
  return isEmpty && header('content-type') === undefined;
}

/** The members of a place for a file that HTTP depends on: `FilePlace` of the mapper is one. */
export interface HttpFile {
  readonly encoding: 'base64' | 'hex';
  /** The media types that the service declares for it, in lower case; `image/*` for all images. */
  readonly mediaTypes?: readonly string[];
}

/**
 * The media type of a body that is a file, or `FILE_TYPE` for one that says nothing about it; undefined for any other body.
 *
 * @param header returns the value of a header by its lower-case name
 */
export function typeOfFile(
  header: (name: string) => string | undefined,
  { mediaTypes = [] }: HttpFile,
): string | undefined {
  if (!isPlain(header)) return undefined;
  const given = (header('content-type') ?? '').trim();
  const type = (given.split(';', 1)[0] ?? '').trim().toLowerCase();
  if (type === FILE_TYPE) return FILE_TYPE;
  return mediaTypes.some((each) => overlap(type, each)) && !type.endsWith('/*') ? given : undefined;
}

/** The media type that JSON says of a file: none of one that says nothing. */
export function namedType(mediaType: string | undefined): string | undefined {
  return mediaType === undefined || mediaType.toLowerCase().startsWith(FILE_TYPE) ? undefined : mediaType;
}

/**
 * Whether the body of a request is JSON, or says nothing about itself.
 *
 * @param header returns the value of a header by its lower-case name
 */
export function isJsonBody(header: (name: string) => string | undefined): boolean {
  const [given = ''] = (header('content-type') ?? '').toLowerCase().split(';', 1);
  const type = given.trim();
  return type === '' || type === 'application/json' || type.endsWith('+json');
}

/** The media type of a form with a file. */
export const FORM_TYPE = 'multipart/form-data';

/**
 * Whether the body of a request is a form.
 *
 * @param header returns the value of a header by its lower-case name
 */
export function hasForm(header: (name: string) => string | undefined): boolean {
  return isBodyOf(FORM_TYPE, header);
}

/** The only part of a form, which has to have this name; a problem for any other form (PG-11). */
export function onlyPart(parts: readonly PartOfForm[], name: string): PartOfForm | CallProblem {
  const [part] = parts;
  return part === undefined || parts.length > 1 || part.name !== name
    ? formProblem(`must have one part, ${JSON.stringify(name)}`)
    : part;
}

/** The forms besides JSON that a route takes: `RouteFiles` of the mapper is one. */
export interface HttpFiles<Place extends HttpFile, Part> {
  readonly body?: Place;
  readonly form?: readonly Part[];
}

/** Writes files as JSON: `jsonOfFile` and `jsonOfForm` of the mapper. */
export interface FileWriters<Place extends HttpFile, Part> {
  readonly file: (place: Place, bytes: Uint8Array, mediaType?: string) => Uint8Array;
  readonly form: (
    parts: readonly Part[],
    given: readonly PartOfForm[],
  ) => Uint8Array | { readonly problem: string };
}

/**
 * The JSON text of a body that is a file, or a form with some (PG-7, PG-11, PG-12); undefined for any other body, which is not read. A problem for a
 * form that cannot be used.
 *
 * @param header returns the value of a header by its lower-case name
 * @param member the member that is the whole body
 */
export async function jsonOfFiles<Place extends HttpFile & { readonly key?: string }, Part>(
  header: (name: string) => string | undefined,
  read: () => Promise<Uint8Array>,
  files: HttpFiles<Place, Part> | undefined,
  member: string | undefined,
  write: FileWriters<Place, Part>,
): Promise<Uint8Array | CallProblem | undefined> {
  const { body: place, form } = files ?? {};
  if ((place ?? form) === undefined) return undefined;
  if (!hasForm(header)) {
    const type = place && typeOfFile(header, place);
    return place === undefined || type === undefined
      ? undefined
      : write.file(place, await read(), namedType(type));
  }
  const parts = partsOfForm(header('content-type') ?? '', await read());
  if ('problem' in parts) return formProblem(parts.problem);
  const given = parts.map(({ mediaType, ...part }) => ({ ...part, mediaType: namedType(mediaType) }));
  if (form !== undefined) {
    const json = write.form(form, given);
    return json instanceof Uint8Array ? json : formProblem(json.problem);
  }
  if (place === undefined) return undefined;
  const only = onlyPart(given, place.key ?? member ?? '');
  return isRouteProblem(only) ? only : write.file(place, only.bytes, only.mediaType);
}

/** The problem of a form. */
export function formProblem(problem: string): CallProblem {
  return { ...withCode('MALFORMED_REQUEST'), message: `The form ${problem}` };
}

function isPlain(header: (name: string) => string | undefined): boolean {
  return (header('content-encoding') ?? 'identity').trim().toLowerCase() === 'identity';
}

function isBodyOf(type: string, header: (name: string) => string | undefined): boolean {
  const [mediaType = ''] = (header('content-type') ?? '').split(';', 1);
  return mediaType.trim().toLowerCase() === type && isPlain(header);
}

/** A file that is a body. */
export interface BodyFile {
  readonly bytes: Uint8Array;
  readonly mediaType?: string | undefined;
}

/** A file that is the body of a response. */
export interface SentFile extends BodyFile {
  readonly mediaType: string;
}

/**
 * The result as a file, for a client that prefers it to JSON; undefined for any other, and a problem if the value of the result is not one.
 *
 * @param place where the result has the file; undefined if it cannot be one
 * @param read takes the file out of the result; undefined for a value that is not one
 * @returns with the media type of the response
 */
export function fileOfResult<Place extends HttpFile>(
  accept: string | undefined,
  place: Place | undefined,
  read: (place: Place) => BodyFile | undefined,
): SentFile | CallProblem | undefined {
  const accepted = place && acceptedFile(accept, place.mediaTypes);
  if (place === undefined || accepted === undefined) return undefined;
  const file = read(place);
  if (file === undefined) return noFileProblem(place.encoding);
  return { bytes: file.bytes, mediaType: typeOfResponse(accepted, place, file.mediaType) };
}

/**
 * The media type of a response that is a file: what the service says of it, or else the only type that it declares.
 *
 * @param named what the service says
 */
export function typeOfResponse(
  accepted: AcceptedFile,
  { mediaTypes = [] }: HttpFile,
  named: string | undefined,
): string {
  if (accepted === 'bytes') return FILE_TYPE;
  if (named !== undefined && isHeaderType(named)) return named;
  const [only = FILE_TYPE] = mediaTypes;
  return mediaTypes.length > 1 || only.endsWith('/*') ? FILE_TYPE : only;
}

const TYPE_LENGTH = 255;

/** Whether a text of a service can stand in a header as a media type, with parameters (RFC 9110, section 8.3.1). */
function isHeaderType(text: string): boolean {
  const [type = ''] = text.split(';', 1);
  return (
    text.length <= TYPE_LENGTH &&
    /^[\x20-\x7e]+$/.test(text) &&
    /^[!#$&^_.+\w-]+\/[!#$&^_.+\w-]+$/.test(type.trim())
  );
}

/** The headers of a response that is a file: a browser does not show it as a page of this origin. */
export function headersOfFile(mediaType: string): Readonly<Record<string, string>> {
  const isBytes = mediaType === FILE_TYPE;
  return { 'Content-Type': mediaType, ...(!isBytes && { 'Content-Disposition': 'attachment' }) };
}

/** A result that the client wants as a file, and that is not one. */
export function noFileProblem(encoding: 'base64' | 'hex'): CallProblem {
  const form = encoding === 'hex' ? 'hexadecimal' : 'base64';
  return {
    ...withCode('UPSTREAM_BAD_RESPONSE'),
    message: `The value that the SOAP service returned is not ${form}`,
  };
}

/** The response of a call by a route, apart from its result. */
export interface RouteReply {
  /** The status of the response: that of the route, unless nothing was called. */
  readonly status: number;
  /** How long the call took, in milliseconds. */
  readonly latencyMs: number;
  /** The cache's part in it; undefined if there is no cache. */
  readonly cache?: 'hit' | 'stored' | undefined;
  /** The URI reference of what was created. One that is too long for a header is left out. */
  readonly location?: string | undefined;
  /** The declared SOAP headers of the response (HD-6), as JSON text. */
  readonly soapHeaders?: string | undefined;
  /** The deviations of the response from the WSDL (TR-7). */
  readonly warnings?: readonly unknown[] | undefined;
}

/** The maximum number of characters of one header: servers and proxies refuse responses with more than some kilobytes of headers. */
const HEADER_CHARACTERS = 2048;

/**
 * Adds the headers of a call by a route to those that every response has (RFC 9211 for the cache), and removes the media type of a response
 * without a body. Returns whether the response has a body.
 */
export function addRouteHeaders(
  headers: Record<string, string>,
  { status, latencyMs, cache, location, soapHeaders, warnings = NO_WARNINGS }: RouteReply,
): boolean {
  headers['Server-Timing'] = `total;dur=${latencyMs}`;
  if (cache === 'hit') headers['Cache-Status'] = 'soapstone; hit';
  else if (cache === 'stored') headers['Cache-Status'] = 'soapstone; fwd=uri-miss; stored';
  if (location !== undefined && location.length <= HEADER_CHARACTERS) headers['Location'] = location;
  if (soapHeaders !== undefined) addSoapHeaders(headers, soapHeaders);
  if (warnings.length > 0) headers[WARNINGS_HEADER] = printWarnings(warnings);
  if (status !== 204) return true;
  delete headers['Content-Type'];
  return false;
}

const NO_WARNINGS: readonly unknown[] = [];

/** Blocks that are too long for a header are left out as a whole. */
function addSoapHeaders(headers: Record<string, string>, soapHeaders: string): void {
  if (soapHeaders.length > HEADER_CHARACTERS) return;
  const text = inAscii(soapHeaders);
  if (text.length <= HEADER_CHARACTERS) headers[SOAP_HEADERS_HEADER] = text;
}

/** As many of the warnings, in their order, as a header can have. */
function printWarnings(warnings: readonly unknown[]): string {
  const printed: string[] = [];
  let length = 2;
  for (const warning of warnings) {
    const text = inAscii(JSON.stringify(warning));
    length += text.length + 1;
    if (length > HEADER_CHARACTERS) break;
    printed.push(text);
  }
  return `[${printed.join(',')}]`;
}

/** JSON text without characters that a header cannot have: outside of strings it has none. */
function inAscii(json: string): string {
  return json.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/**
 * The status and the problem details (RFC 9457) of a call by a route that failed. A declared fault with a status of its own has that status, and
 * its name as the title.
 *
 * @param status the status of the problem
 */
export function routeProblem(
  problem: CallProblem,
  status: number,
  faults: HttpRoute['faults'],
  requestId?: string,
): { readonly status: number; readonly body: Readonly<Record<string, unknown>> } {
  const name = (problem.fault as { readonly name?: unknown } | undefined)?.name;
  const own = faults.find((each) => each.name === name);
  const shown = own?.status ?? status;
  const body = problemDetails.body(problem, shown, requestId) as Readonly<Record<string, unknown>>;
  return { status: shown, body: own === undefined ? body : { ...body, title: own.name } };
}
