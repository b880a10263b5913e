import { createMultipartMessage } from '@soapstone/mime';
import { isMultipartType } from '@soapstone/mime/internal';
import type { CredentialProfile, OAuthProfile, SecuredRequest, StsProfile } from '@soapstone/ws-security';
import { assertCredentialProfile, isSecured, NO_EVIDENCE } from '@soapstone/ws-security/internal/profile';
import { hideInAnswer } from './answer/received-answer.js';
import type { AnswerReader, CallRequest } from './call-request.js';
import type { EgressGuard } from './egress/guard.js';
import { createTargetReader } from './egress/target.js';
import type { ResponseTiming, TransportRequest, TransportResponse } from './exchange.js';
import { redirected } from './http/answer-errors.js';
import { decodeContent } from './http/content-coding.js';
import { credentialHeaders } from './http/credential-headers.js';
import { type HttpRequest, type HttpResponse, headerValue, headerValues } from './http/http-exchange.js';
import { openMultipartMessage } from './http/multipart-message.js';
import { createSoapHeaders } from './http/soap-headers.js';
import { createTokenSource } from './logins/oauth/token-source.js';
import type { IssuedTokens } from './logins/token-service/issued-tokens.js';
import { redactorOf } from './message-security/message-security.js';
import { closesConnections } from './old-servers.js';
import { CallScope, type CallSignal } from './reliability/call-scope.js';
import { within } from './reliability/within.js';
import { assertPackable } from './secured/packable.js';
import { receive } from './secured/receive.js';
import { asTransportError } from './security-failure.js';
import { TransportError } from './transport-error.js';
import type { ResolvedOptions } from './transport-options.js';

/** The state that sending and fetching share. */
export interface SendContext extends ResolvedOptions {
  readonly guard: EgressGuard;
  run<Product>(call: CallRequest, read: AnswerReader<Product>): Promise<Product>;
}

/** The message as the body of the POST. */
interface Entity {
  readonly contentType: string;
  readonly body: NonNullable<HttpRequest['body']>;
  /** Its length, if the body itself does not state it. */
  readonly length?: number;
}

/** The number of services, and so addresses and headers, to cache. */
const REMEMBERED = 1_000;

/** `Transport.send`, and what must be done before the transport is closed. */
export interface Sender {
  send(request: TransportRequest, signal?: CallSignal): Promise<TransportResponse>;
  /** Cancels the tokens of profiles that ask for it. Never rejects. */
  finish(): Promise<void>;
}

/** Creates `Transport.send`. */
export function createSend(context: SendContext): Sender {
  const { limits, now } = context;
  const targetOf = createTargetReader(context.guard, REMEMBERED);
  const soapHeaders = createSoapHeaders(context, REMEMBERED);
  const tokens = createTokenSource(context);

  const begin = (given: TransportRequest, signal: CallSignal | undefined): Promise<TransportResponse> => {
    const { credentials: profile } = given;
    // Added here, so that it never holds for the servers of tokens.
    const { compatibility } = context;
    const request =
      compatibility === undefined || given.compatibility !== undefined ? given : { ...given, compatibility };
    if (profile?.sts !== undefined) {
      assertCredentialProfile(profile);
      return withAssertion(request, profile.sts, signal);
    }
    return dispatch(request, signal, profile);
  };

  /** @param securing the credentials that secure the message, if a token was added to those of the request */
  const dispatch = (
    request: TransportRequest,
    signal: CallSignal | undefined,
    securing: CredentialProfile | undefined,
  ): Promise<TransportResponse> => {
    if (securing?.oauth === undefined) return secureAndSend(request, signal, securing);
    assertCredentialProfile(securing);
    return authorized(request, securing.oauth, signal, securing);
  };

  /** Sends a request with the assertion of a token service. */
  const withAssertion = async (
    request: TransportRequest,
    sts: StsProfile,
    signal: CallSignal | undefined,
  ): Promise<TransportResponse> => {
    const started = now();
    const { account, url, credentials, proxy, deadlineMs = limits.deadlineMs } = request;
    targetOf(url);
    const { sts: _, ...own } = credentials ?? {};
    const use = { account, sts, url, signature: own.signature, proxy, deadlineMs, signal };
    const issued = await openIssuedTokens();
    const token = await issued.tokenFor(use);
    const left = Math.max(1, Math.ceil(deadlineMs - (now() - started)));
    const response = await dispatch({ ...request, deadlineMs: left }, signal, {
      ...own,
      saml: token.saml,
    });
    issued.sawStatus(use, token, response.status);
    return response;
  };

  /** Sends a request with an access token. One that the service rejects is not used again. */
  const authorized = async (
    request: TransportRequest,
    oauth: OAuthProfile,
    signal: CallSignal | undefined,
    securing: CredentialProfile,
  ): Promise<TransportResponse> => {
    const started = now();
    const { account, credentials, proxy, deadlineMs = limits.deadlineMs } = request;
    const use = { account, oauth, ca: credentials?.ca, proxy, deadlineMs, signal };
    const token = await tokens.tokenFor(use);
    const left = Math.max(1, Math.ceil(deadlineMs - (now() - started)));
    const headers = { authorization: `Bearer ${token}`, ...request.headers };
    const response = await secureAndSend({ ...request, headers, deadlineMs: left }, signal, securing);
    if (response.status === 401) tokens.forget(use, token);
    return response;
  };

  const secureAndSend = (
    request: TransportRequest,
    signal: CallSignal | undefined,
    profile: CredentialProfile | undefined,
  ): Promise<TransportResponse> => {
    const { body, signed } = request;
    const isChanged = isSecured(profile) || signed !== undefined;
    if (isChanged && request.pieces !== undefined)
      throw unsendable('cannot secure the envelope: it is sent in pieces');
    if (!isChanged) return exchange(request, { envelope: body, evidence: NO_EVIDENCE }, signal);
    const credentials = profile ?? {};
    assertCredentialProfile(credentials);
    const secured = context.secureRequest(body, credentials, request.account, signed);
    if ('envelope' in secured) return exchange(request, secured, signal);
    const { deadlineMs = limits.deadlineMs } = request;
    const ends = now() + deadlineMs;
    return within(secured, { deadlineMs, signal }, 'the request was not signed').then((ready) =>
      exchange({ ...request, deadlineMs: Math.max(1, Math.ceil(ends - now())) }, ready, signal),
    );
  };

  const ownHeaders = (request: TransportRequest, contentType: string): readonly string[] => {
    const headers = soapHeaders(request, contentType);
    return request.compatibility?.encoding === 'identity' ? withoutEncoding(headers) : headers;
  };

  const exchange = (
    request: TransportRequest,
    { envelope, evidence }: SecuredRequest,
    signal: CallSignal | undefined,
  ): Promise<TransportResponse> => {
    const credentials = credentialHeaders(request.credentials);
    const { origin, path } = targetOf(request.url);
    const { contentType, body, length } = entityOf(context, request, envelope);
    const headers = headersOf(request, ownHeaders(request, contentType), credentials, length);
    const { deadlineMs = limits.deadlineMs, maxResponseBytes = limits.maxResponseBytes } = request;
    // A file may take longer to send than a server to respond.
    const firstByteMs = readsFile(request) ? deadlineMs : limits.firstByteMs;
    const scope = new CallScope({ deadlineMs, firstByteMs, now }, signal);
    request.onEnvelope?.(envelope);
    return context.run(
      {
        http: closesConnections(request.compatibility)
          ? { origin, path, method: 'POST', headers, body, reset: true }
          : { origin, path, method: 'POST', headers, body },
        account: request.account,
        credentials: request.credentials,
        lenientHttp: request.lenientHttp ?? context.lenientHttp,
        compatibility: request.compatibility,
        proxy: request.proxy,
        maxBytes: maxResponseBytes,
        scope,
      },
      (response, timing) => {
        const answer = openAnswer(response, timing, request, maxResponseBytes, context);
        const { credentials: profile } = request;
        if (profile?.verify === undefined && profile?.decryption === undefined) return answer;
        const { verify, decryption } = profile;
        const security = { verify, decryption, request: evidence };
        const ends = scope.startedAt + deadlineMs;
        return receive(answer, security, request.account, (...response) => {
          const opened = context.openResponse(...response);
          if (opened instanceof Uint8Array) return opened;
          const time = { deadlineMs: Math.max(1, ends - now()), signal };
          return within(opened, time, 'the response was not decrypted');
        });
      },
    );
  };

  let issuedTokens: Promise<IssuedTokens> | undefined;
  /** Few services take tokens of a token service: its code is loaded for the first call that needs one. */
  const openIssuedTokens = (): Promise<IssuedTokens> => {
    issuedTokens ??= import('./logins/token-service/issued-tokens.js').then(({ createIssuedTokens }) =>
      createIssuedTokens({
        now,
        random: context.random,
        readIssuedAssertion: context.readIssuedAssertion,
        send: (request) => dispatch(request, undefined, request.credentials),
      }),
    );
    return issuedTokens;
  };

  return {
    // An async function would wrap the call's promise in a second one.
    send(request, signal) {
      try {
        const response = begin(request, signal);
        // Only credentials secure a message.
        return request.credentials === undefined && request.signed === undefined
          ? response
          : response.catch(failInTransport);
      } catch (error) {
        return Promise.reject(asTransportError(error));
      }
    },
    async finish() {
      await (await issuedTokens)?.cancelAll();
    },
  };
}

function failInTransport(error: unknown): never {
  throw asTransportError(error);
}

/** The headers without `Accept-Encoding`, which some devices refuse. */
function withoutEncoding(headers: readonly string[]): readonly string[] {
  return headers.filter((_, index) => headers[index - (index % 2)] !== 'accept-encoding');
}

/** The headers of a message as alternating names and values. Most messages have only those of their operation. */
function headersOf(
  { traceContext, headers }: TransportRequest,
  soapHeaders: readonly string[],
  credentials: readonly string[],
  length: number | undefined,
): readonly string[] {
  const plain = credentials.length === 0 && traceContext === undefined && length === undefined;
  if (plain && headers === undefined) return soapHeaders;
  if (plain && headers !== undefined && Object.isFrozen(headers)) return joinedOnce(soapHeaders, headers);
  return [
    ...soapHeaders,
    ...(headers === undefined ? credentials : replacedBy(headers, credentials)),
    ...(length === undefined ? [] : ['content-length', String(length)]),
    ...(traceContext === undefined ? [] : traceHeaders(traceContext)),
  ];
}

const joined = new WeakMap<
  Readonly<Record<string, string>>,
  { readonly soapHeaders: readonly string[]; readonly all: readonly string[] }
>();

/** The headers of a message whose own are frozen, as those of a session are: checked and joined once for the messages of an operation. */
function joinedOnce(
  soapHeaders: readonly string[],
  headers: Readonly<Record<string, string>>,
): readonly string[] {
  const known = joined.get(headers);
  if (known?.soapHeaders === soapHeaders) return known.all;
  const all = [...soapHeaders, ...replacedBy(headers, [])];
  joined.set(headers, { soapHeaders, all });
  return all;
}

/** The headers of the credentials with those of the message, which win. */
function replacedBy(headers: Readonly<Record<string, string>>, credentials: readonly string[]): string[] {
  assertCredentialProfile({ headers });
  const names = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  const kept = credentials.filter(
    (_, index) => !names.has((credentials[index - (index % 2)] ?? '').toLowerCase()),
  );
  return [...kept, ...Object.entries(headers).flat()];
}

/** A trace context helps operators. One that cannot be sent is dropped, and the call continues. */
function traceHeaders(context: NonNullable<TransportRequest['traceContext']>): string[] {
  return Object.entries({ traceparent: context.traceparent, tracestate: context.tracestate }).flatMap(
    ([name, value]) => (value !== undefined && /^[\x20-\x7e]{1,512}$/.test(value) ? [name, value] : []),
  );
}

function openAnswer(
  { status, statusText, headers, body }: HttpResponse,
  timing: ResponseTiming,
  { credentials, compatibility }: TransportRequest,
  maxBytes: number,
  { limits }: SendContext,
): TransportResponse | Promise<TransportResponse> {
  // Only for responses that are likely to be shown to an owner: a phrase is of no use to a program.
  const phrase = status < 300 || statusText === undefined ? NO_PHRASE : { statusText };
  if (status >= 300 && status < 400) {
    const answer = { status, ...phrase, headers, start: new Uint8Array(), truncated: true };
    return redactorOf(credentials).then((hide) => {
      const error = redirected(hideInAnswer(answer, hide));
      body.abandon(error);
      throw error;
    });
  }
  const coding = headerValues(headers, 'content-encoding');
  const isIdentity = compatibility?.encoding === 'identity';
  const source =
    coding === undefined ? body : decodeContent({ source: body, coding, status, maxBytes, isIdentity });
  const contentType = headerValue(headers, 'content-type');
  if (contentType === undefined) {
    return { status, ...phrase, multipart: false, timing, body: source, headers, attachments: none };
  }
  if (!isMultipartType(contentType)) {
    const attachments = none;
    return { status, ...phrase, multipart: false, timing, contentType, body: source, headers, attachments };
  }
  return openMultipartMessage(source, contentType, limits, (error) => body.abandon(error)).then(
    (message) => ({
      status,
      ...phrase,
      multipart: true,
      headers,
      timing,
      ...message,
    }),
  );
}

function entityOf(context: SendContext, request: TransportRequest, envelope: Uint8Array): Entity {
  const { contentType, attachments = [], packaging, pieces } = request;
  if (attachments.length === 0 && packaging !== 'mtom')
    return pieces === undefined ? { contentType, body: envelope } : inPieces(contentType, pieces);
  assertPackable(request);
  try {
    const message = createMultipartMessage({
      envelope,
      contentType,
      packaging: packaging ?? 'swa',
      attachments,
      boundary: `soapstone-${Buffer.from(context.random(18)).toString('hex')}`,
    });
    const { length } = message;
    return {
      contentType: message.contentType,
      body: () => readable(message.chunks()),
      ...(!Number.isNaN(length) && { length }),
    };
  } catch (error) {
    throw unsendable(error instanceof TypeError ? error.message : 'cannot package the attachments');
  }
}

/** Whether a part of the message is read while it is sent. */
function readsFile({ pieces, attachments }: TransportRequest): boolean {
  return pieces !== undefined || attachments?.some(({ data }) => data instanceof Blob) === true;
}

/** An envelope of which some pieces are read while it is sent. */
function inPieces(contentType: string, pieces: readonly (Uint8Array | Blob)[]): Entity {
  const length = pieces.reduce(
    (sum, piece) => sum + (piece instanceof Uint8Array ? piece.length : piece.size),
    0,
  );
  const chunks = async function* (): AsyncGenerator<Uint8Array, void> {
    for (const piece of pieces) {
      if (piece instanceof Uint8Array) yield piece;
      // Typed without a platform, of which some know no iteration of streams.
      else yield* piece.stream() as unknown as AsyncIterable<Uint8Array>;
    }
  };
  return { contentType, body: () => readable(chunks()), ...(!Number.isNaN(length) && { length }) };
}

/** The body of a message. A part that cannot be read is the program's fault, not the server's. */
async function* readable(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  try {
    yield* chunks;
  } catch (error) {
    throw error instanceof TypeError ? unsendable(error.message) : error;
  }
}

const NO_PHRASE = {};

const none = (): Promise<readonly never[]> => Promise.resolve([]);

function unsendable(message: string): TransportError {
  return new TransportError({ code: 'INVALID_REQUEST', phase: 'prepare', message });
}
