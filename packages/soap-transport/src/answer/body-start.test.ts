import { expect, test } from 'vitest';
import { BodyStart } from './body-start.js';
import { MAX_START } from './received-answer.js';

test('body start: keeps the first bytes of pieces that are taken or held', () => {
  const start = new BodyStart();
  start.take(new Uint8Array([1, 2]));
  start.hold(new Uint8Array([3]));
  start.hold(new Uint8Array());
  expect(start.taken()).toEqual({ start: new Uint8Array([1, 2, 3]), truncated: false });
  start.hold(new Uint8Array(MAX_START).fill(4));
  start.hold(new Uint8Array([5]));
  const { start: first, truncated } = start.taken();
  expect([first.length, first[2], first.at(-1), truncated]).toEqual([MAX_START, 3, 4, true]);
});

test('body start: a piece that is taken may change later', () => {
  const start = new BodyStart();
  const piece = new Uint8Array([1]);
  start.take(piece);
  piece[0] = 2;
  expect(start.taken().start).toEqual(new Uint8Array([1]));
});
