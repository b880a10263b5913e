import { hasRedis, startRedis } from '@soapstone/testing/redis-server';
import type { BenchOptions } from './bench-options.js';
import { pair } from './gateway/beside.js';
import { buildServers } from './gateway/build-servers.js';
import {
  ACCOUNTS,
  type Contender,
  expressNodeSoap,
  gateway,
  jsonPassThrough,
  measureRates,
  passThrough,
  type Server,
  SIZES,
  takeTurns,
} from './gateway/contenders.js';
import { designed } from './gateway/designed.js';
import { medianOf, p99 } from './gateway/load.js';
import { ordersEnvelope } from './gateway/orders.js';
import { median } from './interleave.js';
import type { BenchRow, BenchTable } from './table.js';

const EMBEDDED = 'Soapstone, limits in memory';
const LIMIT = 'pass-through: node:http + undici, nothing parsed';

interface TimedContender extends Contender {
  /** Duration of each round at half of the contender's own peak, in milliseconds. */
  readonly latencies: number[][];
}

/**
 * Calls through a whole server, one process each, with keep-alive connections and the same upstream: the gateway, a pass-through that
 * parses nothing, one that parses and prints JSON, and Express with node-soap as people write it today. None of them terminates TLS. The
 * servers, their upstream and the client share the machine, so rates are given by the clock and by the CPU time of the server's
 * process alone. With `beside`, the gateway of another checkout takes the place of most of them.
 */
export async function run(options: BenchOptions): Promise<BenchTable> {
  if (options.beside !== undefined) return pair(options.beside.checkout, options.beside.times, options);
  if (options.design) return designed(options);
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

/** Measures the rates of the servers, then their latencies. */
async function measure(
  servers: readonly Server[],
  count: number,
  options: BenchOptions,
): Promise<TimedContender[]> {
  const { rounds, roundMs } = options;
  const contenders = (await measureRates(servers, count, options)).map((contender) => ({
    ...contender,
    latencies: [] as number[][],
  }));
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

function report(
  label: string,
  contenders: readonly TimedContender[],
  rows: BenchRow[],
  notes: string[],
): void {
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
