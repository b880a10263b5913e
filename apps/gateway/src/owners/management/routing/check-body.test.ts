import { isJsonNumber } from '@soapstone/json-xml-mapper';
import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { object } from '../../../domain/json-schema.js';
import { GatewayError } from '../../../errors/errors.js';
import { findBodyProblems, parseBody } from './check-body.js';

const refusalOf = (body: string | Uint8Array) => {
  try {
    parseBody(typeof body === 'string' ? Buffer.from(body) : body);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    const { code, message, details } = error.init;
    return { code, message, path: details?.[0]?.path };
  }
  return undefined;
};

test.each([
  [
    'a design with a missing value',
    '{\n  "design": {\n    "names": }\n}',
    'The body of the request is not JSON: unexpected token } at line 3 column 14',
  ],
  [
    'a body of another route',
    '{"name": "ci",}',
    'The body of the request is not JSON: unexpected token } at line 1 column 15',
  ],
  ['an empty body', '', 'The body of the request is not JSON: unexpected end at line 1 column 1'],
  [
    'what is not UTF-8',
    Uint8Array.of(0x22, 0xff, 0x22),
    'The body of the request is not JSON: must be encoded in UTF-8',
  ],
])('a body that is not JSON: %s', (_name, body, message) => {
  expect(refusalOf(body)).toEqual({ code: 'INVALID_JSON', message, path: '' });
});

test('a key of a design that occurs twice is refused at its JSON Pointer', () => {
  expect(refusalOf('{"design":{"fill":{"A/b":1,"A/b":2}}}')).toMatchObject({
    code: 'DUPLICATE_KEY',
    path: '/design/fill/A~1b',
    message: expect.stringMatching(/^The body of the request cannot be used at \/design\/fill\/A~1b: /),
  });
});

test('a design that nests too deep is refused with the limit', () => {
  const deep = `{"design":${'['.repeat(5_000)}${']'.repeat(5_000)}}`;
  expect(refusalOf(deep)).toMatchObject({
    code: 'SCHEMA_VIOLATION',
    message: expect.stringMatching(/^The body of the request cannot be used at \/design.*: must not have /),
  });
});

test('the numbers of a design keep their digits, and __proto__ is an ordinary key', () => {
  const { design } = parseBody(Buffer.from('{"design":{"a":12345678901234567890,"__proto__":2}}')) as {
    design: Record<string, unknown>;
  };
  expect(isJsonNumber(design['a']) && design['a'].text).toBe('12345678901234567890');
  expect(Object.keys(design)).toEqual(['a', '__proto__']);
});

test('lengths are refused in words that a person understands', () => {
  const schema = object({
    name: Type.String({ minLength: 1 }),
    password: Type.String({ minLength: 12 }),
    text: Type.String({ maxLength: 3 }),
  });
  const problems = findBodyProblems(schema, { name: '', password: 'short', text: 'long' });
  expect(problems.map(({ path, message }) => `${path} ${message}`)).toEqual([
    '/name must not be empty',
    '/password must have at least 12 characters',
    '/text must have at most 3 characters',
  ]);
});
