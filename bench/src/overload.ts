import type { ServerProcess } from '@soapstone/testing/server-process';
import type { BenchOptions } from './bench-options.js';
import { buildServers } from './gateway/build-servers.js';
import { createLoad, p99, type Round, warmUp } from './gateway/load.js';
import { searchOrders } from './gateway/orders.js';
import { type Answer, type Flood, flood } from './overload/flood.js';
import type { BenchRow, BenchTable } from './table.js';

const ACCOUNTS = 40;
/**
 * Connections of the load that finds the capacity, and of each flood: the larger one has more connections than requests can wait
 * in the gateway.
 */
const CONNECTIONS = 8;
const CROWDS = [500, 2_000];
const TIMES_CAPACITY = 5;

interface Caller {
  readonly path: string;
  readonly key: string;
}

/**
 * Five times as many calls as the gateway can answer (RELIABILITY E2), in an open loop: how many it still answers, how fast,
 * what happens to the rest, and how it recovers. Each call costs the gateway several milliseconds, so that the gateway is
 * overloaded and not the client or the upstream, which share its machine.
 */
export async function run({ rounds, roundMs }: BenchOptions): Promise<BenchTable> {
  const built = await buildServers();
  try {
    const upstream = await built.start('upstream', null);
    const server = await built.start('soapstone', {
      upstream: upstream.ready['address'],
      accounts: ACCOUNTS,
    });
    return await measure(server, rounds, roundMs * rounds * 4);
  } finally {
    await built.remove();
  }
}

async function measure(server: ServerProcess, rounds: number, ms: number): Promise<BenchTable> {
  const callers = JSON.parse(server.ready['callers'] as string) as Caller[];
  const body = searchOrders();
  const headers = { 'content-type': 'application/json', 'x-forwarded-proto': 'https' };
  const callerOf = (i: number): Caller => callers[i % callers.length] as Caller;
  const load = createLoad('Soapstone', server, CONNECTIONS, (i) => ({
    path: callerOf(i).path,
    headers: { ...headers, 'x-api-key': callerOf(i).key },
    body,
  }));
  const port = Number(new URL(server.ready['origin'] as string).port);
  const request = (i: number): string => {
    const { path, key } = callerOf(i);
    return `POST ${path} HTTP/1.1\r\nHost: bench.invalid\r\nContent-Type: application/json\r\nX-Forwarded-Proto: https\r\nX-API-Key: ${key}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  };

  await warmUp(load);
  const before = await load.saturate(ms / 2);
  const phases: (readonly [string, Round])[] = [['at its capacity', before]];
  const notes: string[] = [];
  for (const connections of CROWDS) {
    const rate = before.rate * TIMES_CAPACITY;
    const memory = [await server.memoryBytes()];
    const watch = setInterval(() => void server.memoryBytes().then((bytes) => memory.push(bytes)), 500);
    const cpu = await server.cpuSeconds();
    const began = performance.now();
    const flooded = await flood({ port, rate, milliseconds: ms, connections, request });
    clearInterval(watch);
    const seconds = (performance.now() - began) / 1000;
    const used = (await server.cpuSeconds()) - cpu;
    const answered = flooded.answers.filter(({ status }) => status === 200);
    const crowd = `five times as much, ${connections} connections`;
    phases.push([
      crowd,
      {
        rate: answered.length / seconds,
        serverCpu: (used * 1000) / answered.length,
        clientCpu: Number.NaN,
      },
    ]);
    phases.push(['right after', await load.saturate(ms / 2)]);
    notes.push(...notesOf(flooded, answered, memory, seconds).map((note) => `${crowd}: ${note}`));
  }
  await load.close();
  return { name: 'overload', unit: 'calls answered/s', rounds, rows: rowsOf(phases), notes };
}

function rowsOf(phases: readonly (readonly [string, Round])[]): BenchRow[] {
  const [, first] = phases[0] as readonly [string, Round];
  const byCpu = ({ serverCpu }: Round): number => 1000 / serverCpu;
  return phases.flatMap(([contender, round]) => [
    { case: 'by the clock', contender, rate: round.rate, ratio: round.rate / first.rate },
    {
      case: "per second of CPU of the gateway's process",
      contender,
      rate: byCpu(round),
      ratio: byCpu(round) / byCpu(first),
    },
  ]);
}

function notesOf(
  { answers, unsent, broken }: Flood,
  answered: readonly Answer[],
  memory: readonly number[],
  seconds: number,
): string[] {
  const refused = answers.filter(({ code }) => code === 'OVERLOADED');
  const others = answers.filter(({ status, code }) => status !== 200 && code !== 'OVERLOADED');
  const hints = refused.map(({ retryAfter }) => retryAfter ?? Number.NaN);
  const otherCodes = [...new Set(others.map(({ code }) => code))].join(', ');
  return [
    `${seconds.toFixed(1)} s; ${answered.length} answered, ${refused.length} refused with OVERLOADED, ${others.length} other answers${otherCodes === '' ? '' : ` (${otherCodes})`}, ${broken} connections broken; ${unsent} were due while every connection waited`,
    `answered within ${quantiles(answered)}`,
    ...(refused.length === 0
      ? []
      : [
          `refused within ${quantiles(refused)}, Retry-After from ${Math.min(...hints)} to ${Math.max(...hints)} s`,
        ]),
    `memory of the gateway: ${mb(memory[0] ?? 0)} MB before, ${mb(Math.max(...memory))} MB at most`,
  ];
}

function quantiles(answers: readonly Answer[]): string {
  const latencies = answers.map(({ latency }) => latency).sort((a, b) => a - b);
  const middle = latencies[Math.floor(latencies.length / 2)] ?? Number.NaN;
  return `${middle.toFixed(0)} ms (half of them) and ${p99(latencies).toFixed(0)} ms (99 of 100)`;
}

function mb(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}
