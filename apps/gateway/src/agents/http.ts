import type { CancelSignal } from '@soapstone/agent-tools';
import type { CallSignal } from '@soapstone/soap-transport';

/** A message of an agent as HTTP brings it: no framework, no socket. The path is decoded, once. */
export interface AgentRequest {
  readonly accountId: string;
  /** `''` for all services of the account. */
  readonly serviceSlug: string;
  /** Every API key that was sent, in `X-API-Key` and `Authorization: Bearer`: two are as bad as none. */
  readonly apiKeys: readonly string[];
  /** The value of a header by its lower-case name. */
  header(name: string): string | undefined;
  /** The whole body. Throws `GatewayError` where it is longer than `limit` bytes. */
  readBody(limit: number): Promise<Uint8Array>;
  /** Fires when the client goes away; `abort` ends a stream from here. */
  readonly signal: CallSignal & CancelSignal & { abort(): void };
  /** Sends a notification: the answer becomes a stream of events. */
  notify(message: string): void;
}

/** The answer to a message, where it is not a stream of events. */
export interface AgentResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text; `''` for none. */
  readonly body: string;
}
