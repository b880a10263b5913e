import type { JsonObject, MapperOptions, OperationInfo } from '@soapstone/json-xml-mapper';
import { mapperOptionChecks } from '@soapstone/json-xml-mapper/internal';
import type { MimePart, OutgoingPart } from '@soapstone/mime';
import {
  assertOptions,
  type Check,
  callback,
  count,
  flag,
  kindOf,
  listOf,
  members,
  OptionError,
  oneOf,
  optional,
  recordOf,
  text,
  wrong,
} from '@soapstone/options';
import type { Caller, ServiceSecurity } from '@soapstone/ws-security/service';
import type { MtomMode } from './packing.js';

/** Everything about a request besides its input. */
export interface SoapContext {
  /** The external name of the operation. */
  readonly operation: string;
  readonly info: OperationInfo;
  /** The keys of the declared fault details, for `SoapFault`. */
  readonly faults: readonly string[];
  /** The declared SOAP header blocks of the request, with the keys that `$headers` has in the JSON mapping. */
  readonly headers: JsonObject;
  /** The MIME parts of the request that are not part of the input. */
  readonly attachments: readonly MimePart[];
  /** The sender of the request: the user of its UsernameToken, the certificate of its signature. Empty without the option `security`. */
  readonly security: Caller;
  /** The HTTP request. Its body has been read. */
  readonly request: Request;
  /** Aborted when the caller disconnects or the timeout expires. */
  readonly signal: AbortSignal;
  /** An example of the result: valid and deterministic. */
  example(): unknown;
  /** Adds header blocks to the response, with the keys of `$headers`. Later blocks replace earlier ones with the same name. */
  respondWithHeaders(headers: Readonly<Record<string, unknown>>): void;
  /**
   * Adds MIME parts that the WSDL does not declare to the response, after those of the result. The `data` of a part is bytes or a
   * `Blob`, which is read while it is sent. A fault has none, nor has a response that is signed or encrypted.
   *
   * Throws `OptionError` for an unusable part, such as one with the Content-ID of another.
   *
   * @example
   * ```ts
   * context.respondWithAttachments([{ contentId: 'photo@example.com', contentType: 'image/png', data: photo }]);
   * ```
   */
  respondWithAttachments(parts: readonly OutgoingPart[]): void;
}

/** An operation: takes the input as JSON and returns the result as JSON, or throws `SoapFault`. */
export type SoapHandler<Input = JsonObject, Result = unknown> = (
  input: Input,
  context: SoapContext,
) => Result | Promise<Result>;

/** Handlers by operation name. */
export type SoapHandlers<Operations> = {
  readonly [Name in keyof Operations]?: Operations[Name] extends {
    readonly input: infer Input;
    readonly result: infer Result;
  }
    ? SoapHandler<Input, Result>
    : SoapHandler;
};

/** Options of a server. Everything has a default. */
export interface ServerOptions
  extends Pick<MapperOptions, 'numbers' | 'unwrap' | 'unwrapByOperation' | 'wildcards'> {
  /** The name of the service, if the WSDL has several. Default: the first one with a SOAP operation. */
  readonly service?: string | undefined;
  /** The address in the served WSDL, if it differs from the address of the request, as it does behind a proxy. */
  readonly address?: string | undefined;
  /**
   * Whether a request that deviates from the schema is rejected with a fault that names every problem. Otherwise it is read as
   * leniently as the mapping reads responses (§17). Default true.
   */
  readonly strict?: boolean | undefined;
  /** Whether all operations must have a handler. Handlers without an operation are always rejected. Default false. */
  readonly complete?: boolean | undefined;
  /** Called for operations without a handler. Default: they respond with a fault. */
  readonly fallback?: SoapHandler | undefined;
  /** Header blocks that the handlers understand besides the declared ones, in Clark notation: `{namespace}local`. */
  readonly understands?: readonly string[] | undefined;
  /**
   * WS-Security: the requirements on requests, and how responses are secured. Needs Node. Signed messages have no attachments.
   * Default: `wsse:Security` blocks are not read.
   */
  readonly security?: ServiceSecurity | undefined;
  /**
   * When responses are packed with MTOM, with binary values from 1 KiB on as MIME parts. `auto`: if the request is packed, or the WSDL
   * requires it. A response that is signed or encrypted has no parts. Default `auto`.
   */
  readonly mtom?: MtomMode | undefined;
  /**
   * The elements of requests that handlers receive as `{ "$xml": "<…>" }`, byte for byte as they were received (XM-7), by operation:
   * the signature of a document can be verified, and the document kept. Each path has the keys from the input to the element, with dots
   * between them or as an array. Not for handlers of `items`. Default: none.
   *
   * @example
   * ```ts
   * await createSoapServer(wsdl, { Submit: ({ invoice }) => verify(invoice.$xml) }, { raw: { Submit: ['invoice'] } });
   * ```
   */
  readonly raw?: { readonly [operation: string]: readonly (string | readonly string[])[] } | undefined;
  /** The timeout of a handler in milliseconds. Default 30,000. */
  readonly timeout?: number | undefined;
  readonly limits?: ServerLimits | undefined;
  /** Called for every error of the server: a handler that threw, a result that does not match the schema. Default: `console.error`. */
  readonly onError?: ((error: unknown, operation: string) => void) | undefined;
}

export interface ServerLimits {
  /** The maximum size of a request in bytes, attachments included. Default 10,485,760 (10 MiB). */
  readonly requestBytes?: number | undefined;
  /**
   * The maximum size of a request whose list is read item by item (`items`), in bytes. `requestBytes` then applies to each item,
   * and to the content before and after the list. Default 104,857,600 (100 MiB).
   */
  readonly streamedBytes?: number | undefined;
  /**
   * The maximum size of an envelope with the option `security`, in bytes, up to 4,194,304. Reading one takes up to 0.3 ms of CPU
   * time per KiB (0.9 ms if it is crafted to), before its sender is known. Default 1,048,576 (1 MiB).
   */
  readonly securedBytes?: number | undefined;
  /**
   * The maximum size of the envelope of a response in bytes. A larger result of a handler becomes a `Server` fault. Default and
   * minimum: `requestBytes`.
   */
  readonly responseBytes?: number | undefined;
  /** The maximum number of problems in a fault. Default 20. */
  readonly problems?: number | undefined;
}

export const DEFAULT_TIMEOUT_MS = 30_000;
export const DEFAULT_REQUEST_BYTES = 10_485_760;
export const DEFAULT_STREAMED_BYTES = 104_857_600;
export const DEFAULT_SECURED_BYTES = 1_048_576;
const MAX_SECURED_BYTES = 4_194_304;
export const DEFAULT_PROBLEMS = 20;

/** A TCP port; 0 for a free one. */
export const tcpPort: Check = (value) =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 65_535
    ? []
    : wrong(`expected a port from 0 to 65535, not ${kindOf(value)}`);

/** An address of a service. */
export const httpAddress: Check = (value) =>
  typeof value === 'string' && /^https?:\/\//i.test(value) && URL.canParse(value)
    ? []
    : wrong('expected an http or https address');

/** A `Request`, of any realm. */
export const webRequest: Check = (value) =>
  typeof (value as { readonly method?: unknown } | null | undefined)?.method === 'string'
    ? []
    : wrong(`expected a Request, not ${kindOf(value)}`);

/** Rethrows the error of the WS-Security code about a member of `security`, which is an option of `createSoapServer`. */
export function inServerOptions(error: unknown): unknown {
  const beginning = /^cannot use (?:option "[^"]*" of )?security: /;
  if (!(error instanceof OptionError) || !beginning.test(error.message)) return error;
  const path = error.option === '' ? '/security' : `/security/${error.option.replaceAll('.', '/')}`;
  return new OptionError('createSoapServer', { path, expected: error.message.replace(beginning, '') });
}

const serverOptions: Check = members<ServerOptions>({
  numbers: mapperOptionChecks.numbers,
  unwrap: mapperOptionChecks.unwrap,
  unwrapByOperation: mapperOptionChecks.unwrapByOperation,
  wildcards: mapperOptionChecks.wildcards,
  service: text,
  address: text,
  strict: flag,
  complete: flag,
  fallback: callback,
  understands: (value) => (Array.isArray(value) ? value.flatMap((each) => text(each)) : text(value)),
  // Its members are checked by the WS-Security code, which is only loaded if this option is set.
  security: (value) =>
    typeof value === 'object' && value !== null ? [] : wrong(`expected an object, not ${kindOf(value)}`),
  mtom: oneOf('auto', 'always', 'never'),
  raw: recordOf(listOf((value) => (Array.isArray(value) ? listOf(text)(value) : text(value)))),
  timeout: count,
  limits: members<ServerLimits>({
    requestBytes: count,
    streamedBytes: count,
    securedBytes: (value) =>
      typeof value === 'number' && value > MAX_SECURED_BYTES
        ? wrong(`expected up to ${MAX_SECURED_BYTES}`)
        : count(value),
    responseBytes: count,
    problems: count,
  }),
  onError: callback,
});

/** Throws `OptionError` for an unknown or unusable option. */
export function assertServerOptions(options: unknown): void {
  assertOptions(optional(serverOptions), options, 'createSoapServer');
}
