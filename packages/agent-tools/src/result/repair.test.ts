import { expect, test } from 'vitest';
import { createCatalog } from '../catalog/catalog.js';
import { mapper, OPERATIONS } from '../testing/agent-host.js';
import { parcelsMapper } from '../testing/parcels.js';
import { type Change, repairOf } from './repair.js';

const [post] = createCatalog([
  { slug: 'ledger', title: 'Ledger', mapper, operations: OPERATIONS },
]).operations;

const repairPost = (args: unknown) => repairOf(post!, new TextEncoder().encode(JSON.stringify(args)));

const ENTRY = { id: 1, amount: 2 };

test.each<[string, unknown, readonly Change[]]>([
  [
    'a misspelt name',
    { entry: { id: 1, amuont: 2 } },
    [{ op: 'move', from: '/entry/amuont', path: '/entry/amount' }],
  ],
  ['a name in another case', { Entry: ENTRY }, [{ op: 'move', from: '/Entry', path: '/entry' }]],
  [
    'a number in quotes with a comma',
    { entry: { id: 1, amount: '2,5 ' } },
    [{ op: 'replace', path: '/entry/amount', value: 2.5 }],
  ],
  [
    'a list around a value',
    { entry: { id: [1], amount: 2 } },
    [{ op: 'replace', path: '/entry/id', value: 1 }],
  ],
  ['an object as text', { entry: JSON.stringify(ENTRY) }, [{ op: 'replace', path: '/entry', value: ENTRY }]],
  ['a superfluous member', { entry: ENTRY, constructor: 1 }, [{ op: 'remove', path: '/constructor' }]],
  [
    'members one level too high',
    { entry: { amount: 2 }, id: 1 },
    [{ op: 'move', from: '/id', path: '/entry/id' }],
  ],
  [
    'members without the object around them',
    ENTRY,
    [
      { op: 'add', path: '/entry', value: {} },
      { op: 'move', from: '/id', path: '/entry/id' },
      { op: 'move', from: '/amount', path: '/entry/amount' },
    ],
  ],
  [
    'a wrapper',
    { arguments: { entry: ENTRY } },
    [
      { op: 'move', from: '/arguments/entry', path: '/entry' },
      { op: 'remove', path: '/arguments' },
    ],
  ],
  [
    'a value in another case',
    { entry: { ...ENTRY, kind: 'DEBIT' } },
    [{ op: 'replace', path: '/entry/kind', value: 'debit' }],
  ],
])('%s is corrected without an example', (_name, args, patch) => {
  expect(repairPost(args)).toEqual({ patch, placeholders: [] });
});

test('a missing value is an example, and its place is named', () => {
  const repair = repairPost({ entry: { id: 1 } });
  expect(repair?.patch).toEqual([{ op: 'add', path: '/entry/amount', value: expect.anything() }]);
  expect(repair?.placeholders).toEqual(['/entry/amount']);
});

test('valid arguments need no changes', () => {
  expect(repairPost({ entry: ENTRY })).toEqual({ patch: [], placeholders: [] });
});

test.each([
  ['of 20 KB', { entry: { ...ENTRY, note: 'x'.repeat(20_000) } }],
  ['nested 200 times', JSON.parse(`${'['.repeat(200)}${']'.repeat(200)}`)],
])('arguments %s are left alone', (_name, args) => {
  expect(repairPost(args)).toBeUndefined();
});

test('hundreds of mistakes end the search', () => {
  const members = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`m${index}`, index]));
  expect(repairPost(members)).toBeUndefined();
});

test('keys such as __proto__ are names like any other', () => {
  const repair = repairOf(
    post!,
    new TextEncoder().encode('{"entry":{"id":1,"amount":2},"__proto__":{"id":1}}'),
  );
  expect(repair).toEqual({ patch: [{ op: 'remove', path: '/__proto__' }], placeholders: [] });
});

test('a patch has the names that the agent has written, or seen', async () => {
  const parcels = createCatalog([
    {
      slug: 'parcels',
      title: 'P',
      mapper: await parcelsMapper(),
      operations: [{ name: 'Send', readOnly: false }],
    },
  ]);
  const [send] = parcels.operations;
  const repair = (text: string) =>
    repairOf(send!, new TextEncoder().encode(text))?.patch.map(({ path }) => path);
  const byKey = repair('{"@version":"one","id":1}');
  expect(byKey?.[0]).toBe('/@version');
  const byAlias = repair('{"attr__version":"one","id":1}');
  expect(byAlias?.[0]).toBe('/attr__version');
  // The required member in another script, under its alias.
  expect(byAlias?.[1]).toMatch(/^\/___[0-9a-f]{8}$/);
});

test('arguments with more mistakes than a patch may have changes are not repaired', () => {
  const many = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`x${index}`, 1]));
  expect(repairPost({ entry: ENTRY, ...many })).toBeUndefined();
});

test('a second repair of an operation makes neither the schema nor the example again', () => {
  const made: string[] = [];
  const real = mapper.compile('Post');
  const compiled: typeof real = {
    ...real,
    jsonSchema: (...args) => {
      made.push('schema');
      return real.jsonSchema(...args);
    },
    example: (...args) => {
      made.push('example');
      return real.example(...args);
    },
  };
  const service = { ...post!.service, mapper: { model: mapper.model, compile: () => compiled } };
  const wrong = new TextEncoder().encode('{"Entry":{"id":1,"amount":2}}');
  for (let time = 0; time < 3; time++) expect(repairOf({ ...post!, service }, wrong)).toBeDefined();
  expect(made.sort()).toEqual(['example', 'schema']);
});
