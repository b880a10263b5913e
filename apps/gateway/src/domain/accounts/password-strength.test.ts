import { expect, test } from 'vitest';
import { isEasyToGuess } from './password-strength.js';

test.each([
  'password1234',
  'Password123!',
  'qwertyuiop12',
  '123456789012',
  'aaaaaaaaaaaa',
  'abcabcabcabc',
  'abcdefghijkl',
  'passwordpassword',
  'iloveyou1234',
])('%s is easy to guess', async (password) => {
  expect(await isEasyToGuess(password)).toBe(true);
});

test.each([
  'correct horse battery',
  'a long enough password',
  'x9$kQ2!mVb7@',
  'blue-otter-42-canyon',
  'грустный жёлтый слон',
])('%s is not', async (password) => {
  expect(await isEasyToGuess(password)).toBe(false);
});

test('words that others know about a user are easy to guess', async () => {
  const password = 'wilhelmina.vanderbilt';
  expect(await isEasyToGuess(password)).toBe(false);
  expect(await isEasyToGuess(password, ['wilhelmina.vanderbilt@example.com'])).toBe(true);
});
