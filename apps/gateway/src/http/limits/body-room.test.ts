import { expect, test } from 'vitest';
import { createBodyRoom } from './body-room.js';

const codeOf = (work: () => void): string => {
  try {
    work();
    return 'ok';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

test('rejects an account that exceeds its share, but not others', () => {
  const room = createBodyRoom({ total: 100, ofAccount: 40 });
  const [first, second] = [room.enter('a'), room.enter('a')];
  first.add(30);
  expect(codeOf(() => second.add(11))).toBe('TOO_MANY_CONCURRENT');
  expect(codeOf(() => second.add(10))).toBe('ok');
  expect(codeOf(() => room.enter('b').add(40))).toBe('ok');
  first.release();
  expect(codeOf(() => second.add(30))).toBe('ok');
});

test('when the room is full, drops the newest body of the account with the most bytes', () => {
  const room = createBodyRoom({ total: 100, ofAccount: 60 });
  const [old, newest, other] = [room.enter('a'), room.enter('a'), room.enter('b')];
  old.add(30);
  newest.add(30);
  other.add(40);
  const small = room.enter('c');
  expect(codeOf(() => small.add(5))).toBe('ok');
  expect([old, newest, other].map(({ signal }) => signal.aborted)).toEqual([false, true, false]);
  expect(newest.signal.reason).toMatchObject({ code: 'OVERLOADED' });
  expect(codeOf(() => newest.add(1))).toBe('OVERLOADED');
  // Its room is already free and must not be returned twice.
  newest.release();
  expect(codeOf(() => small.add(25))).toBe('ok');
  expect(codeOf(() => small.add(1))).toBe('ok');
});

test('drops the body of an account that fills the room with it', () => {
  const room = createBodyRoom({ total: 50, ofAccount: 60 });
  const [large, small] = [room.enter('a'), room.enter('b')];
  small.add(10);
  expect(codeOf(() => large.add(50))).toBe('OVERLOADED');
  expect(small.signal.aborted).toBe(false);
  expect(codeOf(() => small.add(40))).toBe('ok');
});
