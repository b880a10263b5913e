import { describe, expect, test } from 'vitest';
import { base, changes, service, string } from '../testing/contract-changes.js';
import { compareContracts } from './compare-contracts.js';

test('identical contracts have no changes', async () => {
  expect(await changes(base, base)).toEqual([]);
});

test('a type that refers to itself is compared once', async () => {
  // Once as the message itself and once as the type of its member, but not endlessly.
  expect((await changes(base, base.replace('xs:int', 'xs:long'))).sort()).toEqual([
    'input /age type',
    'input /boss/age type',
    'output /age type !',
    'output /boss/age type !',
  ]);
});

describe('alternatives', () => {
  const animal = `<xs:complexType name="Animal"><xs:sequence><xs:element name="legs" type="xs:int"/></xs:sequence></xs:complexType>`;
  const derived = (name: string, member: string) =>
    `<xs:complexType name="${name}"><xs:complexContent><xs:extension base="t:Animal"><xs:sequence>${member}</xs:sequence></xs:extension></xs:complexContent></xs:complexType>`;
  const dog = derived('Dog', '<xs:element name="tail" type="xs:string"/>');
  const cat = derived('Cat', '<xs:element name="fur" type="xs:string"/>');
  const pet = '<xs:element name="pet" type="t:Animal"/>';

  test('the first derived type of a type breaks readers, not writers', async () => {
    const found = (await changes(pet, pet, animal, animal + dog)).filter((change) => !/\/boss/.test(change));
    expect(found).toEqual([
      'input /pet values  > Dog',
      'input /pet/$type added',
      'output /pet values !  > Dog',
      'output /pet/$type added',
    ]);
  });

  test('a removed derived type breaks writers; a change inside one is found there', async () => {
    const other = dog.replace('xs:string', 'xs:int');
    const found = await changes(pet, pet, animal + dog + cat, animal + other);
    expect(found.filter((change) => !/\/boss/.test(change))).toEqual([
      'input /pet values ! Cat > ',
      'input /pet/tail type !',
      'output /pet values Cat > ',
      'output /pet/tail type !',
    ]);
  });
});

describe('keys that go together', () => {
  const branch = (name: string) => `<xs:element name="${name}" type="xs:string"/>`;
  const choice = (names: string, attributes = '') =>
    `<xs:choice ${attributes}>${[...names].map(branch).join('')}</xs:choice>`;
  const verdicts = async (before: string, after: string) =>
    (await changes(before, after)).filter((change) => / {1}choice/.test(change) && !change.includes('/boss'));

  test.each([
    ['one more branch', choice('ab'), choice('abc'), ['input  choice', 'output  choice !']],
    [
      'the choice is optional',
      choice('ab'),
      choice('ab', 'minOccurs="0"'),
      ['input  choice', 'output  choice !'],
    ],
    [
      'the choice is required',
      choice('ab', 'minOccurs="0"'),
      choice('ab'),
      ['input  choice !', 'output  choice'],
    ],
    ['one branch fewer', choice('abc'), choice('ab'), ['input  choice', 'output  choice']],
    [
      'both instead of one',
      choice('ab'),
      `<xs:sequence>${branch('a')}${branch('b')}</xs:sequence>`,
      ['input  choice', 'output  choice !'],
    ],
  ])('%s', async (_, before, after, expected) => {
    expect(await verdicts(before, after)).toEqual(expected);
  });
});

test('an optional record is compared member by member', async () => {
  const holder = (record: string) =>
    `<xs:complexType name="Out"><xs:sequence><xs:element name="r" minOccurs="0"><xs:complexType><xs:sequence>${record}</xs:sequence></xs:complexType></xs:element></xs:sequence></xs:complexType>`;
  const change = async (record: string) => {
    const model = await service('<xs:element name="o" type="t:Out"/>', { types: holder(record) });
    return model;
  };
  const { changes: found } = compareContracts(
    await change(base),
    await change('<xs:element name="name" type="xs:string"/>'),
  );
  expect(found.map(({ message, path, change: kind }) => `${message} ${path} ${kind}`)).toContain(
    'output /o/r/age removed',
  );
});

test('operations are added and removed', async () => {
  const { changes: found, breaking } = compareContracts(
    await service(base, { more: ['Old'] }),
    await service(base, { more: ['New'] }),
  );
  expect(found).toEqual([
    { operation: 'Old', path: '', change: 'removed', breaking: true },
    { operation: 'New', path: '', change: 'added', breaking: false },
  ]);
  expect(breaking).toBe(true);
});

test('changes that only the SOAP side sees are reported and break no client', async () => {
  const comparison = compareContracts(await service(base), await service(base, { action: 'urn:other' }));
  expect(comparison).toEqual({
    changes: [
      {
        operation: 'Op',
        path: '',
        change: 'soap',
        breaking: false,
        aspect: 'soapAction',
        before: 'urn:op',
        after: 'urn:other',
      },
    ],
    breaking: false,
    truncated: false,
  });
});

test('over the limit, breaking changes are listed first and the verdict covers all', async () => {
  const optional = Array.from(
    { length: 50 },
    (_, n) => `<xs:element name="o${n}" type="xs:int" minOccurs="0"/>`,
  );
  const before = await service(base);
  const after = await service(`${optional.join('')}${base.replace(string, `${string} minOccurs="0"`)}`);
  const { changes: found, breaking, truncated } = compareContracts(before, after, { most: 3 });
  expect([found.length, breaking, truncated]).toEqual([3, true, true]);
  // Two result from the name that becomes optional, and one because 50 more fields do not fit in a query string.
  expect(found.filter((change) => change.breaking).map(({ message }) => message)).toEqual([
    'query',
    'output',
    'output',
  ]);
  expect(compareContracts(before, after, { most: 1 }).changes.map((change) => change.breaking)).toEqual([
    true,
  ]);
});

describe('a fixed value next to attributes', () => {
  const money =
    '<xs:complexType name="Money"><xs:simpleContent><xs:extension base="xs:int"><xs:attribute name="c"/></xs:extension></xs:simpleContent></xs:complexType>';
  const price = (more = '') =>
    `<xs:element name="price" type="t:Money"${more}/><xs:element name="other" type="t:Money" minOccurs="0"/>`;

  /** At the first level: `Person` contains itself. */
  const ofPrice = async (before: string, after: string) =>
    (await changes(before, after, money)).filter((change) => / \/price/.test(change));

  test('is added, changed and removed', async () => {
    const [free, seven, eight] = [price(), price(' fixed="7"'), price(' fixed="8"')];
    expect(await ofPrice(seven, seven)).toEqual([]);
    expect(await ofPrice(free, seven)).toEqual([
      'input /price optional',
      'input /price/$value form ! enum  > 7',
      'output /price optional !',
      'output /price/$value form enum  > 7',
    ]);
    expect(await ofPrice(seven, eight)).toEqual([
      'input /price/$value values ! 7 > ',
      'input /price/$value values  > 8',
      'output /price/$value values 7 > ',
      'output /price/$value values !  > 8',
    ]);
    expect((await ofPrice(seven, free)).filter((change) => change.includes('$value'))).toEqual([
      'input /price/$value form enum 7 > ',
      'output /price/$value form ! enum 7 > ',
    ]);
  });
});

test('the fixed value of a substitute element is added and removed', async () => {
  const group = (more: string) =>
    `<xs:complexType name="Money"><xs:simpleContent><xs:extension base="xs:int"><xs:attribute name="c"/></xs:extension></xs:simpleContent></xs:complexType>
    <xs:element name="head" abstract="true"/><xs:element name="n" type="xs:int" substitutionGroup="t:head"${more}/><xs:element name="p" type="t:Money" substitutionGroup="t:head"${more}/>`;
  const ofHead = async (before: string, after: string) =>
    (
      await changes('<xs:element ref="t:head"/>', '<xs:element ref="t:head"/>', group(before), group(after))
    ).filter((change) => / \/head/.test(change));
  const seven = ' fixed="7"';
  expect(await ofHead(seven, seven)).toEqual([]);
  expect(await ofHead('', seven)).toEqual([
    'input /head/$value form ! enum  > 7',
    'input /head/$value form ! enum  > 7',
    'output /head/$value form enum  > 7',
    'output /head/$value form enum  > 7',
  ]);
  expect(await ofHead(seven, '')).toEqual([
    'input /head/$value form enum 7 > ',
    'input /head/$value form enum 7 > ',
    'output /head/$value form ! enum 7 > ',
    'output /head/$value form ! enum 7 > ',
  ]);
});
