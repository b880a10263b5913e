import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { type FaultProxy, startFaultProxy } from './fault-proxy.js';
import { type History, mergeHistories, printFigures } from './history.js';
import { type NodeOptions, type Nodes, startNodes } from './nodes.js';
import { type RedisServer, startRedis } from './redis-server.js';

interface NemesisSize {
  /** Seconds of one fault. */
  readonly seconds: number;
  readonly nodes: number;
  /** Calls a second and node. */
  readonly rate: number;
  /** Milliseconds after which a command to Redis has failed. */
  readonly commandTimeout: number;
}

const DEPTH = Number(process.env['SOAPSTONE_DEPTH']);

/** Duration and load. Depth 100 needs a dedicated machine: the gateway's command timeout of 50 ms is too short on a busy core. */
export const NEMESIS: NemesisSize =
  DEPTH >= 100
    ? { seconds: 10, nodes: 8, rate: 1_000, commandTimeout: 50 }
    : { seconds: 0.7 * Math.sqrt(DEPTH), nodes: 3, rate: 400, commandTimeout: 300 };

/**
 * Everything that Redis acknowledged is in its file. `everysec` does not promise that, not even where only the process dies:
 * while the disk takes its time, Redis puts off writing for up to two seconds and answers all the same.
 */
export const APPEND_ONLY: readonly string[] = ['--appendonly', 'yes', '--appendfsync', 'always'];

export interface Scene {
  readonly redis: RedisServer;
  readonly proxy: FaultProxy;
  readonly nodes: Nodes;
  /** Let `parts` of the time of a fault pass. */
  pass(parts?: number): Promise<void>;
}

export interface Outcome extends History {
  readonly quota: number;
  /** Admitted and not given back, beyond the quota. */
  readonly beyond: number;
  /** The usage that Redis has at the end, charged less refunded, by the start of the period. */
  readonly counted: Readonly<Record<string, number>>;
  readonly countedInAll: number;
  /** Milliseconds from the end of the last fault until no node decided alone. */
  readonly recovery: number;
}

/** Run `fault` against nodes under load; where `untilExhausted`, let them use up what is left of the quota. */
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
    /** False where `fault` tells the nodes when to begin. */
    readonly begin?: boolean;
    /** How many times of a fault pass before the first one. */
    readonly lead?: number;
    /** The configuration of the node with this number. */
    readonly each?: (node: number) => Partial<NodeOptions>;
  },
  fault: (scene: Scene) => Promise<void>,
): Promise<Outcome> {
  const { seconds, nodes: count, rate, commandTimeout } = NEMESIS;
  const redis = await startRedis(persistence);
  const proxy = await startFaultProxy(redis.port);
  // More than the time of the faults lets through: the rest is used up afterwards.
  const usual: NodeOptions = {
    port: proxy.port,
    prefix: randomUUID(),
    account: 'acc_1',
    nodes: count,
    limits: { perMinute: 1_000_000_000, quota: Math.ceil(count * rate * seconds * 7) },
    cycle: { kind: 'calendarMonth' },
    commandTimeout,
    // No node starts before all are ready.
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
