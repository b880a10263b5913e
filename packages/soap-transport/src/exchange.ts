import type { MimePart } from './mime/mime-part.js';
import type { CredentialProfile } from './security/credential-profile.js';

/** One SOAP message to be sent. Immutable while the call runs: a retry sends the same bytes. */
export interface TransportRequest {
  /** `http:` or `https:` address of the port. A fragment is not sent; user information is refused. */
  readonly url: string;
  /** The envelope, UTF-8. With `credentials.signature` it holds the `wsse:Security` block of `securityHeaders`. */
  readonly body: Uint8Array;
  /** Content-Type of the envelope (XO-6). */
  readonly contentType: string;
  /** SOAP 1.1: the value of the SOAPAction header, with or without its quotes. Default `""` (R2745). */
  readonly soapAction?: string;
  readonly soapVersion: '1.1' | '1.2';
  /** Sent after the envelope in a multipart/related message (AT-1, AT-2, AT-3). */
  readonly attachments?: readonly MimePart[];
  /** `mtom` packages the envelope as `application/xop+xml`, also without attachments. Default `swa` when there are any. */
  readonly packaging?: 'mtom' | 'swa';
  /** What the server is shown. Connections are never shared between different profiles. */
  readonly credentials?: CredentialProfile;
  /** What ties the exchange to the trace of its caller (W3C Trace Context). Sent as HTTP headers, never remembered. */
  readonly traceContext?: { readonly traceparent: string; readonly tracestate?: string };
  /** Whose call this is: connections, bulkheads and breakers of two accounts are separate. */
  readonly account: string;
  /** Milliseconds from `send` to the last byte of the answer. */
  readonly deadlineMs?: number;
  /** Bytes of the answer, both as sent and with its content coding undone. */
  readonly maxResponseBytes?: number;
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
