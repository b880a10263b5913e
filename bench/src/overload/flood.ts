import { connect, type Socket } from 'node:net';

/** One response; `latency` is in milliseconds from the moment at which its request was due. */
export interface Answer {
  readonly status: number;
  /** `error.code` of the body, if it has one. */
  readonly code: string | undefined;
  readonly latency: number;
  readonly retryAfter: number | undefined;
}

/** The outcome of a flood. */
export interface Flood {
  readonly answers: readonly Answer[];
  /** Requests that were not sent, because every connection was busy when they were due. */
  readonly unsent: number;
  /** Connections that broke before their response. */
  readonly broken: number;
}

/** The parameters of a flood. */
export interface FloodOptions {
  readonly port: number;
  /** Requests per second, whether the server keeps up or not. */
  readonly rate: number;
  readonly milliseconds: number;
  /**
   * Connections, all opened before the flood begins: Node accepts one new connection per turn of its event loop, which would
   * slow the flood.
   */
  readonly connections: number;
  /** The i-th request as it goes on the wire. */
  readonly request: (i: number) => string;
}

/**
 * An open loop: requests come due at a fixed rate and do not wait for the responses to others. It writes bytes to sockets,
 * because an HTTP client would need more CPU than the server under test.
 */
export async function flood(options: FloodOptions): Promise<Flood> {
  const { rate, milliseconds, connections, request } = options;
  const answers: Answer[] = [];
  const idle: Lane[] = [];
  let open = 0;
  let broken = 0;
  const opened: Lane[] = await Promise.all(Array.from({ length: connections }, () => openLane(options.port)));
  for (const lane of opened) {
    open += 1;
    idle.push(lane);
    lane.onDone = (answer) => {
      if (answer === undefined) {
        broken += 1;
        open -= 1;
      } else {
        answers.push(answer);
        idle.push(lane);
      }
    };
  }
  let unsent = 0;
  let due = 0;
  const start = performance.now();
  const total = Math.floor((rate * milliseconds) / 1000);
  while (due < total) {
    const until = Math.min(total, Math.floor(((performance.now() - start) * rate) / 1000));
    for (; due < until; due += 1) {
      // The connection that has been idle longest, so that all get their turn.
      const lane = idle.shift();
      if (lane === undefined) unsent += 1;
      else lane.ask(request(due), start + (due * 1000) / rate);
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  const patience = performance.now() + 30_000;
  while (idle.length < open && performance.now() < patience) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  broken += open - idle.length;
  for (const lane of opened) lane.close();
  return { answers, unsent, broken };
}

/** Opens a connection, and waits for a response on it, so that the server has accepted it. */
function openLane(port: number): Promise<Lane> {
  return new Promise((resolve, reject) => {
    const lane = new Lane(port);
    lane.onDone = (answer) =>
      answer === undefined ? reject(new Error('a connection broke before the flood')) : resolve(lane);
    lane.ask(
      'GET /healthz HTTP/1.1\r\nHost: bench.invalid\r\nX-Forwarded-Proto: https\r\n\r\n',
      performance.now(),
    );
  });
}

/** One connection, with one request at a time. */
class Lane {
  readonly #socket: Socket;
  #dueAt = -1;
  #text = '';
  #missing = -1;
  /** Receives the response; `undefined` if the connection broke before it. */
  onDone: (answer: Answer | undefined) => void = () => {};

  constructor(port: number) {
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.#socket.on('data', (chunk: Buffer) => this.#read(chunk));
    this.#socket.on('error', () => {});
    this.#socket.on('close', () => {
      if (this.#dueAt >= 0) this.onDone(undefined);
    });
  }

  ask(request: string, dueAt: number): void {
    this.#dueAt = dueAt;
    this.#socket.write(request, 'latin1');
  }

  close(): void {
    this.#dueAt = -1;
    this.#socket.destroy();
  }

  /** Keeps the head and the bytes that came with it, and counts the rest. */
  #read(chunk: Buffer): void {
    if (this.#missing < 0) {
      this.#text += chunk.toString('latin1');
      const end = this.#text.indexOf('\r\n\r\n');
      if (end === -1) return;
      const length = Number(/content-length: (\d+)/i.exec(this.#text)?.[1] ?? 0);
      this.#missing = length - (this.#text.length - end - 4);
    } else {
      this.#missing -= chunk.length;
    }
    if (this.#missing > 0) return;
    const text = this.#text;
    const status = Number(text.slice(9, 12));
    const answer: Answer = {
      status,
      latency: performance.now() - this.#dueAt,
      code: status === 200 ? undefined : /"code":"(\w+)"/.exec(text)?.[1],
      retryAfter: status === 200 ? undefined : Number(/retry-after: (\d+)/i.exec(text)?.[1]),
    };
    this.#dueAt = -1;
    this.#text = '';
    this.#missing = -1;
    this.onDone(answer);
  }
}
