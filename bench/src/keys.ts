import type { BenchOptions } from './bench-options.js';
import { buildServers } from './gateway/build-servers.js';
import { ACCOUNTS, gateway, measureRates } from './gateway/contenders.js';
import { medianOf } from './gateway/load.js';
import type { BenchTable } from './table.js';

/** The keys of the same accounts of one gateway, by the member of its callers that has them. */
const KEYS = [
  { name: 'keys without rules', member: 'key' },
  { name: 'keys with operations, networks and an end', member: 'ruled' },
  { name: 'keys with limits of their own, too', member: 'limited' },
] as const;

/**
 * What the rules of keys cost: small calls through one gateway with keys without rules and with rules, in turn. One process serves all of
 * them, so that only the keys differ.
 */
export async function run(options: BenchOptions): Promise<BenchTable> {
  const built = await buildServers();
  try {
    const upstream = (await built.start('upstream', null)).ready['address'] as string;
    const process = await built.start('soapstone', { upstream, accounts: ACCOUNTS });
    const servers = KEYS.map(({ name, member }) => gateway(name, process, member));
    const contenders = await measureRates(servers, 1, options);
    process.resume();
    await Promise.all(contenders.map((contender) => contender.close()));
    const rates = contenders.map(({ rounds }) => medianOf(rounds, ({ serverCpu }) => 1000 / serverCpu));
    const rows = contenders.map(({ name }, i) => ({
      case: "small response, per second of CPU of the server's process",
      contender: name,
      rate: rates[i]!,
      ratio: rates[i]! / rates[0]!,
    }));
    return { name: 'keys', unit: 'calls/s', rounds: options.rounds, rows, notes: [] };
  } finally {
    await built.remove();
  }
}
