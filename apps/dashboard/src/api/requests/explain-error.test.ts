import { expect, test } from 'vitest';
import { ApiError } from './errors.js';
import { explainError } from './explain-error.js';

test.each([
  [
    '/addresses/0: "10.0.0.300" is neither an IP address nor a network',
    '"10.0.0.300" is neither an IP address nor a network',
  ],
  ['/url: This gateway does not call private addresses', 'This gateway does not call private addresses'],
  // What the sentence is about is known by the pointer alone.
  ['/name: expected a text', '/name: expected a text'],
  ['A sentence with a colon: "quoted"', 'A sentence with a colon: "quoted"'],
  ['/', '/'],
  ['The body does not match the schema of this path (2 errors)', 'Some values cannot be used'],
])('explainError: the title of %j', (message, title) => {
  const error = new ApiError({ status: 400, code: 'SCHEMA_VIOLATION', message, problems: [] });
  expect(explainError(error).title).toBe(title);
});
