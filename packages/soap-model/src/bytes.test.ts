import { expect, test } from 'vitest';
import { joinBytes } from './bytes.js';

test('joinBytes: copies the pieces in order into their own buffer', () => {
  const first = Uint8Array.of(1, 2, 3).subarray(1);
  const joined = joinBytes([first, new Uint8Array(0), Uint8Array.of(4)]);
  expect(joined).toEqual(Uint8Array.of(2, 3, 4));
  expect(joined.buffer.byteLength).toBe(3);
  first.fill(9);
  expect(joined).toEqual(Uint8Array.of(2, 3, 4));
});

test('joinBytes: copies a single piece too, and joins none to nothing', () => {
  const only = Uint8Array.of(1);
  expect(joinBytes([only])).toEqual(only);
  expect(joinBytes([only]).buffer).not.toBe(only.buffer);
  expect(joinBytes([])).toEqual(new Uint8Array(0));
});
