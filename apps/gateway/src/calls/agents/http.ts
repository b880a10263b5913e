import type { CancelSignal, SchemaForm } from '@soapstone/agent-tools';
import type { CallSignal } from '@soapstone/soap-transport';

/** An HTTP request with a message of an agent, independent of framework and socket. The path is already decoded. */
export interface AgentRequest {
  readonly accountId: string;
  /** The service; `''` for all services of the account. */
  readonly serviceSlug: string;
  /** The form of the schemas of tools, which the client asks for in the query. */
  readonly schemas: SchemaForm;
  /** Every API key that was sent in `X-API-Key` and `Authorization: Bearer`. Two are rejected, like none. */
  readonly apiKeys: readonly string[];
  /** Returns the client's IP address. */
  address(): string;
  /** The value of a header by its lower-case name. */
  header(name: string): string | undefined;
  /** Reads the whole body. Throws `GatewayError` if it is longer than `limit` bytes. */
  readBody(limit: number): Promise<Uint8Array>;
  /** Fires when the client disconnects. */
  readonly signal: CallSignal & CancelSignal & { abort(): void };
  /** Sends a notification, which turns the response into an event stream. A droppable one is dropped if there are too many streams. */
  notify(message: string, droppable?: boolean): void;
}

/** The response to a message, unless it is an event stream. */
export interface AgentResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text; `''` for none. */
  readonly body: string;
}
