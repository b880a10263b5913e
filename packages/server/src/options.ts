import type { JsonObject, MapperOptions, OperationInfo } from '@soapstone/json-xml-mapper';
import {
  assertOptions,
  type Check,
  callback,
  count,
  flag,
  members,
  oneOf,
  optional,
  text,
  wrong,
} from '@soapstone/soap-model/options';
import type { MimePart } from '@soapstone/soap-transport/mime';

/** Everything about a request besides its input. */
export interface SoapContext {
  /** The external name of the operation. */
  readonly operation: string;
  readonly info: OperationInfo;
  /** The keys of the fault details that the WSDL declares, as `SoapFault` takes them. */
  readonly faults: readonly string[];
  /** The declared SOAP header blocks of the request, keyed like `$headers` of the mapping. */
  readonly headers: JsonObject;
  /** The MIME parts of the request that the input does not contain. */
  readonly attachments: readonly MimePart[];
  /** The HTTP request. Its body has been read. */
  readonly request: Request;
  /** Aborted when the caller goes away or the time is over. */
  readonly signal: AbortSignal;
  /** An example of the result: valid, and always the same. */
  example(): unknown;
  /** Header blocks for the response, keyed like `$headers`. Later ones replace earlier ones of the same name. */
  respondWithHeaders(headers: Readonly<Record<string, unknown>>): void;
}

/** An operation: takes the input as JSON and returns the result as JSON, or throws `SoapFault`. */
export type SoapHandler<Input = JsonObject, Result = unknown> = (
  input: Input,
  context: SoapContext,
) => Result | Promise<Result>;

/** Handlers by the name of their operation. */
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
  /** The address that `?wsdl` states, where it is not the one of the request: behind a proxy. */
  readonly address?: string | undefined;
  /**
   * Whether a request that deviates from the schema is refused with a fault that names every problem. Without it, what can be read is
   * read, as the mapping reads responses (§17). Default true.
   */
  readonly strict?: boolean | undefined;
  /** Whether the handlers' names must be operations, and all operations have a handler. Default: names only. */
  readonly complete?: boolean | undefined;
  /** Called for operations without a handler. Default: they are answered with a fault. */
  readonly fallback?: SoapHandler | undefined;
  /** Header blocks that the handlers understand besides the declared ones, as Clark names: `{namespace}local`. */
  readonly understands?: readonly string[] | undefined;
  /** Milliseconds that a handler may take. Default 30,000. */
  readonly timeout?: number | undefined;
  readonly limits?: ServerLimits | undefined;
  /** Hears of everything that is the server's fault: what a handler threw, and a result that does not match the schema. Default: `console.error`. */
  readonly onError?: ((error: unknown, operation: string) => void) | undefined;
}

export interface ServerLimits {
  /** Bytes of a request, attachments included. Default 10,485,760 (10 MiB). */
  readonly requestBytes?: number | undefined;
  /** Problems that a fault names. Default 20. */
  readonly problems?: number | undefined;
}

export const DEFAULT_TIMEOUT_MS = 30_000;
export const DEFAULT_REQUEST_BYTES = 10_485_760;
export const DEFAULT_PROBLEMS = 20;

/** A TCP port; 0 for a free one. */
export const tcpPort: Check = (value) =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) < 65_536
    ? []
    : wrong('expected a port from 0 to 65535');

/** An address of a service. */
export const httpAddress: Check = (value) =>
  typeof value === 'string' && /^https?:\/\//i.test(value) && URL.canParse(value)
    ? []
    : wrong('expected an http or https address');

const serverOptions: Check = members<ServerOptions>({
  numbers: oneOf('number', 'string', 'bigint'),
  unwrap: oneOf('record', 'payload', 'none'),
  unwrapByOperation: (value) => (typeof value === 'object' && value !== null ? [] : text(value)),
  wildcards: oneOf('known', 'lax', 'strict'),
  service: text,
  address: text,
  strict: flag,
  complete: flag,
  fallback: callback,
  understands: (value) => (Array.isArray(value) ? value.flatMap((each) => text(each)) : text(value)),
  timeout: count,
  limits: members<ServerLimits>({ requestBytes: count, problems: count }),
  onError: callback,
});

/** Throws `OptionError` for an unknown or unusable option. */
export function assertServerOptions(options: unknown): void {
  assertOptions(optional(serverOptions), options, 'createSoapServer');
}
