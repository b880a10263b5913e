import { describe, expect, test } from 'vitest';
import { describeCache, describeSeconds, judgeGet } from './describe-methods.js';

describe('whether an operation can take GET', () => {
  const operation = { queryRefused: null, readStyle: true };

  test('an input that does not fit in a query string comes first, with the gateway’s reason', () => {
    const unsafe = { ...operation, queryRefused: '/user is an object' };
    for (const planHasGet of [true, false]) {
      const { possible, reason } = judgeGet(unsafe, planHasGet);
      expect(possible).toBe(false);
      expect(reason).toContain('/user is an object');
    }
  });

  test('a plan without GET: says so, and that only POST is available', () => {
    expect(judgeGet(operation, false)).toMatchObject({
      possible: false,
      title: 'GET is available on Starter and Pro',
      reason: expect.stringContaining('POST only'),
    });
  });

  test('an operation that may change something gets a warning', () => {
    expect(judgeGet(operation, true)).toMatchObject({ possible: true, careful: false });
    expect(judgeGet({ ...operation, readStyle: false }, true)).toMatchObject({
      possible: true,
      careful: true,
      title: expect.stringContaining('changes no data'),
    });
  });
});

test.each([
  [1, '1 second'],
  [90, '90 seconds'],
  [60, '1 minute'],
  [5_400, '90 minutes'],
  [7_200, '2 hours'],
  [86_400, '1 day'],
])('%d s are %s', (seconds, words) => expect(describeSeconds(seconds)).toBe(words));

test('without GET, no response is cached', () => {
  expect(describeCache({ methods: ['POST'], cacheSeconds: 60 })).toBe('–');
  expect(describeCache({ methods: ['GET'], cacheSeconds: 0 })).toBe('Off');
  expect(describeCache({ methods: ['GET', 'POST'], cacheSeconds: 60 })).toBe('1 minute');
});
