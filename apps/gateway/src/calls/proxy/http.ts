import type { Digits, MimePart, SoapRequest, Warning } from '@soapstone/json-xml-mapper';
import type { Decision } from '@soapstone/rate-limiter';
import type { CallSignal, TransportRequest } from '@soapstone/soap-transport';
import type { ServiceSecrets } from '../../credentials/service-secrets.js';
import type { Sealer } from '../../domain/seal.js';
import type { AllowedMethods } from '../../domain/services/method-policy.js';
import type { GatewayError } from '../../errors/errors.js';
import type { Catalog } from '../catalog/catalog.js';
import type { Directory } from '../catalog/directory.js';
import type { Target } from '../catalog/resolve.js';
import type { WideNumbers } from '../catalog/service-operations.js';
import type { FileLimits, WantedFile } from '../file-limits.js';
import type { AuthenticateDependencies, Caller } from './authenticate.js';
import type { ByteText } from './byte-text.js';
import type { CallEnvelope } from './request-options.js';

/**
 * An HTTP request to the proxy, independent of framework and socket. The path is already decoded; everything else is as the client sent it.
 */
export interface ProxyRequest {
  /** The request id: created by the gateway, returned to the client and logged. */
  readonly id: string;
  readonly method: string;
  /** The decoded segments after `/api/v1`. `''` if the path is shorter. */
  readonly accountId: string;
  readonly serviceSlug: string;
  readonly operationName: string;
  /** Without the `?`; `''` if there is none. */
  readonly query: string;
  /** Every key in `X-API-Key` or, without one, in `Authorization: Bearer`. Two are as invalid as none. */
  readonly apiKeys: readonly string[];
  /** Returns the client's IP address. */
  address(): string;
  /** The value of a header by its lower-case name. */
  header(name: string): string | undefined;
  /** The same for headers that a design fills in, if they are those of another HTTP request: the one that carried the tool call. */
  readonly clientHeader?: (name: string) => string | undefined;
  /** Reads the whole body. Throws `GatewayError` if it is longer than `limit` bytes, or if the client disconnected. */
  readBody(limit: number): Promise<Uint8Array>;
  /** The body while it arrives, in place of `readBody`. Throws `GatewayError` if it says that it is longer. Absent if it may be needed twice. */
  readonly streamBody?: ((limit: number) => BodyStream) | undefined;
  /** Fires when the client disconnects. */
  readonly signal: CallSignal;
  /** The way in of the AI agent that calls through a tool; absent for a call to the API. */
  readonly agent?: AgentDoor;
  /** The way in of a client of the routes of a design. */
  readonly route?: RouteDoor;
}

/** A body that is read while it arrives, once. */
export interface BodyStream {
  /** In bytes; NaN if the client does not say it. */
  readonly size: number;
  /** Throws `GatewayError` if there are more than the limit, and if the client stops. */
  chunks(): AsyncGenerator<Uint8Array, void>;
}

/** The differences between the two ways in: a request to the JSON API, and a tool call of an agent. */
export interface Door {
  /** How decimals are written: for an agent as the service wrote them (NM-8), for a client of the API in canonical form. */
  readonly digits: Digits;
  /** Returns the holder of the key. `now` is in milliseconds since the Unix epoch. Throws `AUTHENTICATION_ERROR`. */
  identify(request: ProxyRequest, deps: AuthenticateDependencies, now: number): Caller | Promise<Caller>;
  /** Returns whether a cached response may answer the call. Throws `METHOD_NOT_ALLOWED` if the operation does not accept its method. */
  checkMethod(request: ProxyRequest, allowed: AllowedMethods): boolean;
  /** Creates the response to a call that succeeded; a client may reuse it for `left` milliseconds. */
  respond(
    request: ProxyRequest,
    result: Uint8Array,
    meta: Meta,
    left: number,
    decision: Decision,
    now: number,
  ): ProxyResponse | Promise<ProxyResponse>;
  /** Receives the attachments of the response, except those of a cached one. */
  readonly onAttachments?: ((attachments: readonly MimePart[]) => void) | undefined;
  /** Called when the request is sent to the SOAP service. */
  readonly onSent?: (() => void) | undefined;
  /** Receives the result as a file, if the client wants that, unless the response may be cached or recorded. */
  readonly file?: WantedFile | undefined;
}

/** The way in of a client of the API that a design describes: it finds the operation by method and path. */
export interface RouteDoor extends Door {
  /** The methods at the path of a request that only asks for them (`OPTIONS`); undefined for a call. */
  methodsFor(
    request: ProxyRequest,
    caller: Caller,
    deps: TargetDependencies,
  ): Promise<readonly string[]> | undefined;
  /** Finds the operation. Throws 404 if there is no route at the path, 405 if there is none of the method. */
  find(
    request: ProxyRequest,
    caller: Caller,
    deps: TargetDependencies,
    numbers: WideNumbers | undefined,
  ): Promise<Target>;
  /** Reads the input and writes the envelope. Throws `VALIDATION_ERROR` with every problem. */
  encode(
    request: ProxyRequest,
    target: Target,
    envelope: CallEnvelope,
    limits: FileLimits,
  ): Promise<EncodedInput>;
  /** Returns the way in of another request to the same path. */
  again(): RouteDoor;
  /** Creates the response to a call that failed. */
  failed(
    error: GatewayError,
    requestId: string,
    headers: Readonly<Record<string, string>>,
    secrets?: ServiceSecrets,
  ): ProxyResponse;
}

/** The request to the SOAP service. `canonical` is the input of a GET as text that is equal for equal inputs, however they were sent. */
export interface EncodedInput {
  readonly request: SoapRequest;
  readonly canonical?: string;
  /** The request without the owner's additions, if the call is recorded. */
  readonly recorded?: SoapRequest;
  /** The file in the request, which is read while the request is sent. */
  readonly upload?: SentUpload;
}

/** A request of which a part is read while it is sent. */
export interface SentUpload extends Pick<TransportRequest, 'pieces' | 'attachments'> {
  /** Why the file could not be read to its end; undefined if it could. */
  failure(): unknown;
}

/** Finds the target of a call. */
export interface TargetDependencies {
  readonly directory: Directory;
  readonly catalog: Catalog;
  /** Seals the cursors of pages. */
  readonly sealer: Pick<Sealer, 'seal' | 'open'>;
}

/** The way in of an agent. */
export interface AgentDoor extends Door {
  /** The name that the agent's program gave itself. */
  readonly client: string | undefined;
}

export interface ProxyResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Empty for a tool call, which has a `reply`. */
  readonly body: Uint8Array | ByteText;
  /** The page of a list that it is (PG-1). */
  readonly page?: ResponsePage;
  /** Chunks that are sent in place of the body. The body is then the first page, for the limit of what clients have not read. */
  readonly stream?: AsyncIterable<Uint8Array>;
  /** The result of a tool call, whose response has another body, and of a call whose body is a file. */
  readonly reply?: { readonly result: Uint8Array; readonly meta: Meta };
}

/** A page of a list. */
export interface ResponsePage {
  /** The JSON texts of its items. */
  readonly items: readonly Uint8Array[];
  /** The request for the next page, if there is one: its query string, and its path with it. */
  readonly next?: { readonly query: string; readonly path: string };
  /** The number of pages that one request for all items reads. */
  readonly most: number;
}

/** `meta` of the success body: the members of the specification, followed by our own, which are present only if they have a value. */
export interface Meta {
  /** `service` and `operation`, as `printTitle` wrote them. */
  readonly title: string;
  readonly latencyMs: number;
  readonly cached: boolean;
  readonly dryRun?: true;
  readonly mock?: true;
  /** Whether the result is a recorded one. */
  readonly replayed?: true;
  /** Whether the owner records the calls of the service. */
  readonly recording?: true;
  /** Declared response headers (HD-6), as JSON text in UTF-8. */
  readonly soapHeaders?: Uint8Array;
  /** The deviations of the response from the WSDL (TR-7). */
  readonly warnings?: readonly Warning[];
}
