import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { createTransport } from '@soapstone/soap-transport';
import { Pool } from 'undici';
import type { Contender } from '../interleave.js';

/** What one call sends and where. */
export interface Exchange {
  readonly port: number;
  /** Path of the answering server: the size of the answer. */
  readonly path: string;
  readonly body: Buffer;
  /** Calls at a time, and connections. */
  readonly concurrency: number;
}

/** A contender that holds connections. */
export interface OpenContender extends Contender {
  close(): Promise<void>;
}

/** The same message for all: what a SOAP client says in its headers. */
const HEADERS = {
  'content-type': 'text/xml; charset=utf-8',
  soapaction: '"urn:bench"',
  accept: 'text/xml, multipart/related, application/soap+xml;q=0.5, */*;q=0.1',
  'accept-encoding': 'identity',
  'user-agent': 'soapstone',
} as const;

/** Ours: guard, bulkhead, breaker, deadline and cap included. */
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

/** undici's `Pool.request` with the same connections, and without any protection of ours. */
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

/** Makes `times` calls, `concurrency` at a time. Throws when an answer is empty: a bench of failures is worth nothing. */
async function runCalls(call: () => Promise<number>, times: number, concurrency: number): Promise<void> {
  let left = times;
  const lane = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      if ((await call()) === 0) throw new Error('an empty answer');
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, times) }, lane));
}
