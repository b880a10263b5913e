import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { type ServerProcess, startProcess } from '@soapstone/testing/server-process';
import type { BenchOptions } from '../bench-options.js';
import type { BenchRow, BenchTable } from '../table.js';
import { type BuiltServers, buildServers } from './build-servers.js';
import {
  ACCOUNTS,
  type Contender,
  gateway,
  jsonPassThrough,
  measureRates,
  passThrough,
  type Server,
  SIZES,
} from './contenders.js';
import { medianOf } from './load.js';

const OURS = 'this tree';
/** A call that has become more expensive by more than this part fails the comparison, if most runs agree. */
const MOST_LOST = 0.08;
/** The figures of one case: by the clock, and by the processor time of the server. */
const FIGURES = [
  { title: 'by the clock', of: ({ rounds }: Contender) => medianOf(rounds, ({ rate }) => rate) },
  {
    title: "per second of CPU of the server's process",
    of: ({ rounds }: Contender) => medianOf(rounds, ({ serverCpu }) => 1000 / serverCpu),
  },
] as const;

/**
 * Measures the gateway of this tree beside that of another checkout, and beside a pass-through, in one run: the noise of a machine is
 * large for one tree alone and small for two in turn. Each gateway is built by the bench of its own checkout. Sets the exit code to 1 if
 * one of the ratios to the other checkout fell by more than 8 % in most of the runs. One run takes about three minutes.
 *
 * @param other the folder of the other checkout, with its dependencies installed
 * @param times the number of runs
 */
export async function pair(other: string, times: number, options: BenchOptions): Promise<BenchTable> {
  const ours = await buildServers();
  const theirs = await buildIn(other);
  try {
    const runs: BenchRow[][] = [];
    for (let run = 0; run < times; run++) runs.push(await measurePair(ours, theirs, other, options));
    const lost = lostIn(runs, other);
    if (lost.length > 0) process.exitCode = 1;
    const rows = runs.flatMap((run, i) => run.map((row) => ({ ...row, case: numbered(row.case, i, times) })));
    const notes = lost.map((each) => `${each}: more than ${MOST_LOST * 100} % slower in most of the runs`);
    return { name: `gateway beside ${other}`, unit: 'calls/s', rounds: options.rounds, rows, notes };
  } finally {
    await Promise.all([ours.remove(), rm(dirname(dirname(theirs)), { recursive: true, force: true })]);
  }
}

function numbered(name: string, run: number, times: number): string {
  return times === 1 ? name : `${name}, run ${run + 1}`;
}

/** The cases in which this tree was slower in more than half of the runs. */
function lostIn(runs: readonly (readonly BenchRow[])[], other: string): string[] {
  const count = new Map<string, number>();
  for (const row of runs.flat()) {
    // The ratio of the other checkout says how many times as fast as ours it is.
    if (row.contender !== other || 1 / row.ratio >= 1 - MOST_LOST) continue;
    count.set(row.case, (count.get(row.case) ?? 0) + 1);
  }
  return [...count].filter(([, times]) => times > runs.length / 2).map(([name]) => name);
}

/** Builds the servers of another checkout there. Resolves to the file of its gateway. */
async function buildIn(checkout: string): Promise<string> {
  const program = `import { buildServers } from './bench/src/gateway/build-servers.ts';
    console.log('FILE ' + (await buildServers()).file('soapstone'));`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', '--conditions=@soapstone/source', '--input-type=module', '--eval', program],
    { cwd: checkout },
  );
  const file = /^FILE (.*)$/m.exec(stdout)?.[1];
  if (file === undefined) throw new Error(`${checkout}: its bench printed no file of a gateway`);
  return file;
}

async function measurePair(
  ours: BuiltServers,
  theirs: string,
  other: string,
  options: BenchOptions,
): Promise<BenchRow[]> {
  // New processes for each run: how V8 compiles a program differs from one to the next.
  const started: ServerProcess[] = [];
  const start = async (file: string, argument: unknown) => {
    const server = await startProcess(file, argument);
    started.push(server);
    return server;
  };
  try {
    const upstream = (await start(ours.file('upstream'), null)).ready['address'];
    const argument = { upstream, accounts: ACCOUNTS };
    const servers: readonly Server[] = [
      gateway(OURS, await start(ours.file('soapstone'), argument)),
      gateway(other, await start(theirs, argument)),
      {
        name: 'pass-through: nothing parsed',
        process: await start(ours.file('pass-through'), argument),
        request: passThrough,
      },
      {
        name: 'pass-through: JSON parsed and printed by V8',
        process: await start(ours.file('json-pass-through'), argument),
        request: jsonPassThrough,
      },
    ];
    const rows: BenchRow[] = [];
    for (const { label, count } of SIZES) rows.push(...(await measureSize(servers, label, count, options)));
    return rows;
  } finally {
    await Promise.all(started.map((server) => server.stop()));
  }
}

async function measureSize(
  servers: readonly Server[],
  label: string,
  count: number,
  options: BenchOptions,
): Promise<BenchRow[]> {
  const contenders = await measureRates(servers, count, options);
  for (const { process } of contenders) process.resume();
  await Promise.all(contenders.map((contender) => contender.close()));
  return FIGURES.flatMap(({ title, of }) => {
    const rates = contenders.map(of);
    return contenders.map(({ name }, i) => ({
      case: `${label}, ${title}`,
      contender: name,
      rate: rates[i] ?? Number.NaN,
      ratio: (rates[i] ?? Number.NaN) / (rates[0] ?? Number.NaN),
    }));
  });
}
