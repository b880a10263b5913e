import { cpuSeconds } from '@soapstone/testing/cpu-time';
import type { ServerProcess } from '@soapstone/testing/server-process';
import { Pool } from 'undici';
import { median } from '../interleave.js';

/** One HTTP request. */
export interface Request {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** The results of one round of load. */
export interface Round {
  /** Calls per second of elapsed time. */
  readonly rate: number;
  /** Milliseconds of CPU per call, in the server's process and in this one. */
  readonly serverCpu: number;
  readonly clientCpu: number;
}

/** A tool call that fails has the status 200. */
const FAILED_TOOL_CALL = /^\{"jsonrpc":"2\.0","id":1,"error"|"isError":true/;

/** Puts load on one server through keep-alive connections. */
export interface Load {
  /** Sends as many calls as the server handles within `ms` milliseconds, with one call in flight per connection. */
  saturate(ms: number): Promise<Round>;
  /**
   * `rate` calls per second for `ms`, whether the server keeps up or not. Resolves to how long each took, in milliseconds
   * from the moment at which it was due, so that waiting for a slow server counts.
   */
  pace(rate: number, ms: number): Promise<number[]>;
  close(): Promise<void>;
}

/** The server of a load. */
export interface LoadedServer extends Pick<ServerProcess, 'cpuSeconds'> {
  readonly ready: { readonly [name: string]: string };
}

/** `request` returns the request of the i-th call. Throws at any status but 200, because a bench of errors measures nothing. */
export function createLoad(
  name: string,
  server: LoadedServer,
  connections: number,
  request: (i: number) => Request,
): Load {
  const pool = new Pool(server.ready['origin'] as string, { connections, pipelining: 1 });
  let next = 0;
  const call = async (): Promise<void> => {
    const answer = await pool.request({ method: 'POST', ...request(next++) });
    const body = await answer.body.text();
    if (answer.statusCode !== 200 || FAILED_TOOL_CALL.test(body)) {
      throw new Error(`${name} answered ${answer.statusCode}: ${body.slice(0, 300)}`);
    }
  };
  return {
    async saturate(ms) {
      let calls = 0;
      const [serverBefore, clientBefore, start] = [
        await server.cpuSeconds(),
        cpuSeconds(),
        performance.now(),
      ];
      const worker = async (): Promise<void> => {
        while (performance.now() - start < ms) {
          calls += 1;
          await call();
        }
      };
      await Promise.all(Array.from({ length: connections }, worker));
      const seconds = (performance.now() - start) / 1000;
      const clientCpu = cpuSeconds() - clientBefore;
      const serverCpu = (await server.cpuSeconds()) - serverBefore;
      return {
        rate: calls / seconds,
        serverCpu: (serverCpu * 1000) / calls,
        clientCpu: (clientCpu * 1000) / calls,
      };
    },
    async pace(rate, ms) {
      const latencies: number[] = [];
      const running: Promise<void>[] = [];
      const start = performance.now();
      const total = Math.round((rate * ms) / 1000);
      while (running.length < total) {
        const due = start + (running.length * 1000) / rate;
        if (performance.now() < due) {
          // Not a busy loop, which would take CPU from the servers. Calls that came due in the same millisecond are sent
          // together.
          await new Promise((resolve) => setTimeout(resolve, 1));
          continue;
        }
        running.push(call().then(() => void latencies.push(performance.now() - due)));
      }
      await Promise.all(running);
      return latencies;
    },
    close: () => pool.close(),
  };
}

/** The milliseconds of one measurement of the rate, and the number of calls before a measurement counts. */
const LOOK = 500;
const ENOUGH_CALLS = 8_000;

/**
 * Loads the server until its rate no longer rises: the code is optimised, and every service is compiled.
 *
 * @param looks the maximum number of measurements of the rate. Default: 30
 */
export async function warmUp(load: Load, looks = 30): Promise<void> {
  let best = 0;
  let calls = 0;
  for (let look = 0; look < looks; look++) {
    const { rate } = await load.saturate(LOOK);
    calls += (rate * LOOK) / 1000;
    if (calls > ENOUGH_CALLS && rate < best * 1.05) return;
    best = Math.max(best, rate);
  }
}

/** The 99th percentile. */
export function p99(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN;
}

/** The median of what `pick` returns for each round. */
export function medianOf(rounds: readonly Round[], pick: (round: Round) => number): number {
  return median(rounds.map(pick));
}
