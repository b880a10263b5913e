import { ERROR_CODES } from '@soapstone/http-contract';
import { expect, test } from 'vitest';
import { ApiError } from './errors.js';
import { explainError } from './explain-error.js';

test.each([
  [
    '/addresses/0: "10.0.0.300" is neither an IP address nor a network',
    '"10.0.0.300" is neither an IP address nor a network',
  ],
  ['/url: This gateway does not call private addresses', 'This gateway does not call private addresses'],
  // The pointer alone identifies the subject of the sentence.
  ['/name: expected a text', '/name: expected a text'],
  ['A sentence with a colon: "quoted"', 'A sentence with a colon: "quoted"'],
  ['/', '/'],
  ['The body does not match the schema of this path (2 errors)', 'Some values cannot be used'],
])('explainError: the title of %j', (message, title) => {
  const error = new ApiError({ status: 400, code: 'SCHEMA_VIOLATION', message, problems: [] });
  expect(explainError(error).title).toBe(title);
});

test.each(Object.keys(ERROR_CODES))(
  'explainError: %s has words of its own, or the message of the gateway',
  (code) => {
    const message = 'The sentence of the gateway';
    const { title } = explainError(new ApiError({ status: 400, code, message }));
    const words: readonly string[] = [message, ERROR_CODES[code as keyof typeof ERROR_CODES].title];
    expect(title).toMatch(/^[A-Z][^_]{8,}$/);
    expect([...words, ...NARROWER]).toContain(title);
  },
);

/** The meaning of some codes in the dashboard, where it is narrower than in a call. */
const NARROWER = ['The WSDL is larger than this gateway accepts'];

test.each(['OFFLINE', 'UNREADABLE_ANSWER', 'SIGN_UP_REFUSED', 'CANCELLED', 'A_CODE_OF_TOMORROW'])(
  'explainError: %s, which no gateway of this version sends, has a title',
  (code) => {
    const error = new ApiError({ status: 0, code, message: 'The sentence of the page' });
    expect(explainError(error).title).toMatch(/^[A-Z].{8,}$/);
  },
);
