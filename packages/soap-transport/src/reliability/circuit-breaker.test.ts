import { describe, expect, test } from 'vitest';
import { failureOf } from '../testing/messages.js';
import { TRANSPORT_ERROR_CODES } from '../transport-error.js';
import { type CallOutcome, createCircuitBreakers, isTransportFailure } from './circuit-breaker.js';

function setUp(maxEntries = 100) {
  let time = 0;
  const breakers = createCircuitBreakers({
    failures: 3,
    openMs: 1_000,
    maxOpenMs: 5_000,
    maxEntries,
    now: () => time,
  });
  return {
    breakers,
    pass: (ms: number) => {
      time += ms;
    },
    call: (outcome: CallOutcome, key = 'a') => breakers.settle(key, outcome, breakers.admit(key)),
    refusal: async (key = 'a') => (await failureOf(async () => breakers.admit(key))).retryAfterMs,
  };
}

test('failures that are the transport’s, and no others', () => {
  expect(TRANSPORT_ERROR_CODES.filter(isTransportFailure)).toEqual([
    'UPSTREAM_DNS',
    'UPSTREAM_CONNECT',
    'UPSTREAM_TLS',
    'UPSTREAM_RESET',
    'UPSTREAM_TIMEOUT',
  ]);
});

describe('a breaker', () => {
  test('opens after a number of consecutive failures and reports for how long', async () => {
    const { call, refusal, pass, breakers } = setUp();
    call('failure');
    call('failure');
    call('failure');
    expect(await refusal()).toBe(1_000);
    pass(400);
    expect(breakers.states().get('a')).toEqual({ state: 'open', failures: 3, retryAfterMs: 600 });
    expect(breakers.opened()).toBe(1);
  });

  test.each<[string, CallOutcome[]]>([
    ['a success between failures', ['failure', 'failure', 'success', 'failure', 'failure']],
    ['aborted calls', ['unknown', 'unknown', 'unknown', 'unknown']],
    ['two failures and aborted calls', ['failure', 'unknown', 'failure', 'unknown']],
  ])('stays closed with %s', (_name, outcomes) => {
    const { call, breakers } = setUp();
    for (const outcome of outcomes) call(outcome);
    expect(() => breakers.admit('a')).not.toThrow();
  });

  test('lets one probe through and closes if it succeeds', async () => {
    const { call, refusal, pass, breakers } = setUp();
    for (let i = 0; i < 3; i += 1) call('failure');
    pass(1_000);
    expect(breakers.states().get('a')?.state).toBe('half-open');
    const probe = breakers.admit('a');
    expect(await refusal()).toBe(1_000);
    breakers.settle('a', 'success', probe);
    expect(breakers.states().size).toBe(0);
    for (let i = 0; i < 5; i += 1) expect(() => breakers.admit('a')).not.toThrow();
  });

  test('stays open twice as long after each failed probe, up to its limit', async () => {
    const { call, refusal, pass } = setUp();
    for (let i = 0; i < 3; i += 1) call('failure');
    const waits: (number | undefined)[] = [];
    for (let i = 0; i < 5; i += 1) {
      pass(5_000);
      call('failure');
      waits.push(await refusal());
    }
    expect(waits).toEqual([2_000, 4_000, 5_000, 5_000, 5_000]);
  });

  test('an aborted probe leaves room for the next', () => {
    const { call, pass, breakers } = setUp();
    for (let i = 0; i < 3; i += 1) call('failure');
    pass(1_000);
    breakers.settle('a', 'unknown', breakers.admit('a'));
    expect(() => breakers.admit('a')).not.toThrow();
  });

  test('calls from before it opened neither close it nor extend it', async () => {
    const { breakers, call, refusal } = setUp();
    const early = [breakers.admit('a'), breakers.admit('a')];
    for (let i = 0; i < 3; i += 1) call('failure');
    expect(early).toEqual([undefined, undefined]);
    breakers.settle('a', 'success', undefined);
    breakers.settle('a', 'failure', undefined);
    expect(await refusal()).toBe(1_000);
    expect(breakers.opened()).toBe(1);
  });

  test('does not affect another key', async () => {
    const { call, refusal, breakers } = setUp();
    for (let i = 0; i < 3; i += 1) call('failure', 'a');
    expect(await refusal('a')).toBe(1_000);
    expect(() => breakers.admit('b')).not.toThrow();
  });
});

test('keeps a limited number of breakers', () => {
  const { call, breakers } = setUp(10);
  for (let i = 0; i < 1_000; i += 1) call('failure', String(i));
  expect(breakers.states().size).toBe(10);
});
