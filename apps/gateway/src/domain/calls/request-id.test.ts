import { expect, test } from 'vitest';
import { createRequestId } from './request-id.js';

test('ids are unique even within a millisecond, and start with the time', () => {
  const before = Date.now();
  const ids = Array.from({ length: 20_000 }, () => createRequestId());
  const after = Date.now();
  expect(new Set(ids).size).toBe(ids.length);
  const wrong = ids.filter((id) => {
    const time = Buffer.from(id.slice(4), 'base64url').readUIntBE(0, 6);
    return !(/^req_[A-Za-z0-9_-]{16}$/.test(id) && time >= before && time <= after);
  });
  expect(wrong).toEqual([]);
});
