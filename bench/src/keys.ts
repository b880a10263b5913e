import type { BenchOptions } from './bench-options.js';
import { buildServers } from './gateway/build-servers.js';
import { ACCOUNTS, gateway, measureRates } from './gateway/contenders.js';
import { medianOf } from './gateway/load.js';
import { median } from './interleave.js';
import type { BenchTable } from './table.js';

/** The keys of the same accounts of one gateway, by the member of its callers that has them. */
const KEYS = [
  { name: 'keys without rules', member: 'key' },
  { name: 'keys with operations, networks and an end', member: 'ruled' },
  { name: 'keys with limits of their own, too', member: 'limited' },
] as const;

/** Each process optimises its code in its own way, which differs by more than the rules cost. A multiple of the kinds of keys. */
const PROCESSES = 6;

/**
 * What the rules of keys cost: small calls with keys without rules and with rules, in turn, through each of several gateways, one after the
 * other. One process serves all kinds of keys, so that only the keys differ. Each kind is first, second and last equally often, because the
 * first one costs several percent less, whichever it is; the ratio is the geometric mean of those of the processes.
 */
export async function run(options: BenchOptions): Promise<BenchTable> {
  const built = await buildServers();
  try {
    const upstream = (await built.start('upstream', null)).ready['address'] as string;
    /** Calls per second of CPU, by process and kind of key. */
    const measured: number[][] = [];
    for (let turn = 0; turn < (options.quick ? 1 : PROCESSES); turn += 1) {
      const process = await built.start('soapstone', { upstream, accounts: ACCOUNTS });
      const kinds = KEYS.map((_, place) => (place + turn) % KEYS.length);
      const servers = kinds.map((kind) => gateway(KEYS[kind]!.name, process, KEYS[kind]!.member));
      const contenders = await measureRates(servers, 1, options);
      const rates: number[] = [];
      for (const [place, { rounds }] of contenders.entries())
        rates[kinds[place]!] = medianOf(rounds, ({ serverCpu }) => 1000 / serverCpu);
      measured.push(rates);
      process.resume();
      await Promise.all(contenders.map((contender) => contender.close()));
      // It stays until the end, without taking processor time from the others.
      process.pause();
    }
    const ratios = (kind: number) => measured.map((rates) => rates[kind]! / rates[0]!);
    const rows = KEYS.map(({ name }, kind) => ({
      case: "small response, per second of CPU of the server's process",
      contender: name,
      rate: median(measured.map((rates) => rates[kind]!)),
      ratio: Math.exp(ratios(kind).reduce((sum, ratio) => sum + Math.log(ratio), 0) / measured.length),
    }));
    const notes = KEYS.slice(1).map(
      ({ name }, index) =>
        `${name}: ${ratios(index + 1)
          .map((ratio) => (1 / ratio).toFixed(3))
          .join(', ')} times the CPU, by process`,
    );
    return { name: 'keys', unit: 'calls/s', rounds: options.rounds, rows, notes };
  } finally {
    await built.remove();
  }
}
