import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { freePort } from './free-port.js';
import { type RedisServer, startRedis } from './redis-server.js';

const run = promisify(execFile);

/** A Redis Cluster on loopback: masters, each with a replica. */
export interface RedisCluster {
  /** `redis://127.0.0.1:7000,127.0.0.1:7001,…` */
  readonly url: string;
  readonly ports: readonly number[];
  /** Returns the port of the master that currently has a key. */
  masterOf(key: string): Promise<number>;
  /** Promotes the replica of that master, as before maintenance; no data is lost. */
  failOver(port: number): Promise<void>;
  /** Moves the slot of a key, with all keys in it, to another master. */
  moveSlot(key: string): Promise<void>;
  /** Kills a server without a shutdown, like a crash. */
  kill(port: number): Promise<void>;
  stop(): Promise<void>;
}

/** Starts three masters with three replicas. Needs `redis-cli` and `redis-server`. */
export async function startRedisCluster(): Promise<RedisCluster> {
  const options = [
    '--cluster-enabled',
    'yes',
    '--cluster-node-timeout',
    '5000',
    '--cluster-replica-validity-factor',
    '0',
  ];
  const servers = new Map<number, RedisServer>();
  for (let count = 0; count < 6; count++) {
    const server = await startRedis([...options, '--cluster-port', String(await freePort())]);
    servers.set(server.port, server);
  }
  const ports = [...servers.keys()];
  const stop = async (): Promise<void> => {
    for (const server of servers.values()) await server.stop();
  };
  const cli = async (...argv: readonly string[]): Promise<string> =>
    (await run('redis-cli', [...argv])).stdout;
  const at = async (port: number, ...argv: readonly string[]): Promise<string> =>
    (await cli('-h', '127.0.0.1', '-p', String(port), ...argv)).trim();
  try {
    const nodes = ports.map((port) => `127.0.0.1:${port}`);
    await cli('--cluster', 'create', ...nodes, '--cluster-replicas', '1', '--cluster-yes');
    await until(async () => {
      const states = await Promise.all(ports.map((port) => at(port, 'cluster', 'info')));
      const replicas = await at(ports[0]!, 'cluster', 'nodes');
      return (
        states.every((state) => state.includes('cluster_state:ok')) && replicas.split('slave').length === 4
      );
    });
  } catch (error) {
    await stop();
    throw error;
  }

  /** Returns the nodes of the cluster, as the first server that answers knows them. */
  async function nodes(): Promise<
    readonly { id: string; port: number; flags: string; of: string; slots: readonly string[] }[]
  > {
    for (const port of ports) {
      const text = await at(port, 'cluster', 'nodes').catch(() => '');
      if (!text.includes('myself')) continue;
      return text.split('\n').map((line) => {
        const [id = '', address = '', flags = '', of = '', , , , , ...slots] = line.split(' ');
        return { id, port: Number(/:(\d+)@/.exec(address)?.[1]), flags, of, slots };
      });
    }
    throw new Error('no server of the cluster answers');
  }

  async function masterOf(key: string): Promise<number> {
    const slot = await slotOf(key);
    const has = (range: string): boolean => {
      const [from = '', to = from] = range.split('-');
      return Number(from) <= slot && slot <= Number(to);
    };
    const found = (await nodes()).find(
      ({ flags, slots }) => flags.includes('master') && !flags.includes('fail') && slots.some(has),
    );
    if (found === undefined) throw new Error('no master has the slot');
    return found.port;
  }

  async function slotOf(key: string): Promise<number> {
    for (const port of ports) {
      const text = await at(port, 'cluster', 'keyslot', key).catch(() => '');
      if (/^\d+$/.test(text)) return Number(text);
    }
    throw new Error('no server of the cluster answers');
  }

  return {
    url: `redis://${ports.map((port) => `127.0.0.1:${port}`).join(',')}`,
    ports,
    masterOf,
    async failOver(port) {
      const all = await nodes();
      const master = all.find((node) => node.port === port);
      const replica = all.find(({ of, flags }) => of === master?.id && !flags.includes('fail'));
      if (replica === undefined) throw new Error(`the master ${port} has no replica`);
      // A failover is abandoned after five seconds if one of the servers is slow.
      for (let tries = 0; tries < 5; tries++) {
        await at(replica.port, 'cluster', 'failover');
        if (await waitFor(async () => (await at(replica.port, 'role')).startsWith('master'), 6)) return;
      }
      throw new Error(`the replica ${replica.port} did not become the master`);
    },
    async moveSlot(key) {
      const slot = await slotOf(key);
      const from = await masterOf(key);
      const all = await nodes();
      const source = all.find(({ port }) => port === from);
      const target = all.find(
        ({ flags, port }) => flags.includes('master') && !flags.includes('fail') && port !== from,
      );
      if (source === undefined || target === undefined) throw new Error('there is no other master');
      await at(target.port, 'cluster', 'setslot', String(slot), 'importing', source.id);
      await at(from, 'cluster', 'setslot', String(slot), 'migrating', target.id);
      for (;;) {
        const keys = (await at(from, 'cluster', 'getkeysinslot', String(slot), '100'))
          .split('\n')
          .filter(Boolean);
        if (keys.length === 0) break;
        await at(from, 'migrate', '127.0.0.1', String(target.port), '', '0', '5000', 'keys', ...keys);
      }
      for (const port of [target.port, from])
        await at(port, 'cluster', 'setslot', String(slot), 'node', target.id);
    },
    kill: async (port) => await servers.get(port)?.kill(),
    stop,
  };
}

/** Waits until a condition holds. Throws after 30 seconds. */
export async function until(holds: () => Promise<boolean>): Promise<void> {
  if (!(await waitFor(holds, 30))) throw new Error('the cluster did not reach the expected state');
}

/** Whether a condition holds within some seconds. */
async function waitFor(holds: () => Promise<boolean>, seconds: number): Promise<boolean> {
  for (let tries = 0; tries < 10 * seconds; tries++) {
    if (await holds().catch(() => false)) return true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return false;
}
