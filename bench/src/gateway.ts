import { Pool } from 'undici';
import { listOrders, ordersEnvelope } from './gateway/orders.js';
import { type ServerProcess, startProcess } from './gateway/server-process.js';
import { type Contender, interleave } from './interleave.js';
import type { BenchOptions } from './main.js';
import type { BenchRow, BenchTable } from './table.js';

const CONNECTIONS = 32;
const ACCOUNTS = 16;
/** Calls before the first measured one: every account's service is compiled, and the engine has seen the code. */
const WARM_UP = 3000;
const SIZES = [
  { label: 'small response (1 order)', count: 1 },
  { label: '20 KB response (45 orders)', count: 45 },
];

interface Caller {
  readonly path: string;
  readonly key: string;
}

/**
 * Calls through a whole server, one process each, 32 keep-alive connections, the same upstream: the gateway, a pass-through that
 * parses nothing, and Express with node-soap as people write it today. None of them ends TLS.
 */
export async function run(options: BenchOptions): Promise<BenchTable> {
  const upstream = await startProcess('./upstream.ts', null);
  const address = upstream.ready['address'] as string;
  const argument = { upstream: address, accounts: ACCOUNTS };
  const servers: ServerProcess[] = [upstream];
  const rows: BenchRow[] = [];
  const notes: string[] = [];
  try {
    const ours = await startProcess('./soapstone.ts', argument);
    servers.push(ours);
    const limit = await startProcess('./pass-through.ts', argument);
    servers.push(limit);
    const usual = await startProcess('./express-node-soap.ts', argument);
    servers.push(usual);
    const callers = JSON.parse(ours.ready['callers'] as string) as Caller[];
    for (const { label, count } of SIZES) {
      const body = listOrders(count);
      const envelope = `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><ListOrders xmlns="urn:bench:orders"><customer>ACME</customer><limit>${count}</limit></ListOrders></soap:Body></soap:Envelope>`;
      const json = { 'content-type': 'application/json' };
      const contenders = [
        contender('Soapstone', ours, (i) => {
          const caller = callers[i % callers.length] as Caller;
          return {
            path: caller.path,
            headers: { ...json, 'x-api-key': caller.key, 'x-forwarded-proto': 'https' },
            body,
          };
        }),
        contender('pass-through: node:http + undici, nothing parsed', limit, () => ({
          path: '/',
          headers: { 'content-type': 'text/xml' },
          body: envelope,
        })),
        contender('Express + node-soap', usual, () => ({ path: '/orders', headers: json, body })),
      ];
      rows.push(
        ...(await interleave(label, contenders, 1, {
          rounds: options.rounds,
          roundMs: options.roundMs * 4,
          wall: true,
        })),
      );
      for (const { name, cpuPerCall } of contenders)
        notes.push(`${label}: ${name}: ${(cpuPerCall() * 1000).toFixed(3)} ms CPU of its process per call`);
      notes.push(`${label}: the SOAP response has ${Buffer.byteLength(ordersEnvelope(count))} bytes`);
    }
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
  return { name: 'gateway', unit: 'calls/s', rounds: options.rounds, rows, notes };
}

interface Call {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

function contender(
  name: string,
  server: ServerProcess,
  call: (i: number) => Call,
): Contender & { cpuPerCall(): number; warmUp(calls: number): Promise<void> } {
  const pool = new Pool(server.ready['origin'] as string, { connections: CONNECTIONS, pipelining: 1 });
  let next = 0;
  let calls = 0;
  let cpu = 0;
  const one = async () => {
    const answer = await pool.request({ method: 'POST', ...call(next++) });
    const body = await answer.body.text();
    // A bench that measures errors measures nothing.
    if (answer.statusCode !== 200)
      throw new Error(`${name} answered ${answer.statusCode}: ${body.slice(0, 300)}`);
  };
  const many = async (times: number) => {
    let left = times;
    const worker = async () => {
      while (left > 0) {
        left -= 1;
        await one();
      }
    };
    await Promise.all(Array.from({ length: Math.min(CONNECTIONS, times) }, worker));
  };
  return {
    name,
    cpuPerCall: () => cpu / calls,
    warmUp: many,
    async run(times) {
      const before = await server.cpuSeconds();
      await many(times);
      cpu += (await server.cpuSeconds()) - before;
      calls += times;
    },
  };
}
