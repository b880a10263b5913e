import type { CallSignal } from '@soapstone/soap-transport';

/**
 * HTTP from the proxy's perspective: no framework, no socket. The path is decoded once; everything else is as the client sent it.
 */
export interface ProxyRequest {
  /** Created by the gateway, returned to the client, written to the log. */
  readonly id: string;
  readonly method: string;
  /** The decoded segments after `/api/v1`. `''` if the path is shorter. */
  readonly accountId: string;
  readonly serviceSlug: string;
  readonly operationName: string;
  /** Without the `?`; `''` if there is none. */
  readonly query: string;
  /** Every `X-API-Key` header: two are as invalid as none. */
  readonly apiKeys: readonly string[];
  /** The value of a header by its lower-case name. */
  header(name: string): string | undefined;
  /** Reads the whole body. Throws `GatewayError` if it is longer than `limit` bytes, or if the client disconnected. */
  readBody(limit: number): Promise<Uint8Array>;
  /** Fires when the client disconnects. */
  readonly signal: CallSignal;
  /** The AI agent that calls through a tool; absent for a call of the API. */
  readonly agent?: { readonly client?: string | undefined };
}

export interface ProxyResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}
