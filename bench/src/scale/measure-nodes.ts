import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BuiltServers } from '../gateway/build-servers.js';
import { createLoad, type Load } from '../gateway/load.js';
import { listOrders } from '../gateway/orders.js';
import type { BenchRow } from '../table.js';
import { type Caller, fillDatabase } from './crowd.js';
import { type GatewayNode, nodeEnvironment, startNode } from './node.js';
import type { SharedServers, SharedWork } from './shared-servers.js';

const NODES = [1, 2, 4];
/** Accounts, each with one service. Every node serves all of them. */
const ACCOUNTS = { full: 1_000, quick: 200 };
/** The number of them that call all the time, so that a node has them cached. */
const BUSY = 40;
/** The number of different WSDLs. It is small, because compiling them is not measured here. */
const WSDLS = 40;
const CONNECTIONS = 8;
/** Calls per second and node. */
const RATE = 75;
/** Milliseconds after which the calls of a window have been written, and counted by the servers. */
const WRITTEN = 1_500;

/** The measurements for one number of nodes at one rate, per second and node. */
interface Window {
  readonly nodes: number;
  /** Accounts that called. */
  readonly accounts: number;
  /** Calls per second and node. */
  readonly rate: number;
  readonly nodeCpu: number;
  readonly redisCpu: number;
  readonly commands: number;
  /** Scripts that Redis ran, each one command over the network. */
  readonly scripts: number;
  readonly postgresCpu: number;
  readonly statements: number;
}

/** The cost of a call, and of a second in which a node serves all accounts. */
interface Cost {
  readonly perCall: number;
  readonly perSecond: number;
}

/** 1, 2 and 4 nodes on one database and one Redis under a fixed load: what a node costs the parts that all nodes share. */
export async function measureNodes(
  built: BuiltServers,
  shared: SharedServers,
  upstream: string,
  quick: boolean,
): Promise<{ readonly rows: readonly BenchRow[]; readonly notes: readonly string[] }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'soapstone-scale-'));
  const databaseUrl = await shared.createDatabase();
  const environment = {
    ...nodeEnvironment(upstream, dataDir),
    DATABASE_URL: databaseUrl,
    REDIS_URL: shared.redisUrl,
  };
  const windows: Window[] = [];
  const notes: string[] = [];
  const accounts = quick ? ACCOUNTS.quick : ACCOUNTS.full;
  try {
    const crowd = { environment, upstream, accounts, services: accounts, wsdls: WSDLS };
    const { callers } = await fillDatabase(built, crowd);
    await shared.analyze(databaseUrl);
    // The first account has many services; each of the others has one or two.
    const single = callers.slice(accounts / 10);
    for (const count of quick ? NODES.slice(0, 2) : NODES) {
      const nodes = await Promise.all(
        Array.from({ length: count }, () =>
          startNode(built.file('main'), { ...environment, NODE_COUNT: String(count) }),
        ),
      );
      const scene: Scene = { nodes, look: () => shared.look(databaseUrl), ms: quick ? 1_000 : 15_000 };
      // The code is optimised, and every service is compiled.
      await loadAll(nodes, single, (load) => load.pace(1_000_000, single.length / 1_000));
      await loadAll(nodes, single, (load) => load.saturate(quick ? 1_500 : 10_000));
      windows.push(await watch(scene, [], 0));
      for (const called of [single.slice(0, BUSY), single]) windows.push(await watch(scene, called, RATE));
      if (count === 1) {
        const most = await shared.frequentStatements(databaseUrl, quick ? 3 : 8);
        notes.push('most frequent statements:', ...most.map((line) => `  ${line}`));
      }
      await Promise.all(nodes.map((node) => node.stop()));
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
  return { rows: windows.flatMap(rowsOf), notes: [...notes, ...limitsOf(windows)] };
}

/** Loads every node at the same time, each beginning with another account. */
async function loadAll(
  nodes: readonly GatewayNode[],
  callers: readonly Caller[],
  work: (load: Load) => Promise<unknown>,
): Promise<void> {
  const loads = nodes.map((node, offset) =>
    createLoad('a node', node, CONNECTIONS, (i) => {
      const { path, key } = callers[(i + offset * 7) % callers.length]!;
      const headers = { 'content-type': 'application/json', 'x-forwarded-proto': 'https', 'x-api-key': key };
      return { path, headers, body: listOrders(1) };
    }),
  );
  await Promise.all(loads.map(work));
  await Promise.all(loads.map((load) => load.close()));
}

interface Scene {
  readonly nodes: readonly GatewayNode[];
  readonly look: () => Promise<SharedWork>;
  /** The length of a window. */
  readonly ms: number;
}

/** Watches all parts while `callers` call every node `rate` times per second; 0: the nodes are idle. */
async function watch({ nodes, look, ms }: Scene, callers: readonly Caller[], rate: number): Promise<Window> {
  const cpuOfNodes = async (): Promise<number> =>
    (await Promise.all(nodes.map((node) => node.cpuSeconds()))).reduce((sum, one) => sum + one, 0);
  await pause(WRITTEN);
  const [before, cpuBefore] = [await look(), await cpuOfNodes()];
  if (rate === 0) await pause(ms);
  else await loadAll(nodes, callers, (load) => load.pace(rate, ms));
  // The last batch of calls belongs to this window.
  await pause(WRITTEN);
  const [after, cpuAfter] = [await look(), await cpuOfNodes()];
  const per = nodes.length * (after.at - before.at);
  return {
    nodes: nodes.length,
    accounts: callers.length,
    rate: (rate * nodes.length * ms) / 1000 / per,
    nodeCpu: (cpuAfter - cpuBefore) / per,
    redisCpu: (after.redisCpu - before.redisCpu) / per,
    commands: (total(after.commands) - total(before.commands)) / per,
    scripts: ((after.commands.get('evalsha') ?? 0) - (before.commands.get('evalsha') ?? 0)) / per,
    postgresCpu: (after.postgresCpu - before.postgresCpu) / per,
    statements: (after.statements - before.statements) / per,
  };
}

function rowsOf(window: Window): BenchRow[] {
  const { nodes, rate, accounts } = window;
  const name = `${nodes} node${nodes === 1 ? '' : 's'}, ${rate.toFixed(0)} calls/s each, ${accounts} accounts`;
  const row = (contender: string, value: number): BenchRow => ({
    case: name,
    contender,
    rate: value,
    ratio: 1,
  });
  return [
    row('ms of CPU per second of a node', window.nodeCpu * 1000),
    row('ms of CPU of Redis per second and node', window.redisCpu * 1000),
    row('commands of Redis per second and node', window.commands),
    row('ms of CPU of PostgreSQL per second and node', window.postgresCpu * 1000),
    row('statements of PostgreSQL per second and node', window.statements),
  ];
}

/** The arithmetic: the load of a node with one processor, and how many such nodes use up one processor of each shared part. */
function limitsOf(windows: readonly Window[]): string[] {
  const counts = [...new Set(windows.map(({ nodes }) => nodes))];
  return counts.flatMap((count) => {
    const [idle, ...loaded] = windows.filter(({ nodes }) => nodes === count);
    if (idle === undefined) return [];
    return loaded.flatMap((window) => {
      const cost = (pick: (of: Window) => number): Cost => ({
        perCall: (pick(window) - pick(idle)) / window.rate,
        perSecond: pick(idle),
      });
      const node = cost(({ nodeCpu }) => nodeCpu);
      const most = (1 - node.perSecond) / node.perCall;
      const say = (part: Cost) => `${(part.perCall * 1e6).toFixed(0)} us of CPU per call`;
      const nodesFor = (part: Cost) => (1 / (part.perSecond + part.perCall * most)).toFixed(1);
      const redis = cost(({ redisCpu }) => redisCpu);
      const postgres = cost(({ postgresCpu }) => postgresCpu);
      const [scripts, statements] = [cost((each) => each.scripts), cost((each) => each.statements)];
      return [
        `${count} node(s), ${window.accounts} accounts: a node ${say(node)}, at most ${most.toFixed(0)} calls/s with one processor`,
        `  Redis ${say(redis)}, ${scripts.perCall.toFixed(2)} scripts per call: one processor for ${nodesFor(redis)} such nodes`,
        `  PostgreSQL ${say(postgres)}, ${statements.perCall.toFixed(2)} statements per call: one processor for ${nodesFor(postgres)} such nodes if its work grows with the calls, for ${(1 / window.postgresCpu).toFixed(0)} if it does not`,
      ];
    });
  });
}

function total(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, calls) => sum + calls, 0);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
