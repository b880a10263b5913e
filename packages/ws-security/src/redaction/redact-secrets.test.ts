import type { CredentialProfile } from '@soapstone/credentials';
import { expect, test } from 'vitest';
import { redactSecrets } from './redact-secrets.js';

const profile: CredentialProfile = {
  basic: { username: 'ada', password: 'p&ssw<rd' },
  headers: { 'x-api-key': 'k-123456', 'x-authorization': 'Bearer eyJ0' },
  usernameToken: { username: 'ada', password: 'tok-en', type: 'text' },
};

test.each([
  ['a password', 'wrong password p&ssw<rd for ada', 'wrong password [redacted] for ada'],
  ['a password as XML text', '<p>p&amp;ssw&lt;rd</p>', '<p>[redacted]</p>'],
  ['a password as references, quoted twice', '<p>p&#38;amp;ssw&amp;#x3C;rd</p>', '<p>[redacted]</p>'],
  ['Basic', 'Authorization: Basic YWRhOnAmc3N3PHJk', 'Authorization: Basic [redacted]'],
  ['a header, twice', 'k-123456 k-123456', '[redacted] [redacted]'],
  ['a header in the target of a redirect', '/in?was=Bearer%20eyJ0', '/in?was=[redacted]'],
  ['the token of a header alone', 'unknown token eyJ0', 'unknown token [redacted]'],
  ['a token', 'tok-en?', '[redacted]?'],
  ['nothing', 'no such user', 'no such user'],
])('%s is removed from a text', (_name, text, expected) => {
  expect(redactSecrets(text, profile)).toBe(expected);
});

test('a secret too short to be distinguished from other text stays', () => {
  expect(redactSecrets('abc', { basic: { username: 'u', password: 'b' } })).toBe('abc');
  expect(redactSecrets('abc', undefined)).toBe('abc');
});
