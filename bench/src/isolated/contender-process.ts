import { cpuSeconds } from '@soapstone/testing/cpu-time';
import type { ContenderModule, ContenderRequest } from './isolate.js';

/** CPU seconds of work after which V8 has compiled everything it is going to compile. */
const WARM_UP = 1;

/**
 * One contender in its own process, see `isolate.ts`. It prepares, warms up and reports that it is ready. Each message then names
 * a number of runs, and the process replies with the CPU seconds that they took.
 */
const request = JSON.parse(process.argv[2] as string) as ContenderRequest;
const { contendersOf } = (await import(request.module)) as ContenderModule<unknown>;
const contender = contendersOf(JSON.parse(request.case))[request.index];
if (contender === undefined) throw new Error(`no contender ${request.index}`);
const work = await contender.prepare();
const start = cpuSeconds();
while (cpuSeconds() - start < WARM_UP) await work();
process.on('message', async (times: number) => process.send?.(await measure(times)));
process.on('disconnect', () => process.exit());
process.send?.(0);

async function measure(times: number): Promise<number> {
  const start = cpuSeconds();
  for (let i = 0; i < times; i++) {
    const pending = work();
    if (pending instanceof Promise) await pending;
  }
  return cpuSeconds() - start;
}
