import { beforeEach, describe, expect, test } from 'vitest';
import type { CallRecord } from '../log/log.js';
import { type CallTally, createCallTally } from './tally-calls.js';

const HOUR = 3_600_000;
const hour = Date.parse('2026-11-21T10:00:00Z');

describe('a tally of calls', () => {
  let tally: CallTally;
  let made = 0;
  beforeEach(() => {
    tally = createCallTally();
  });

  function add(count: number, at: number, accountId = 'acc_1', over: Partial<CallRecord> = {}): void {
    for (let i = 0; i < count; i++) {
      const requestId = `r${++made}`;
      const record = {
        requestId,
        method: 'POST',
        status: 200,
        latencyMs: 2,
        serviceId: 's',
        operation: 'Op',
        ...over,
      };
      tally.add(record, accountId, at);
    }
  }

  const FAULT = { status: 502, type: 'UPSTREAM_ERROR', code: 'SOAP_FAULT' };
  const sum = { accountId: 'acc_1', hour, serviceId: 's', operation: 'Op', type: '', code: '' };

  test('counts every call, by account, service, operation and outcome', () => {
    add(3, hour);
    add(2, hour + 1, 'acc_1', FAULT);
    add(1, hour + 1, 'acc_1', { type: 'INTERNAL_ERROR', code: 'SOAP_FAULT' });
    tally.add({ requestId: 'r', method: 'POST', status: 200, latencyMs: 2 }, 'acc_1', hour + 2);
    add(1, hour + 2, 'acc_2');
    add(1, hour + HOUR - 1);
    expect(tally.take(hour + HOUR)).toMatchObject({
      number: 1,
      at: hour + HOUR,
      sums: [
        { ...sum, calls: 4, latencyMs: 8 },
        { ...sum, type: 'UPSTREAM_ERROR', code: 'SOAP_FAULT', calls: 2, latencyMs: 4 },
        { ...sum, type: 'INTERNAL_ERROR', code: 'SOAP_FAULT', calls: 1 },
        { ...sum, serviceId: '', operation: '', calls: 1 },
        { ...sum, accountId: 'acc_2', calls: 1 },
      ],
    });
    expect(tally.take(hour + HOUR)).toBeUndefined();
    add(1, hour + HOUR);
    expect(tally.take(hour + HOUR)?.sums).toEqual([
      { ...sum, hour: hour + HOUR, calls: 1, latencyMs: 2, charged: 0 },
    ]);
  });

  test('counts each call in its hour, even if the clock goes back', () => {
    add(1, hour + HOUR - 1);
    add(2, hour + HOUR);
    add(4, hour + HOUR - 1);
    const sums = tally.take(hour + HOUR)?.sums ?? [];
    const calls = (at: number) =>
      sums.filter((one) => one.hour === at).reduce((all, one) => all + one.calls, 0);
    expect([calls(hour), calls(hour + HOUR)]).toEqual([5, 2]);
  });

  test('selects a burst of a hundred calls of an account and ten a second, and counts all of them', () => {
    add(250, hour);
    const first = tally.take(hour + 1_000)!;
    expect(first.calls.map(({ requestId }) => requestId)).toEqual(
      Array.from({ length: 100 }, (_, index) => `r${made - 249 + index}`),
    );
    expect(first.sums.map(({ calls }) => calls)).toEqual([250]);
    add(250, hour + 1_000);
    expect(tally.take(hour + 2_000)?.calls).toHaveLength(10);
    add(250, hour + 1_500);
    expect(tally.take(hour + 3_000)?.calls).toHaveLength(5);
    // Unused allowance accumulates up to a hundred.
    add(250, hour + 60_000);
    expect(tally.take(hour + 61_000)?.calls).toHaveLength(100);
  });

  test('gives failures and other accounts separate allowances', () => {
    add(500, hour);
    add(150, hour, 'acc_1', FAULT);
    add(20, hour, 'acc_2');
    const { calls } = tally.take(hour + 1_000)!;
    const count = (one: (call: (typeof calls)[number]) => boolean) => calls.filter(one).length;
    expect(count((call) => call.accountId === 'acc_1' && call.type === undefined)).toBe(100);
    expect(count((call) => call.type === 'UPSTREAM_ERROR')).toBe(100);
    expect(count((call) => call.accountId === 'acc_2')).toBe(20);
  });

  test('does not select more if the clock goes back', () => {
    add(100, hour + 10_000);
    tally.take(hour + 10_000);
    add(50, hour + 5_000);
    expect(tally.take(hour + 5_000)?.calls).toEqual([]);
    add(50, hour + 6_000);
    expect(tally.take(hour + 6_000)?.calls).toHaveLength(10);
  });

  test('records four thousand calls of all accounts at once and four hundred a second, and always some of each account', () => {
    const recorded = (at: number): number => {
      const { calls, sums } = tally.take(at)!;
      expect(sums.reduce((all, one) => all + one.calls, 0)).toBe(15_000);
      return calls.length;
    };
    const fromAll = (at: number): void => {
      for (let account = 0; account < 300; account++) add(50, at, `acc_${account}`);
    };
    fromAll(hour);
    expect(recorded(hour)).toBe(4_000 + 220 * 10);
    // The first eighty accounts have 60 of their hundred left, and the shared 400 are used up by the first eight.
    fromAll(hour + 1_000);
    expect(recorded(hour + 1_000)).toBe(400 + 72 * 10 + 220);
    // An account that begins to call now has its ten.
    add(50, hour + 1_000, 'acc_new');
    expect(tally.take(hour + 1_000)?.calls).toHaveLength(10);
  });

  test('gives failures of all accounts an allowance of their own', () => {
    for (let account = 0; account < 100; account++) add(100, hour, `acc_${account}`);
    add(100, hour, 'acc_new', FAULT);
    expect(tally.take(hour)?.calls.filter(({ type }) => type !== undefined)).toHaveLength(100);
  });

  test('gives an account that pauses for a second no second allowance', () => {
    for (let account = 0; account < 40; account++) add(100, hour, `acc_${account}`);
    add(10, hour, 'acc_late');
    tally.take(hour);
    // By now, what the late account used of its hundred is back, and not what it used of its ten.
    for (let account = 40; account < 44; account++) add(100, hour + 1_000, `acc_${account}`);
    tally.take(hour + 1_000);
    tally.take(hour + 1_000);
    add(10, hour + 1_000, 'acc_late');
    expect(tally.take(hour + 1_000)?.calls).toHaveLength(1);
  });

  test('bounds the number of waiting calls, which many accounts share', () => {
    for (let account = 0; account < 1_500; account++) add(10, hour, `acc_${account}`);
    const { calls, sums } = tally.take(hour)!;
    expect(calls).toHaveLength(10_000);
    expect(sums.reduce((all, one) => all + one.calls, 0)).toBe(15_000);
  });

  test('counts the calls of each key, and which of them used quota', () => {
    add(2, hour, 'acc_1', { keyId: 'k1', charged: true });
    add(1, hour, 'acc_1', { ...FAULT, keyId: 'k1' });
    add(1, hour, 'acc_1', { keyId: 'k2' });
    add(1, hour);
    const { sums, keys } = tally.take(hour)!;
    // A fault is a response.
    expect(keys).toEqual([
      { accountId: 'acc_1', hour, keyId: 'k1', calls: 3, failures: 0, charged: 2 },
      { accountId: 'acc_1', hour, keyId: 'k2', calls: 1, failures: 0, charged: 0 },
    ]);
    expect(sums.map(({ calls, charged }) => [calls, charged])).toEqual([
      [4, 2],
      [1, 0],
    ]);
    add(1, hour + HOUR, 'acc_1', { keyId: 'k1' });
    expect(tally.take(hour + HOUR)?.keys).toMatchObject([{ hour: hour + HOUR, calls: 1 }]);
  });

  test('writes only the known fields of a call', () => {
    tally.add(
      {
        requestId: 'r',
        method: 'GET',
        status: 404,
        latencyMs: 1,
        keyId: 'k',
        type: 'T',
        code: 'C',
        cause: 'x',
      },
      'acc_1',
      hour,
    );
    expect(tally.take(hour)?.calls).toEqual([
      {
        requestId: 'r',
        accountId: 'acc_1',
        at: hour,
        method: 'GET',
        status: 404,
        latencyMs: 1,
        cached: false,
        charged: false,
        keyId: 'k',
        type: 'T',
        code: 'C',
      },
    ]);
  });
});
