import type { BenchOptions } from './bench-options.js';
import { buildServers } from './gateway/build-servers.js';
import { createLoad, type Load, medianOf, type Request, type Round, warmUp } from './gateway/load.js';
import { listOrders } from './gateway/orders.js';
import type { BenchRow, BenchTable } from './table.js';

const CONNECTIONS = 32;
/** The number of accounts that share the load: the limit of calls per minute applies to each. */
const ACCOUNTS = 160;
/** Operations that are offered next to the one that is called: the maximum of a listing of all tools. */
const OFFERED = 10;
/** `most` is what a tool call may cost, in calls to the proxy: its response carries the result twice (decision 0059). */
const SIZES = [
  { label: 'small response (1 order)', count: 1, most: 1.25 },
  { label: '20 KB response (45 orders)', count: 45, most: 1.45 },
];
const REVISION = '2026-07-28';
const META = {
  'io.modelcontextprotocol/protocolVersion': REVISION,
  'io.modelcontextprotocol/clientCapabilities': {},
};

interface Caller {
  readonly path: string;
  readonly key: string;
}

interface Contender extends Load {
  readonly name: string;
  readonly rounds: Round[];
}

/**
 * The same operation called as JSON API and as tool of an agent, on one gateway and in turn: the CPU time of the server's process for
 * each. Then the listing of a service with as many tools as its budget allows.
 */
export async function run(options: BenchOptions): Promise<BenchTable> {
  const built = await buildServers();
  const rows: BenchRow[] = [];
  const notes: string[] = [];
  try {
    const upstream = (await built.start('upstream', null)).ready['address'] as string;
    const server = await built.start('soapstone', { upstream, accounts: ACCOUNTS, offered: OFFERED });
    const callers = JSON.parse(server.ready['callers'] as string) as Caller[];
    const load = (name: string, request: (caller: Caller) => Request): Contender => ({
      name,
      rounds: [],
      ...createLoad(name, server, CONNECTIONS, (i) => request(callers[i % callers.length] as Caller)),
    });
    for (const { label, count, most } of SIZES) {
      const contenders = [
        load('tool call', (caller) => message(caller, 'tools/call', toolCall(count))),
        load('call of the JSON API', (caller) => call(caller, count)),
      ];
      await measure(contenders, options);
      const [tool = Number.NaN, proxy = Number.NaN] = report(label, contenders, rows);
      const verdict = tool / proxy <= most ? 'within' : 'above';
      notes.push(
        `${label}: a tool call costs ${(tool / proxy).toFixed(2)} times the CPU of the call: ${verdict} the bound of ${most}`,
      );
    }
    const listing = [
      load('tools/list', (caller) => message(caller, 'tools/list', {})),
      load('call of the JSON API', (caller) => call(caller, 1)),
    ];
    await measure(listing, options);
    report(`the listing of ${OFFERED + 1} tools`, listing, rows);
  } finally {
    await built.remove();
  }
  return { name: 'mcp', unit: 'calls/s of CPU', rounds: options.rounds, rows, notes };
}

/** In turn, so that drifting speed of the machine affects all alike. */
async function measure(
  contenders: readonly Contender[],
  { rounds, roundMs, quick }: BenchOptions,
): Promise<void> {
  for (const contender of contenders) await warmUp(contender, quick ? 1 : undefined);
  for (let round = 0; round < rounds; round++) {
    for (const contender of contenders) {
      await contender.saturate(roundMs);
      contender.rounds.push(await contender.saturate(roundMs * 4));
    }
  }
  await Promise.all(contenders.map((contender) => contender.close()));
}

/** Adds a row for each contender. Returns the CPU time per call of each, in milliseconds. */
function report(title: string, contenders: readonly Contender[], rows: BenchRow[]): readonly number[] {
  const costs = contenders.map(({ rounds }) => medianOf(rounds, ({ serverCpu }) => serverCpu));
  for (const [i, { name }] of contenders.entries()) {
    rows.push({ case: title, contender: name, rate: 1000 / costs[i]!, ratio: costs[0]! / costs[i]! });
  }
  return costs;
}

function call({ path, key }: Caller, count: number): Request {
  return { path, headers: headersOf(key), body: listOrders(count) };
}

function toolCall(count: number): object {
  return { name: 'ListOrders', arguments: JSON.parse(listOrders(count)) as object };
}

function message({ path, key }: Caller, method: string, params: object): Request {
  const [, , , account, slug] = path.split('/');
  const name = 'name' in params ? { 'mcp-name': String(params.name) } : {};
  return {
    path: `/mcp/v1/${account}/${slug}`,
    headers: { ...headersOf(key), 'mcp-protocol-version': REVISION, 'mcp-method': method, ...name },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: META } }),
  };
}

function headersOf(key: string): Record<string, string> {
  return { 'content-type': 'application/json', 'x-api-key': key, 'x-forwarded-proto': 'https' };
}
