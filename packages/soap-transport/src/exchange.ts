import {
  bytes,
  type Check,
  describeProblem,
  kindOf,
  listOf,
  members,
  numberFrom,
  oneOf,
  text,
} from '@soapstone/soap-model/options';
import { type MimePart, mimePart } from './mime/mime-part.js';
import type { CallSignal } from './reliability/call-scope.js';
import type { CredentialProfile } from './security/credential-profile.js';
import { invalidRequest } from './transport-error.js';

/** One SOAP message to be sent. Immutable while the call runs: a retry sends the same bytes. */
export interface TransportRequest {
  /** `http:` or `https:` address of the port. A fragment is not sent; user information is refused. */
  readonly url: string;
  /** The envelope, UTF-8. With `credentials.signature` it holds the `wsse:Security` block of `securityHeaders`. */
  readonly body: Uint8Array;
  /** Content-Type of the envelope (XO-6). */
  readonly contentType: string;
  /** SOAP 1.1: the value of the SOAPAction header, with or without its quotes. Default `""` (R2745). */
  readonly soapAction?: string | undefined;
  readonly soapVersion: '1.1' | '1.2';
  /** Sent after the envelope in a multipart/related message (AT-1, AT-2, AT-3). */
  readonly attachments?: readonly MimePart[] | undefined;
  /** `mtom` packages the envelope as `application/xop+xml`, also without attachments. Default `swa` when there are any. */
  readonly packaging?: 'mtom' | 'swa' | undefined;
  /** What the server is shown. Connections are never shared between different profiles. */
  readonly credentials?: CredentialProfile | undefined;
  /** What ties the exchange to the trace of its caller (W3C Trace Context). Sent as HTTP headers, never remembered. */
  readonly traceContext?:
    | { readonly traceparent: string; readonly tracestate?: string | undefined }
    | undefined;
  /** Whose call this is: connections, bulkheads and breakers of two accounts are separate. */
  readonly account: string;
  /** Milliseconds from `send` to the last byte of the answer. */
  readonly deadlineMs?: number | undefined;
  /** Bytes of the answer, both as sent and with its content coding undone. */
  readonly maxResponseBytes?: number | undefined;
}

const transportRequest: Check = members<TransportRequest>(
  {
    url: text,
    body: bytes,
    contentType: text,
    soapAction: text,
    soapVersion: oneOf('1.1', '1.2'),
    attachments: listOf(mimePart),
    packaging: oneOf('mtom', 'swa'),
    // Its members are checked where it is used, once per profile.
    credentials: () => [],
    traceContext: members<NonNullable<TransportRequest['traceContext']>>(
      { traceparent: text, tracestate: text },
      ['traceparent'],
    ),
    account: text,
    deadlineMs: numberFrom(0),
    maxResponseBytes: numberFrom(0),
  },
  ['url', 'body', 'contentType', 'soapVersion', 'account'],
);

/** Throws `TransportError` `INVALID_REQUEST` for an unknown member, and for one of the wrong kind. */
export function assertRequest(request: TransportRequest): void {
  const [problem] = transportRequest(request);
  if (problem !== undefined) throw invalidRequest(describeProblem('send', problem));
}

/** Throws `TransportError` `INVALID_REQUEST` for what gives no call up. */
export function assertSignal(signal: CallSignal | undefined): void {
  if (signal === undefined) return;
  if (typeof signal === 'object' && signal !== null && typeof signal.addEventListener === 'function') return;
  const expected = `expected an AbortSignal, not ${kindOf(signal)}`;
  throw invalidRequest(describeProblem('send', { path: '/signal', expected }));
}

/** An answer. Any HTTP status below 300 or from 400 on: a fault arrives with 500 and is not an error here. */
export interface TransportResponse {
  readonly status: number;
  /** Whether the answer is a multipart message, so that `attachments()` has something to wait for. */
  readonly multipart: boolean;
  /** Content-Type of `body`: of the message, or of the root part of a multipart message. */
  readonly contentType?: string;
  /**
   * The envelope as it arrives; of a multipart message, the root part. Can be iterated once. Leaving the loop early gives up
   * the rest. Throws `TransportError`, also in the middle.
   */
  readonly body: AsyncIterable<Uint8Array>;
  /**
   * Every other part of a multipart message, read to the end of the message; `[]` where it is not multipart. May be asked for
   * before, within or after `body`: what is not consumed yet is held in memory, never more than `maxResponseBytes`.
   * Throws `TransportError`.
   */
  attachments(): Promise<readonly MimePart[]>;
  readonly timing: ResponseTiming;
}

/** Durations in milliseconds. */
export interface ResponseTiming {
  /** Waiting for a free slot of the bulkhead. */
  readonly queuedMs: number;
  /** Until a connection took the request: DNS, TCP and TLS, next to nothing on an open one. */
  readonly connectMs: number;
  /** From `send` to the status line. */
  readonly headersMs: number;
}
