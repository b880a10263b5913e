import type { IncomingPart, MimePart, OutgoingPart } from '@soapstone/mime';
import { outgoingPart } from '@soapstone/mime/internal';
import {
  bytes,
  type Check,
  callback,
  describeProblem,
  flag,
  kindOf,
  listOf,
  members,
  numberFrom,
  oneOf,
  recordOf,
  text,
  wrong,
} from '@soapstone/options';
import type { SignedElement } from '@soapstone/soap-model';
import type { CredentialProfile } from '@soapstone/ws-security';
import type { Compatibility } from './old-servers.js';
import type { ProxyOption } from './proxy-option.js';
import type { CallSignal } from './reliability/call-scope.js';
import { invalidRequest } from './transport-error.js';

/** A SOAP message to send. Immutable while the call runs, because a retry sends the same bytes. */
export interface TransportRequest {
  /** The `http:` or `https:` address of the port. A fragment is not sent; user information is rejected. */
  readonly url: string;
  /** The envelope, UTF-8. With `credentials.signature` it contains the `wsse:Security` block of `securityHeaders`. */
  readonly body: Uint8Array;
  /**
   * Chunks that are sent in place of `body`: a `Blob` is read while it is sent, and its `size` may be NaN if it is unknown. Only where
   * neither the credentials secure the message nor `attachments` package it.
   */
  readonly pieces?: readonly (Uint8Array | Blob)[] | undefined;
  /** Content-Type of the envelope (XO-6). */
  readonly contentType: string;
  /** SOAP 1.1: the value of the SOAPAction header, with or without its quotes. Default `""` (R2745). */
  readonly soapAction?: string | undefined;
  readonly soapVersion: '1.1' | '1.2';
  /** Sent after the envelope in a multipart/related message (AT-1, AT-2, AT-3). A `Blob` is read while it is sent. */
  readonly attachments?: readonly OutgoingPart[] | undefined;
  /** `mtom` packages the envelope as `application/xop+xml`, even without attachments. Default `swa` if there are any. */
  readonly packaging?: 'mtom' | 'swa' | undefined;
  /** The elements of `body` that are signed first, with `elementSignature` of the credentials. `info.signed` of an operation. Default: none. */
  readonly signed?: readonly SignedElement[] | undefined;
  /** The credentials of the caller. Different profiles never share connections. */
  readonly credentials?: CredentialProfile | undefined;
  /** Links the exchange to the caller's trace (W3C Trace Context). Sent as HTTP headers, never cached. */
  readonly traceContext?:
    | { readonly traceparent: string; readonly tracestate?: string | undefined }
    | undefined;
  /**
   * HTTP headers of this message alone, such as a token that changes. Unlike those of `credentials` they do not separate
   * connections. Names that frame the message are rejected; one that `credentials` also sets replaces it.
   */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The account that makes the call. Connections, bulkheads and breakers of two accounts are separate. */
  readonly account: string;
  /** The deadline in milliseconds, from `send` to the last byte of the response. */
  readonly deadlineMs?: number | undefined;
  /** The maximum size of the response in bytes, both as sent and after its content coding is removed. */
  readonly maxResponseBytes?: number | undefined;
  /** Whether to read a response that breaks the syntax of HTTP. Default: as the transport's option `lenientHttp` says. */
  readonly lenientHttp?: boolean | undefined;
  /**
   * The settings that the server needs and that are off by default. Default: as the transport's option `compatibility` says. `fetch`
   * ignores it.
   */
  readonly compatibility?: Compatibility | undefined;
  /**
   * The proxy for this request and the tokens that it needs. Requests with different proxies, or different logins at one, never share
   * connections. Default: as the transport's option `proxy` says. Over `fetch` it is an error.
   */
  readonly proxy?: ProxyOption | undefined;
  /**
   * Called once with the envelope as it is sent, after it was signed and encrypted and before the connection is opened. Use it to
   * show or store messages. Default: not called.
   */
  readonly onEnvelope?: ((envelope: Uint8Array) => void) | undefined;
}

// Without `proxy`, which only Node's transport has: over `fetch` it is an unknown member.
const transportRequest: Check = members<Omit<TransportRequest, 'proxy'>>(
  {
    url: text,
    body: bytes,
    pieces: listOf((value) => (value instanceof Blob ? [] : bytes(value))),
    contentType: text,
    soapAction: text,
    soapVersion: oneOf('1.1', '1.2'),
    attachments: listOf(outgoingPart),
    packaging: oneOf('mtom', 'swa'),
    // Signed before a transport over `fetch` sees the message, if there is a key.
    signed: () =>
      wrong('expected credentials with "elementSignature": the design of the service signs an element'),
    // The members are validated on use, once per profile.
    credentials: () => [],
    traceContext: members<NonNullable<TransportRequest['traceContext']>>(
      { traceparent: text, tracestate: text },
      ['traceparent'],
    ),
    headers: recordOf(text),
    account: text,
    deadlineMs: numberFrom(0),
    maxResponseBytes: numberFrom(0),
    lenientHttp: flag,
    // Checked on use: only Node's transport has it.
    compatibility: () => [],
    onEnvelope: callback,
  },
  ['url', 'body', 'contentType', 'soapVersion', 'account'],
);

/** Throws `TransportError` `INVALID_REQUEST` for an unknown member or one of the wrong type. */
export function assertRequest(request: TransportRequest): void {
  const [problem] = transportRequest(request);
  if (problem !== undefined) throw invalidRequest(describeProblem('send', problem));
}

/** Throws `TransportError` `INVALID_REQUEST` for a value that is not an abort signal. */
export function assertSignal(signal: CallSignal | undefined): void {
  if (signal === undefined) return;
  if (typeof signal === 'object' && signal !== null && typeof signal.addEventListener === 'function') return;
  const expected = `expected an AbortSignal, not ${kindOf(signal)}`;
  throw invalidRequest(describeProblem('send', { path: '/signal', expected }));
}

/** A response with any HTTP status below 300 or from 400 on. A fault arrives with 500 and is not an error here. */
export interface TransportResponse {
  readonly status: number;
  /** The reason phrase of a status from 300 on, if the server sent one. */
  readonly statusText?: string;
  /** Whether the response is a multipart message, so that `attachments()` has something to wait for. */
  readonly multipart: boolean;
  /** Content-Type of `body`: of the message, or of the root part of a multipart message. */
  readonly contentType?: string;
  /**
   * The envelope as it arrives: the whole message, or the root part of a multipart message. Can be iterated once. Leaving the loop
   * early abandons the rest. Throws `TransportError`, even in the middle.
   */
  readonly body: AsyncIterable<Uint8Array>;
  /**
   * The other parts of a multipart message, read to the end of the message; `[]` if it is not multipart. Can be called before,
   * during or after reading `body`; unread data is held in memory, never more than `maxResponseBytes`. Throws `TransportError`.
   */
  attachments(): Promise<readonly MimePart[]>;
  /**
   * The other parts of a multipart message while they arrive, in place of `attachments()`, once `body` was read to its end. Absent for a message
   * that is not multipart, and for one whose security was checked. Throws `TransportError`, even in the middle.
   */
  readonly parts?: () => AsyncGenerator<IncomingPart, void>;
  /** The HTTP headers of the response by their lower-case names; `set-cookie` and other repeated ones may be an array. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly timing: ResponseTiming;
}

/** Durations in milliseconds. */
export interface ResponseTiming {
  /** Waiting for a free slot of the bulkhead. */
  readonly queuedMs: number;
  /** Until a connection accepted the request: DNS, TCP and TLS; almost zero on an open connection. */
  readonly connectMs: number;
  /** From `send` to the status line. */
  readonly headersMs: number;
}
