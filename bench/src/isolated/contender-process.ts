import { cpuSeconds } from '../cpu-time.js';
import type { ContenderModule, ContenderRequest } from './isolate.js';

/** CPU time of working, in seconds, after which V8 has compiled what it is going to compile. */
const WARM_UP = 1;

/**
 * One contender in a process of its own, see `isolate.ts`. It gets ready, warms up and says so; then it answers each message,
 * which is how many times to do the work, with the seconds of CPU time that this took.
 */
const request = JSON.parse(process.argv[2] as string) as ContenderRequest;
const { contendersOf } = (await import(request.module)) as ContenderModule<unknown>;
const contender = contendersOf(JSON.parse(request.case))[request.index];
if (contender === undefined) throw new Error(`no contender ${request.index}`);
const work = await contender.prepare();
const start = cpuSeconds();
while (cpuSeconds() - start < WARM_UP) work();
process.on('message', (times: number) => process.send?.(measure(times)));
process.on('disconnect', () => process.exit());
process.send?.(0);

function measure(times: number): number {
  const start = cpuSeconds();
  for (let i = 0; i < times; i++) work();
  return cpuSeconds() - start;
}
