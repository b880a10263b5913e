import { expect, test } from 'vitest';
import { titleOf } from './event.js';

test.each([
  ['plan=Pro', 'An administrator changed the plan to Pro'],
  ['status=suspended', 'An administrator suspended the account'],
  ['status=active', 'An administrator resumed the account'],
  ['administrator.grant ada@example.com', 'An administrator made ada@example.com an administrator'],
  [
    'password.link $&@example.com',
    'An administrator created a link that sets the password of $&@example.com',
  ],
  // Several changes at once.
  ['plan=Pro status=active', 'An administrator changed the account: plan=Pro status=active'],
])('titleOf: %s', (change, title) => {
  expect(titleOf({ kind: 'account.changed', data: { change } })).toBe(title);
});
