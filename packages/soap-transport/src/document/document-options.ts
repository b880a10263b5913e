import { type Check, describeProblem, flag, members, numberFrom, text } from '@soapstone/options';
import type { CredentialProfile } from '@soapstone/ws-security';
import { assertSignal } from '../exchange.js';
import type { Compatibility } from '../old-servers.js';
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
   * The settings that the server of the document needs and that are off by default. It holds for the host of `credentialsFor`, and for no
   * other one that a redirect or an import leads to. Default: as the transport's option `compatibility` says.
   */
  readonly compatibility?: Compatibility | undefined;
  /** The proxy for the document and its redirects. Default: as the transport's option `proxy` says. Over `fetch` it is an error. */
  readonly proxy?: ProxyOption | undefined;
  /**
   * A version of the document that is known: the request is conditional, and the result is `notModified` if the server still has this version.
   * The validators are only sent to the address that they came from. Over `fetch` it is an error.
   */
  readonly known?: DocumentVersion | undefined;
  readonly signal?: CallSignal | undefined;
}

/** The server's name for a version of a document. */
export interface DocumentVersion {
  /** The address that the document came from, after redirects. */
  readonly uri: string;
  /** The header `ETag`. */
  readonly etag?: string | undefined;
  /** The header `Last-Modified`. */
  readonly lastModified?: string | undefined;
}

/** Throws `TransportError` `INVALID_REQUEST` for a version that has the wrong type, or that cannot be sent. */
export function assertKnownVersion(known: DocumentVersion | undefined): void {
  if (known === undefined) return;
  const problem = knownVersion(known)[0];
  if (problem !== undefined) throw invalidRequest(describeProblem('fetchDocument.known', problem));
  for (const validator of [known.etag, known.lastModified])
    if (validator !== undefined && UNSENDABLE.test(validator))
      throw invalidRequest(
        'fetchDocument: a validator of "known" has a character that a header field cannot have',
      );
}

const UNSENDABLE = /[^\t\u0020-\u007e\u0080-\u00ff]/;

const knownVersion: Check = members<DocumentVersion>({ uri: text, etag: text, lastModified: text });

// Without `proxy` and `known`, which only Node's transport has: over `fetch` they are unknown options.
const fetchOptions: Check = members<Omit<FetchDocumentOptions, 'proxy' | 'known'>>({
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
  /** The header `ETag` of the response, as it came. Absent over `fetch`. */
  readonly etag?: string;
  /** The header `Last-Modified` of the response, as it came. Absent over `fetch`. */
  readonly lastModified?: string;
  /** Present if the server has no other version than the option `known` names; then there are no `bytes`. */
  readonly notModified?: true;
}
