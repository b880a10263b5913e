import { DESIGN_LIMITS } from '../limits.js';

const TEXT = { type: 'string', maxLength: DESIGN_LIMITS.textLength };
const NAME = { ...TEXT, minLength: 1 };
const PATH = { ...TEXT, pattern: '^[^/]+(/[^/]+)*$' };
const DURATION = { type: ['string', 'null'], pattern: '^[0-9]{1,9}[smhd]$' };

/** The part of `DESIGN_SCHEMA` for `session`. */
export const SESSION_SCHEMA: { readonly [keyword: string]: unknown } = {
  description: 'Log in once for all calls: clients see neither the login nor the token.',
  type: 'object',
  additionalProperties: false,
  required: ['token', 'send'],
  if: { properties: { token: { required: ['provided'] } } },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { not: { required: ['login'] } },
  else: { required: ['login'] },
  properties: {
    login: {
      description:
        'The operation that logs in, and its whole input, as in fill. Left out exactly if a program hands the token in.',
      type: 'object',
      additionalProperties: false,
      required: ['operation'],
      properties: {
        operation: NAME,
        input: {
          type: ['object', 'null'],
          minProperties: 1,
          propertyNames: { pattern: '^[^/]+(/[^/]+)*$', maxLength: DESIGN_LIMITS.textLength },
          additionalProperties: { $ref: '#/$defs/entry' },
        },
      },
    },
    token: {
      description: 'Where the answer of the login has the token, and in its result the time of its end.',
      type: 'object',
      additionalProperties: false,
      properties: {
        result: PATH,
        soapHeader: PATH,
        cookie: NAME,
        httpHeader: NAME,
        provided: {
          anyOf: [
            { const: true },
            {
              type: 'array',
              minItems: 1,
              maxItems: DESIGN_LIMITS.sessionEntries,
              uniqueItems: true,
              items: { type: 'string', pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$' },
            },
          ],
        },
        expires: PATH,
      },
      oneOf: oneOf('result', 'soapHeader', 'cookie', 'httpHeader', 'provided'),
    },
    send: {
      description: 'Where calls send the token.',
      type: 'object',
      additionalProperties: false,
      properties: {
        soapHeader: PATH,
        member: {
          anyOf: [
            PATH,
            { type: 'array', minItems: 1, maxItems: DESIGN_LIMITS.fills, items: PATH },
            {
              type: 'object',
              minProperties: 1,
              maxProperties: DESIGN_LIMITS.fills,
              propertyNames: PATH,
              additionalProperties: { type: 'string' },
            },
          ],
        },
        cookie: { anyOf: [NAME, { const: true }] },
        httpHeader: NAME,
      },
      oneOf: oneOf('soapHeader', 'member', 'cookie', 'httpHeader'),
    },
    endpoint: {
      description:
        'Where the result of the login has the address of later calls, and the hosts that are allowed.',
      type: ['object', 'null'],
      additionalProperties: false,
      required: ['result'],
      properties: { result: PATH, hosts: listOf(TEXT) },
    },
    renew: {
      description: 'When to log in again.',
      type: ['object', 'null'],
      minProperties: 1,
      additionalProperties: false,
      properties: {
        after: DURATION,
        before: DURATION,
        faults: listOf(TEXT),
        statuses: listOf({ type: 'integer', minimum: 400, maximum: 599 }),
      },
    },
    logout: { ...NAME, description: 'The operation that ends the session.' },
    repeatable: {
      type: ['boolean', 'null'],
      description: 'A refused call was not executed: send any call again.',
    },
    shown: { type: ['boolean', 'null'], description: 'Clients may call the login and the logout.' },
  },
};

/** A list of a session. */
function listOf(items: object): object {
  return {
    type: ['array', 'null'],
    minItems: 1,
    maxItems: DESIGN_LIMITS.sessionEntries,
    uniqueItems: true,
    items,
  };
}

/** Exactly one of these keys. */
function oneOf(...keys: readonly string[]): readonly object[] {
  return keys.map((key) => ({ required: [key] }));
}
