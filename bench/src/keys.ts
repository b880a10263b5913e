import type { BenchOptions } from './bench-options.js';
import { buildServers } from './gateway/build-servers.js';
import { ACCOUNTS, CONNECTIONS, gateway } from './gateway/contenders.js';
import { createLoad, warmUp } from './gateway/load.js';
import { median } from './interleave.js';
import type { BenchTable } from './table.js';

/**
 * The keys of the same accounts of one gateway, by the member of its callers that has them. Those without rules take part twice: the ratio of
 * the second to the first is what the machine adds.
 */
const KEYS = [
  { name: 'keys without rules', member: 'key' },
  { name: 'the same keys again', member: 'key' },
  { name: 'keys with operations, networks and an end', member: 'ruled' },
  { name: 'keys with limits of their own, too', member: 'limited' },
] as const;

/** Each process optimises its code in its own way, which differs by more than the rules cost. */
const PROCESSES = 3;
/** How often all kinds of keys are measured in each process, by round of the options. */
const TURNS = 8;

/**
 * What the rules of keys cost: small calls with keys without rules and with rules, in turn, through one gateway. All kinds of keys are sent on
 * the same connections, each for a short time and in an order that rotates, so that neither the connections nor the load of the machine differ.
 * Each turn gives one ratio to the keys without rules; the result is the median of those of all processes.
 */
export async function run(options: BenchOptions): Promise<BenchTable> {
  const built = await buildServers();
  try {
    const upstream = (await built.start('upstream', null)).ready['address'] as string;
    /** Milliseconds of CPU per call, by turn and kind of key. */
    const turns: number[][] = [];
    for (let start = 0; start < (options.quick ? 1 : PROCESSES); start += 1) {
      const process = await built.start('soapstone', { upstream, accounts: ACCOUNTS });
      const requests = KEYS.map(({ name, member }) => gateway(name, process, member).request);
      let kind = 0;
      const load = createLoad('soapstone', process, CONNECTIONS, (i) => requests[kind]!(i, 1));
      for (kind = 0; kind < KEYS.length; kind += 1) await warmUp(load, options.quick ? 1 : undefined);
      for (let turn = 0; turn < options.rounds * TURNS; turn += 1) {
        const costs: number[] = [];
        for (let place = 0; place < KEYS.length; place += 1) {
          kind = (place + turn) % KEYS.length;
          costs[kind] = (await load.saturate(options.roundMs)).serverCpu;
        }
        turns.push(costs);
      }
      await load.close();
      // It stays until the end, without taking processor time from the others.
      process.pause();
    }
    const ratios = (kind: number) => turns.map((costs) => costs[kind]! / costs[0]!).sort((a, b) => a - b);
    const rows = KEYS.map(({ name }, kind) => ({
      case: "small response, per second of CPU of the server's process",
      contender: name,
      rate: 1000 / median(turns.map((costs) => costs[kind]!)),
      ratio: 1 / median(ratios(kind)),
    }));
    const notes = KEYS.slice(1).map(({ name }, index) => {
      const sorted = ratios(index + 1);
      const at = (part: number) => sorted[Math.floor((sorted.length - 1) * part)]!.toFixed(3);
      return `${name}: ${at(0.5)} times the CPU, half of ${sorted.length} turns from ${at(0.25)} to ${at(0.75)}`;
    });
    return { name: 'keys', unit: 'calls/s', rounds: turns.length, rows, notes };
  } finally {
    await built.remove();
  }
}
