import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isNumber, nextMessage } from '@soapstone/testing/child-message';
import type { BenchOptions } from '../bench-options.js';
import { interleave, type MeasuredContender } from '../interleave.js';
import type { BenchRow } from '../table.js';

/** A contender that is measured in its own process. */
export interface IsolatedContender {
  readonly name: string;
  /** Prepares the work. Returns a function that does it once; if that returns a promise, it is awaited. */
  prepare(): Promise<() => unknown> | (() => unknown);
}

/** The export of a module whose contenders run in their own processes. The first contender is ours. */
export interface ContenderModule<Case> {
  /** The module's own URL, `import.meta.url`. */
  readonly url: string;
  contendersOf(what: Case): readonly IsolatedContender[];
}

/** The task of a child process. */
export interface ContenderRequest {
  /** The URL of a `ContenderModule`. */
  readonly module: string;
  /** The argument of its `contendersOf`, as JSON. */
  readonly case: string;
  readonly index: number;
}

const SCRIPT = fileURLToPath(new URL('./contender-process.ts', import.meta.url));

/**
 * Measures contenders in turn like `interleave`, each in its own process, by the CPU time of that process.
 *
 * In one process they would affect each other: code that one contender made polymorphic is polymorphic for all,
 * and V8 may start a major collection because of external memory that one allocates and garbage that
 * another left, during the time of a third. A contender with little garbage would pay for the others.
 *
 * @param label the case
 * @param module the module with the contenders, loaded here and in the processes
 * @param what its argument; must be plain JSON
 * @param workPerRun units of work that one run does, such as megabytes
 * @returns a row per contender: the median rate of its rounds
 */
export async function isolate<Case>(
  label: string,
  module: ContenderModule<Case>,
  what: Case,
  workPerRun: number,
  options: BenchOptions,
): Promise<BenchRow[]> {
  const contenders = module.contendersOf(what);
  const processes = contenders.map((_, index) => {
    const request: ContenderRequest = { module: module.url, case: JSON.stringify(what), index };
    return fork(SCRIPT, [JSON.stringify(request)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  });
  try {
    // They warm up at the same time, before anything is measured.
    await Promise.all(processes.map((child) => nextMessage(child, isNumber)));
    const measured = contenders.map(
      ({ name }, index): MeasuredContender => ({
        name,
        async measure(times) {
          const child = processes[index] as ChildProcess;
          const answer = nextMessage(child, isNumber);
          child.send(times);
          return await answer;
        },
      }),
    );
    return await interleave(label, measured, workPerRun, options);
  } finally {
    for (const child of processes) child.kill();
  }
}
