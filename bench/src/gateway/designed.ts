import type { BenchOptions } from '../bench-options.js';
import { median } from '../interleave.js';
import type { BenchRow, BenchTable } from '../table.js';
import { buildServers } from './build-servers.js';
import { ACCOUNTS, type Contender, gateway, measureRates, type Server, SIZES } from './contenders.js';
import { medianOf } from './load.js';
import { listOrdersByPartner } from './orders.js';

const BY_CLIENTS = 'without a design: clients send all members';
const BY_DESIGN = 'with a design: 3 members filled, and the token of a session';

/**
 * Calls through the gateway whose SOAP messages are the same: in one, clients send an account number, an ID, the time and a token; in the
 * other, a design fills them, with one login for all calls. The third is the shorter message without these members. The ratio of CPU is the median of those of
 * the rounds, which are measured in turn.
 */
export async function designed(options: BenchOptions): Promise<BenchTable> {
  const built = await buildServers();
  const rows: BenchRow[] = [];
  const notes: string[] = [];
  try {
    const upstream = (await built.start('upstream', null)).ready['address'] as string;
    const start = (partner: 'client' | 'design') =>
      built.start('soapstone', { upstream, accounts: ACCOUNTS, partner });
    // Each has a process of its own: the accounts of one may not call more often.
    const [plain, filled, short] = [await start('client'), await start('design'), await start('client')];
    const servers: readonly Server[] = [
      gateway(BY_CLIENTS, plain, 'key', listOrdersByPartner),
      gateway(BY_DESIGN, filled),
      gateway('without a design and without the members', short),
    ];
    for (const { label, count } of SIZES) {
      const contenders = await measureRates(servers, count, options);
      for (const { process } of contenders) process.resume();
      await Promise.all(contenders.map((contender) => contender.close()));
      report(label, contenders, rows, notes);
    }
  } finally {
    await built.remove();
  }
  return { name: 'gateway with a design', unit: 'calls/s', rounds: options.rounds, rows, notes };
}

function report(label: string, contenders: readonly Contender[], rows: BenchRow[], notes: string[]): void {
  const [first] = contenders as readonly [Contender, ...Contender[]];
  for (const { name, rounds } of contenders) {
    const cpu = medianOf(rounds, ({ serverCpu }) => serverCpu);
    const times = median(
      rounds.map(({ serverCpu }, round) => serverCpu / (first.rounds[round]?.serverCpu ?? Number.NaN)),
    );
    const title = `${label}, per second of CPU of the server's process`;
    rows.push({ case: title, contender: name, rate: 1000 / cpu, ratio: 1 / times });
    notes.push(`${label}: ${name}: ${cpu.toFixed(4)} ms CPU per call, ${times.toFixed(3)} of the first`);
  }
}
