import type { Call, CallAnswer } from './call.js';
import type { EgressGuard } from './egress/guard.js';
import type { TransportRequest, TransportResponse } from './exchange.js';
import { decodeContent } from './http/content-coding.js';
import { headerValue } from './http/http-exchange.js';
import { ACCEPT, assertContentType, soapActionHeader } from './http/soap-headers.js';
import type { Target } from './http/target.js';
import { isMultipart, openMultipart, type ResponseMessage } from './mime/multipart-response.js';
import { createMultipartMessage } from './mime/multipart-writer.js';
import { CallScope } from './reliability/call-scope.js';
import { credentialHeaders } from './security/http-headers.js';
import { signEnvelope } from './security/sign-envelope.js';
import { TransportError } from './transport-error.js';
import type { ResolvedOptions } from './transport-options.js';

/** What sending and fetching share. */
export interface SendContext extends ResolvedOptions {
  readonly guard: EgressGuard;
  run(call: Call): Promise<CallAnswer>;
}

/** The message as it goes into the body of the POST. */
interface Entity {
  readonly contentType: string;
  readonly length: number;
  readonly body: () => Uint8Array | AsyncIterable<Uint8Array>;
}

/** Sends one SOAP message (see `Transport.send`). */
export async function send(
  context: SendContext,
  targetOf: (url: string) => Target,
  request: TransportRequest,
  signal: AbortSignal | undefined,
): Promise<TransportResponse> {
  const { limits } = context;
  const target = targetOf(request.url);
  const entity = entityOf(context, request);
  const headers = [
    'content-type',
    entity.contentType,
    ...soapActionHeader(request),
    'accept',
    ACCEPT[request.soapVersion],
    'accept-encoding',
    context.acceptGzip ? 'gzip, identity;q=0.5' : 'identity',
    'user-agent',
    context.userAgent,
    'content-length',
    String(entity.length),
    ...credentialHeaders(request.credentials),
  ];
  const maxBytes = request.maxResponseBytes ?? limits.maxResponseBytes;
  const scope = new CallScope(request.deadlineMs ?? limits.deadlineMs, signal);
  const answer = await context.run({
    http: { origin: target.origin, path: target.path, method: 'POST', headers, body: entity.body },
    account: request.account,
    credentials: request.credentials,
    maxBytes,
    scope,
  });

  const { status, headers: received, body } = answer.response;
  if (status >= 300 && status < 400) {
    const error = redirected(status);
    body.abandon(error);
    throw error;
  }
  const source = decodeContent({
    source: body,
    coding: headerValue(received, 'content-encoding'),
    status,
    maxBytes,
  });
  const contentType = headerValue(received, 'content-type');
  const message: ResponseMessage = isMultipart(contentType)
    ? await openMultipart(source, contentType ?? '', limits, (error) => body.abandon(error))
    : { ...(contentType === undefined ? {} : { contentType }), body: source, attachments: none };
  return {
    status,
    multipart: isMultipart(contentType),
    ...message,
    timing: {
      queuedMs: answer.admittedAt - answer.startedAt,
      connectMs: answer.sentAt - answer.admittedAt,
      headersMs: answer.headersAt - answer.startedAt,
    },
  };
}

function entityOf(context: SendContext, request: TransportRequest): Entity {
  const contentType = assertContentType(request.contentType);
  const envelope = signEnvelope(request.body, request.credentials, context);
  const attachments = request.attachments ?? [];
  if (attachments.length === 0 && request.packaging !== 'mtom') {
    return { contentType, length: envelope.length, body: () => envelope };
  }
  if (request.credentials?.signature !== undefined && request.packaging === 'mtom') {
    // XOP signs the base64 that the parts stand for; a signature over the references would not hold at the server.
    throw new TransportError({
      code: 'INVALID_REQUEST',
      phase: 'prepare',
      message: 'cannot sign the envelope: it is packaged for MTOM',
    });
  }
  try {
    const boundary = `soapstone-${Buffer.from(context.random(18)).toString('hex')}`;
    const message = createMultipartMessage({
      envelope,
      contentType,
      packaging: request.packaging ?? 'swa',
      attachments,
      boundary,
    });
    return { contentType: message.contentType, length: message.length, body: message.chunks };
  } catch (error) {
    const why = error instanceof TypeError ? error.message : 'cannot package the attachments';
    throw new TransportError({ code: 'INVALID_REQUEST', phase: 'prepare', message: why });
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
