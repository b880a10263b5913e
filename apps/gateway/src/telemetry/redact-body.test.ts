import { expect, test } from 'vitest';
import { redactBody } from './redact-body.js';

test.each([
  ['{"password":"x","name":"y"}', '{"password":"[redacted]","name":"y"}'],
  ['{"userPassword" : "a\\"b", "n":1}', '{"userPassword" : "[redacted]", "n":1}'],
  ['{"access_token":12345}', '{"access_token":"[redacted]"}'],
  ['{"API_KEY":"k","apiKey":"k"}', '{"API_KEY":"[redacted]","apiKey":"[redacted]"}'],
  // Similar names without secrets are kept.
  ['{"spinach":"green","tokens":["a"]}', '{"spinach":"green","tokens":["a"]}'],
  ['{"text":"password: x"}', '{"text":"password: x"}'],
])('%s', (text, redacted) => {
  expect(redactBody(text, {})).toBe(redacted);
});

test('hides the owner’s secrets in any member', () => {
  const secrets = { credentials: { basic: { username: 'u', password: 'hidden-word' } } };
  expect(redactBody('{"echo":"it is hidden-word"}', secrets)).toBe('{"echo":"it is [redacted]"}');
});

test('truncates long bodies, and reads each string of theirs once', () => {
  expect(redactBody('"'.repeat(1_000_000), {}).length).toBeLessThan(70_000);
  expect(redactBody(`{"${'password'.repeat(100_000)}`, {}).length).toBeLessThan(70_000);
  const escaped = `{"a":"${'\\"pin'.repeat(12_000)}","pin":1}`;
  expect(redactBody(escaped, {})).toBe(escaped.replace('"pin":1', '"pin":"[redacted]"'));
});

test('hides a value that is cut off', () => {
  expect(redactBody('{"password":"hidden-wo', {})).toBe('{"password":"[redacted]"');
});
