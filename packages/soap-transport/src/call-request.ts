import type { CredentialProfile } from '@soapstone/ws-security';
import type { ResponseTiming } from './exchange.js';
import type { HttpRequest, HttpResponse } from './http/http-exchange.js';
import type { Compatibility } from './old-servers.js';
import type { ProxyOption } from './proxy-option.js';
import type { CallScope } from './reliability/call-scope.js';

/** One call: an HTTP request and the account it belongs to. */
export interface CallRequest {
  readonly http: HttpRequest;
  readonly account: string;
  readonly credentials: CredentialProfile | undefined;
  /** Whether to read a response that breaks the syntax of HTTP in one of the common ways. */
  readonly lenientHttp: boolean;
  /** The settings that the server needs and that are off by default. */
  readonly compatibility: Compatibility | undefined;
  /** The proxy of this request alone. Undefined: as the transport says. */
  readonly proxy: ProxyOption | undefined;
  /** The maximum size of the response as sent. */
  readonly maxBytes: number;
  readonly scope: CallScope;
}

/**
 * Turns a response whose header section has been read into the result of the call. It runs immediately, while the body is still
 * arriving, and receives the time that the header section took. A returned promise is awaited.
 */
export type AnswerReader<Product> = (
  response: HttpResponse,
  timing: ResponseTiming,
) => Product | Promise<Product>;
