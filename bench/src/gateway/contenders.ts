import type { ServerProcess } from '@soapstone/testing/server-process';
import type { BenchOptions } from '../bench-options.js';
import { createLoad, type Load, type Request, type Round, warmUp } from './load.js';
import { listOrders } from './orders.js';

/** The connections of each load. */
export const CONNECTIONS = 32;
/** The number of accounts that share the load: the limit of calls per minute applies to each. */
export const ACCOUNTS = 40;
/** The sizes of responses, in orders. */
export const SIZES = [
  { label: 'small response (1 order)', count: 1 },
  { label: '20 KB response (45 orders)', count: 45 },
] as const;

interface Caller {
  readonly path: string;
  readonly key: string;
  /** The keys of the same account with rules: see `seed`. */
  readonly ruled: string;
  readonly limited: string;
}

/** A server that takes part. */
export interface Server {
  readonly name: string;
  readonly process: ServerProcess;
  /** The i-th request that asks for `count` orders. */
  readonly request: (i: number, count: number) => Request;
}

/** A server under load, and what was measured of it. */
export interface Contender extends Load {
  readonly name: string;
  readonly process: ServerProcess;
  readonly rounds: Round[];
}

/** Warms up all servers, then measures them in turn, so that drifting speed of the machine affects all alike. Pauses them at the end of each turn. */
export async function measureRates(
  servers: readonly Server[],
  count: number,
  { rounds, roundMs, quick }: BenchOptions,
): Promise<Contender[]> {
  const contenders = servers.map(({ name, process, request }) => ({
    name,
    process,
    rounds: [] as Round[],
    ...createLoad(name, process, CONNECTIONS, (i) => request(i, count)),
  }));
  for (const { process } of contenders) process.pause();
  await takeTurns(contenders, (contender) => warmUp(contender, quick ? 1 : undefined));
  // During the other servers' turns, connections were closed and caches grew cold. Rebuilding them at the beginning of a turn
  // is not part of the steady state and is not counted.
  for (let round = 0; round < rounds; round++) {
    await takeTurns(contenders, async (contender) => {
      await contender.saturate(roundMs);
      contender.rounds.push(await contender.saturate(roundMs * 4));
    });
  }
  return contenders;
}

/** Measures one server after another while the others are paused, because their background work would slow down the one being measured. */
export async function takeTurns<T extends Contender>(
  contenders: readonly T[],
  turn: (contender: T) => Promise<void>,
): Promise<void> {
  for (const contender of contenders) {
    contender.process.resume();
    await turn(contender);
    contender.process.pause();
  }
}

const JSON_TYPE = { 'content-type': 'application/json' };

/**
 * A gateway, which is called with keys of all of its accounts; `member`: which ones. Default: those without rules. `bodyOf` returns the body that
 * asks for `count` orders.
 */
export function gateway(
  name: string,
  process: ServerProcess,
  member: Exclude<keyof Caller, 'path'> = 'key',
  bodyOf: (count: number) => string = listOrders,
): Server {
  const callers = JSON.parse(process.ready['callers'] as string) as Caller[];
  return {
    name,
    process,
    request(i, count) {
      const { path, [member]: key } = callers[i % callers.length] as Caller;
      return {
        path,
        headers: { ...JSON_TYPE, 'x-api-key': key, 'x-forwarded-proto': 'https' },
        body: bodyOf(count),
      };
    },
  };
}

/** The request of a client that writes the envelope itself. */
export function passThrough(_i: number, count: number): Request {
  const body = `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><ListOrders xmlns="urn:bench:orders"><customer>ACME</customer><limit>${count}</limit></ListOrders></soap:Body></soap:Envelope>`;
  return { path: '/', headers: { 'content-type': 'text/xml' }, body };
}

/** The request to the pass-through that parses and prints JSON. */
export function jsonPassThrough(_i: number, count: number): Request {
  return { path: '/', headers: JSON_TYPE, body: listOrders(count) };
}

/** The request to the program with Express and node-soap. */
export function expressNodeSoap(_i: number, count: number): Request {
  return { path: '/orders', headers: JSON_TYPE, body: listOrders(count) };
}
