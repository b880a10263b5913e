import { expect, test } from 'vitest';
import { describeValue, labelOf } from './describe-member.js';

test('a member has the name that its form shows', () => {
  expect(labelOf(['settings', 'timeoutMs'])).toBe('Timeout (milliseconds)');
  expect(labelOf(['name'])).toBe('Name');
});

test.each([
  [null, 'Not set'],
  [undefined, 'Not set'],
  ['', 'Not set'],
  [true, 'On'],
  [false, 'Off'],
  [0, '0'],
  [[], 'None'],
  [['https://a.example', 'https://b.example'], 'https://a.example, https://b.example'],
  [{ ports: [] }, '{"ports":[]}'],
])('the value %j reads %s', (value, text) => {
  expect(describeValue(value)).toBe(text);
});

test('a long value is shortened', () => {
  expect(describeValue('a'.repeat(10_000))).toHaveLength(301);
});
