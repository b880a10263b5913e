import { expect, test } from 'vitest';
import { readInvitation } from './sign-up-rules.js';

test('readInvitation: accepts only the token of an invitation link', () => {
  const token = `inv_${'a-Z_9'.repeat(8)}xyz`;
  expect(readInvitation(`#${token}`)).toBe(token);
  expect(readInvitation(token)).toBe(token);
  for (const hash of ['', '#', '#main', '#inv_', `#${token} `, `#inv_${'a'.repeat(91)}`, '#inv_<b>']) {
    expect(readInvitation(hash)).toBeUndefined();
  }
});
