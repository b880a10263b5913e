import { hasRedis, startRedis } from '@soapstone/rate-limiter/testing';
import type { BenchOptions } from './bench-options.js';
import { buildServers } from './gateway/build-servers.js';
import { createLoad, type Load, medianOf, p99, type Request, type Round, warmUp } from './gateway/load.js';
import { listOrders, ordersEnvelope } from './gateway/orders.js';
import type { ServerProcess } from './gateway/server-process.js';
import { median } from './interleave.js';
import type { BenchRow, BenchTable } from './table.js';

const CONNECTIONS = 32;
/** The number of accounts that share the load: the limit of calls per minute applies to each. */
const ACCOUNTS = 40;
const SIZES = [
  { label: 'small response (1 order)', count: 1 },
  { label: '20 KB response (45 orders)', count: 45 },
];
const EMBEDDED = 'Soapstone, limits in memory';
const LIMIT = 'pass-through: node:http + undici, nothing parsed';

interface Caller {
  readonly path: string;
  readonly key: string;
}

interface Server {
  readonly name: string;
  readonly process: ServerProcess;
  /** The i-th request that asks for `count` orders. */
  readonly request: (i: number, count: number) => Request;
}

interface Contender extends Load {
  readonly name: string;
  readonly process: ServerProcess;
  readonly rounds: Round[];
  /** Duration of each round at half of the contender's own peak, in milliseconds. */
  readonly latencies: number[][];
}

/**
 * Calls through a whole server, one process each, with keep-alive connections and the same upstream: the gateway, a pass-through that
 * parses nothing, one that parses and prints JSON, and Express with node-soap as people write it today. None of them terminates TLS. The
 * servers, their upstream and the client share the machine, so rates are given by the clock and by the CPU time of the server's
 * process alone.
 */
export async function run(options: BenchOptions): Promise<BenchTable> {
  const redis = (await hasRedis()) ? await startRedis() : undefined;
  const built = await buildServers();
  const rows: BenchRow[] = [];
  const notes: string[] = [];
  try {
    const upstream = (await built.start('upstream', null)).ready['address'] as string;
    const argument = { upstream, accounts: ACCOUNTS };
    const servers = [gateway(EMBEDDED, await built.start('soapstone', argument))];
    if (redis !== undefined) {
      const shared = await built.start('soapstone', {
        ...argument,
        redis: `redis://127.0.0.1:${redis.port}`,
      });
      servers.push(gateway('Soapstone, limits in Redis', shared));
    } else notes.push('Redis is not installed: limits in Redis were not measured');
    servers.push({ name: LIMIT, process: await built.start('pass-through', argument), request: passThrough });
    servers.push({
      name: 'the same, JSON parsed and printed by V8',
      process: await built.start('json-pass-through', argument),
      request: jsonPassThrough,
    });
    servers.push({
      name: 'Express + node-soap',
      process: await built.start('express-node-soap', argument),
      request: expressNodeSoap,
    });
    for (const { label, count } of SIZES) {
      const contenders = await measure(servers, count, options);
      report(label, contenders, rows, notes);
      notes.push(`${label}: the SOAP response has ${Buffer.byteLength(ordersEnvelope(count))} bytes`);
    }
  } finally {
    await Promise.all([built.remove(), redis?.stop()]);
  }
  return { name: 'gateway', unit: 'calls/s', rounds: options.rounds, rows, notes };
}

/** Warms up all servers, then measures them in turn, so that drifting speed of the machine affects all alike. */
async function measure(
  servers: readonly Server[],
  count: number,
  { rounds, roundMs, quick }: BenchOptions,
): Promise<Contender[]> {
  const contenders = servers.map(({ name, process, request }) => ({
    name,
    process,
    rounds: [] as Round[],
    latencies: [] as number[][],
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
  // Every few seconds the machine pauses for 10 to 30 ms, which makes that round five times as slow. The comparison therefore
  // uses the quiet rounds of many short ones; the median round and the figure of all calls are printed too.
  for (let round = 0; round < rounds; round++) {
    await takeTurns(contenders, async (contender) => {
      const half = medianOf(contender.rounds, ({ rate }) => rate) / 2;
      await contender.pace(half, roundMs * 4);
      for (let i = 0; i < 3; i++) contender.latencies.push(await contender.pace(half, roundMs * 4));
    });
  }
  for (const { process } of contenders) process.resume();
  await Promise.all(contenders.map((contender) => contender.close()));
  return contenders;
}

/** The 99th percentile of a quiet round: three of four rounds are slower. */
function quietP99(rounds: readonly (readonly number[])[]): number {
  const each = rounds.map(p99).sort((a, b) => a - b);
  return each[Math.floor(each.length / 4)] ?? Number.NaN;
}

/** Measures one server after another while the others are paused, because their background work would slow down the one being measured. */
async function takeTurns(
  contenders: readonly Contender[],
  turn: (contender: Contender) => Promise<void>,
): Promise<void> {
  for (const contender of contenders) {
    contender.process.resume();
    await turn(contender);
    contender.process.pause();
  }
}

function report(label: string, contenders: readonly Contender[], rows: BenchRow[], notes: string[]): void {
  const byClock = contenders.map(({ rounds }) => medianOf(rounds, ({ rate }) => rate));
  const byCpu = contenders.map(({ rounds }) => medianOf(rounds, ({ serverCpu }) => 1000 / serverCpu));
  const limit = contenders.find(({ name }) => name === LIMIT);
  for (const [title, rates] of [
    [`${label}, by the clock`, byClock],
    [`${label}, per second of CPU of the server's process`, byCpu],
  ] as const) {
    for (const [i, { name }] of contenders.entries()) {
      rows.push({ case: title, contender: name, rate: rates[i]!, ratio: rates[i]! / rates[0]! });
    }
  }
  for (const { name, rounds, latencies } of contenders) {
    const server = medianOf(rounds, ({ serverCpu }) => serverCpu).toFixed(3);
    const client = medianOf(rounds, ({ clientCpu }) => clientCpu).toFixed(3);
    const busy = (medianOf(rounds, ({ rate, clientCpu }) => (rate * clientCpu) / 1000) * 100).toFixed(0);
    notes.push(`${label}: ${name}: ${server} ms CPU per call; the client ${client} ms, busy for ${busy} %`);
    const quiet = quietP99(latencies);
    const times = limit === undefined ? Number.NaN : quiet / quietP99(limit.latencies);
    const middle = median(latencies.map(p99)).toFixed(2);
    const all = p99(latencies.flat()).toFixed(2);
    notes.push(
      `${label}: ${name}: p99 at half of its peak ${quiet.toFixed(2)} ms in quiet rounds (${times.toFixed(2)} times the pass-through), ${middle} ms in the median one, ${all} ms of all calls`,
    );
  }
}

const JSON_TYPE = { 'content-type': 'application/json' };

function gateway(name: string, process: ServerProcess): Server {
  const callers = JSON.parse(process.ready['callers'] as string) as Caller[];
  return {
    name,
    process,
    request(i, count) {
      const { path, key } = callers[i % callers.length] as Caller;
      return {
        path,
        headers: { ...JSON_TYPE, 'x-api-key': key, 'x-forwarded-proto': 'https' },
        body: listOrders(count),
      };
    },
  };
}

function passThrough(_i: number, count: number): Request {
  const body = `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><ListOrders xmlns="urn:bench:orders"><customer>ACME</customer><limit>${count}</limit></ListOrders></soap:Body></soap:Envelope>`;
  return { path: '/', headers: { 'content-type': 'text/xml' }, body };
}

function jsonPassThrough(_i: number, count: number): Request {
  return { path: '/', headers: JSON_TYPE, body: listOrders(count) };
}

function expressNodeSoap(_i: number, count: number): Request {
  return { path: '/orders', headers: JSON_TYPE, body: listOrders(count) };
}
