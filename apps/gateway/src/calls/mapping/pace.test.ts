import { expect, test } from 'vitest';
import { threadClock } from '../../children/thread-clock.js';
import { Pace } from './pace.js';

const SHARE = { bytes: 1e6, units: 1e6, compileMs: 10, ms: 5 };
const cell = new Int32Array(new SharedArrayBuffer(4));
const cpu = threadClock();

/** Waits like a suspended process: time passes, and the processor does other things. */
const sleep = (): unknown => Atomics.wait(cell, 0, 0, 20);
const compute = (): void => {
  const end = cpu() + 20;
  while (cpu() < end);
};

function handle(pace: Pace, work: () => unknown): boolean {
  const clock = pace.clock();
  const begun = clock();
  work();
  pace.ranOnLoop(clock() - begun);
  return pace.isQuick;
}

test('the pace of an operation: pauses do not move it to the thread', () => {
  const pace = new Pace(SHARE, 0);
  for (let count = 0; count < 12; count += 1) expect(handle(pace, sleep), `pause ${count}`).toBe(true);
});

test('the pace of an operation: a single slow message does not move it, several in a row do', () => {
  const pace = new Pace(SHARE, 0);
  expect([compute, () => {}, compute, compute, () => {}].map((work) => handle(pace, work))).toEqual(
    Array.from({ length: 5 }, () => true),
  );
  expect([compute, compute, compute].map((work) => handle(pace, work))).toEqual([true, true, false]);
  pace.ranInThread({ cpu: 3 });
  expect(pace.isQuick).toBe(false);
  pace.ranInThread({ cpu: 2 });
  expect(pace.isQuick).toBe(true);
});

test('the pace of an operation: one that is slow to compile stays in the thread', () => {
  const pace = new Pace(SHARE, 11);
  pace.ranInThread({ cpu: 0 });
  expect(pace.isQuick).toBe(false);
});
