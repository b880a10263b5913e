import { readFileSync } from 'node:fs';
import { DESIGN_SCHEMA, type Design, designNeeds } from '@soapstone/json-xml-mapper/design';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';

const published = new URL('../../docs/design.schema.json', import.meta.url);

test('design.schema.json: the published schema is that of the mapper', () => {
  expect(JSON.parse(readFileSync(published, 'utf8'))).toEqual(DESIGN_SCHEMA);
});

const paged = (page: object) => ({ operations: { Do: { route: 'GET /a', page } } });
const isValid = new Ajv2020({ strict: false }).compile(DESIGN_SCHEMA);

test.each<[unknown, boolean]>([
  [{}, true],
  [{ $schema: 'design.schema.json', fill: null }, true],
  [{ fill: { 'Do/a': 'x', '*/b': { c: { secret: 's' }, '@d': 1 }, 'Do/e': [1, 'x'] } }, true],
  [{ fill: { 'Do/a': { generate: 'uuid' }, 'Do/b': { header: 'X-Id' } } }, true],
  [{ session: { login: { operation: 'In' }, token: { result: 'id' }, send: { member: '*/id' } } }, true],
  [
    {
      session: {
        login: { operation: 'In', input: { user: { name: 'x', password: { secret: 'p' } } } },
        token: { cookie: '*', expires: 'until' },
        send: { cookie: true },
        endpoint: { result: 'url', hosts: ['*.example.com'] },
        renew: { after: '50m', before: '2m', faults: ['INVALID'], statuses: [401] },
        logout: 'Out',
        repeatable: true,
        shown: false,
      },
    },
    true,
  ],
  [
    { operations: { Do: { result: { values: { 'a/@b': { A: 'x', B: 'y' }, c: { 1: true, 0: false } } } } } },
    true,
  ],
  [{ operations: { Do: { result: { lift: 'User', omit: ['Code'] } } } }, true],
  [{ envelope: true, operations: { Do: { route: 'GET /a' } } }, true],
  [{ envelope: false }, false],
  [
    { operations: { Do: { input: { sign: { '.': '@Id', a: { into: 'b/c', canonical: 'inclusive' } } } } } },
    true,
  ],
  [
    { operations: { Do: { result: { dataSets: { a: { tables: { T: { id: 'int', key: 'guid' } } } } } } } },
    true,
  ],
  [{ operations: { Do: { result: { dataSets: { a: { tables: { T: { id: 'integer' } } } } } } } }, false],
  [{ operations: { Do: { input: { short: ['a/$any'] }, result: { short: ['$any'] } } } }, true],
  [{ operations: { Do: { result: { sign: { a: '@Id' } } } } }, false],
  [paged({ items: 'a/b', size: 's', after: 'c', next: 'd/e' }), true],
  [paged({ items: 'a', start: 's', from: 1, total: 't', most: 5 }), true],
  [paged({ items: 'a', number: 'n', from: 0, pages: 'p', continue: 'More', keep: { id: 'a/id' } }), true],
  [paged({ items: 'a', after: 'c', next: 'd', start: null, keep: null }), true],
  [paged({ items: 'a' }), false],
  [paged({ after: 'c', next: 'd' }), false],
  [paged({ items: 'a', start: 's' }), false],
  [paged({ items: 'a', start: 's', from: 2 }), false],
  [paged({ items: 'a', after: 'c', next: 'd', number: 'n', from: 1 }), false],
  [paged({ items: 'a', after: 'c', next: 'd', keep: {} }), false],
  [paged({ items: 'a//b', after: 'c', next: 'd' }), false],
  [paged({ items: 'a', after: 'c', next: 'd', most: 10_001 }), false],
  [{ operations: { Do: { result: { lift: 'User/Name' } } } }, false],
  [{ operations: { Do: { input: { lift: 'User' } } } }, false],
  [{ operations: { Do: { input: { values: { a: {} } } } } }, false],
  [{ operations: { Do: { input: { values: { a: { A: null } } } } } }, false],
  [{ session: { token: { provided: true }, send: { httpHeader: 'X-Session' } } }, true],
  [
    {
      session: {
        token: { provided: ['token', 'sign'] },
        send: { member: { '*/Auth/Token': 'token', '*/Auth/Sign': 'sign' } },
        renew: { before: '30m', faults: ['600'] },
      },
    },
    true,
  ],
  [{ session: { token: { result: 'id' }, send: { member: '*/id' } } }, false],
  [{ session: { login: { operation: 'In' }, token: { provided: true }, send: { member: '*/id' } } }, false],
  [{ session: { token: { provided: false }, send: { member: '*/id' } } }, false],
  [{ session: { token: { provided: [] }, send: { member: '*/id' } } }, false],
  [{ session: { token: { provided: ['a', 'a'] }, send: { member: { '*/id': 'a' } } } }, false],
  [{ session: { token: { provided: ['a b'] }, send: { member: { '*/id': 'a b' } } } }, false],
  [{ session: { login: { operation: 'In' }, token: { result: 'id' } } }, false],
  [
    {
      session: {
        login: { operation: 'In' },
        token: { result: 'id', cookie: 'c' },
        send: { member: ['*/id'] },
      },
    },
    false,
  ],
  [
    {
      session: {
        login: { operation: 'In' },
        token: { result: 'id' },
        send: { member: '*/id' },
        renew: { after: '5 minutes' },
      },
    },
    false,
  ],
  [{ fill: { 'Do//a': 'x' } }, false],
  [{ fill: { 'Do/a': {} } }, false],
  [{ fill: { 'Do/a': [[1]] } }, false],
  [{ fill: [] }, false],
  [{ fil: {} }, false],
])('design.schema.json: %j has the form of a design: %s', (design, expected) => {
  expect(isValid(design)).toBe(expected);
  const read = () => designNeeds(design as Design);
  if (expected) expect(read).not.toThrow();
  else expect(read).toThrow('the design cannot be used');
});
