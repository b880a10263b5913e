import type { CallSignal } from '@soapstone/soap-transport';

/**
 * HTTP as the proxy sees it: no framework, no socket. The path is decoded, once; everything else is as the client sent it.
 */
export interface ProxyRequest {
  /** Made by the gateway, shown to the client, written to the log. */
  readonly id: string;
  readonly method: string;
  /** The segments behind `/api/v1`, decoded. `''` where the path is shorter. */
  readonly accountId: string;
  readonly serviceSlug: string;
  readonly operationName: string;
  /** Without the `?`; `''` where there is none. */
  readonly query: string;
  /** Every `X-API-Key` header line: two are as bad as none. */
  readonly apiKeys: readonly string[];
  /** The value of a header by its lower-case name. */
  header(name: string): string | undefined;
  /** The whole body. Throws `GatewayError` where it is longer than `limit` bytes, or the client gave up. */
  readBody(limit: number): Promise<Uint8Array>;
  /** Fires when the client goes away. */
  readonly signal: CallSignal;
  /** The AI agent that calls through a tool; absent for a call of the API. */
  readonly agent?: { readonly client?: string | undefined };
}

export interface ProxyResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}
