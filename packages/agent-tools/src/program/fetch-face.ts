import { type Bytes, joinBytes } from '@soapstone/soap-model/bytes';
import { handleRead } from '../answer/server.js';
import type { AgentHost, CancelSignal } from '../host.js';
import { encodeUtf8 } from '../platform.js';
import { refuseMediaTypes } from '../protocol/media-types.js';
import { isRefusal, readMessage } from '../protocol/message.js';
import { RPC, RpcError } from '../protocol/rpc-error.js';
import { errorAnswer } from '../protocol/write-answer.js';
import { createAbort } from './abort.js';

/** The parts of a `Request` that a server reads. This package needs no typings of the DOM. */
export interface RequestLike {
  readonly method: string;
  readonly headers: { get(name: string): string | null };
  readonly body: unknown;
  readonly signal?: CancelSignal | undefined;
}

/** A `Response`, if the program has its typings. */
export type ResponseLike = typeof globalThis extends { Response: { prototype: infer Type } } ? Type : unknown;

interface Reader {
  read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array }>;
  cancel(): Promise<void>;
}

interface StreamController {
  enqueue(bytes: Uint8Array): void;
  close(): void;
}

const web = globalThis as unknown as {
  readonly Response: new (
    body: unknown,
    init: { readonly status: number; readonly headers?: Readonly<Record<string, string>> },
  ) => ResponseLike;
  readonly ReadableStream: new (source: {
    start(controller: StreamController): void;
    cancel(): void;
  }) => unknown;
};

/** Answers one request of Streamable HTTP. */
export async function answerRequest(
  host: AgentHost,
  request: RequestLike,
  maxBytes: number,
): Promise<ResponseLike> {
  if (request.method !== 'POST') return refuse(405, 'Only POST is served', { allow: 'POST' });
  const header = (name: string): string | undefined => request.headers.get(name) ?? undefined;
  const refused = refuseMediaTypes(header);
  if (refused !== undefined) return refuse(refused.status, refused.message);
  const bytes = await readBody(request.body, maxBytes);
  if (bytes === undefined) return refuse(413, `A message has ${maxBytes} bytes at most`);
  const controller = createAbort();
  const abort = { handleEvent: () => controller.abort() };
  request.signal?.addEventListener('abort', abort, { once: true });
  const message = readMessage(bytes);
  // The first notification of a request turns its response into an event stream.
  let events: StreamController | undefined;
  let started: (response: ResponseLike) => void = () => {};
  const streamed = new Promise<ResponseLike>((resolve) => {
    started = resolve;
  });
  const send = (text: string): void => events?.enqueue(encodeUtf8(`event: message\ndata: ${text}\n\n`));
  const notify = (text: string): void => {
    if (events === undefined) {
      const stream = new web.ReadableStream({
        start(opened) {
          events = opened;
        },
        cancel: () => controller.abort(),
      });
      const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-store' };
      started(new web.Response(stream, { status: 200, headers }));
    }
    if (!controller.signal.aborted) send(text);
  };
  const answered = (async (): Promise<ResponseLike> => {
    const answer = await handleRead(message, host, { signal: controller.signal, header, notify }).catch(() =>
      errorAnswer(isRefusal(message) ? undefined : message.id, new RpcError(RPC.internal, 'Internal error')),
    );
    request.signal?.removeEventListener('abort', abort);
    if (events !== undefined && !controller.signal.aborted) {
      if (answer !== undefined) send(answer.text);
      events.close();
    }
    if (answer === undefined) return new web.Response(null, { status: 202 });
    return new web.Response(answer.text, {
      status: answer.status,
      headers: { 'content-type': 'application/json' },
    });
  })();
  return await Promise.race([streamed, answered]);
}

/** The bytes of a body; `undefined` if there are more than allowed. */
async function readBody(body: unknown, maxBytes: number): Promise<Uint8Array | undefined> {
  if (body === null || body === undefined) return new Uint8Array();
  const reader = (body as { getReader(): Reader }).getReader();
  const chunks: Bytes[] = [];
  let size = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    const { value = new Uint8Array() } = next;
    size += value.length;
    if (size > maxBytes) {
      await reader.cancel();
      return undefined;
    }
    chunks.push(value as Bytes);
  }
  return joinBytes(chunks);
}

function refuse(
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): ResponseLike {
  return new web.Response(errorAnswer(undefined, new RpcError(RPC.invalidRequest, message)).text, {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });
}
