import { expect, test } from 'vitest';
import { createKeptAnswers } from './kept-answers.js';

const LIMITS = { age: 1_000, most: 2, bytes: 10 };

test('kept answers: made once for requests at the same time, and again after their age', async () => {
  let now = 0;
  let made = 0;
  const kept = createKeptAnswers(() => now, LIMITS);
  const make = async () => {
    made += 1;
    return Buffer.from(String(made));
  };
  const get = async () => (await kept.get('a', make)).body.toString();
  expect(await Promise.all([get(), get()])).toEqual(['1', '1']);
  now = 999;
  expect(await get()).toBe('1');
  now = 1_000;
  expect(await get()).toBe('2');
});

test('kept answers: a failure is not kept', async () => {
  const kept = createKeptAnswers(() => 0, LIMITS);
  await expect(kept.get('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect((await kept.get('a', async () => Buffer.from('yes'))).body.toString()).toBe('yes');
});

test('kept answers: the oldest make room, by number and by bytes', async () => {
  const kept = createKeptAnswers(() => 0, LIMITS);
  let made = 0;
  const get = (key: string, bytes: number) =>
    kept.get(key, async () => {
      made += 1;
      return Buffer.alloc(bytes);
    });
  await get('a', 1);
  await get('b', 1);
  await get('c', 1);
  await get('b', 1);
  expect(made).toBe(3);
  await get('a', 1);
  expect(made).toBe(4);
  await get('large', 11);
  await get('a', 1);
  expect(made).toBe(6);
});
