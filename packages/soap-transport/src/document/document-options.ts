import { type Check, describeProblem, flag, members, numberFrom, text } from '@soapstone/options';
import type { CredentialProfile } from '@soapstone/ws-security';
import type { Compatibility } from '../compatibility.js';
import { assertSignal } from '../exchange.js';
import type { ProxyOption } from '../proxy-option.js';
import type { CallSignal } from '../reliability/call-scope.js';
import { invalidRequest } from '../transport-error.js';

/** Options of `fetchDocument`. */
export interface FetchDocumentOptions {
  /** The account whose limits apply. Default `''`: no account. */
  readonly account?: string | undefined;
  readonly credentials?: CredentialProfile | undefined;
  /**
   * The origin that `credentials` belong to, as any address on it. Default: the origin of the document. When fetching a set of
   * documents, pass the address of the first one, so that an import from another origin is fetched without them.
   */
  readonly credentialsFor?: string | undefined;
  /** The timeout for everything, redirects included, in milliseconds. */
  readonly deadlineMs?: number | undefined;
  readonly maxBytes?: number | undefined;
  /** Whether to read responses that break the syntax of HTTP. Default: as the transport's option `lenientHttp` says. */
  readonly lenientHttp?: boolean | undefined;
  /**
   * What the server of the document needs that is off by default. It holds for the host of `credentialsFor`, and for no other one that a
   * redirect or an import leads to. Default: as the transport's option `compatibility` says.
   */
  readonly compatibility?: Compatibility | undefined;
  /** The proxy for the document and its redirects. Default: as the transport's option `proxy` says. Over `fetch` it is an error. */
  readonly proxy?: ProxyOption | undefined;
  readonly signal?: CallSignal | undefined;
}

// Without `proxy`, which only Node's transport has: over `fetch` it is an unknown option.
const fetchOptions: Check = members<Omit<FetchDocumentOptions, 'proxy'>>({
  account: text,
  // Validated on use.
  credentials: () => [],
  credentialsFor: text,
  deadlineMs: numberFrom(0),
  maxBytes: numberFrom(0),
  lenientHttp: flag,
  // Checked on use: only Node's transport has it.
  compatibility: () => [],
  signal: () => [],
});

/** Throws `TransportError` `INVALID_REQUEST` for arguments of `fetchDocument` that have the wrong type. */
export function assertFetchArguments(uri: string, options: FetchDocumentOptions): void {
  const problem = fetchOptions(options)[0] ?? text(uri)[0];
  if (problem !== undefined) throw invalidRequest(describeProblem('fetchDocument', problem));
  assertSignal(options.signal);
}

/** A fetched document. */
export interface FetchedDocument {
  readonly bytes: Uint8Array;
  readonly contentType?: string;
  /** The address after redirects: the base of its relative references. */
  readonly uri: string;
}
