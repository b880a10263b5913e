import { defined } from '@soapstone/options/defined';
import type { CredentialProfile } from '@soapstone/ws-security';
import { hideInAnswer } from '../answer/received-answer.js';
import { assertCompatibility } from '../connection/assert-compatibility.js';
import { readTarget, type Target } from '../egress/target.js';
import { noDocument, readStart } from '../http/answer-errors.js';
import type { ByteStream } from '../http/byte-stream.js';
import { decodeContent } from '../http/content-coding.js';
import { credentialHeaders } from '../http/credential-headers.js';
import { type HttpResponse, headerValue, headerValues } from '../http/http-exchange.js';
import { redactorOf } from '../message-security/message-security.js';
import { type Compatibility, closesConnections } from '../old-servers.js';
import { assertProxy, withoutProxy } from '../proxy/proxy-settings.js';
import { CallScope } from '../reliability/call-scope.js';
import type { SendContext } from '../send.js';
import { isTransportError, TransportError } from '../transport-error.js';
import { raisedBy } from '../transport-limits.js';
import {
  assertFetchArguments,
  assertKnownVersion,
  type DocumentVersion,
  type FetchDocumentOptions,
  type FetchedDocument,
} from './document-options.js';

/**
 * Fetches a document. Follows a few redirects, each of which passes the guard. The first redirect to another origin drops the
 * credentials for good, and none may lead from https to http (C3).
 */
export async function fetchDocument(
  context: SendContext,
  uri: string,
  options: FetchDocumentOptions = {},
): Promise<FetchedDocument> {
  assertFetchArguments(uri, withoutKnown(withoutProxy(options)));
  const { known } = options;
  assertKnownVersion(known);
  assertCompatibility(options.compatibility, 'fetchDocument');
  assertProxy(options.proxy, 'fetchDocument');
  // The headers are cached with the profile.
  credentialHeaders(options.credentials);
  const { limits, guard } = context;
  const maxBytes = options.maxBytes ?? limits.maxResponseBytes;
  const deadlineAt = context.now() + (options.deadlineMs ?? limits.deadlineMs);
  let target = readTarget(uri, guard);
  const trusted =
    options.credentialsFor === undefined ? target.origin : readTarget(options.credentialsFor, guard).origin;
  let credentials = trusted === target.origin ? options.credentials : undefined;
  const { compatibility = context.compatibility } = options;
  // Not only its origin: old servers lead from http to https.
  const host = new URL(trusted).hostname;

  for (let redirects = 0; ; redirects += 1) {
    const deadlineMs = Math.max(1, Math.ceil(deadlineAt - context.now()));
    const scope = new CallScope(
      { deadlineMs, firstByteMs: limits.firstByteMs, now: context.now },
      options.signal,
    );
    const profile = target.url.hostname === host ? compatibility : undefined;
    // Another document may have the same validators.
    const condition = known?.uri === target.url.href ? known : undefined;
    const response = await context.run(
      {
        http: {
          origin: target.origin,
          path: target.path,
          method: 'GET',
          headers: [...headersOf(context, credentials, profile), ...conditionOf(condition)],
          body: null,
          ...(closesConnections(profile) && { reset: true }),
        },
        account: options.account ?? '',
        credentials,
        lenientHttp: options.lenientHttp ?? context.lenientHttp,
        compatibility: profile,
        proxy: options.proxy,
        maxBytes,
        scope,
      },
      (answer) => answer,
    );
    if (condition !== undefined && response.status === 304) {
      void response.body.return();
      return { bytes: new Uint8Array(), uri: target.url.href, notModified: true };
    }
    const next = redirectTarget(response, target, context);
    if (next === undefined) return readDocument(response, target, maxBytes, options.credentials);
    void response.body.return();
    if (redirects >= limits.redirects)
      throw refused(response.status, `more than ${limits.redirects} redirects${raisedBy('redirects')}`);
    if (next.origin !== target.origin) credentials = undefined;
    target = next;
  }
}

function headersOf(
  context: SendContext,
  credentials: CredentialProfile | undefined,
  compatibility: Compatibility | undefined,
): string[] {
  return [
    'accept',
    'text/xml, application/xml, application/wsdl+xml, */*;q=0.1',
    ...(compatibility?.encoding === 'identity' ? [] : ['accept-encoding', 'gzip, identity;q=0.5']),
    'user-agent',
    context.userAgent,
    ...credentialHeaders(credentials),
  ];
}

/** The options that both transports have. */
function withoutKnown(given: Omit<FetchDocumentOptions, 'proxy'>): typeof given {
  if (typeof given !== 'object' || given === null || !('known' in given)) return given;
  const { known: _, ...others } = given;
  return others;
}

/** The header fields of a conditional request. */
function conditionOf({ etag, lastModified }: Partial<DocumentVersion> = {}): string[] {
  return [
    ...(etag === undefined ? [] : ['if-none-match', etag]),
    ...(lastModified === undefined ? [] : ['if-modified-since', lastModified]),
  ];
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

function redirectTarget(
  { status, headers, body }: HttpResponse,
  from: Target,
  context: SendContext,
): Target | undefined {
  if (!REDIRECTS.has(status)) return undefined;
  try {
    const location = headerValue(headers, 'location');
    if (location === undefined) throw refused(status, 'a redirect without Location');
    const next = readTarget(location, context.guard, from.url);
    if (from.url.protocol === 'https:' && next.url.protocol === 'http:')
      throw refused(status, 'a redirect from https to http');
    return next;
  } catch (error) {
    throw giveUp(body, error);
  }
}

/** The most bytes of an error page that are decoded. */
const READ_START = 64 * 1024;

async function readDocument(
  response: HttpResponse,
  target: Target,
  maxBytes: number,
  secrets: CredentialProfile | undefined,
): Promise<FetchedDocument> {
  const { status, statusText, headers, body } = response;
  if (status !== 200) {
    const coding = headerValues(headers, 'content-encoding');
    const start = await readStart(decodeContent({ source: body, coding, status, maxBytes: READ_START }));
    body.abandon();
    const answer = { status, ...defined({ statusText }), headers, ...start };
    throw noDocument(hideInAnswer(answer, await redactorOf(secrets)));
  }
  const source = decodeContent({
    source: body,
    coding: headerValues(headers, 'content-encoding'),
    status,
    maxBytes,
  });
  const chunks: Uint8Array[] = [];
  for await (const chunk of source) chunks.push(chunk);
  const contentType = headerValue(headers, 'content-type');
  const etag = headerValue(headers, 'etag');
  const lastModified = headerValue(headers, 'last-modified');
  return {
    bytes: Buffer.concat(chunks),
    ...defined({ contentType, etag, lastModified }),
    uri: target.url.href,
  };
}

function giveUp(body: ByteStream, error: unknown): unknown {
  body.abandon(isTransportError(error) ? error : undefined);
  return error;
}

function refused(status: number, why: string): TransportError {
  return new TransportError({
    code: 'UPSTREAM_BAD_RESPONSE',
    phase: 'read-response',
    message: `cannot fetch the document: ${why}`,
    upstreamStatus: status,
  });
}
