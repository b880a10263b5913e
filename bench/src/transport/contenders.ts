import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { createTransport, takeWholeBody } from '@soapstone/soap-transport';
import { Client, type Dispatcher, Pool } from 'undici';
import type { Contender } from '../interleave.js';

/** The message of one call and its address. */
export interface Exchange {
  readonly port: number;
  /** Path of the responding server: the size of the response. */
  readonly path: string;
  readonly body: Buffer;
  /** The number of concurrent calls, and of connections. */
  readonly concurrency: number;
}

/** A contender that holds connections. */
export interface OpenContender extends Contender {
  close(): Promise<void>;
}

/** The headers of a SOAP client, the same for all contenders. */
const HEADERS = {
  'content-type': 'text/xml; charset=utf-8',
  soapaction: '"urn:bench"',
  accept: 'text/xml, multipart/related, application/soap+xml;q=0.5, */*;q=0.1',
  'accept-encoding': 'identity',
  'user-agent': 'soapstone',
} as const;

/** Ours: guard, bulkhead, breaker, deadline and size limit included. */
export function openTransport({ port, path, body, concurrency }: Exchange): OpenContender {
  const transport = createTransport({
    egress: { allow: [`127.0.0.1:${port}`] },
    limits: { inFlightPerOrigin: concurrency },
  });
  const request = {
    url: `http://127.0.0.1:${port}${path}`,
    body,
    contentType: HEADERS['content-type'],
    soapAction: 'urn:bench',
    soapVersion: '1.1',
    account: 'bench',
  } as const;
  const call = async (): Promise<number> => {
    const response = await transport.send(request);
    const whole = takeWholeBody(response.body);
    if (whole !== undefined) return whole.length;
    let bytes = 0;
    for await (const chunk of response.body) bytes += chunk.length;
    return bytes;
  };
  return {
    name: 'soap-transport',
    run: (times) => runCalls(call, times, concurrency),
    close: () => transport.close(),
  };
}

/** The least that undici can do: its lowest-level call, one connection per exchange, no stream and none of our protection. */
export function openDispatch({ port, path, body, concurrency }: Exchange): OpenContender {
  const origin = `http://127.0.0.1:${port}`;
  const all: Client[] = [];
  const idle: Client[] = [];
  const open = (): Client => {
    const client = new Client(origin, {
      pipelining: 1,
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: 4_000,
      keepAliveMaxTimeout: 60_000,
    });
    all.push(client);
    return client;
  };
  const headers = Object.entries(HEADERS).flat();
  const call = (): Promise<number> =>
    new Promise((resolve, reject) => {
      const client = idle.pop() ?? open();
      client.dispatch({ path, method: 'POST', headers, body }, new CountBytes(client, idle, resolve, reject));
    });
  return {
    name: 'undici dispatch',
    run: (times) => runCalls(call, times, concurrency),
    async close() {
      await Promise.all(all.map((client) => client.close()));
    },
  };
}

class CountBytes implements Dispatcher.DispatchHandler {
  readonly #client: Client;
  readonly #idle: Client[];
  readonly #resolve: (bytes: number) => void;
  readonly #reject: (error: Error) => void;
  #bytes = 0;

  constructor(
    client: Client,
    idle: Client[],
    resolve: (bytes: number) => void,
    reject: (error: Error) => void,
  ) {
    this.#client = client;
    this.#idle = idle;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  onRequestStart(): void {}

  onResponseStart(): void {}

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bytes += chunk.length;
  }

  onResponseEnd(): void {
    this.#idle.push(this.#client);
    this.#resolve(this.#bytes);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#reject(error);
  }
}

/** undici's `Pool.request` with the same connections, without our protection. */
export function openUndici({ port, path, body, concurrency }: Exchange): OpenContender {
  const pool = new Pool(`http://127.0.0.1:${port}`, {
    connections: concurrency,
    pipelining: 1,
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 60_000,
  });
  const call = async (): Promise<number> => {
    const response = await pool.request({ path, method: 'POST', headers: HEADERS, body });
    let bytes = 0;
    for await (const chunk of response.body) bytes += (chunk as Buffer).length;
    return bytes;
  };
  return {
    name: 'undici Pool',
    run: (times) => runCalls(call, times, concurrency),
    close: () => pool.close(),
  };
}

/** Node's own client with a keep-alive agent. */
export function openNodeHttp({ port, path, body, concurrency }: Exchange): OpenContender {
  const agent = new HttpAgent({ keepAlive: true, maxSockets: concurrency });
  const headers = { ...HEADERS, 'content-length': body.length };
  const call = (): Promise<number> =>
    new Promise((resolve, reject) => {
      const request = httpRequest(
        { host: '127.0.0.1', port, path, method: 'POST', headers, agent },
        (response) => {
          let bytes = 0;
          response.on('data', (chunk: Buffer) => {
            bytes += chunk.length;
          });
          response.on('end', () => resolve(bytes));
          response.on('error', reject);
        },
      );
      request.on('error', reject);
      request.end(body);
    });
  return {
    name: 'node:http',
    run: (times) => runCalls(call, times, concurrency),
    async close() {
      agent.destroy();
    },
  };
}

/** Makes `times` calls, `concurrency` at a time. Throws if a response is empty, because a bench of failures is worthless. */
async function runCalls(call: () => Promise<number>, times: number, concurrency: number): Promise<void> {
  let left = times;
  const lane = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      if ((await call()) === 0) throw new Error('an empty response');
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, times) }, lane));
}
