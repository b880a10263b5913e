import {
  type Cursors,
  createCursors,
  cursorProblem,
  LINES_TYPE,
  linesOfPages,
  type MissingPage,
  type PageOfLines,
  pageProblem,
  prefers,
} from '@soapstone/http-contract/internal/routes';
import { type CompiledOperation, type Mapper, stringify } from '@soapstone/json-xml-mapper';
import {
  type CursorSeals,
  type MatchedRoute,
  PageCall,
  pagePlan,
} from '@soapstone/json-xml-mapper/internal/routes';
import { streamOf } from './arriving-files.js';
import type { RestOptions } from './options.js';
import { RequestProblem } from './read-input.js';

/** The cursors of one service. */
export interface ServiceCursors extends CursorSeals {
  readonly digest: Cursors['digest'];
}

/** The dependencies for serving pages. */
interface PageServer {
  readonly mapper: Mapper;
  /** Undefined for a design without pages. */
  readonly cursors: ServiceCursors | undefined;
}

/** Reads the body of a request by a route, as JSON text. */
export type BodyReader = (found: MatchedRoute, operation: CompiledOperation) => Promise<Uint8Array>;

const encoder = new TextEncoder();

/** Seals the cursors of a service: those of another one, of another address and of another design are not of it (PG-5). */
export function cursorsOfService({ model }: Mapper, { cursorKey, client }: RestOptions): ServiceCursors {
  const { seal, open, digest } = createCursors(crypto, cursorKey);
  const names = model.services.map(({ name }) => name);
  const service = stringify({ names, endpoint: client?.endpoint, design: client?.design });
  let digested: Promise<string> | undefined;
  const placeOf = async (place: string): Promise<string> => {
    digested ??= digest(encoder.encode(service));
    return JSON.stringify([await digested, place]);
  };
  return {
    seal: async (place, text) => await seal(await placeOf(place), text),
    open: async (place, cursor) => await open(await placeOf(place), cursor),
    digest,
  };
}

/** The body of the request for a list, which those for its other pages have too. */
export function onceRead(readBody: BodyReader): BodyReader {
  let body: Promise<Uint8Array> | undefined;
  return (...route) => {
    body ??= readBody(...route);
    return body;
  };
}

/** Whether a request asks for the items of all pages (PG-6). */
export function asksForLines({ method, headers }: Request): boolean {
  return method !== 'HEAD' && prefers(headers.get('accept') ?? undefined, LINES_TYPE);
}

/**
 * The response with the items of a page and of those after it, one on each line (PG-6). The next page is called once the client has taken the
 * lines of the previous one.
 */
export function linesResponse(
  { status, headers }: Response,
  first: PageOfLines,
  { signal }: Request,
  readNext: (query: string) => Promise<PageOfLines | MissingPage>,
): Response {
  const lines = linesOfPages(
    first,
    readNext,
    () => signal.aborted,
    (value) => encoder.encode(stringify(value)),
  );
  const ofLines = new Headers(headers);
  ofLines.delete('Link');
  ofLines.set('Content-Type', LINES_TYPE);
  return new Response(streamOf(lines, 1), { status, headers: ofLines });
}

/** The page that a request asks for; undefined for a route without pages. Throws `RequestProblem` for a cursor of another list. */
export async function findPage(
  { route, values }: MatchedRoute,
  query: string,
  { mapper, cursors }: PageServer,
): Promise<PageCall | undefined> {
  const plan = route.page && pagePlan(route.page, (name) => mapper.compile(name).shape.pages);
  if (plan === undefined || cursors === undefined) return undefined;
  const page = await PageCall.find(plan, values, query, cursors);
  if (page === undefined) throw new RequestProblem(cursorProblem());
  return page;
}

/** Throws `RequestProblem` if the cursor belongs to another body. */
export async function takeBody(
  page: PageCall,
  { route }: MatchedRoute,
  body: Uint8Array,
  { cursors }: PageServer,
): Promise<void> {
  if (route.body === undefined || cursors === undefined) return;
  if (!page.takeBody(await cursors.digest(body))) throw new RequestProblem(cursorProblem());
}

/** Reads the items of a result. Throws `RequestProblem` for one that does not lead on. The link is relative, because the API may be mounted anywhere. */
export async function readPage(page: PageCall, result: string): Promise<PageOfLines> {
  const read = await page.read(encoder.encode(result));
  if ('problem' in read) throw new RequestProblem(pageProblem(read.problem));
  const { items, most, next } = read;
  return next === undefined ? { items, most } : { items, most, next: { query: next, path: `?${next}` } };
}

/** The body of a response to a request for a page that is not a page: problem details, or a response of the program. */
export async function problemIn(response: Response): Promise<unknown> {
  const isJson = /^application\/(?:json|[\w.-]+\+json)/.test(response.headers.get('content-type') ?? '');
  const problem: unknown = isJson ? await response.json().catch(() => undefined) : undefined;
  return problem ?? { status: response.status };
}
