import { HttpRefusal } from '../request/read-request.js';
import { type Message, RAISED_BY, readMessage } from './contract.js';

/** A response and its message. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly message: Message;
}

/**
 * Sends a message with POST. Redirects are not followed.
 *
 * @returns the response, or a sentence that says why there is none
 */
export async function send(
  address: string,
  {
    headers,
    body,
    until,
    messageBytes,
  }: {
    readonly headers: Headers | Readonly<Record<string, string>>;
    readonly body: Uint8Array;
    /** A signal that aborts the call, or its timeout in milliseconds. */
    readonly until: AbortSignal | number;
    /** The maximum size of the response. */
    readonly messageBytes: number;
  },
  using: typeof fetch = fetch,
): Promise<Reply | string> {
  try {
    const response = await using(address, {
      method: 'POST',
      headers,
      body: body as Uint8Array<ArrayBuffer>,
      redirect: 'manual',
      signal: typeof until === 'number' ? AbortSignal.timeout(until) : until,
    });
    const message = await readMessage(response, messageBytes);
    return { status: response.status, headers: response.headers, message };
  } catch (error) {
    if (error instanceof HttpRefusal) return `the response is longer than ${messageBytes} bytes${RAISED_BY}`;
    const { cause, message, name } = error as Error;
    if (name === 'TimeoutError') return `no response within ${until} ms`;
    return cause instanceof Error ? cause.message : message;
  }
}
