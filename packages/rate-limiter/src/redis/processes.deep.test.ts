import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { hasRedis, startRedis } from '@soapstone/testing/redis-server';
import { describe, expect, test } from 'vitest';
import { countDuplicatesAndGaps, printFigures } from '../testing/history.js';

const DEPTH = Number(process.env['SOAPSTONE_DEPTH']);
const PROCESSES = DEPTH >= 100 ? 8 : 3;
/** Attempts per process. */
const ATTEMPTS = 1_000 * DEPTH;
const QUOTA = (PROCESSES * ATTEMPTS) / 2;

const run = promisify(execFile);
const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
const worker = fileURLToPath(new URL('../testing/consume-many.ts', import.meta.url));

interface Result {
  /** The remainders reported to one process, by account. */
  readonly remaining: readonly (readonly number[])[];
  readonly degraded: boolean;
  readonly degradedDecisions: number;
}

/** Runs processes with the arguments of `consume-many.ts` that follow the prefix. */
async function consumeMany(processes: number, ...parameters: readonly number[]): Promise<Result[]> {
  const server = await startRedis();
  try {
    const flags = ['--import', tsx, '--conditions=@soapstone/source'];
    const outputs = await Promise.all(
      Array.from({ length: processes }, () =>
        run(process.execPath, [...flags, worker, String(server.port), 'test', ...parameters.map(String)], {
          maxBuffer: 64 * 1024 * 1024,
        }),
      ),
    );
    return outputs.map(({ stdout }) => JSON.parse(stdout) as Result);
  } finally {
    await server.stop();
  }
}

const ascending = (one: number, other: number): number => one - other;

describe.skipIf(!(await hasRedis()))('processes that share a quota', { timeout: 600_000 }, () => {
  test(`${PROCESSES} processes with ${ATTEMPTS} attempts each share a quota of ${QUOTA} exactly`, async () => {
    const startedAt = performance.now();
    const results = await consumeMany(PROCESSES, ATTEMPTS, QUOTA);
    expect(results.some(({ degraded }) => degraded)).toBe(false);
    const remaining = results.flatMap((result) => result.remaining.flat()).sort(ascending);
    printFigures('processes', {
      processes: PROCESSES,
      attempts: PROCESSES * ATTEMPTS,
      quota: QUOTA,
      admitted: remaining.length,
      ...countDuplicatesAndGaps(remaining),
      seconds: (performance.now() - startedAt) / 1000,
    });
    expect(remaining.length).toBe(QUOTA);
    // Each remainder occurs once, without gaps: all decisions happened in one order.
    expect(remaining.every((value, index) => value === index)).toBe(true);
  });

  // Redis itself needs a processor within the time limit, so the gateway's 50 ms need a machine that does nothing else.
  const [timeout, busy, accounts] = DEPTH >= 10 ? [50, 3, 10] : [400, 15, 3];
  test(`busy event loops: exactly 500 of 900 calls at a time limit of ${timeout} ms, ${accounts} times`, async () => {
    // A turn of the loop answers up to 64 decisions with their work, so almost every reply is read after its time.
    const results = await consumeMany(3, 300, 500, timeout, busy, accounts);
    for (let account = 0; account < accounts; account += 1) {
      const remaining = results.flatMap((result) => result.remaining[account] ?? []).sort(ascending);
      expect(remaining).toEqual(Array.from({ length: 500 }, (_, index) => index));
    }
    expect(results.every(({ degradedDecisions }) => degradedDecisions > 0)).toBe(true);
  });
});
