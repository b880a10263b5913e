import { expect, test } from 'vitest';
import { BOUNDS, faultsOf, judgeShape } from './judge.js';
import type { Measured } from './requests.js';

const cheap: Measured = {
  phase: 'request',
  bytes: 100_000,
  written: 200_000,
  end: '200',
  longest: 10,
  total: 1_500,
  memory: 1_000_000,
};
const half: Measured = { ...cheap, bytes: 50_000, written: 100_000, total: 750 };
const service = { wsdl: '', operation: 'op' };

test('hostile input: a request within its bounds is no fault, and neither is a rejection', () => {
  expect(faultsOf([cheap, { ...cheap, phase: 'import', end: '400 LIMIT_EXCEEDED' }], [half])).toEqual([]);
});

test.each([
  [{ longest: BOUNDS.turnMs + 1 }, 'request: a turn of 101 ms'],
  [{ total: BOUNDS.totalMs + 1 }, 'request: 20 s of CPU'],
  [{ memory: BOUNDS.memoryBytes + 1 }, 'request: 67.1 MB of memory for 0.1 MB'],
  [{ written: 5_000_001 }, 'request: 5.0 MB written for 0.1 MB'],
  [{ bytes: 10_000_000, written: BOUNDS.writtenMost + 1 }, 'request: 33.6 MB written for 10.0 MB'],
  [{ end: '500 INTERNAL_ERROR' }, 'request: it ended with 500 INTERNAL_ERROR'],
  [{ end: 'no answer: TimeoutError' }, 'request: it ended with no answer: TimeoutError'],
])('hostile input: %j exceeds a bound', (costs, fault) => {
  expect(faultsOf([{ ...cheap, ...costs }], [])).toEqual([fault]);
});

test('hostile input: CPU that grows faster than the input and what is written is a fault', () => {
  const quadratic = { ...cheap, total: 3_000 };
  expect(faultsOf([quadratic], [half])).toEqual([
    'request: 4.0 times the CPU for twice the size, of which 2.0 times as much is written',
  ]);
  expect(faultsOf([{ ...quadratic, written: 400_000 }], [half])).toEqual([]);
  expect(faultsOf([{ ...cheap, total: 999 }], [{ ...half, total: 1 }])).toEqual([]);
  expect(faultsOf([quadratic], [{ ...half, bytes: cheap.bytes }])).toEqual([]);
});

test('hostile input: a shape that grows too fast is measured again, and its lowest CPU counts', async () => {
  const totals = [750, 3_000, 750, 1_500];
  const measured: number[] = [];
  const shape = { name: 'a', make: (size: number) => ({ ...service, request: String(size) }) };
  const { costs, faults } = await judgeShape(shape, async ({ request }) => {
    measured.push(Number(request));
    return [{ ...(request === '1' ? half : cheap), total: totals[measured.length - 1] ?? 0 }];
  });
  expect(measured).toEqual([1, 2, 1, 2]);
  expect([costs[0]?.total, faults]).toEqual([1_500, []]);
});
