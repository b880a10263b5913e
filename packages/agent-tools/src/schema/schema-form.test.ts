import { createMapper, type JsonSchema, type Mapper } from '@soapstone/json-xml-mapper';
import { bundleResolver, parseWsdl } from '@soapstone/wsdl-parser';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { createCatalog } from '../catalog/catalog.js';
import { omitNulls } from '../service/omit-nulls.js';
import { hostOf, mapper as ledger, send } from '../testing/agent-host.js';
import { isStrict } from '../vendors/lint-tools.js';
import { inlineSchema } from './inline-schema.js';
import { strictSchema } from './strict-schema.js';
import { NULLS, toolSchema } from './tool-schema.js';

const ajv = new Ajv2020({ strictSchema: true, strictTypes: false, allowUnionTypes: true });
const accepts = (schema: object, value: unknown): boolean => ajv.validate(schema, value);

/** A service with an element that is optional and may be nil, one that is required and may be nil, a choice and an attribute. */
const WSDL = `<definitions name="S" targetNamespace="urn:s" xmlns="http://schemas.xmlsoap.org/wsdl/"
  xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:t="urn:s" xmlns:xs="http://www.w3.org/2001/XMLSchema">
<types><xs:schema targetNamespace="urn:s" elementFormDefault="qualified">
  <xs:element name="Put"><xs:complexType><xs:sequence>
    <xs:element name="note" type="xs:string" minOccurs="0" nillable="true"/>
    <xs:element name="owner" type="xs:string" nillable="true"/>
    <xs:element name="id" type="xs:long"/>
    <xs:element name="line" minOccurs="0" maxOccurs="unbounded"><xs:complexType><xs:sequence>
      <xs:element name="note" type="xs:string" nillable="true"/><xs:element name="n" type="xs:decimal" minOccurs="0" nillable="true"/>
    </xs:sequence></xs:complexType></xs:element>
    <xs:choice><xs:element name="mail" type="xs:string"/><xs:element name="phone" type="xs:string" nillable="true"/></xs:choice>
  </xs:sequence><xs:attribute name="version" type="xs:string"/></xs:complexType></xs:element>
  <xs:element name="Any"><xs:complexType><xs:sequence><xs:any/></xs:sequence></xs:complexType></xs:element>
  <xs:element name="Open"><xs:complexType><xs:sequence><xs:element name="a" type="xs:string"/><xs:any minOccurs="0"/></xs:sequence><xs:anyAttribute/></xs:complexType></xs:element>
</xs:schema></types>
${['Put', 'Any', 'Open'].map((name) => `<message name="${name}"><part name="p" element="t:${name}"/></message>`).join('')}
<portType name="P">${['Put', 'Any', 'Open'].map((name) => `<operation name="${name}"><input message="t:${name}"/><output message="t:Put"/></operation>`).join('')}</portType>
<binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
${['Put', 'Any', 'Open'].map((name) => `<operation name="${name}"><soap:operation soapAction="${name}"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation>`).join('')}
</binding><service name="S"><port name="P" binding="t:B"><soap:address location="http://127.0.0.1:1/"/></port></service></definitions>`;

let mapper: Mapper;
const inputOf = (of: Mapper, name: string): JsonSchema =>
  toolSchema(of.compile(name).jsonSchema('input', NULLS));
const catalogOf = (schemas: 'full' | 'inline' | 'strict', tokenBudget = 8000) =>
  createCatalog(
    [
      {
        slug: 's',
        title: 'S',
        mapper,
        operations: ['Put', 'Any'].map((name) => ({ name, readOnly: false })),
      },
    ],
    { schemas, tokenBudget },
  );

beforeAll(async () => {
  const files = new Map([['s.wsdl', new TextEncoder().encode(WSDL)]]);
  mapper = createMapper((await parseWsdl('s.wsdl', { resolve: bundleResolver(files) })).model);
});

describe('inline schema', () => {
  test('has no reference, and describes a type that contains itself again', () => {
    const schema = inlineSchema(inputOf(ledger, 'Post'));
    expect(JSON.stringify(schema)).not.toContain('$ref');
    const path = ['entry', 'part', 'part'];
    const deepest = path.reduce<{ properties?: Record<string, never>; items?: object }>(
      (at, key) => (at.items ?? at)['properties' as never][key],
      schema as object,
    );
    expect(deepest.items).toEqual({
      type: 'object',
      description: 'Entry: {id, amount, count?, kind?, part?}',
    });
    const entry = (part: unknown[]) => ({ id: 1, amount: 1, part });
    expect(accepts(schema, { entry: entry([entry([entry([entry([])])])]) })).toBe(true);
    expect(accepts(schema, { entry: entry([{ id: 1 }]) })).toBe(false);
  });

  test('is bounded: types that contain each other several times', () => {
    const names = Array.from({ length: 30 }, (_each, index) => `T${index}`);
    const members = Object.fromEntries(names.map((name) => [name, { $ref: `#/$defs/${name}` }]));
    const type = { type: 'object', properties: members };
    const root = { ...type, $defs: Object.fromEntries(names.map((name) => [name, type])) };
    const text = JSON.stringify(inlineSchema(root));
    expect(text.length).toBeLessThan(300_000);
    expect(text).toContain('"T29":{"type":"object","description":"T29: {T0?, T1?,');
  });

  test('a name like __proto__ and a reference that leads nowhere are ordinary', () => {
    const root = JSON.parse(
      '{"properties":{"__proto__":{"$ref":"#/$defs/__proto__"},"b":{"$ref":"#/$defs/none"}},"$defs":{"__proto__":{"type":"string"}}}',
    );
    expect(JSON.stringify(inlineSchema(root))).toBe('{"properties":{"__proto__":{"type":"string"},"b":{}}}');
  });
});

describe('strict schema', () => {
  test('requires every member, closes objects, and takes null for what may be left out', () => {
    expect(strictSchema(inputOf(mapper, 'Put'))).toEqual({
      type: 'object',
      description: 'Exactly one of: mail, phone. Members that are left out are null.',
      properties: {
        attr__version: { type: ['string', 'null'] },
        note: { type: ['string', 'null'] },
        owner: { type: ['string', 'null'] },
        id: expect.objectContaining({ type: ['integer', 'string'] }),
        line: {
          anyOf: [
            {
              type: 'array',
              items: {
                type: 'object',
                properties: {
                  note: { type: ['string', 'null'] },
                  n: expect.objectContaining({ type: ['number', 'string', 'null'] }),
                },
                required: ['note', 'n'],
                additionalProperties: false,
              },
            },
            { type: 'null' },
          ],
        },
        mail: { type: ['string', 'null'] },
        phone: { type: ['string', 'null'] },
      },
      required: ['attr__version', 'note', 'owner', 'id', 'line', 'mail', 'phone'],
      additionalProperties: false,
    });
  });

  test('keeps references of recursive types, with nothing beside them', () => {
    const schema = strictSchema(inputOf(ledger, 'Post'))!;
    expect(isStrict(schema)).toBe(true);
    const entry = { id: 1, amount: '1.50', count: null, kind: 'debit', part: null };
    expect(accepts(schema, { entry: { ...entry, part: [entry] } })).toBe(true);
    expect(accepts(schema, { entry: { ...entry, part: undefined } })).toBe(false);
  });

  test('has no place for what optional wildcards admit, and says so', () => {
    expect(strictSchema(inputOf(mapper, 'Open'))).toEqual({
      type: 'object',
      description: expect.stringMatching(
        / Members that are left out are null\. Not in this form: soap__any, soap__anyAttributes\.$/,
      ),
      properties: { a: { type: 'string' } },
      required: ['a'],
      additionalProperties: false,
    });
  });

  test('a required wildcard has no strict form: the tool is as it is, and does not say that it is strict', () => {
    expect(strictSchema(inputOf(mapper, 'Any'))).toBeUndefined();
    const [put, any] = catalogOf('strict').tools.map((tool) => JSON.parse(tool));
    expect([put._meta, any._meta]).toEqual([{ 'soapstone/strict': true }, undefined]);
    const [, full] = catalogOf('full').tools.map((tool) => JSON.parse(tool));
    expect(any.inputSchema).toEqual(full.inputSchema);
  });

  test('the three tools of a long listing are strict: the input of a call is a text', async () => {
    const tools = hostOf({ tokenBudget: 0, schemas: 'strict' })
      .catalog()
      .tools.map((tool) => JSON.parse(tool));
    expect(tools.map(({ _meta }) => _meta)).toEqual(tools.map(() => ({ 'soapstone/strict': true })));
    const request = { method: 'POST', headers: {}, body: '' } as const;
    const host = hostOf({ tokenBudget: 0, schemas: 'strict' }, () => ({ kind: 'dryRun', request }));
    const args = { operation: 'Find', arguments: '{"id": 9007199254740993, "text": null}' };
    await send({ method: 'tools/call', params: { name: 'call_operation', arguments: args } }, host);
    expect(new TextDecoder().decode(host.calls[0]?.input)).toBe('{"id":9007199254740993}');
  });
});

describe('null for a member that is left out', () => {
  const omit = (json: string): string => {
    const [operation] = catalogOf('strict').operations;
    return new TextDecoder().decode(omitNulls(operation!, new TextEncoder().encode(json)));
  };

  test.each([
    ['optional members, also those that may be nil', '{"note":null,"id":1}', '{"id":1}'],
    ['a required member that may be nil stays', '{"owner":null,"id":1}', '{"owner":null,"id":1}'],
    ['a branch of a choice', '{"mail":"a","phone":null}', '{"mail":"a"}'],
    ['in a list, by the type of its items', '{"line":[{"note":null,"n":null}]}', '{"line":[{"note":null}]}'],
    ['an attribute', '{"@version":null}', '{}'],
    ['an unknown member stays', '{"other":null}', '{"other":null}'],
    ['digits stay', '{"id":9007199254740993.10,"note":null}', '{"id":9007199254740993.10}'],
    ['what is not JSON stays', '{"note":null', '{"note":null'],
    ['what is no object stays', '[null]', '[null]'],
    ['deep values stay', `${'['.repeat(200)}null`, `${'['.repeat(200)}null`],
  ])('%s', (_what, given, expected) => {
    expect(omit(given)).toBe(expected);
  });

  test('a call with every null that a strict schema asks for is the call without them', async () => {
    const compiled = mapper.compile('Put');
    const body = (value: object): string =>
      new TextDecoder().decode(
        compiled.encodeJson(new TextEncoder().encode(omit(JSON.stringify(value)))).body,
      );
    const short = { owner: 'o', id: 7, mail: 'm' };
    const filled = { '@version': null, note: null, ...short, line: null, phone: null };
    expect(body(filled)).toBe(body(short));
    expect(body(short)).not.toContain('nil');
    expect(body({ ...short, owner: null })).toContain('nil="true"');
  });
});

test('examples: the schema of a tool has a short valid one in its description, and a listing beyond its budget has none', () => {
  const listed = catalogOf('full').tools.map((tool) => JSON.parse(tool).inputSchema.description as string);
  const example = /Example: (\{.*\})$/.exec(listed[0] ?? '')?.[1];
  expect(example).toBeDefined();
  expect(accepts(inputOf(mapper, 'Put'), JSON.parse(example!))).toBe(true);
  const tokens = (tools: readonly string[]): number =>
    tools.reduce((sum, tool) => sum + Math.ceil(tool.length / 4), 0);
  const tight = catalogOf('full', tokens(catalogOf('full').tools) - 5);
  expect([tight.lazy, tight.tools.some((tool) => tool.includes('Example: '))]).toEqual([false, false]);
});
