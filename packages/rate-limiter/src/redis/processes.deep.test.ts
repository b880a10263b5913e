import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { countDuplicatesAndGaps, printFigures } from '../testing/history.js';
import { hasRedis, startRedis } from '../testing/redis-server.js';

const DEPTH = Number(process.env['SOAPSTONE_DEPTH']);
const PROCESSES = DEPTH >= 100 ? 8 : 3;
/** Attempts per process. */
const ATTEMPTS = 1_000 * DEPTH;
const QUOTA = (PROCESSES * ATTEMPTS) / 2;

const run = promisify(execFile);
const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
const worker = fileURLToPath(new URL('../testing/consume-many.ts', import.meta.url));

test.skipIf(!(await hasRedis()))(
  `${PROCESSES} processes with ${ATTEMPTS} attempts each share a quota of ${QUOTA} exactly`,
  async () => {
    const server = await startRedis();
    try {
      const startedAt = performance.now();
      const outputs = await Promise.all(
        Array.from({ length: PROCESSES }, () => {
          const parameters = [String(server.port), 'test', String(ATTEMPTS), String(QUOTA)];
          return run(
            process.execPath,
            ['--import', tsx, '--conditions=@soapstone/source', worker, ...parameters],
            {
              maxBuffer: 64 * 1024 * 1024,
            },
          );
        }),
      );
      const results = outputs.map(
        ({ stdout }) => JSON.parse(stdout) as { remaining: number[]; degraded: boolean },
      );
      expect(results.some(({ degraded }) => degraded)).toBe(false);
      const remaining = results.flatMap((result) => result.remaining).sort((one, other) => one - other);
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
    } finally {
      await server.stop();
    }
  },
  600_000,
);
