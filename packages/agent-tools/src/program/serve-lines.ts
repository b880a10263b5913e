import { assertOptions, type Check, callback, limit, members, optional } from '@soapstone/options';
import { handleRead } from '../answer/server.js';
import type { AgentHost } from '../host.js';
import { decodeUtf8, encodeUtf8 } from '../platform.js';
import { isRefusal, readMessage } from '../protocol/message.js';
import { RPC, RpcError } from '../protocol/rpc-error.js';
import { errorAnswer } from '../protocol/write-answer.js';
import { createAbort, type ProgramAbort } from './abort.js';
import { createLineSplitter } from './lines.js';

/** The maximum number of concurrent requests; further ones are rejected. */
const MAX_RUNNING = 100;

/** The maximum size of a message: 2 MiB. */
export const DEFAULT_MESSAGE_BYTES: number = 2 * 1024 * 1024;

/** How messages arrive and leave, one per line. */
export interface LineOptions {
  /** Bytes or text, such as `process.stdin`. */
  readonly input: AsyncIterable<Uint8Array | string>;
  /** Writes one line, with its line feed. */
  readonly write: (line: string) => void;
  /** The maximum size of one message in bytes. Default 2 MiB. */
  readonly maxBytes?: number | undefined;
  /** Resolves when the server should stop before the input ends. Default: never. */
  readonly until?: Promise<unknown> | undefined;
  /** The error for a message that is too large. Default: names the limit. */
  readonly tooLarge?: string | undefined;
}

const anything: Check = () => [];
const lineOptions: Check = members<LineOptions>(
  { input: anything, write: callback, maxBytes: limit, until: anything, tooLarge: optional(anything) },
  ['input', 'write'],
);

/**
 * Serves the Model Context Protocol over lines, as on standard input and output, until the input ends. Responses are sent as they are
 * ready, not in the order of the requests.
 *
 * @throws {OptionError} for an unknown option
 *
 * @example
 * ```ts
 * await serveLines(host, { input: process.stdin, write: (line) => process.stdout.write(line) });
 * ```
 */
export async function serveLines(host: AgentHost, options: LineOptions): Promise<void> {
  assertOptions(lineOptions, options, 'serveLines');
  const { input, maxBytes = DEFAULT_MESSAGE_BYTES, until = new Promise(() => {}) } = options;
  const { tooLarge = `A message has ${maxBytes} bytes at most` } = options;
  const running = new Map<string, Running>();
  const pending = new Set<Promise<void>>();
  const write = (text: string): void => options.write(`${text}\n`);
  const lines = createLineSplitter(maxBytes);
  const take = (line: Uint8Array | undefined): void => {
    if (line === undefined) {
      write(errorAnswer(undefined, new RpcError(RPC.invalidRequest, tooLarge)).text);
      return;
    }
    if (line.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d)) return;
    const answered = answerLine(line, host, running, write);
    pending.add(answered);
    void answered.finally(() => pending.delete(answered));
  };
  const ended = (async () => {
    for await (const chunk of input) {
      for (const line of lines.add(typeof chunk === 'string' ? encodeUtf8(chunk) : chunk)) take(line);
    }
    for (const line of lines.end()) take(line);
    // Requests that have already arrived are still answered, within the timeout of a call. Subscriptions no longer have a reader.
    for (const { controller, isEndless } of running.values()) if (isEndless) controller.abort();
    await Promise.all(pending);
  })();
  await Promise.race([ended, until]);
  for (const { controller } of running.values()) controller.abort();
  await Promise.all(pending);
}

/** A request in flight. */
interface Running {
  readonly controller: ProgramAbort;
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
  const controller = createAbort();
  const id = message.id;
  if (!isRefusal(message) && message.method === 'notifications/cancelled') {
    const cancelled = message.params.get('requestId');
    if (cancelled !== undefined) running.get(decodeUtf8(cancelled))?.controller.abort();
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
