import { randomUUID } from 'node:crypto';
import { type FaultProxy, startFaultProxy } from '@soapstone/testing/fault-proxy';
import { type RedisServer, startRedis } from '@soapstone/testing/redis-server';
import { Redis } from 'ioredis';
import { type History, mergeHistories, printFigures } from './history.js';
import { type NodeOptions, type Nodes, startNodes } from './nodes.js';

interface NemesisSize {
  /** The duration of one fault in seconds. */
  readonly seconds: number;
  readonly nodes: number;
  /** Calls per second of each node. */
  readonly rate: number;
  /** The timeout of a Redis command in milliseconds. */
  readonly commandTimeout: number;
}

const DEPTH = Number(process.env['SOAPSTONE_DEPTH']);

/** Duration and load. Depth 100 needs a dedicated machine: the gateway's command timeout of 50 ms is too short on a busy core. */
export const NEMESIS: NemesisSize =
  DEPTH >= 100
    ? { seconds: 10, nodes: 8, rate: 1_000, commandTimeout: 50 }
    : { seconds: 0.7 * Math.sqrt(DEPTH), nodes: 3, rate: 400, commandTimeout: 300 };

/**
 * Guarantees that everything Redis has acknowledged is in its file. `everysec` does not, even if only the process dies: while the
 * disk is slow, Redis delays writing for up to two seconds and still answers.
 */
export const APPEND_ONLY: readonly string[] = ['--appendonly', 'yes', '--appendfsync', 'always'];

export interface Scene {
  readonly redis: RedisServer;
  readonly proxy: FaultProxy;
  readonly nodes: Nodes;
  /** Waits for `parts` times the duration of a fault. */
  pass(parts?: number): Promise<void>;
}

export interface Outcome extends History {
  readonly quota: number;
  /** Calls admitted beyond the quota, without those refunded. */
  readonly beyond: number;
  /** The final usage in Redis, charged minus refunded, by the start of the period. */
  readonly counted: Readonly<Record<string, number>>;
  readonly countedInAll: number;
  /** Milliseconds from the end of the last fault until no node decided on its own. */
  readonly recovery: number;
}

/** Runs `fault` against nodes under load. With `untilExhausted`, lets them use up the rest of the quota afterwards. */
export async function suffer(
  name: string,
  {
    persistence = [],
    untilExhausted = true,
    begin = true,
    lead = 1,
    each = () => ({}),
  }: {
    readonly persistence?: readonly string[];
    readonly untilExhausted?: boolean;
    /** False if `fault` tells the nodes when to begin. */
    readonly begin?: boolean;
    /** The time before the first fault, in multiples of the duration of a fault. */
    readonly lead?: number;
    /** Returns the options of the node with this index. */
    readonly each?: (node: number) => Partial<NodeOptions>;
  },
  fault: (scene: Scene) => Promise<void>,
): Promise<Outcome> {
  const { seconds, nodes: count, rate, commandTimeout } = NEMESIS;
  const redis = await startRedis(persistence);
  const proxy = await startFaultProxy(redis.port);
  // The quota exceeds the calls made during the faults; the rest is used up afterwards.
  const usual: NodeOptions = {
    port: proxy.port,
    prefix: randomUUID(),
    account: 'acc_1',
    nodes: count,
    limits: { perMinute: 1_000_000_000, quota: Math.ceil(count * rate * seconds * 7) },
    cycle: { kind: 'calendarMonth' },
    commandTimeout,
    // No node calls before all are ready.
    rate: 0,
    ledger: true,
  };
  const options = Array.from({ length: count }, (_, node) => ({ ...usual, ...each(node) }));
  const nodes = await startNodes(options);
  try {
    const pass = (parts = 1) => new Promise<void>((resolve) => setTimeout(resolve, parts * seconds * 1000));
    if (begin) nodes.go({ rate, cycle: usual.cycle });
    await pass(lead);
    await fault({ redis, proxy, nodes, pass });
    nodes.calm();
    const recovery = await nodes.until(({ degraded }) => !degraded);
    if (untilExhausted) await nodes.until(({ exhausted, degraded }) => exhausted && !degraded);
    const history = mergeHistories(await nodes.stop());
    const counted = await readUse(proxy.target, usual.prefix);
    const countedInAll = Object.values(counted).reduce((sum, use) => sum + use, 0);
    const { quota } = options[0]!.limits;
    const beyond = history.admitted - history.refunded - quota;
    printFigures(name, {
      nodes: count,
      admitted: history.admitted,
      ...(history.refunded > 0 ? { refunded: history.refunded } : {}),
      ...(untilExhausted ? { quota, over: beyond } : {}),
      counted: countedInAll,
      failures: history.failures,
      outages: history.outages,
      'p99 ms': history.wait99,
      'max ms': history.waitMax,
      'recovered after ms': recovery,
    });
    return { ...history, quota, beyond, counted, countedInAll, recovery };
  } finally {
    nodes.kill();
    await proxy.stop();
    await redis.stop();
  }
}

async function readUse(port: number, prefix: string): Promise<Record<string, number>> {
  const client = new Redis({ port, host: '127.0.0.1' });
  try {
    const used: Record<string, number> = {};
    for (const key of await client.keys(`${prefix}:*`)) {
      if ((await client.type(key)) !== 'hash') continue;
      const [charged, refunded] = await client.hmget(key, 'c', 'r');
      used[key.split(':').at(-1)!] = Number(charged) - Number(refunded ?? 0);
    }
    return used;
  } finally {
    client.disconnect();
  }
}
