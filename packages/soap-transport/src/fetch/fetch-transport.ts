import { isMultipart } from '@soapstone/mime/internal';
import { assertOptions, type Check, callback, kindOf, members } from '@soapstone/options';
import { joinBytes } from '@soapstone/soap-model/bytes';
import type { CredentialProfile } from '@soapstone/ws-security/web';
import {
  assertFetchArguments,
  type FetchDocumentOptions,
  type FetchedDocument,
} from '../document/document-options.js';
import { readTarget } from '../egress/target.js';
import { assertRequest, assertSignal, type TransportRequest, type TransportResponse } from '../exchange.js';
import { createSoapHeaders } from '../http/soap-headers.js';
import type { CallSignal } from '../reliability/call-scope.js';
import { asTransportError } from '../security-failure.js';
import { TransportError } from '../transport-error.js';
import {
  DEFAULT_TRANSPORT_LIMITS,
  raisedBy,
  type TransportLimits,
  transportLimits,
} from '../transport-limits.js';
import { fetchFailure } from './fetch-failure.js';
import type { Entity } from './multipart-entity.js';
import { type Watch, watchCall } from './watch.js';

/** The part of the global `fetch` that is used. */
export type FetchFunction = (input: string, init?: RequestInit) => Promise<Response>;

/** Options of a transport over `fetch`. */
export interface FetchTransportOptions {
  /** Default: the global `fetch`. */
  readonly fetch?: FetchFunction | undefined;
  /**
   * `deadlineMs`, `maxResponseBytes`, `maxParts`, `maxPartHeaderBytes` and `redirects` apply here; the others are up to the
   * runtime.
   */
  readonly limits?: Partial<Record<keyof TransportLimits, number | undefined>> | undefined;
}

/** Sends messages and fetches documents over `fetch`. */
export interface FetchTransport {
  /** See `Transport.send`. */
  send(request: TransportRequest, signal?: CallSignal): Promise<TransportResponse>;
  /** See `Transport.fetchDocument`. */
  fetchDocument(uri: string, options?: FetchDocumentOptions): Promise<FetchedDocument>;
}

const fetchTransportOptions: Check = members<FetchTransportOptions>({
  fetch: callback,
  limits: transportLimits,
});

/** The program chooses the addresses, and its runtime decides where it may connect. */
const anywhere = { refuseTarget: () => undefined, refuseAddress: () => undefined, trustsName: () => true };
const REMEMBERED = 100;

/**
 * Creates a transport over `fetch`, for Deno, Bun, edge runtimes and tests. It has no pools, breakers or egress guard of its own,
 * and cannot use client certificates or private authorities. It signs nothing: `withMessageSecurity` of `@soapstone/soap-call/secure` adds
 * that. Attachments need a global `Buffer`, which Node, Bun and Deno have, as do Cloudflare Workers with `nodejs_compat`.
 *
 * Throws `OptionError` for an unknown option or a value that cannot be used.
 *
 * @example
 * ```ts
 * const transport = createFetchTransport({ limits: { deadlineMs: 10_000 } });
 * const response = await transport.send(request, AbortSignal.timeout(5_000));
 * ```
 */
export function createFetchTransport(options: FetchTransportOptions = {}): FetchTransport {
  assertOptions(fetchTransportOptions, options, 'createFetchTransport');
  const limits = { ...DEFAULT_TRANSPORT_LIMITS };
  for (const [name, value] of Object.entries(options.limits ?? {})) {
    if (value !== undefined) Object.assign(limits, { [name]: value });
  }
  const fetch: FetchFunction = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
  const soapHeaders = createSoapHeaders({ userAgent: 'soapstone', acceptGzip: true }, REMEMBERED);
  return {
    async send(request, signal) {
      assertRequest(request);
      assertSignal(signal);
      if (request.credentials !== undefined) await assertPortable(request.credentials);
      if (request.headers !== undefined) await assertPortable({ headers: request.headers });
      const { url } = readTarget(request.url, anywhere);
      const { contentType, body } = await entityOf(request);
      const headers = new Headers();
      setAll(headers, soapHeaders(request, contentType));
      setAll(headers, await headersFor(request.credentials));
      setAll(headers, Object.entries(request.headers ?? {}).flat());
      // The runtime decodes what it asks for.
      headers.delete('accept-encoding');
      request.onEnvelope?.(request.body);
      const startedAt = performance.now();
      const watch = watchCall(request.deadlineMs ?? limits.deadlineMs, signal);
      const init: RequestInit = { method: 'POST', headers, body, redirect: 'manual', signal: watch.signal };
      const response = await attempt(fetch, url.href, init, watch);
      const headersMs = performance.now() - startedAt;
      if (isRedirect(response)) {
        await leave(response, watch);
        const { status } = response;
        const { redirected } = await import('../http/answer-errors.js');
        throw redirected({ status, headers: headersOf(response), start: new Uint8Array(), truncated: true });
      }
      const source = bodyOf(response, watch, request.maxResponseBytes ?? limits.maxResponseBytes);
      const type = response.headers.get('content-type');
      const common = {
        status: response.status,
        headers: headersOf(response),
        timing: { queuedMs: 0, connectMs: 0, headersMs },
      };
      if (type === null || !isMultipart(type)) {
        const single = { ...common, multipart: false, body: source, attachments: () => Promise.resolve([]) };
        return type === null ? single : { ...single, contentType: type };
      }
      const { openMultipartMessage } = await import('../http/multipart-message.js');
      const message = await openMultipartMessage(source, type, limits, () => void source.return(undefined));
      return { ...common, multipart: true, ...message };
    },
    fetchDocument: (uri, fetchOptions = {}) => fetchDocument(fetch, limits, uri, fetchOptions),
  };
}

// Multipart messages and credential profiles are rare, so bundled programs load the code for them only when it is needed.
async function assertPortable(profile: CredentialProfile): Promise<void> {
  const { assertPortableProfile } = await import('@soapstone/ws-security/web');
  try {
    assertPortableProfile(profile);
  } catch (error) {
    throw asTransportError(error);
  }
}

async function headersFor(credentials: CredentialProfile | undefined): Promise<readonly string[]> {
  if (credentials === undefined) return [];
  const { credentialHeaders } = await import('../http/credential-headers.js');
  return credentialHeaders(credentials);
}

async function fetchDocument(
  fetch: FetchFunction,
  limits: TransportLimits,
  uri: string,
  options: FetchDocumentOptions,
): Promise<FetchedDocument> {
  assertFetchArguments(uri, options);
  const { credentials, credentialsFor, deadlineMs, maxBytes, signal } = options;
  if (credentials !== undefined) await assertPortable(credentials);
  const watch = watchCall(deadlineMs ?? limits.deadlineMs, signal);
  let { url } = readTarget(uri, anywhere);
  const trusted = credentialsFor === undefined ? url.origin : readTarget(credentialsFor, anywhere).origin;
  let shown = trusted === url.origin ? credentials : undefined;
  for (let redirects = 0; ; redirects += 1) {
    const headers = new Headers({ accept: 'text/xml, application/xml, application/wsdl+xml, */*;q=0.1' });
    setAll(headers, await headersFor(shown));
    const init: RequestInit = { headers, redirect: 'manual', signal: watch.signal };
    const response = await attempt(fetch, url.href, init, watch);
    const location = isRedirect(response) ? response.headers.get('location') : null;
    if (location !== null) {
      await response.body?.cancel();
      const next = readTarget(location, anywhere, url).url;
      if (redirects >= limits.redirects)
        throw stopped(watch, response, `more than ${limits.redirects} redirects${raisedBy('redirects')}`);
      if (url.protocol === 'https:' && next.protocol === 'http:') {
        throw stopped(watch, response, 'a redirect from https to http');
      }
      if (next.origin !== url.origin) shown = undefined;
      url = next;
      continue;
    }
    if (response.status !== 200) {
      const { noDocument, readStart } = await import('../http/answer-errors.js');
      const start = await readStart(bodyOf(response, watch, READ_START));
      watch.stop();
      throw noDocument({ status: response.status, headers: headersOf(response), ...start });
    }
    const chunks: Uint8Array[] = [];
    for await (const chunk of bodyOf(response, watch, maxBytes ?? limits.maxResponseBytes))
      chunks.push(chunk);
    const contentType = response.headers.get('content-type');
    return { bytes: joinBytes(chunks), ...(contentType !== null && { contentType }), uri: url.href };
  }
}

/** The most bytes of an error page that are read. */
const READ_START = 64 * 1024;

async function attempt(
  fetch: FetchFunction,
  url: string,
  init: RequestInit,
  watch: Watch,
): Promise<Response> {
  let response: Response;
  try {
    // A function of a program may not look at the signal.
    watch.signal.throwIfAborted();
    const ended = new Promise<never>((_, reject) => {
      watch.signal.onabort = reject;
    });
    response = await Promise.race([ended, fetch(url, init)]);
  } catch (error) {
    watch.stop();
    throw watch.reason() ?? fetchFailure(error);
  }
  if (typeof (response as Partial<Response> | undefined)?.headers?.get === 'function') return response;
  watch.stop();
  throw new TransportError({
    code: 'INVALID_REQUEST',
    phase: 'read-response',
    message: `cannot use what the option "fetch" resolved to: expected a Response, not ${kindOf(response)}`,
  });
}

/** The body as it arrives, up to `maxBytes`. */
async function* bodyOf(
  response: Response,
  watch: Watch,
  maxBytes: number,
): AsyncGenerator<Uint8Array, undefined> {
  const reader = response.body?.getReader();
  let total = 0;
  try {
    for (;;) {
      const step = await reader?.read();
      if (step === undefined || step.done) return undefined;
      total += step.value.length;
      if (total > maxBytes) throw tooLarge(response.status, maxBytes);
      yield step.value;
    }
  } catch (error) {
    throw watch.reason() ?? fetchFailure(error, response.status);
  } finally {
    watch.stop();
    await reader?.cancel().catch(() => undefined);
  }
}

async function entityOf(request: TransportRequest): Promise<Entity> {
  const { body, contentType, attachments = [], packaging } = request;
  if (attachments.length === 0 && packaging !== 'mtom') return { contentType, body: new Uint8Array(body) };
  const { multipartEntity } = await import('./multipart-entity.js');
  return await multipartEntity(request);
}

function setAll(headers: Headers, pairs: readonly string[]): void {
  for (let at = 0; at < pairs.length; at += 2) headers.set(pairs[at] ?? '', pairs[at + 1] ?? '');
}

function headersOf(response: Response): Readonly<Record<string, string | string[] | undefined>> {
  const headers: Record<string, string | string[]> = Object.fromEntries(response.headers);
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) headers['set-cookie'] = cookies;
  return headers;
}

/** Browsers hide the status of a redirect that they were told not to follow. */
function isRedirect({ status, type }: Response): boolean {
  return (status >= 300 && status < 400) || type === 'opaqueredirect';
}

async function leave(response: Response, watch: Watch): Promise<void> {
  watch.stop();
  await response.body?.cancel();
}

function stopped(watch: Watch, { status }: Response, why: string): TransportError {
  watch.stop();
  return badResponse(status, `cannot fetch the document: ${why}`);
}

function badResponse(upstreamStatus: number, message: string): TransportError {
  return new TransportError({
    code: 'UPSTREAM_BAD_RESPONSE',
    phase: 'read-response',
    message,
    upstreamStatus,
  });
}

function tooLarge(upstreamStatus: number, maxBytes: number): TransportError {
  return new TransportError({
    code: 'UPSTREAM_TOO_LARGE',
    phase: 'read-response',
    message: `the upstream's response is larger than ${maxBytes} bytes${raisedBy('maxResponseBytes')}`,
    upstreamStatus,
  });
}
