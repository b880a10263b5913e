import type { PrintedAnswer } from '@soapstone/soap-transport/internal/answer';
import type { ServiceSettings } from '../domain/services/service-settings.js';

/** The kind of call that a client asks for: a real one, a dry run that returns the request, or a mock response. */
export type CallMode = 'call' | 'dryRun' | 'mock';

/** The response in place of a SOAP message, as its owner sees it. */
export interface UnusableAnswer extends PrintedAnswer {
  /** Its description, in words. */
  readonly description: string;
}

/** The input of a trial call. */
export interface Trial {
  readonly operation: string;
  readonly method: 'POST' | 'GET';
  /** JSON text, for POST. */
  readonly input: string;
  /** Without the `?`, for GET. */
  readonly query: string;
  readonly mode: CallMode;
  /** The value of `X-SOAP-Headers`: JSON text. */
  readonly soapHeaders?: string;
}

/** The result of a trial call: the response that a client would get, and the SOAP messages behind it. */
export interface TrialResult {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text, because its numbers may be wider than a page can parse. */
  readonly body: string;
  readonly soap: {
    /** The request without the owner's secrets; null if the input did not produce one. */
    readonly request: {
      readonly url: string;
      readonly contentType: string;
      readonly soapAction: string | null;
      readonly xml: string;
    } | null;
    /** Null if nothing was sent or received. */
    readonly response: {
      readonly status: number;
      readonly contentType: string | null;
      readonly xml: string;
      readonly truncated: boolean;
    } | null;
    /** The response in place of a SOAP message; null if it was one, or there was none. */
    readonly answer: UnusableAnswer | null;
  };
  /** In milliseconds. Parts are null if nothing was sent. */
  readonly timings: {
    readonly total: number;
    readonly queued: number | null;
    readonly connected: number | null;
    readonly firstByte: number | null;
    readonly upstream: number | null;
  };
}

/** The change that is suggested to the owner of a service after a connection test. */
export interface Proposal {
  readonly kind: 'endpoint' | 'credentials' | 'client-certificate' | 'authority' | 'settings';
  /** One or two sentences, without secrets. */
  readonly message: string;
  /** Settings of the service that do it; null if the owner has to add something. */
  readonly settings: Pick<ServiceSettings, 'endpoint' | 'lenientHttp' | 'compatibility'> | null;
}

/** The result of one real message to the SOAP service. */
export interface ConnectionTest {
  readonly reached: boolean;
  /** Whether the address uses HTTPS. */
  readonly secured: boolean;
  /** The HTTP status. */
  readonly status: number | null;
  readonly latencyMs: number;
  readonly verdict: 'answers' | 'needs-login' | 'rejects-credentials' | 'unreachable' | 'not-soap';
  /** The result in words, without secrets. */
  readonly message: string;
  /** The response in place of a SOAP message; null if it was one, or there was none. */
  readonly answer: UnusableAnswer | null;
  /** The suggested change; null if nothing is known to help. */
  readonly proposal: Proposal | null;
}
