import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BuiltServers } from '../gateway/build-servers.js';
import { createLoad, p99 } from '../gateway/load.js';
import { listOrders } from '../gateway/orders.js';
import { median } from '../interleave.js';
import type { BenchRow } from '../table.js';
import { type Caller, fillDatabase } from './crowd.js';
import { ADMIN_KEY, type GatewayNode, nodeEnvironment, startNode } from './node.js';
import type { SharedServers } from './shared-servers.js';

/** Calls per second of the rounds whose latencies are compared: few enough that no call waits for another one's service to be compiled. */
const RATE = 20;
const CONNECTIONS = 8;

interface Size {
  readonly accounts: number;
  readonly services: number;
  readonly wsdls: number;
  /** Services that each round calls, which have different WSDLs. */
  readonly called: number;
  /** Services that the last round calls again and again. */
  readonly hot: number;
  readonly starts: number;
  /** Milliseconds for which the node is left alone. */
  readonly idleMs: number;
}

const FULL: Size = {
  accounts: 1_000,
  services: 10_000,
  wsdls: 1_000,
  called: 1_000,
  hot: 50,
  starts: 3,
  idleMs: 5_000,
};
const QUICK: Size = { accounts: 20, services: 100, wsdls: 40, called: 40, hot: 5, starts: 1, idleMs: 1_000 };

/** Measures a node with many services: its start, its memory, cold and warm calls, its lists and its database. */
export async function measureServices(
  built: BuiltServers,
  shared: SharedServers,
  upstream: string,
  quick: boolean,
): Promise<{ readonly rows: readonly BenchRow[]; readonly notes: readonly string[] }> {
  const rows: BenchRow[] = [];
  const notes: string[] = [];
  for (const database of ['SQLite', 'PostgreSQL'] as const) {
    const dataDir = await mkdtemp(join(tmpdir(), 'soapstone-scale-'));
    try {
      const url = database === 'SQLite' ? undefined : await shared.createDatabase();
      const empty = database === 'SQLite' ? undefined : await shared.createDatabase();
      const servers = (databaseUrl: string | undefined): Record<string, string> =>
        databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl, REDIS_URL: shared.redisUrl };
      const scene: Scene = {
        main: built.file('main'),
        environment: { ...nodeEnvironment(upstream, join(dataDir, 'full')), ...servers(url) },
        empty: { ...nodeEnvironment(upstream, join(dataDir, 'empty')), ...servers(empty) },
        size: quick ? QUICK : FULL,
      };
      const { size, environment } = scene;
      const { callers, management, seconds } = await fillDatabase(built, { ...size, environment, upstream });
      if (url !== undefined) await shared.analyze(url);
      const row = (contender: string, value: number): number =>
        rows.push({ case: `${size.services} services, ${database}`, contender, rate: value, ratio: 1 });
      notes.push(
        `${database}: ${size.services} services with ${size.wsdls} WSDLs and ${size.accounts} accounts were written in ${seconds.toFixed(0)} s`,
      );
      if (url === undefined) row('MB of database', (await bytesOf(join(dataDir, 'full'))) / 1e6);
      else {
        const { bytes, tables } = await shared.sizes(url);
        row('MB of database', bytes / 1e6);
        notes.push(`PostgreSQL, largest tables with their indexes: ${tables.join(', ')}`);
      }
      await measureNode(scene, callers, management, row);
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  }
  return { rows, notes };
}

interface Scene {
  readonly main: string;
  readonly environment: Readonly<Record<string, string>>;
  /** The same with an empty database. */
  readonly empty: Readonly<Record<string, string>>;
  readonly size: Size;
}

async function measureNode(
  { main, environment, empty, size }: Scene,
  callers: readonly Caller[],
  management: string,
  row: (contender: string, value: number) => void,
): Promise<void> {
  const starts: number[] = [];
  const emptyStarts: number[] = [];
  for (let count = 0; count < size.starts; count++) {
    for (const [settings, times] of [
      [empty, emptyStarts],
      [environment, starts],
    ] as const) {
      const node = await startNode(main, settings);
      times.push(node.startSeconds);
      await node.stop();
    }
  }
  row('s until a node is ready', median(starts));
  row('s with an empty database', median(emptyStarts));

  const node = await startNode(main, environment);
  const memory = async (when: string): Promise<void> =>
    row(`MB of memory ${when}`, (await node.memoryBytes()) / 1e6);
  try {
    await pause(size.idleMs);
    await memory('after the start');
    const idle = await node.cpuSeconds();
    await pause(size.idleMs);
    row(
      'ms of CPU per second of an idle node',
      (((await node.cpuSeconds()) - idle) * 1_000_000) / size.idleMs,
    );
    // The program itself is warm: its code is optimised by calls of one service.
    await paced(node, callers.slice(-1), 10 * size.hot);
    const cold = callers.slice(size.services / 10, size.services / 10 + size.called);
    const rounds: [string, readonly Caller[], number][] = [
      ['first call of a service', cold, cold.length],
      ['second call of a service', cold, cold.length],
      ['third call, looked up again', cold, cold.length],
      ['calls of hot services', cold.slice(0, size.hot), 10 * size.hot],
    ];
    for (const [name, called, calls] of rounds) {
      const latencies = await paced(node, called, calls);
      row(`ms, p50, ${name}`, median(latencies));
      row(`ms, p99, ${name}`, p99(latencies));
    }
    await memory(`after ${size.called} services with different WSDLs were called`);
    await callAll(node, callers);
    await memory('after all services were called');
    row('services that stay compiled within CATALOG_BYTES', await compiledServices(node));
    const owner = await timed(node, '/api/manage/services', { 'x-api-key': management });
    row(`ms, first page of ${size.services / 10} services of one account`, owner.ms);
    row('KB of that page', owner.bytes / 1e3);
    const found = await timed(node, '/api/manage/services?search=7&limit=50', { 'x-api-key': management });
    row('ms, search of these services', found.ms);
    const accounts = await timed(node, '/api/admin/accounts', OPERATOR);
    row('ms, first page of accounts for administrators', accounts.ms);
    row('KB of that page of accounts', accounts.bytes / 1e3);
  } finally {
    await node.stop();
  }
}

function loadOf(node: GatewayNode, callers: readonly Caller[]) {
  return createLoad('the node', node, CONNECTIONS, (i) => {
    const { path, key } = callers[i % callers.length]!;
    const headers = { 'content-type': 'application/json', 'x-forwarded-proto': 'https', 'x-api-key': key };
    return { path, headers, body: listOrders(1) };
  });
}

/** Calls the services in turn at a fixed rate. Resolves to how long each call took, in milliseconds. */
async function paced(node: GatewayNode, callers: readonly Caller[], calls: number): Promise<number[]> {
  const load = loadOf(node, callers);
  try {
    return await load.pace(RATE, (calls / RATE) * 1000);
  } finally {
    await load.close();
  }
}

/** Calls each service once, as fast as the node answers. */
async function callAll(node: GatewayNode, callers: readonly Caller[]): Promise<void> {
  let next = 0;
  const load = loadOf(node, callers);
  try {
    // In portions, until every service has had its turn.
    for (const portion = 500; next < callers.length; next += portion) {
      await load.pace(1_000_000, Math.min(portion, callers.length - next) / 1_000);
    }
  } finally {
    await load.close();
  }
}

const OPERATOR = { authorization: `Bearer ${ADMIN_KEY}` };

/** How many services are compiled now, by the metrics of the node. */
async function compiledServices(node: GatewayNode): Promise<number> {
  return Number(/^soapstone_catalog_services (\d+)$/m.exec(await read(node, '/metrics', OPERATOR))?.[1]);
}

/** The median of five requests. */
async function timed(
  node: GatewayNode,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<{ readonly ms: number; readonly bytes: number }> {
  const times: number[] = [];
  let bytes = 0;
  for (let count = 0; count < 5; count++) {
    const began = performance.now();
    bytes = (await read(node, path, headers)).length;
    times.push(performance.now() - began);
  }
  return { ms: median(times), bytes };
}

/** The body of a page, which is ASCII here. */
async function read(
  node: GatewayNode,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<string> {
  const answer = await fetch(node.ready.origin + path, {
    headers: { ...headers, 'x-forwarded-proto': 'https' },
  });
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
  return answer.text();
}

/** The size of the files in a data directory. */
async function bytesOf(folder: string): Promise<number> {
  const sizes = (await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size);
  return (await Promise.all(sizes)).reduce((sum, bytes) => sum + bytes, 0);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
