import type {
  Design,
  Digits,
  FillSource,
  JsonObject,
  MapperOptions,
  UnwrapMode,
} from '@soapstone/json-xml-mapper';
import { mapperOptionChecks, type ValueKinds } from '@soapstone/json-xml-mapper/internal';
import {
  anything,
  assertOptions,
  bytes,
  type Check,
  callback,
  flag,
  kindOf,
  listOf,
  members,
  numberFrom,
  OptionError,
  oneOf,
  recordOf,
  text,
  wrong,
} from '@soapstone/options';
import type { SessionStore } from '@soapstone/soap-call/internal/session';
import type {
  CallSignal,
  Compatibility,
  EgressPolicy,
  FetchDocumentOptions,
  FetchedDocument,
  ProxyOption,
  ProxySettings,
  TransportRequest,
  TransportResponse,
} from '@soapstone/soap-transport';
import type { FetchFunction } from '@soapstone/soap-transport/fetch';
import type { AddressingProperties } from '@soapstone/ws-security';
import type { PolicySecurity, Security } from '../security/security.js';
import { type ClientHooks, clientHooks } from './hooks.js';
import type { ItemPath } from './item-path.js';
import { type ClientLimits, limitChecks, messageLimits } from './limits.js';

/** Options of a client. Everything has a default. */
export interface ClientOptions {
  /** The `wsdl:service` to call: its local name or `{namespace}name`. Default: the first one that has a SOAP operation. */
  readonly service?: string | undefined;
  /** The `wsdl:port` whose operations the client has. Default: the first SOAP port of each portType; `client.$ports` lists all ports. */
  readonly port?: string | undefined;
  /** Only ports of this SOAP version. Default: either. */
  readonly soapVersion?: '1.1' | '1.2' | undefined;
  /** The address to call, `http:` or `https:`. Default: the address of the port in the WSDL. */
  readonly endpoint?: string | undefined;
  /**
   * The credentials: one of `basic`, `bearer`, `usernameToken`, …, several of them, or `wsdlPolicy`. Also used to fetch the WSDL,
   * but only from its own origin. Default: none.
   */
  readonly security?: Security | readonly Security[] | PolicySecurity | undefined;
  /** HTTP headers of every call. A header of a single call replaces one with the same name. Default: none. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * SOAP header blocks of every call, as JSON keyed by element name. A block of a single call replaces one with the same name.
   * Default: none.
   */
  readonly soapHeaders?: JsonObject | undefined;
  /**
   * When WS-Addressing headers are sent. `auto`: where the WSDL requires them, and where `addressingProperties` or those of the call
   * are given. Default `auto`.
   */
  readonly addressing?: 'auto' | 'always' | 'never' | undefined;
  /**
   * `wsa:To`, `From`, `ReplyTo`, `FaultTo`, `Action` and `mustUnderstand` of every call. Default: To is the address that is called,
   * ReplyTo is anonymous.
   */
  readonly addressingProperties?: AddressingProperties | undefined;
  /** The version of WS-Addressing: the Recommendation (2005/08), or the member submission that older servers use. Default `1.0`. */
  readonly addressingVersion?: '1.0' | '2004/08' | undefined;
  /**
   * When requests are packed with MTOM, with binary values from `mtomThreshold` on as MIME parts. `auto`: where the WSDL requires it.
   * Responses are read either way. A signed or encrypted request cannot be packed. Default `auto`.
   */
  readonly mtom?: 'auto' | 'always' | 'never' | undefined;
  /** The size in bytes from which a packed request has a MIME part for a binary value. Default 1,024. */
  readonly mtomThreshold?: number | undefined;
  /**
   * Whether to read responses that break the syntax of HTTP/1.1 in one of the ways of old servers: lines that end with LF alone, white
   * space before the colon of a header field or in its name, control characters in values, white space around chunk sizes. A connection
   * is closed after such a response. Node's transport only; elsewhere the runtime decides. Default false: they are rejected, and the
   * message names the broken rule.
   */
  readonly lenientHttp?: boolean | undefined;
  /**
   * The weaker or slower settings that the SOAP server needs and that are off by default: TLS before 1.2, legacy renegotiation, short keys,
   * HTTP/1.0, a connection per request, names of header fields as in their specifications. It holds for the host of the service and of its
   * WSDL, never for servers of tokens. docs/company-networks.md has the risk of each member. Node's transport only. Default: none.
   *
   * @example
   * ```ts
   * const client = await createClient(wsdl, { compatibility: { minimumTls: '1.0', headerNames: 'specification' } });
   * ```
   */
  readonly compatibility?: Compatibility | undefined;
  /** Milliseconds for one call, from its start to the last byte of the response. Default 30,000. */
  readonly timeout?: number | undefined;
  /**
   * The type of `xs:long`, `xs:decimal` and wider numbers in results. Inputs accept all of these forms. Default `number`.
   *
   * - `number`: a `number`, or a `JsonNumber` where a double would round it
   * - `string`: always a string
   * - `bigint`: integers are always `bigint`, decimals are strings
   */
  readonly numbers?: 'number' | 'string' | 'bigint' | undefined;
  /**
   * The digits of decimals and integers in both messages. Default `canonical`.
   *
   * - `canonical`: no trailing zeros in a fraction: `0.1` for `0.10`
   * - `lexical`: as written. `0.10` is a `JsonNumber`, or a string with `numbers: 'string'`
   */
  readonly digits?: Digits | undefined;
  /**
   * The form of `xs:base64Binary` and `xs:hexBinary` in results. Inputs accept text, a `Uint8Array`, a `Buffer` and a `Blob` in any
   * case. Default `text`.
   *
   * - `text`: base64, or hexadecimal digits
   * - `bytes`: a `Uint8Array`; a text that is neither stays text, with a warning
   */
  readonly binary?: 'text' | 'bytes' | undefined;
  /**
   * The form of `xs:dateTime`, `xs:date` and `xs:time` in results. Inputs accept text, `Date` and the objects of Temporal in any case.
   * Default `text`, the only form that holds every value exactly.
   *
   * - `text`: as in the document
   * - `Date`: an `xs:dateTime` with a zone and at most milliseconds is a `DateWithText`; anything else stays text, because a `Date`
   *   would round it or invent its zone
   * - `temporal`: `Temporal.ZonedDateTime` with the offset of the document, `PlainDateTime`, `PlainDate`, `PlainTime`; what they do not
   *   hold exactly stays text: an `xs:date` or `xs:time` with a zone, fractions below a nanosecond. The runtime needs `Temporal`
   */
  readonly dates?: 'text' | 'Date' | 'temporal' | undefined;
  /**
   * How much of the response message the result omits. Default `record`.
   *
   * - `record`: the wrapper element, and a single element inside it that is one object (`{"user": {…}}` becomes `{…}`)
   * - `payload`: the wrapper element only
   * - `none`: nothing
   */
  readonly unwrap?: UnwrapMode | undefined;
  /** `unwrap` of single operations, by name. Default: none. */
  readonly unwrapByOperation?: Readonly<Record<string, UnwrapMode>> | undefined;
  /** Whether to reject a response that deviates from the WSDL, with `ResponseError` `STRICT`. Default false: deviations are warnings of `full`. */
  readonly strictResponses?: boolean | undefined;
  /** Whether to fill in defaults of attributes that a response leaves out. Default true. */
  readonly applyDefaults?: boolean | undefined;
  /** The prototype of objects in results: `ordinary`, or `none`. Default `ordinary`. */
  readonly prototypes?: 'none' | 'ordinary' | undefined;
  /** The form of untyped content: `ordered` keeps the order of elements, `compact` is shorter. Default `ordered`. */
  readonly untyped?: 'ordered' | 'compact' | undefined;
  /** Whether elements, and text among elements, that the WSDL of a response does not declare are dropped or kept in `$unknown`. Default `drop`. */
  readonly unknown?: 'drop' | 'keep' | undefined;
  /** The warnings that `full` reports. Default `default`. */
  readonly warnings?: 'none' | 'default' | 'all' | undefined;
  /** Whether to accept SOAP header blocks that the WSDL does not declare. Default false. */
  readonly allowUndeclaredHeaders?: boolean | undefined;
  /** The content that wildcards of a request accept; see `MapperOptions.wildcards`. Default `known`. */
  readonly wildcards?: 'known' | 'lax' | 'strict' | undefined;
  /**
   * The owner's design for the JSON of the service, such as members of inputs that are filled in (docs/design.md). `createClient`
   * throws `DesignError` for one that does not fit the service. Default: nothing.
   */
  readonly design?: Design | undefined;
  /**
   * The values that the design fills in: `secret` and `header` give them by name; `uuid` and `now` have defaults. A value that is missing is
   * a `FillError` of the call. Default: no secrets.
   */
  readonly fills?: FillSource | undefined;
  /**
   * Where the session of the design is kept: `createSessionStore()` for several clients of one program, or a store that several processes
   * share. A store has tokens, so what it writes down has to be encrypted. Default: in memory, and the session ends when the client is
   * closed.
   */
  readonly sessionStore?: SessionStore | undefined;
  /** Safety limits of messages and connections; see `ClientLimits`. */
  readonly limits?: ClientLimits | undefined;
  /** Functions that are called for every request and response. Default: none. */
  readonly hooks?: ClientHooks | undefined;
  /**
   * Which addresses may be called. Default: any address, private ones included, because it is the program that chooses them. With a
   * policy, private and special addresses are rejected unless it allows them. Node's transport only.
   */
  readonly egress?: EgressPolicy | undefined;
  /**
   * The proxy that calls, documents and logins go through: its URL, an object with `url`, `credentials`, `ca` and `noProxy`, or `none`. Default
   * `environment`: `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY` (lower case wins). Node's transport only.
   *
   * @example
   * ```ts
   * await createClient(wsdl, {
   *   proxy: { url: 'http://proxy.corp.example:3128', credentials: { username, password }, noProxy: '.corp.example' },
   * });
   * ```
   */
  readonly proxy?: ProxyOption | undefined;
  /**
   * The `fetch` to send with instead of undici: for edge runtimes, tests, or a proxy. Client certificates, certificate authorities,
   * X.509 signatures, `egress` and `proxy` need undici. Default: undici on Node, the global `fetch` elsewhere.
   */
  readonly fetch?: FetchFunction | undefined;
  /**
   * The transport to send with, for example one from `createTransport` that several clients share. `$close` leaves it open. Default:
   * a new one for this client.
   */
  readonly transport?: SoapTransport | undefined;
  /**
   * The behaviour if an operation needs a schema or WSDL that cannot be loaded. Default `refuse`.
   *
   * - `refuse`: creating the client fails with `WsdlError` `INCOMPLETE`, which names the document and the reason
   * - `allow`: the operation is offered with what is known; each of its errors names the document
   */
  readonly incomplete?: 'refuse' | 'allow' | undefined;
  /**
   * The directory that local documents must be in. Default: the current directory if the WSDL is in it, otherwise the directory of
   * the WSDL.
   */
  readonly root?: string | undefined;
  /**
   * The directory for models of WSDLs that have been parsed, so that this process and others need not parse them again. The documents are
   * loaded each time, and a model is used only for documents with the same bytes. The directory is created if necessary, for its owner
   * alone, keeps the 200 newest WSDLs, and can be removed at any time. A directory that cannot be used is a warning of the process
   * (`SOAPSTONE_CACHE`), not an error. Node, Bun and Deno only. Default: nothing is kept.
   */
  readonly cache?: string | undefined;
  /** Aborts loading the WSDL. Calls have their own signal. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * A `Date` of a result (`dates: 'Date'`). It names the instant; `text` is what the document says, with its zone. Written back, it is that
 * text as long as it names the same instant.
 */
export interface DateWithText extends Date {
  readonly text?: string;
}

/** Sends the messages of a client. `createTransport` of `@soapstone/soap-transport` creates one. */
export interface SoapTransport {
  /** Sends one message and resolves when the head of the response has been read. */
  send(request: TransportRequest, signal?: CallSignal): Promise<TransportResponse>;
  /** Fetches a WSDL or schema document. */
  fetchDocument(uri: string, options?: FetchDocumentOptions): Promise<FetchedDocument>;
}

/** Returns the options for the mapper. */
export function mapperOptions(options: ClientOptions): MapperOptions {
  const { numbers, unwrap, unwrapByOperation, strictResponses, applyDefaults, untyped, unknown } = options;
  const { warnings, allowUndeclaredHeaders, wildcards, prototypes = 'ordinary', limits = {} } = options;
  const { design, fills } = options;
  return {
    numbers,
    unwrap,
    unwrapByOperation,
    strictResponses,
    applyDefaults,
    untyped,
    unknown,
    warnings,
    allowUndeclaredHeaders,
    wildcards,
    prototypes,
    design,
    fills,
    limits: messageLimits(limits),
  };
}

/** Returns the values that binary types and dates become; undefined for text, so that no code for them is loaded. */
export function valueKinds({ binary = 'text', dates = 'text' }: ClientOptions): ValueKinds | undefined {
  return binary === 'text' && dates === 'text' ? undefined : { binary, dates };
}

/** Returns the same for streamed responses, whose size is not limited unless an option says so. */
export function streamingOptions(options: ClientOptions): MapperOptions {
  const unlimited = {
    responseBytes: Number.POSITIVE_INFINITY,
    responseNodes: Number.POSITIVE_INFINITY,
    outputBytes: Number.POSITIVE_INFINITY,
  };
  return mapperOptions({ ...options, limits: { ...unlimited, ...options.limits } });
}

const jsonObject: Check = (value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? []
    : wrong(`expected an object, not ${kindOf(value)}`);

const signal: Check = (value) =>
  typeof (value as { addEventListener?: unknown } | null)?.addEventListener === 'function'
    ? []
    : wrong(`expected an AbortSignal, not ${kindOf(value)}`);

const url: Check = (value) =>
  typeof value === 'string' && /^https?:/i.test(value) && URL.canParse(value)
    ? []
    : wrong(
        `expected an http: or https: URL, not ${typeof value === 'string' ? 'this string' : kindOf(value)}`,
      );

/**
 * The transport checks the values, and knows which headers it sets itself. A name that is not one is not repeated: it may be a misplaced
 * secret.
 */
const httpHeaders: Check = (value) => {
  const problems = recordOf(text)(value);
  if (problems.length > 0 || Object.keys(value as object).every((name) => /^[\w!#$%&'*+.^`|~-]+$/.test(name)))
    return problems;
  return wrong('expected names of HTTP headers, such as "X-Tenant", without spaces and colons');
};

/** Checks only the names: the transport, which is loaded for them, checks the values. */
const proxySettings: Check = members<ProxySettings>(
  { url: text, credentials: anything, ca: anything, noProxy: text, name: text },
  ['url'],
);

/** Checks only the names: the transport, which is loaded for them, checks the values. */
const addressingProperties: Check = members<AddressingProperties>({
  action: text,
  to: text,
  from: text,
  replyTo: text,
  faultTo: text,
  mustUnderstand: anything,
});

/** Checks only the names: the transport checks the values, once per profile. */
const securityProfile: Check = members<Security>({
  basic: anything,
  digest: anything,
  oauth: anything,
  ntlm: anything,
  kerberos: anything,
  headers: anything,
  clientCertificate: anything,
  ca: anything,
  usernameToken: anything,
  saml: anything,
  sts: anything,
  timestamp: anything,
  signature: anything,
  elementSignature: anything,
  session: anything,
  passwordKey: anything,
  encryption: anything,
  verify: anything,
  decryption: anything,
  mustUnderstand: anything,
  actor: anything,
});

/** The result of `wsdlPolicy`. */
const policySecurity: Check = members<PolicySecurity>({ forPort: callback, forDocuments: securityProfile }, [
  'forPort',
]);

/**
 * The options that `$with` changes. Each replaces that of the client; one that is absent or `undefined` stays as it is. `headers` and
 * `soapHeaders` are added to those of the client: a header replaces the one with its name, as a header of a call does.
 */
export type ClientChanges = Pick<
  ClientOptions,
  | 'endpoint'
  | 'security'
  | 'headers'
  | 'soapHeaders'
  | 'timeout'
  | 'addressing'
  | 'addressingProperties'
  | 'addressingVersion'
  | 'mtom'
  | 'mtomThreshold'
  | 'lenientHttp'
  | 'hooks'
>;

/** The checks of the options that `$with` changes. */
export const changeableChecks: Readonly<Record<keyof ClientChanges, Check>> = {
  endpoint: url,
  security: (value) =>
    Array.isArray(value)
      ? listOf(securityProfile)(value)
      : typeof value === 'object' && value !== null && 'forPort' in value
        ? policySecurity(value)
        : securityProfile(value),
  headers: httpHeaders,
  soapHeaders: jsonObject,
  addressing: oneOf('auto', 'always', 'never'),
  addressingProperties,
  addressingVersion: oneOf('1.0', '2004/08'),
  mtom: oneOf('auto', 'always', 'never'),
  mtomThreshold: numberFrom(0),
  lenientHttp: flag,
  timeout: numberFrom(1),
  hooks: clientHooks,
};

/** The checks of the options that decide how operations are compiled and connections opened, which all clients of `$with` share. */
export const fixedChecks: Readonly<Record<Exclude<keyof ClientOptions, keyof ClientChanges>, Check>> = {
  service: text,
  port: text,
  soapVersion: oneOf('1.1', '1.2'),
  ...mapperOptionChecks,
  digits: oneOf('canonical', 'lexical'),
  binary: oneOf('text', 'bytes'),
  dates: (value) =>
    value === 'temporal' && !('Temporal' in globalThis)
      ? wrong('this runtime has no Temporal; use "text" or "Date"')
      : oneOf('text', 'Date', 'temporal')(value),
  sessionStore: (value) =>
    typeof (value as { lease?: unknown } | null)?.lease === 'function'
      ? []
      : wrong(`expected an object with the methods "read" and "lease", not ${kindOf(value)}`),
  limits: members<ClientLimits>(limitChecks),
  // The entries are parsed when the transport is loaded, for the first message.
  egress: members<EgressPolicy>({
    allow: listOf(text),
    deny: listOf(text),
    refusedPorts: listOf(numberFrom(0)),
  }),
  proxy: (value) => (typeof value === 'string' ? [] : proxySettings(value)),
  // Checked where a channel is opened: only Node's has it.
  compatibility: anything,
  fetch: callback,
  transport: (value) =>
    typeof (value as { send?: unknown } | null)?.send === 'function'
      ? []
      : wrong(`expected an object with a method "send", not ${kindOf(value)}`),
  incomplete: oneOf('refuse', 'allow'),
  root: text,
  cache: (value) =>
    value === '' ? wrong('expected the path of a directory, not an empty string') : text(value),
  signal,
};

const clientOptions: Check = members<ClientOptions>({ ...changeableChecks, ...fixedChecks });

/** Throws `OptionError` for an unknown option or an unusable value. */
export function assertClientOptions(options: ClientOptions): void {
  refuseCallback(options, 'createClient');
  assertOptions(clientOptions, options, 'createClient');
  if (options.fetch !== undefined && options.transport !== undefined) {
    const expected = 'expected none beside the option "fetch": each of them sends the requests';
    throw new OptionError('createClient', { path: '/transport', expected });
  }
}

/** A MIME part of a request. */
export interface SentPart {
  /** Unique in the message: `photo@example.com`. */
  readonly contentId: string;
  readonly data: Uint8Array | Blob;
  /** Default: the type of the `Blob`, or `application/octet-stream`. */
  readonly contentType?: string | undefined;
  /** Default: the name of the file, if the data is one. */
  readonly filename?: string | undefined;
}

const sentPart: Check = members<SentPart>(
  {
    contentId: text,
    data: (value) => (value instanceof Blob ? [] : bytes(value)),
    contentType: text,
    filename: text,
  },
  ['contentId', 'data'],
);

/** The options of one call. */
export interface CallOptions {
  /** Aborts the call, which then throws `TransportError` `ABORTED`. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for this call. Default: `ClientOptions.timeout`. */
  readonly timeout?: number | undefined;
  /** HTTP headers of this call. They replace headers of the client with the same name. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** SOAP header blocks of this call, as JSON keyed by element name. They replace blocks of the client with the same name. */
  readonly soapHeaders?: JsonObject | undefined;
  /**
   * MIME parts that the WSDL does not declare, sent after those of the input. `data` is bytes or a `Blob`, which is read while it is
   * sent: `openAsBlob` of `node:fs` makes one of a file. Default: none.
   */
  readonly attachments?: readonly SentPart[] | undefined;
  /** WS-Addressing of this call. Each property replaces that of the client. */
  readonly addressingProperties?: AddressingProperties | undefined;
  /** Values that the design fills into this call, such as those of HTTP headers. Each function replaces that of the client. */
  readonly fills?: FillSource | undefined;
  /**
   * The elements of the result that come back as `{ $xml: "<…>" }`, byte for byte with the namespace declarations that they inherit (XM-7,
   * XM-8), so that their signatures can be verified and they can be sent on. A path has the keys from the result to the element, with dots
   * between them or as an array. The type of the result does not show it. A path to no element throws `OptionError` before anything is
   * sent; so does any for `items` and `stream`, which keep no whole element. Default: none.
   */
  readonly raw?: readonly ItemPath[] | undefined;
}

/** A path as `ItemPath`. */
export const itemPath: Check = (value) => (Array.isArray(value) ? listOf(text)(value) : text(value));

const callOptions: Check = members<CallOptions>({
  signal,
  timeout: numberFrom(1),
  headers: httpHeaders,
  soapHeaders: jsonObject,
  attachments: listOf(sentPart),
  addressingProperties,
  fills: mapperOptionChecks.fills,
  raw: listOf(itemPath),
});

/** Throws `OptionError`; `what` names the operation. */
export function assertCallOptions(options: CallOptions, what: string): void {
  refuseCallback(options, what);
  assertOptions(callOptions, options, what);
}

/** node-soap takes a callback in place of options. Here it would never be called. */
export function refuseCallback(value: unknown, what: string): void {
  if (typeof value !== 'function') return;
  const expected = 'expected an object, not a function; it returns a promise and takes no callback';
  throw new OptionError(what, { path: '', expected });
}
