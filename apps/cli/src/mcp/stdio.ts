import {
  type AgentHost,
  errorAnswer,
  handleRead,
  isRefusal,
  RPC,
  RpcError,
  readMessage,
} from '@soapstone/agent-tools';
import type { Terminal } from '../terminal.js';
import { createLineSplitter } from './lines.js';

/** The maximum number of concurrent requests; further ones are rejected. */
const MAX_RUNNING = 100;

/**
 * Serves the Model Context Protocol on standard input and output, one message per line, until the input ends or the user stops it.
 * Responses are sent as they are ready, not in the order of the requests.
 *
 * @param maxBytes the maximum size of one message
 */
export async function serveStdio(
  host: AgentHost,
  terminal: Pick<Terminal, 'input' | 'out' | 'interrupted'>,
  maxBytes: number,
): Promise<void> {
  const running = new Map<string, Running>();
  const pending = new Set<Promise<void>>();
  const write = (text: string): void => terminal.out(`${text}\n`);
  const lines = createLineSplitter(maxBytes);
  const take = (line: Uint8Array | undefined): void => {
    if (line === undefined) {
      write(errorAnswer(undefined, new RpcError(RPC.invalidRequest, tooLargeMessage(maxBytes))).text);
      return;
    }
    if (line.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d)) return;
    const answered = answerLine(line, host, running, write);
    pending.add(answered);
    void answered.finally(() => pending.delete(answered));
  };
  const ended = (async () => {
    for await (const chunk of terminal.input()) for (const line of lines.add(chunk)) take(line);
    for (const line of lines.end()) take(line);
    // Requests that have already arrived are still answered, within the timeout of a call. Subscriptions no longer have a reader.
    for (const { controller, isEndless } of running.values()) if (isEndless) controller.abort();
    await Promise.all(pending);
  })();
  await Promise.race([ended, terminal.interrupted()]);
  for (const { controller } of running.values()) controller.abort();
  await Promise.all(pending);
}

/** The answer to a message that is too large. */
export function tooLargeMessage(maxBytes: number): string {
  return `A message has ${maxBytes} bytes at most (--request-bytes raises this limit)`;
}

/** A request in flight. */
interface Running {
  readonly controller: AbortController;
  /** A subscription, which is answered when it ends. */
  readonly isEndless: boolean;
}

async function answerLine(
  line: Uint8Array,
  host: AgentHost,
  running: Map<string, Running>,
  write: (text: string) => void,
): Promise<void> {
  const message = readMessage(line);
  const controller = new AbortController();
  const id = message.id;
  if (!isRefusal(message) && message.method === 'notifications/cancelled') {
    const cancelled = message.params.get('requestId');
    running.get(Buffer.from(cancelled ?? []).toString())?.controller.abort();
    return;
  }
  if (id !== undefined && !isRefusal(message)) {
    if (running.has(id) || running.size >= MAX_RUNNING) {
      const why = running.has(id)
        ? 'A request with this id is running'
        : `${MAX_RUNNING} requests are running already`;
      write(errorAnswer(id, new RpcError(RPC.invalidRequest, why)).text);
      return;
    }
    running.set(id, { controller, isEndless: message.method === 'subscriptions/listen' });
  }
  try {
    const answer = await handleRead(message, host, { signal: controller.signal, notify: write });
    if (answer !== undefined) write(answer.text);
  } catch {
    write(errorAnswer(id, new RpcError(RPC.internal, 'Internal error')).text);
  } finally {
    if (id !== undefined && running.get(id)?.controller === controller) running.delete(id);
  }
}
