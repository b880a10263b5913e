import { getEventListeners } from 'node:events';
import type { SoapReplyText } from '@soapstone/json-xml-mapper';
import { describe, expect, test } from 'vitest';
import { type CacheKey, createResponseCache } from './response-cache.js';
import { createStoredReplies } from './stored-replies.js';

const bytes = (text: string) => Uint8Array.from(Buffer.from(text));
const result = (text: string): SoapReplyText => ({ kind: 'result', result: bytes(text), warnings: [] });
const fault: SoapReplyText = {
  kind: 'fault',
  fault: { version: '1.1', code: 'Server', reason: 'no' },
  warnings: [],
};
const key: CacheKey = {
  accountId: 'acc_1',
  serviceId: 's',
  revision: 1,
  updatedAt: 1,
  operation: 'Op',
  digits: 'canonical',
  input: '{}',
};

function setUp(limits = { bytes: 1_000_000, bytesPerAccount: 500_000 }) {
  let elapsed = 0;
  const cache = createResponseCache(createStoredReplies(limits, () => elapsed));
  let calls = 0;
  const ask = async (over: Partial<CacheKey> = {}, reply: SoapReplyText = result(`"${calls}"`)) => {
    const { signal } = new AbortController();
    const answer = await cache.answer({ ...key, ...over }, 1000, signal, async () => {
      calls += 1;
      return reply;
    });
    const text = answer.reply.kind === 'result' ? new TextDecoder().decode(answer.reply.result) : 'fault';
    return { ...answer, text };
  };
  return {
    cache,
    ask,
    calls: () => calls,
    advance: (ms: number) => {
      elapsed += ms;
    },
  };
}

describe('the response cache', () => {
  test('returns a cached response until it expires', async () => {
    const { ask, calls, advance } = setUp();
    expect(await ask()).toMatchObject({ cached: false, left: 1000, text: '"0"' });
    advance(400);
    expect(await ask()).toMatchObject({ cached: true, left: 600, text: '"0"' });
    advance(600);
    expect(await ask()).toMatchObject({ cached: false, text: '"1"' });
    expect(calls()).toBe(2);
  });

  test.each<[keyof CacheKey, unknown]>([
    ['accountId', 'acc_2'],
    ['serviceId', 't'],
    ['revision', 2],
    ['updatedAt', 2],
    ['operation', 'Other'],
    ['digits', 'lexical'],
    ['input', '{"a":1}'],
  ])('a different %s gets its own entry', async (member, value) => {
    const { ask, calls } = setUp();
    await ask();
    await ask({ [member]: value });
    expect(calls()).toBe(2);
  });

  test('does not cache a fault', async () => {
    const { ask, calls } = setUp();
    await ask({}, fault);
    expect(await ask({}, fault)).toMatchObject({ cached: false, text: 'fault' });
    expect(calls()).toBe(2);
  });

  test('joins identical calls in flight, and marks none of them as cached', async () => {
    const { cache } = setUp();
    let calls = 0;
    let finish: (reply: SoapReplyText) => void = () => {};
    const call = () => {
      calls += 1;
      return new Promise<SoapReplyText>((resolve) => {
        finish = resolve;
      });
    };
    // Each client has its own signal, which stays silent once the client has its response.
    const signals = Array.from({ length: 1000 }, () => new AbortController().signal);
    const waiting = signals.map((signal) => cache.answer(key, 1000, signal, call));
    await new Promise(setImmediate);
    const listeners = () => signals.map((signal) => getEventListeners(signal, 'abort').length);
    expect(new Set(listeners())).toEqual(new Set([1]));
    finish(result('1'));
    const answers = await Promise.all(waiting);
    expect(new Set(listeners())).toEqual(new Set([0]));
    expect(calls).toBe(1);
    expect(answers.every((answer) => !answer.cached)).toBe(true);
  });

  test('a caller that disconnects does not cancel the others; the last one does', async () => {
    const { cache } = setUp();
    let givenUp = false;
    let finish: (reply: SoapReplyText) => void = () => {};
    const call = (signal: AbortSignal) => {
      signal.addEventListener('abort', () => {
        givenUp = true;
      });
      return new Promise<SoapReplyText>((resolve) => {
        finish = resolve;
      });
    };
    const [first, second, third] = [new AbortController(), new AbortController(), new AbortController()];
    const one = cache.answer(key, 1000, first.signal, call);
    const two = cache.answer(key, 1000, second.signal, call);
    await new Promise(setImmediate);
    first.abort(new Error('left'));
    await expect(one).rejects.toThrow('left');
    expect(givenUp).toBe(false);
    finish(result('1'));
    expect((await two).reply.kind).toBe('result');

    const alone = cache.answer({ ...key, revision: 5 }, 1000, third.signal, call);
    await new Promise(setImmediate);
    givenUp = false;
    third.abort(new Error('left'));
    await expect(alone).rejects.toThrow('left');
    expect(givenUp).toBe(true);
  });

  test('an account fills only its own share, oldest entry evicted first', async () => {
    const { ask, calls } = setUp({ bytes: 100_000, bytesPerAccount: 20_000 });
    const large = result(`"${'x'.repeat(3900)}"`);
    await ask({ accountId: 'other' }, large);
    for (let index = 0; index < 10; index += 1) await ask({ revision: index }, large);
    expect(calls()).toBe(11);
    expect((await ask({ accountId: 'other' }, large)).cached).toBe(true);
    expect((await ask({ revision: 9 }, large)).cached).toBe(true);
    expect((await ask({ revision: 0 }, large)).cached).toBe(false);
  });

  test('does not cache a response that would fill the whole cache', async () => {
    const { ask } = setUp({ bytes: 100_000, bytesPerAccount: 20_000 });
    await ask({}, result(`"${'x'.repeat(6000)}"`));
    expect((await ask()).cached).toBe(false);
  });
});
