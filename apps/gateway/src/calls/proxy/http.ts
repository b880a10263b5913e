import type { Digits, MimePart, Warning } from '@soapstone/json-xml-mapper';
import type { CallSignal } from '@soapstone/soap-transport';
import type { Caller } from './authenticate.js';
import type { ByteText } from './byte-text.js';

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
  /** Every `X-API-Key` header. Two are as invalid as none. */
  readonly apiKeys: readonly string[];
  /** The value of a header by its lower-case name. */
  header(name: string): string | undefined;
  /** Reads the whole body. Throws `GatewayError` if it is longer than `limit` bytes, or if the client disconnected. */
  readBody(limit: number): Promise<Uint8Array>;
  /** Fires when the client disconnects. */
  readonly signal: CallSignal;
  /** The AI agent that calls through a tool; absent for a call to the API. */
  readonly agent?: AgentCaller;
}

/** Returns how decimals are written: for an agent as the service wrote them (NM-8), for a client of the API in canonical form. */
export function digitsOf({ agent }: ProxyRequest): Digits {
  return agent === undefined ? 'canonical' : 'lexical';
}

/** What is known about a tool call. */
export interface AgentCaller {
  /** The name that the agent's program gave itself. */
  readonly client?: string | undefined;
  /** The holder of the key, which has already been checked for this message. */
  readonly caller: Caller;
  /** Receives the attachments of the response, except those of a cached one. */
  readonly onAttachments?: ((attachments: readonly MimePart[]) => void) | undefined;
  /** Called when the request is sent to the SOAP service. */
  readonly onSent?: (() => void) | undefined;
}

export interface ProxyResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Empty if there is a `reply`. */
  readonly body: Uint8Array | ByteText;
  /** The result of a tool call, whose response has another body. */
  readonly reply?: { readonly result: Uint8Array; readonly meta: Meta };
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
