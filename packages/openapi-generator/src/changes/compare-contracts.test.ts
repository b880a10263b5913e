import { createMapper, type Mapper } from '@soapstone/json-xml-mapper';
import { parseWsdlText } from '@soapstone/wsdl-parser';
import { describe, expect, test } from 'vitest';
import { compareContracts } from './compare-contracts.js';

interface ServiceOptions {
  /** Names of operations besides `Op`. */
  readonly more?: readonly string[];
  /** Schema components besides `Person`. */
  readonly types?: string;
  readonly action?: string;
  /** The input type. Default `Person`, like the output type. */
  readonly input?: string;
}

/** A service with one operation that accepts and returns `Person`, with the given members. */
async function service(
  members: string,
  { more = [], types = '', action = 'urn:op', input = 't:Person' }: ServiceOptions = {},
): Promise<Mapper> {
  const operations = ['Op', ...more];
  const { model } =
    await parseWsdlText(`<w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/"
    xmlns:t="urn:t" targetNamespace="urn:t"><w:types><xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t">${types}
    <xs:complexType name="Person"><xs:sequence>${members}<xs:element name="boss" type="t:Person" minOccurs="0"/></xs:sequence></xs:complexType>
    <xs:element name="In" type="${input}"/><xs:element name="Out" type="t:Person"/></xs:schema></w:types>
    <w:message name="in"><w:part name="p" element="t:In"/></w:message><w:message name="out"><w:part name="p" element="t:Out"/></w:message>
    <w:portType name="P">${operations.map((name) => `<w:operation name="${name}"><w:input message="t:in"/><w:output message="t:out"/></w:operation>`).join('')}</w:portType>
    <w:binding name="B" type="t:P"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/>${operations.map((name) => `<w:operation name="${name}"><s:operation soapAction="${action}"/><w:input><s:body use="literal"/></w:input><w:output><s:body use="literal"/></w:output></w:operation>`).join('')}</w:binding>
    <w:service name="S"><w:port name="B" binding="t:B"><s:address location="http://x.example/"/></w:port></w:service></w:definitions>`);
  return createMapper(model);
}

const base = '<xs:element name="name" type="xs:string"/><xs:element name="age" type="xs:int" minOccurs="0"/>';

async function changes(before: string, after: string, types = '', typesAfter = types): Promise<string[]> {
  const { changes: found } = compareContracts(
    await service(before, { types }),
    await service(after, { types: typesAfter }),
  );
  return found.map(({ message, path, change, breaking, aspect, before: was, after: is }) =>
    [
      `${message} ${path} ${change}${breaking ? ' !' : ''}`,
      ...(aspect === undefined ? [] : [aspect]),
      ...(['values', 'form'].includes(change) ? [`${was ?? ''} > ${is ?? ''}`] : []),
    ].join(' '),
  );
}

test('nothing changed for anybody', async () => {
  expect(await changes(base, base)).toEqual([]);
});

test('a type that refers to itself is compared once', async () => {
  // Once as the message itself and once as the type of its member, but not endlessly.
  expect((await changes(base, base.replace('xs:int', 'xs:long'))).sort()).toEqual([
    'input /age type !',
    'input /boss/age type !',
    'output /age type !',
    'output /boss/age type !',
  ]);
});

const string = 'name="name" type="xs:string"';
const restricted = (facets: string, of = 'xs:string') =>
  `<xs:element name="name"><xs:simpleType><xs:restriction base="${of}">${facets}</xs:restriction></xs:simpleType></xs:element>`;
const listed = (...values: string[]) =>
  restricted(values.map((value) => `<xs:enumeration value="${value}"/>`).join(''));

describe('changes of a member', () => {
  test.each<[string, string, string, string[]]>([
    [
      'a new optional member',
      base,
      `${base}<xs:element name="x" type="xs:string" minOccurs="0"/>`,
      ['input /x added', 'output /x added'],
    ],
    [
      'a new required member',
      base,
      `${base}<xs:element name="x" type="xs:string"/>`,
      ['input /x added !', 'output /x added'],
    ],
    [
      'a member that is gone',
      base,
      '<xs:element name="name" type="xs:string"/>',
      ['input /age removed !', 'output /age removed !'],
    ],
    [
      'one that is required now',
      base,
      base.replace(' minOccurs="0"', ''),
      ['input /age required !', 'output /age required'],
    ],
    [
      'one that is optional now',
      base,
      base.replace(string, `${string} minOccurs="0"`),
      ['input /name optional', 'output /name optional !'],
    ],
    [
      'one that is a list now',
      base,
      base.replace(string, `${string} maxOccurs="9"`),
      ['input /name type !', 'output /name type !'],
    ],
    [
      'one that may be null now',
      base,
      base.replace(string, `${string} nillable="true"`),
      ['input /name nullable', 'output /name nullable !'],
    ],
    [
      'one that may not be null any more',
      base.replace(string, `${string} nillable="true"`),
      base,
      ['input /name not-nullable !', 'output /name not-nullable'],
    ],
    [
      'an enumeration that gains and loses a value',
      listed('a', 'b'),
      listed('b', 'c'),
      [
        'input /name values ! "a" > ',
        'input /name values  > "c"',
        'output /name values "a" > ',
        'output /name values !  > "c"',
      ],
    ],
    [
      'a text that is one of a list now',
      restricted(''),
      listed('a'),
      ['input /name form ! enum  > "a"', 'output /name form enum  > "a"'],
    ],
    [
      'a list that is any text now',
      listed('a'),
      restricted(''),
      ['input /name form enum "a" > ', 'output /name form ! enum "a" > '],
    ],
    [
      'a bound that is narrower',
      restricted('<xs:maxLength value="9"/>'),
      restricted('<xs:maxLength value="3"/>'),
      ['input /name form ! maxLength 9 > 3', 'output /name form maxLength 9 > 3'],
    ],
    [
      'a bound that is wider',
      restricted('<xs:minLength value="9"/>'),
      restricted('<xs:minLength value="3"/>'),
      ['input /name form minLength 9 > 3', 'output /name form minLength 9 > 3'],
    ],
    [
      'a pattern that comes is told once',
      restricted(''),
      restricted('<xs:pattern value="[a-z]+"/>'),
      ['input /name form ! pattern  > ^(?:[a-z]+)$', 'output /name form pattern  > ^(?:[a-z]+)$'],
    ],
    [
      'a text of a narrower built-in type',
      restricted(''),
      restricted('', 'xs:NCName'),
      ['input /name form ! x-xsd-type  > NCName', 'output /name form x-xsd-type  > NCName'],
    ],
    [
      'a text of a wider built-in type',
      restricted('', 'xs:NCName'),
      restricted('', 'xs:token'),
      ['input /name form x-xsd-type NCName > token', 'output /name form x-xsd-type NCName > token'],
    ],
    [
      'a text that is a name with a namespace now',
      restricted(''),
      restricted('', 'xs:QName'),
      ['input /name type !', 'output /name type !'],
    ],
  ])('%s', async (_, before, after, expected) => {
    const found = (await changes(before, after)).filter((change) => !change.includes(' /boss'));
    expect(found.sort()).toEqual(expected.sort());
  });
});

describe('what may be one of several', () => {
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

  test('a derived type that goes breaks who writes it; a change inside one is found there', async () => {
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
      'the choice is needed',
      choice('ab', 'minOccurs="0"'),
      choice('ab'),
      ['input  choice !', 'output  choice'],
    ],
    ['a branch less', choice('abc'), choice('ab'), ['input  choice', 'output  choice']],
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

test('a record that may be missing is looked into', async () => {
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

test('operations come and go', async () => {
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

test('changes visible only to SOAP are reported and break no client', async () => {
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
  // Two result from a name that becomes optional; and that many fields do not fit into a query.
  expect(found.filter((change) => change.breaking).map(({ message }) => message)).toEqual([
    'query',
    'output',
    'output',
  ]);
  expect(compareContracts(before, after, { most: 1 }).changes.map((change) => change.breaking)).toEqual([
    true,
  ]);
});

describe('a value that is fixed among attributes', () => {
  const money =
    '<xs:complexType name="Money"><xs:simpleContent><xs:extension base="xs:int"><xs:attribute name="c"/></xs:extension></xs:simpleContent></xs:complexType>';
  const price = (more = '') =>
    `<xs:element name="price" type="t:Money"${more}/><xs:element name="other" type="t:Money" minOccurs="0"/>`;

  /** At the first level: `Person` contains itself. */
  const ofPrice = async (before: string, after: string) =>
    (await changes(before, after, money)).filter((change) => / \/price/.test(change));

  test('comes, changes and goes', async () => {
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

test('a value that is fixed for what stands for an element comes and goes', async () => {
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

describe('what only those notice who call by GET', () => {
  /** An operation without recursion, so that its input fits into a query. */
  const flat = async (members: string, types = '') => {
    const mapper = await service('', {
      types: `${types}<xs:complexType name="Flat"><xs:sequence>${members}</xs:sequence></xs:complexType>`,
      input: 't:Flat',
    });
    return mapper;
  };
  const changesOf = async (before: string, after: string, takesGet?: (operation: string) => boolean) =>
    compareContracts(
      await flat(before),
      await flat(after),
      takesGet === undefined ? {} : { takesGet },
    ).changes.map(
      ({ message, path, change, breaking, after: is }) =>
        `${message} ${path} ${change}${breaking ? ' !' : ''}${message === 'query' && path === '' && breaking ? `: ${is}` : ''}`,
    );
  const id = '<xs:element name="id" type="xs:int"/>';
  const record = (members: string, occurs = '') =>
    `<xs:element name="filter"${occurs}><xs:complexType><xs:sequence>${members}</xs:sequence></xs:complexType></xs:element>`;

  test.each<[string, string, string, string[]]>([
    ['nothing', id, id, []],
    [
      'a new optional part that no query can hold',
      id,
      id + record(id, ' minOccurs="0" maxOccurs="9"'),
      ['input /filter added'],
    ],
    [
      'a new required part that no query can hold',
      id,
      `${id}<xs:element name="more" type="xs:anyType"/>`,
      ['input /more added !', expect.stringMatching(/^query {2}removed !: .*more/) as unknown as string],
    ],
    [
      'one field that becomes what no query can hold',
      id,
      id.replace('/>', ' maxOccurs="2"/>').replace('xs:int', 'xs:anyType'),
      ['input /id type !', expect.stringMatching(/^query {2}removed !: /) as unknown as string],
    ],
    [
      'an input that fits into a query now',
      `${id}<xs:element name="more" type="xs:anyType"/>`,
      id,
      ['input /more removed !', 'query  added'],
    ],
    [
      'what the input says is not said again',
      id,
      `${id}<xs:element name="why" type="xs:string"/>`,
      ['input /why added !'],
    ],
    ['nor what is gone', id + record(id), id, ['input /filter removed !']],
    ['nor what is of another type', id, id.replace('int', 'boolean'), ['input /id type !']],
  ])('%s', async (_, before, after, expected) => {
    expect(await changesOf(before, after)).toEqual(expected);
  });

  test('an operation that is not offered by GET loses nothing', async () => {
    const open = `${id}<xs:element name="more" type="xs:anyType"/>`;
    expect(await changesOf(id, open, () => false)).toEqual(['input /more added !']);
    expect(await changesOf(id, open, (operation) => operation === 'Op')).toHaveLength(2);
  });
});
