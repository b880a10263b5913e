import type { BenchOptions } from './bench-options.js';
import { buildServers } from './gateway/build-servers.js';
import { ACCOUNTS, CONNECTIONS, gateway } from './gateway/contenders.js';
import { createLoad, warmUp } from './gateway/load.js';
import { PAIR_SHARE, PAIRS, type Pair, runPairs, summarize } from './gateway/pairs.js';
import { median } from './interleave.js';
import type { BenchRow, BenchTable } from './table.js';

const WITHOUT = 'keys without rules';
/**
 * What is compared with keys without rules: keys of the same accounts of one gateway, by the member of its callers that has them. Those without
 * rules are compared with themselves too: that ratio is what the machine adds.
 */
const KEYS = [
  { name: 'the same keys again', member: 'key' },
  { name: 'keys with operations, networks and an end', member: 'ruled' },
  { name: 'keys with limits of their own, too', member: 'limited' },
] as const;

/** Each process optimises its code in its own way, so the pairs come from several. */
const PROCESSES = 3;

/**
 * What the rules of keys cost: small calls with keys without rules and with rules, through one gateway and on the same connections, in pairs of
 * short rounds of A B and B A, in which both are used equally often. The result is the median of the ratios of the pairs.
 */
export async function run({ quick, rounds, roundMs }: BenchOptions): Promise<BenchTable> {
  const built = await buildServers();
  try {
    const upstream = (await built.start('upstream', null)).ready['address'] as string;
    const pairs: Pair[][] = KEYS.map(() => []);
    const processes = quick ? 1 : PROCESSES;
    for (let start = 0; start < processes; start += 1) {
      const process = await built.start('soapstone', { upstream, accounts: ACCOUNTS });
      const plain = gateway(WITHOUT, process).request;
      let request = plain;
      const load = createLoad('soapstone', process, CONNECTIONS, (i) => request(i, 1));
      const cpuOf = (sent: typeof request) => async () => {
        request = sent;
        return (await load.saturate(roundMs * PAIR_SHARE)).serverCpu;
      };
      const kinds = KEYS.map(({ name, member }) => gateway(name, process, member).request);
      for (request of [plain, ...kinds]) await warmUp(load, quick ? 1 : undefined);
      // One kind after the other: keys are looked up again every few seconds, which counts for more where they are used more rarely.
      for (const [kind, sent] of kinds.entries())
        pairs[kind]?.push(...(await runPairs(cpuOf(plain), cpuOf(sent), (rounds * PAIRS) / processes)));
      await load.close();
      // It stays until the end, without taking processor time from the others.
      process.pause();
    }
    const label = "small response, per second of CPU of the server's process";
    const rows: BenchRow[] = [
      { case: label, contender: WITHOUT, rate: 1000 / median(pairs.flat().map(([cpu]) => cpu)), ratio: 1 },
    ];
    const notes: string[] = [];
    for (const [kind, { name }] of KEYS.entries()) {
      const { cpu, times, text } = summarize(pairs[kind] ?? []);
      rows.push({ case: label, contender: name, rate: 1000 / cpu, ratio: 1 / times });
      notes.push(`${name}: ${text}`);
    }
    return { name: 'keys', unit: 'calls/s', rounds: rounds * PAIRS, rows, notes };
  } finally {
    await built.remove();
  }
}
