import type { BenchOptions } from '../bench-options.js';
import { median } from '../interleave.js';
import type { BenchRow, BenchTable } from '../table.js';
import { buildServers } from './build-servers.js';
import { ACCOUNTS, CONNECTIONS, gateway, SIZES } from './contenders.js';
import { createLoad, type Load, warmUp } from './load.js';
import { listOrdersByPartner } from './orders.js';
import { PAIR_SHARE, PAIRS, runPairs, summarize } from './pairs.js';

const BY_CLIENTS = 'without a design: clients send all members';
const BY_DESIGN = 'with a design: 3 members filled, and the token of a session';

/**
 * Calls through one gateway whose SOAP messages are the same: to one service, clients send an account number, an ID, the time and a token; in the
 * other, a design fills them, with one login for all calls. Both services are in one process, because processes of one program differ by
 * more than the design costs, and are called in turn, in rounds of A B and B A. Rounds are short, because neighbours change the speed of a
 * processor from second to second. The ratio of CPU is the median of those of the pairs.
 */
export async function designed({ quick, rounds, roundMs }: BenchOptions): Promise<BenchTable> {
  const built = await buildServers();
  const rows: BenchRow[] = [];
  const notes: string[] = [];
  try {
    const upstream = (await built.start('upstream', null)).ready['address'] as string;
    const process = await built.start('soapstone', { upstream, accounts: ACCOUNTS, partner: true });
    const withDesign = {
      ...process,
      ready: { ...process.ready, callers: process.ready['designed'] ?? '[]' },
    };
    const servers = [
      gateway(BY_CLIENTS, process, 'key', listOrdersByPartner),
      gateway(BY_DESIGN, withDesign),
    ] as const;
    for (const { label, count } of SIZES) {
      const [plain, filled] = servers.map(({ name, request }) =>
        createLoad(name, process, CONNECTIONS, (i) => request(i, count)),
      ) as [Load, Load];
      for (const load of [plain, filled, plain, filled]) await warmUp(load, quick ? 1 : undefined);
      const cpuOf = (load: Load) => async () => (await load.saturate(roundMs * PAIR_SHARE)).serverCpu;
      const pairs = await runPairs(cpuOf(plain), cpuOf(filled), rounds * PAIRS);
      await Promise.all([plain.close(), filled.close()]);
      const { cpu, times, text } = summarize(pairs);
      const title = `${label}, per second of CPU of the server's process`;
      const rate = 1000 / median(pairs.map(([by]) => by));
      rows.push({ case: title, contender: BY_CLIENTS, rate, ratio: 1 });
      rows.push({ case: title, contender: BY_DESIGN, rate: 1000 / cpu, ratio: 1 / times });
      notes.push(`${label}: ${BY_DESIGN}: ${text}`);
    }
  } finally {
    await built.remove();
  }
  return { name: 'gateway with a design', unit: 'calls/s', rounds: rounds * PAIRS, rows, notes };
}
