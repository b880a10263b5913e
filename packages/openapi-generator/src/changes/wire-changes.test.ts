import { createMapper } from '@soapstone/json-xml-mapper';
import { parseWsdlText } from '@soapstone/wsdl-parser';
import { describe, expect, test } from 'vitest';
import { compareContracts } from './compare-contracts.js';

interface Revision {
  readonly types?: string;
  readonly input?: string;
  readonly output?: string;
  readonly form?: string;
  readonly attributeForm?: string;
}

const TYPES = `<xs:complexType name="Base"><xs:sequence><xs:element name="a" type="xs:int"/><xs:element name="b" type="xs:string" minOccurs="0"/></xs:sequence><xs:attribute name="n" type="xs:int"/></xs:complexType>
  <xs:complexType name="Loop"><xs:sequence><xs:element name="loop" type="t:Loop" minOccurs="0"/><xs:element name="x" type="xs:int" minOccurs="0"/></xs:sequence></xs:complexType>`;
const FIELDS = '<xs:element name="base" type="t:Base"/><xs:element name="loop" type="t:Loop" maxOccurs="3"/>';

async function mapperOf({
  types = TYPES,
  input = FIELDS,
  output = FIELDS,
  form = 'qualified',
  attributeForm = 'unqualified',
}: Revision) {
  const element = (name: string, fields: string): string =>
    `<xs:element name="${name}"><xs:complexType><xs:sequence>${fields}</xs:sequence></xs:complexType></xs:element>`;
  const { model } = await parseWsdlText(`
<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
    xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t">
  <types><xs:schema targetNamespace="urn:t" elementFormDefault="${form}" attributeFormDefault="${attributeForm}">${types}${element('In', input)}${element('Out', output)}</xs:schema></types>
  <message name="In"><part name="p" element="t:In"/></message><message name="Out"><part name="p" element="t:Out"/></message>
  <portType name="P"><operation name="Op"><input message="t:In"/><output message="t:Out"/></operation></portType>
  <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Op"><soap:operation soapAction=""/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
  <service name="S"><port name="P" binding="t:B"><soap:address location="http://localhost/"/></port></service>
</definitions>`);
  return createMapper(model);
}

/** The changes in words, breaking ones with `!`. */
async function changes(before: Revision, after: Revision): Promise<readonly string[]> {
  const found = compareContracts(await mapperOf(before), await mapperOf(after)).changes;
  return found.map(
    ({ message = '', path, change, breaking, aspect = '', before: was = '', after: is = '' }) =>
      [breaking ? `!${change}` : change, `${message}${path}`, aspect, `${was} -> ${is}`]
        .filter((word) => word !== '')
        .join(' | '),
  );
}

describe('what only the wire shows is a change that breaks no client of the JSON', () => {
  const swapped = TYPES.replace(/(<xs:element name="a"[^>]*>)(<xs:element name="b"[^>]*>)/, '$2$1');

  test('the order of elements, in every message that has the type', async () => {
    expect(await changes({}, { types: swapped })).toEqual([
      'soap | input/base | order of elements | a, b -> b, a',
      'soap | output/base | order of elements | a, b -> b, a',
    ]);
  });

  test('the order in a recursive type, once', async () => {
    const types = TYPES.replace(/(<xs:element name="loop"[^>]*>)(<xs:element name="x"[^>]*>)/, '$2$1');
    expect(await changes({ output: '' }, { types, output: '' })).toEqual([
      'soap | input/loop/* | order of elements | loop, x -> x, loop',
    ]);
  });

  test('the form of elements and of attributes', async () => {
    expect(
      await changes({ output: '' }, { output: '', form: 'unqualified', attributeForm: 'qualified' }),
    ).toEqual([
      'soap | input | namespace of elements (base, loop) | urn:t -> none (unqualified)',
      'soap | input/base | namespace of elements (a, b) | urn:t -> none (unqualified)',
      'soap | input/base | namespace of attributes (@n) | none (unqualified) -> urn:t',
      'soap | input/loop/* | namespace of elements (loop, x) | urn:t -> none (unqualified)',
    ]);
  });

  test('the order of elements that are kept, next to new ones', async () => {
    const types = swapped.replace(
      '</xs:sequence>',
      '<xs:element name="c" type="xs:int" minOccurs="0"/></xs:sequence>',
    );
    expect(await changes({ output: '' }, { types, output: '' })).toEqual([
      'added | input/base/c |  -> ',
      'soap | input/base | order of elements | a, b -> b, a',
    ]);
  });

  test('an order that a revision prescribes, or no longer prescribes', async () => {
    const free = TYPES.replaceAll('xs:sequence', 'xs:all');
    expect(await changes({ output: '' }, { types: free, output: '' })).toEqual([
      'soap | input/base | order of elements | a, b -> any',
      'soap | input/loop/* | order of elements | loop, x -> any',
    ]);
    expect(await changes({ types: free, output: '' }, { output: '' })).toContain(
      'soap | input/base | order of elements | any -> a, b',
    );
  });

  test('the order of mixed content, which callers write, breaks their requests', async () => {
    const mixed = (types: string): string => types.replace('name="Base"', 'name="Base" mixed="true"');
    expect(await changes({ types: mixed(TYPES) }, { types: mixed(swapped) })).toEqual([
      '!soap | input/base | order of elements | a, b -> b, a',
      'soap | output/base | order of elements | a, b -> b, a',
    ]);
  });

  test.each([
    [
      'xs:all has no order',
      TYPES.replaceAll('xs:sequence', 'xs:all'),
      swapped.replaceAll('xs:sequence', 'xs:all'),
    ],
    [
      'neither have the branches of a choice',
      TYPES.replaceAll('xs:sequence', 'xs:choice'),
      swapped.replaceAll('xs:sequence', 'xs:choice'),
    ],
  ])('%s', async (_, before, after) => {
    const found = await changes({ types: before }, { types: after });
    expect(found.filter((change) => change.startsWith('soap'))).toEqual([]);
  });
});

describe('widening a request breaks no caller, widening a response does', () => {
  const field = (type: string): string => `<xs:element name="v" type="xs:${type}"/>`;

  test.each([
    ['int', 'long', 'integer (int32) -> integer (int64)'],
    ['int', 'integer', 'integer (int32) -> integer'],
    ['integer', 'decimal', 'integer -> number'],
    ['long', 'double', 'integer (int64) -> number (double)'],
    ['float', 'double', 'number (float) -> number (double)'],
    ['date', 'string', 'string (date) -> string'],
    ['decimal', 'double', 'number -> number (double)'],
  ])('xs:%s to xs:%s', async (narrow, wide, types) => {
    const [narrowing, widening] = [
      { input: field(narrow), output: field(wide) },
      { input: field(wide), output: field(narrow) },
    ];
    const back = types.split(' -> ').reverse().join(' -> ');
    expect(await changes(narrowing, widening)).toEqual([
      `type | input/v | ${types}`,
      `type | output/v | ${back}`,
    ]);
    const reversed = await changes(widening, narrowing);
    expect(reversed).toContain(`!type | input/v | ${back}`);
    expect(reversed).toContain(`!type | output/v | ${types}`);
  });

  test('a simple type and a type of any value', async () => {
    const after = { input: field('anyType'), output: '' };
    expect(await changes({ input: field('string'), output: '' }, after)).toContain(
      'type | input/v | string -> any value',
    );
    const union = await changes(
      { input: field('int'), output: '' },
      { input: field('anySimpleType'), output: '' },
    );
    expect(union.filter((change) => change.startsWith('!') && !change.includes('query'))).toEqual([]);
  });

  test('a wider type with a narrower bound', async () => {
    expect(
      await changes({ input: field('int'), output: '' }, { input: field('unsignedLong'), output: '' }),
    ).toEqual(['type | input/v | integer (int32) -> integer', '!form | input/v | minimum |  -> 0']);
  });
});

describe('default and fixed values', () => {
  const leaf = (attributes: string, type = 'int'): string =>
    `<xs:element name="v" type="xs:${type}" ${attributes}/>`;
  const both = (field: string): Revision => ({ input: field, output: field });

  test.each<[name: string, before: string, after: string, ...changes: string[]]>([
    [
      'a default changes what an empty value means, and breaks nobody',
      leaf('minOccurs="0" default="1"'),
      leaf('minOccurs="0" default="2"'),
      'form | input/v | default | 1 -> 2',
      'form | output/v | default | 1 -> 2',
    ],
    [
      'a new default',
      leaf('minOccurs="0"'),
      leaf('minOccurs="0" default="2"'),
      'form | input/v | default |  -> 2',
      'form | output/v | default |  -> 2',
    ],
    [
      'another fixed date',
      leaf('minOccurs="0" fixed="2020-01-01"', 'date'),
      leaf('minOccurs="0" fixed="2020-01-02"', 'date'),
      '!form | input/v | fixed | 2020-01-01 -> 2020-01-02',
      '!form | output/v | fixed | 2020-01-01 -> 2020-01-02',
    ],
    [
      'a new fixed date',
      leaf('minOccurs="0"', 'date'),
      leaf('minOccurs="0" fixed="2020-01-02"', 'date'),
      '!form | input/v | fixed |  -> 2020-01-02',
      'form | output/v | fixed |  -> 2020-01-02',
    ],
    [
      'a fixed date that is no longer one',
      leaf('minOccurs="0" fixed="2020-01-02"', 'date'),
      leaf('minOccurs="0"', 'date'),
      'form | input/v | fixed | 2020-01-02 -> ',
      '!form | output/v | fixed | 2020-01-02 -> ',
    ],
    [
      'another fixed text is listed once',
      leaf('minOccurs="0" fixed="a"', 'string'),
      leaf('minOccurs="0" fixed="b"', 'string'),
      '!values | input/v | "a" -> ',
      'values | input/v |  -> "b"',
      'values | output/v | "a" -> ',
      '!values | output/v |  -> "b"',
    ],
    [
      'an item of an array',
      leaf('maxOccurs="3" default="1"'),
      leaf('maxOccurs="3" default="2"'),
      'form | input/v/* | default | 1 -> 2',
      'form | output/v/* | default | 1 -> 2',
    ],
    [
      'an attribute',
      '<xs:element name="v"><xs:complexType><xs:attribute name="n" type="xs:int" default="1"/></xs:complexType></xs:element>',
      '<xs:element name="v"><xs:complexType><xs:attribute name="n" type="xs:int" default="2"/></xs:complexType></xs:element>',
      'form | input/v/@n | default | 1 -> 2',
      'form | output/v/@n | default | 1 -> 2',
    ],
  ])('%s', async (_, before, after, ...expected) => {
    const found = await changes(both(before), both(after));
    expect(found.filter((change) => !change.includes('query'))).toEqual(expected);
  });
});

describe('wildcards', () => {
  const any = (attributes: string): Revision => {
    const field = `<xs:any ${attributes} minOccurs="0"/>`;
    return { input: field, output: field };
  };
  const wide = any('namespace="##any" processContents="lax"');

  test.each<[name: string, narrow: Revision, wide: Revision, text: string]>([
    [
      'other namespaces',
      any('namespace="##other" processContents="lax"'),
      wide,
      'namespaces | all but urn:t -> any',
    ],
    [
      'a list',
      any('namespace="urn:b urn:a" processContents="lax"'),
      wide,
      'namespaces | urn:a, urn:b -> any',
    ],
    [
      'a longer list',
      any('namespace="urn:a" processContents="lax"'),
      any('namespace="urn:a ##local" processContents="lax"'),
      'namespaces | urn:a -> none (unqualified), urn:a',
    ],
    [
      'a list of other namespaces',
      any('namespace="urn:a" processContents="lax"'),
      any('namespace="##other" processContents="lax"'),
      'namespaces | urn:a -> all but urn:t',
    ],
    ['declarations', any('processContents="strict"'), wide, 'processContents | strict -> lax'],
    ['nothing', any('processContents="lax"'), any('processContents="skip"'), 'processContents | lax -> skip'],
  ])('a wider wildcard breaks readers, a narrower one writers: %s', async (_, narrow, wider, text) => {
    const wire = async (before: Revision, after: Revision) =>
      (await changes(before, after)).filter((change) => change.includes('/$any | '));
    expect(await wire(narrow, wider)).toEqual([
      `form | input/$any | ${text}`,
      `!form | output/$any | ${text}`,
    ]);
    const [, aspect = '', was = '', is = ''] = /^(\w+) \| (.*) -> (.*)$/.exec(text) ?? [];
    expect(await wire(wider, narrow)).toEqual([
      `!form | input/$any | ${aspect} | ${is} -> ${was}`,
      `form | output/$any | ${aspect} | ${is} -> ${was}`,
    ]);
  });

  test('a wildcard of attributes', async () => {
    const type = (attributes: string): Revision => {
      const field = `<xs:element name="v"><xs:complexType><xs:anyAttribute ${attributes} processContents="lax"/></xs:complexType></xs:element>`;
      return { input: field, output: '' };
    };
    expect(await changes(type('namespace="##any"'), type('namespace="##local"'))).toContain(
      '!form | input/v | namespaces of attributes | any -> none (unqualified)',
    );
  });

  test('lists that differ in their order are the same', async () => {
    expect(await changes(any('namespace="urn:a urn:b"'), any('namespace="urn:b urn:a"'))).toEqual([]);
  });
});
