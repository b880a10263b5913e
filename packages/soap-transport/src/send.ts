import type { CallAnswer, CallRequest } from './call.js';
import type { EgressGuard } from './egress/guard.js';
import type { TransportRequest, TransportResponse } from './exchange.js';
import { decodeContent } from './http/content-coding.js';
import { type HttpRequest, headerValue } from './http/http-exchange.js';
import { createSoapHeaders } from './http/soap-headers.js';
import { createTargetReader } from './http/target.js';
import { isMultipart, openMultipart, type ResponseMessage } from './mime/multipart-response.js';
import { createMultipartMessage } from './mime/multipart-writer.js';
import { CallScope, type CallSignal } from './reliability/call-scope.js';
import { credentialHeaders } from './security/http-headers.js';
import { signEnvelope } from './security/sign-envelope.js';
import { TransportError } from './transport-error.js';
import type { ResolvedOptions } from './transport-options.js';

/** What sending and fetching share. */
export interface SendContext extends ResolvedOptions {
  readonly guard: EgressGuard;
  run(call: CallRequest): Promise<CallAnswer>;
}

/** The message as it goes into the body of the POST. */
interface Entity {
  readonly contentType: string;
  readonly body: NonNullable<HttpRequest['body']>;
  /** Where the body does not know it: its length. */
  readonly length?: number;
}

/** Services, and so addresses and headers, that are remembered. */
const REMEMBERED = 1_000;

/** Makes `Transport.send`. */
export function createSend(
  context: SendContext,
): (request: TransportRequest, signal?: CallSignal) => Promise<TransportResponse> {
  const { limits, now } = context;
  const targetOf = createTargetReader(context.guard, REMEMBERED);
  const soapHeaders = createSoapHeaders(context, REMEMBERED);

  return async (request, signal) => {
    const { origin, path } = targetOf(request.url);
    const { contentType, body, length } = entityOf(context, request);
    const headers = [...soapHeaders(request, contentType), ...credentialHeaders(request.credentials)];
    if (length !== undefined) headers.push('content-length', String(length));
    if (request.traceContext !== undefined) headers.push(...traceHeaders(request.traceContext));
    const { deadlineMs = limits.deadlineMs, maxResponseBytes = limits.maxResponseBytes } = request;
    const scope = new CallScope({ deadlineMs, firstByteMs: limits.firstByteMs, now }, signal);
    const answer = await context.run({
      http: { origin, path, method: 'POST', headers, body },
      account: request.account,
      credentials: request.credentials,
      maxBytes: maxResponseBytes,
      scope,
    });
    return openAnswer(answer, scope, maxResponseBytes, context);
  };
}

/** A trace context is a help for operators: one that cannot be sent is left out, and the call goes on. */
function traceHeaders(context: NonNullable<TransportRequest['traceContext']>): string[] {
  return Object.entries({ traceparent: context.traceparent, tracestate: context.tracestate }).flatMap(
    ([name, value]) => (value !== undefined && /^[\x20-\x7e]{1,512}$/.test(value) ? [name, value] : []),
  );
}

async function openAnswer(
  { response, admittedAt, sentAt, headersAt }: CallAnswer,
  { startedAt }: CallScope,
  maxBytes: number,
  { limits }: SendContext,
): Promise<TransportResponse> {
  const { status, headers, body } = response;
  if (status >= 300 && status < 400) {
    const error = redirected(status);
    body.abandon(error);
    throw error;
  }
  const coding = headerValue(headers, 'content-encoding');
  const source = coding === undefined ? body : decodeContent({ source: body, coding, status, maxBytes });
  const contentType = headerValue(headers, 'content-type');
  const multipart = isMultipart(contentType);
  const message: ResponseMessage = multipart
    ? await openMultipart(source, contentType ?? '', limits, (error) => body.abandon(error))
    : { body: source, attachments: none, ...(contentType === undefined ? {} : { contentType }) };
  const timing = {
    queuedMs: admittedAt - startedAt,
    connectMs: sentAt - admittedAt,
    headersMs: headersAt - startedAt,
  };
  return { status, multipart, timing, ...message };
}

function entityOf(context: SendContext, request: TransportRequest): Entity {
  const { contentType, attachments = [], packaging, credentials } = request;
  const envelope = signEnvelope(request.body, credentials, context);
  if (attachments.length === 0 && packaging !== 'mtom') return { contentType, body: envelope };
  if (credentials?.signature !== undefined && packaging === 'mtom') {
    // XOP signs the base64 that the parts stand for; a signature over the references would not hold at the server.
    throw unsendable('cannot sign the envelope: it is packaged for MTOM');
  }
  try {
    const message = createMultipartMessage({
      envelope,
      contentType,
      packaging: packaging ?? 'swa',
      attachments,
      boundary: `soapstone-${Buffer.from(context.random(18)).toString('hex')}`,
    });
    return { contentType: message.contentType, body: message.chunks, length: message.length };
  } catch (error) {
    throw unsendable(error instanceof TypeError ? error.message : 'cannot package the attachments');
  }
}

const none = (): Promise<readonly never[]> => Promise.resolve([]);

/** A redirected POST would be another call, to a host nobody registered (C3). */
function redirected(status: number): TransportError {
  return new TransportError({
    code: 'UPSTREAM_BAD_RESPONSE',
    phase: 'read-response',
    message: `the upstream answered with a redirect (${status}), which calls do not follow`,
    upstreamStatus: status,
  });
}

function unsendable(message: string): TransportError {
  return new TransportError({ code: 'INVALID_REQUEST', phase: 'prepare', message });
}
