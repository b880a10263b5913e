import type { BenchOptions } from '../bench-options.js';
import { median } from '../interleave.js';
import type { BenchRow, BenchTable } from '../table.js';
import { buildServers } from './build-servers.js';
import { ACCOUNTS, CONNECTIONS, gateway, SIZES } from './contenders.js';
import { createLoad, type Load, warmUp } from './load.js';
import { listOrdersByPartner } from './orders.js';

const BY_CLIENTS = 'without a design: clients send all members';
const BY_DESIGN = 'with a design: 3 members filled, and the token of a session';
/** The pairs of rounds for each round of other benches, and their length compared with one of those. */
const PAIRS = 60;
const SHARE = 0.25;

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
      const pairs: (readonly [plain: number, filled: number])[] = [];
      const cpuOf = async (load: Load) => (await load.saturate(roundMs * SHARE)).serverCpu;
      for (let pair = 0; pair < rounds * PAIRS; pair += 1) {
        const [first, second] = pair % 2 === 0 ? [plain, filled] : [filled, plain];
        const cpu = [await cpuOf(first), await cpuOf(second)] as const;
        pairs.push(first === plain ? cpu : [cpu[1], cpu[0]]);
      }
      await Promise.all([plain.close(), filled.close()]);
      const ratios = pairs.map(([by, of]) => of / by).sort((a, b) => a - b);
      const at = (share: number): string =>
        (ratios[Math.floor(ratios.length * share)] ?? Number.NaN).toFixed(3);
      const times = median(ratios);
      const title = `${label}, per second of CPU of the server's process`;
      const cpus = [median(pairs.map(([by]) => by)), median(pairs.map(([, of]) => of))] as const;
      rows.push({ case: title, contender: BY_CLIENTS, rate: 1000 / cpus[0], ratio: 1 });
      rows.push({ case: title, contender: BY_DESIGN, rate: 1000 / cpus[1], ratio: 1 / times });
      notes.push(
        `${label}: ${BY_DESIGN}: ${times.toFixed(3)} of the CPU without, half of ${ratios.length} pairs from ${at(0.25)} to ${at(0.75)}`,
      );
    }
  } finally {
    await built.remove();
  }
  return { name: 'gateway with a design', unit: 'calls/s', rounds: rounds * PAIRS, rows, notes };
}
