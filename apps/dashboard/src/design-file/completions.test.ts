import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { completionsAt, writeWord } from './completions.js';
import { placeAt } from './place.js';
import type { DesignSchema } from './schema-keys.js';
import type { Vocabulary } from './vocabulary.js';

const schema = JSON.parse(
  readFileSync(new URL('../../../../docs/design.schema.json', import.meta.url), 'utf8'),
) as DesignSchema;

const member = (path: string, type = 'xs:string', values?: string[]) => ({
  ...{ path, type, required: false, many: false },
  ...(values && { values }),
});
const vocabulary: Vocabulary = {
  schema,
  json: JSON.stringify({
    session: { login: { operation: 'Login' } },
    fill: { 'Find/key': { secret: 'carrier' }, 'Find/lang': { header: 'X-Partner' } },
    operations: { Find: { page: { continue: 'More' } } },
  }),
  inputs: [
    {
      operation: 'Find',
      members: [
        member('$headers/Auth/token'),
        member('criteria', 'object'),
        member('criteria/kind', 'xs:string', ['A', 'B']),
        { ...member('ids'), many: true },
      ],
    },
    { operation: 'Login', members: [member('user'), member('password')] },
    { operation: 'More', members: [member('searchId')] },
    { operation: '__proto__', members: [] },
  ],
  results: [
    {
      operation: 'Find',
      members: [
        member('Status', 'xs:string', ['A', 'on leave']),
        member('Users', 'object'),
        member('Users/User'),
      ],
    },
    { operation: 'Login', members: [member('sessionId')] },
  ],
  faults: [{ operation: 'Find', faults: ['NotFound', 'Quota'] }],
  secrets: [{ name: 'login-password' }],
};

/** The labels of what can be written at `|` of a text. */
function labelsIn(marked: string): readonly string[] {
  const offset = marked.indexOf('|');
  const text = marked.replace('|', '');
  const place = placeAt(text, offset);
  if (place === undefined) return [];
  return completionsAt(vocabulary, place, text.slice(place.from, offset)).map(({ label }) => label);
}

const IN_FIND = 'operations:\n  Find:\n    ';

describe('completions of a design file', () => {
  test.each([
    ['operations:\n  |', ['Find', 'Login', 'More', '__proto__']],
    ['names: |', ['as-is', 'camel']],
    [`${IN_FIND}hidden: |`, ['true', 'false']],
    [`${IN_FIND}status: |`, ['201', '202', '204']],
    [`${IN_FIND}body: |`, ['criteria', 'ids']],
    [`${IN_FIND}route: |`, ['GET /', 'POST /', 'PUT /', 'PATCH /', 'DELETE /']],
    [`${IN_FIND}route: GET /a/{|`, ['GET /a/{criteria.kind}']],
    [`${IN_FIND}location: /a/{|`, ['/a/{criteria.kind}', '/a/{result.Status}', '/a/{result.Users.User}']],
    [`${IN_FIND}faults: { |`, ['NotFound', 'Quota']],
    [`${IN_FIND}page: { items: |`, ['Status', 'Users', 'Users/User']],
    [`${IN_FIND}page: { size: |`, ['$headers/Auth/token', 'criteria', 'criteria/kind', 'ids']],
    [`${IN_FIND}page: { continue: |`, ['Find', 'Login', 'More', '__proto__']],
    [`${IN_FIND}page: { keep: { |`, ['searchId']],
    [`${IN_FIND}page: { keep: { searchId: |`, ['Status', 'Users', 'Users/User']],
    [`${IN_FIND}result: { omit: [|`, ['Status', 'Users', 'Users/User']],
    [`${IN_FIND}result:\n      omit:\n        - |`, ['Status', 'Users', 'Users/User']],
    [`${IN_FIND}result: { lift: |`, ['Status', 'Users']],
    [`${IN_FIND}result: { values: { Status: { |`, ['A', 'on leave']],
    [`${IN_FIND}input: { defaults: { criteria/kind: |`, ['A', 'B']],
    ['fill:\n  |', ['*/', 'Find/', 'Login/', 'More/', '__proto__/']],
    ['fill:\n  Login/|', ['Login/user', 'Login/password']],
    [
      "fill: { '*/pa|",
      [
        '*/$headers/Auth/token',
        '*/criteria',
        '*/criteria/kind',
        '*/ids',
        '*/user',
        '*/password',
        '*/searchId',
      ],
    ],
    ['fill: { Login/user: { secret: |', ['carrier', 'login-password']],
    [
      'fill: { Login/user: { header: |',
      [
        'Accept-Language',
        'Idempotency-Key',
        'User-Agent',
        'X-Correlation-Id',
        'X-Partner',
        'X-Request-Id',
        'X-Tenant-Id',
        'X-User-Id',
        'traceparent',
      ],
    ],
    ['session: { send: { httpHeader: |', ['Authorization', 'X-Auth-Token', 'X-Session-Id']],
    ['fill: { Login/user: { generate: |', ['uuid', 'timestamp']],
    ['fill: { Find/criteria/kind: |', ['A', 'B']],
    ['session: { login: { input: { |', ['user', 'password']],
    ['session: { token: { result: |', ['sessionId']],
    ['session: { send: { soapHeader: |', ['Auth/token']],
    ['session: { renew: { faults: [|', ['NotFound', 'Quota']],
    [
      'rename: { us|',
      [
        'criteria',
        'kind',
        'ids',
        'token',
        'user',
        'password',
        'searchId',
        'sessionId',
        'Status',
        'Users',
        'User',
      ],
    ],
    ['operations: { __proto__: { body: |', []],
    ['operations: { constructor: { faults: { |', []],
    ['# |', []],
  ])('%j', (marked, labels) => {
    expect([...labelsIn(marked)].sort()).toEqual([...labels].sort());
  });

  test('keys of the schema say what they mean, and whether others go below them', () => {
    const [place, word] = [placeAt(IN_FIND, IN_FIND.length)!, ''];
    const found = completionsAt(vocabulary, place, word);
    expect(found.find(({ label }) => label === 'body')).toMatchObject({ isObject: false });
    expect(found.find(({ label }) => label === 'faults')).toMatchObject({
      isObject: true,
      description: 'The statuses of declared faults, by their names. Default: 502.',
    });
    expect(
      completionsAt(vocabulary, placeAt('fill: { Find/criteria: { ', 25)!, '').map(({ label }) => label),
    ).toEqual(['secret', 'generate', 'header', 'kind']);
  });

  test.each([
    '*/a',
    'GetUser',
    '@id',
    'on leave',
    '7',
    'true',
    'No',
    'it’s: x',
    "it's",
    'a #b',
    '{a}',
    '- x',
    '',
  ])('a text is written so that YAML reads it as it is: %s', (text) => {
    for (const isFlow of [false, true]) {
      const written = writeWord(text, { quote: '', isFlow });
      expect(parse(isFlow ? `{ a: ${written}, b: [${written}] }` : `a: ${written}\nb: [${written}]`)).toEqual(
        {
          a: text,
          b: [text],
        },
      );
      expect(parse(`'${writeWord(text, { quote: "'", isFlow })}'`)).toBe(text);
      expect(parse(`"${writeWord(text, { quote: '"', isFlow })}"`)).toBe(text);
    }
  });

  test('numbers and words of the schema keep their meaning', () => {
    expect(
      ['201', 'true', 'camel'].map((text) => writeWord(text, { quote: '', isFlow: false }, false)),
    ).toEqual(['201', 'true', 'camel']);
  });
});
