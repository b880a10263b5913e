import { createMapper } from '@soapstone/json-xml-mapper';
import { generateOpenApi, toOpenApi30 } from '@soapstone/openapi-generator';
import { parseWsdlText } from '@soapstone/wsdl-parser';
import { expect, test } from 'vitest';
import { compileGenerated, type GeneratedSource } from './generators/compile-generated.js';
import { GENERATORS } from './generators/generators.js';
import { judgeGenerator } from './generators/judge-generators.js';
import { lostTypes } from './generators/lost-types.js';
import { markUntyped } from './generators/mark-untyped.js';
import { createDocumentJudge } from './openapi/judge-document.js';
import { piecesOf } from './openapi/pieces.js';

/** The part of `pnpm conformance generators` that runs with the tests: choices and groups of every kind (OA-11). */

const a = '<xs:element name="a" type="xs:string"/>';
const b = '<xs:element name="b" type="xs:int"/>';
const SHAPES: Readonly<Record<string, string>> = {
  choice: `<xs:choice>${a}${b}</xs:choice>`,
  optionalChoice: `<xs:choice minOccurs="0">${a}${b}</xs:choice>`,
  optionalMember: `<xs:choice><xs:element name="a" type="xs:string" minOccurs="0"/>${b}</xs:choice>`,
  optionalGroup: `<xs:sequence minOccurs="0">${a}${b}</xs:sequence>`,
  twoChoices: `<xs:choice>${a}${b}</xs:choice><xs:choice><xs:element name="c" type="xs:date"/><xs:element name="d" type="xs:int" maxOccurs="4"/></xs:choice>`,
  nested: `<xs:choice><xs:sequence>${a}<xs:choice>${b}<xs:element name="c" type="t:Tree"/></xs:choice></xs:sequence><xs:element name="d" type="xs:boolean" minOccurs="2" maxOccurs="3"/></xs:choice>`,
  repeated: `<xs:choice maxOccurs="unbounded">${a}${b}</xs:choice><xs:any minOccurs="0" namespace="##other" processContents="lax"/>`,
};

async function documentOf() {
  const operations = Object.keys(SHAPES);
  const each = (print: (name: string) => string): string => operations.map(print).join('');
  const { model } =
    await parseWsdlText(`<definitions targetNamespace="urn:t" xmlns:t="urn:t" xmlns="http://schemas.xmlsoap.org/wsdl/"
    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema"><types><xs:schema targetNamespace="urn:t">
    <xs:complexType name="Tree"><xs:choice><xs:element name="leaf" type="xs:int"/><xs:element name="tree" type="t:Tree" maxOccurs="unbounded"/></xs:choice></xs:complexType>
    ${each((name) => `<xs:complexType name="T_${name}"><xs:sequence><xs:element name="id" type="xs:int"/>${SHAPES[name]}</xs:sequence></xs:complexType><xs:element name="${name}" type="t:T_${name}"/><xs:element name="${name}Response" type="t:T_${name}"/>`)}
    </xs:schema></types>
    ${each((name) => `<message name="${name}In"><part name="p" element="t:${name}"/></message><message name="${name}Out"><part name="p" element="t:${name}Response"/></message>`)}
    <portType name="P">${each((name) => `<operation name="${name}"><input message="t:${name}In"/><output message="t:${name}Out"/></operation>`)}</portType>
    <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    ${each((name) => `<operation name="${name}"><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation>`)}</binding>
    <service name="S"><port name="P" binding="t:B"><soap:address location="http://localhost/"/></port></service></definitions>`);
  return generateOpenApi(createMapper(model), { servers: ['https://gateway.example'] });
}

test('five generators keep every type of choices and groups, and what they print compiles', {
  timeout: 600_000,
}, async () => {
  const marked = markUntyped(toOpenApi30(await documentOf()));
  const sources: GeneratedSource[] = [];
  for (const generator of Object.keys(GENERATORS)) {
    const generated = await judgeGenerator(generator, marked);
    expect(generated, generator).toMatchObject({ problems: [], sources: { length: 1 } });
    for (const source of generated.sources) sources.push({ generator, document: 'choices', source });
  }
  expect(await compileGenerated(sources)).toEqual([]);
});

test('the recommended rules of Redocly and Spectral find nothing', { timeout: 300_000 }, async () => {
  const judge = await createDocumentJudge();
  const document = await documentOf();
  const clean = { validator: [], linter: [], spectral: [] };
  expect(await judge.judge(JSON.stringify(document))).toEqual(clean);
  expect(await judge.judge(JSON.stringify(toOpenApi30(document)))).toEqual(clean);
});

test('the judges do find a lost type: the form of choices that generators merge', {
  timeout: 300_000,
}, async () => {
  const schemas = {
    Either: {
      type: 'object',
      required: ['id'],
      properties: { id: { type: 'integer' }, a: { type: 'string' }, b: { type: 'integer' } },
      anyOf: [{ required: ['a'] }, { required: ['b'] }],
    },
    Untyped: { description: 'Any value.' },
  } as const;
  const document = {
    openapi: '3.0.3',
    info: { title: 't', version: '1' },
    paths: {},
    components: { schemas },
  };
  const marked = markUntyped(document) as typeof document;
  expect(marked.components.schemas.Untyped).toEqual({ type: 'string' });
  expect(marked.components.schemas.Either).toEqual(schemas.Either);
  const source = await GENERATORS['openapi-typescript']?.(marked as never);
  expect(lostTypes(source ?? '', schemas).join()).toContain('unknown in components.schemas.Either');
  expect(lostTypes('export type Either = { id: number };', marked.components.schemas)).toEqual([
    'Either has no a, b',
  ]);
  const open = {
    type: 'object',
    properties: { a: { type: 'integer' } },
    additionalProperties: { $ref: '#/components/schemas/Untyped' },
  };
  const beside = { ...document, components: { schemas: { ...schemas, Open: open } } };
  expect(markUntyped(beside).components.schemas.Open).not.toHaveProperty('additionalProperties');
  const named = { A: open, A_: { properties: { д: {} } } };
  const printed = String.raw`type A = { a: number }; type A2 = { "\u0434": string };`;
  expect(lostTypes(printed, named)).toEqual([]);
  expect(lostTypes('type A = { a: number };', named)).toEqual(['A_ has no д']);
  expect(lostTypes('interface B { b: 1 } type C = 1; interface B { c: 1 }', {})).toEqual([
    'B is declared twice',
  ]);
  const sources = [
    { generator: 'orval', document: 'right', source: 'export const a: number = 1;' },
    { generator: 'orval', document: 'a/wrong.wsdl', source: 'export const a: number = "text";' },
    { generator: 'oazapfts', document: 'a/wrong.wsdl', source: 'export const b: number = 1;' },
  ];
  expect(await compileGenerated(sources)).toEqual([
    {
      generator: 'orval',
      document: 'a/wrong.wsdl',
      text: expect.stringContaining("Type 'string'"),
      line: 'export const a: number = "text";',
    },
  ]);
});

test('components at which many paths of references begin are each in a piece of their own', () => {
  // Twenty layers of two, each of which refers to both of the next: a million paths from the first.
  const layers = Array.from({ length: 20 }, (_, layer) => layer);
  const schemas = Object.fromEntries(
    layers.flatMap((layer) =>
      ['A', 'B'].map((side) => [
        `${side}${layer}`,
        {
          type: 'object',
          properties: Object.fromEntries(
            ['A', 'B']
              .filter(() => layer < 19)
              .map((next) => [next, { $ref: `#/components/schemas/${next}${layer + 1}` }]),
          ),
        },
      ]),
    ),
  );
  const paths = { '/x': { get: { responses: {} } } };
  const document = { openapi: '3.0.3', info: { title: 't', version: '1' }, paths, components: { schemas } };
  const pieces = piecesOf(document as never);
  expect(pieces.flatMap(({ judged }) => Object.keys(judged)).sort()).toEqual(Object.keys(schemas).sort());
  expect(pieces.map((piece) => Object.keys(piece.document.paths ?? {}))).toEqual([
    ...Array(pieces.length - 1).fill([]),
    ['/x'],
  ]);
  // A component that is alone has the two of the next layer beside it, without their references.
  const single = pieces.find(({ judged }) => Object.keys(judged).length === 1);
  const { schemas: read = {} } = single?.document.components ?? {};
  const [name = ''] = Object.keys(single?.judged ?? {});
  const next = Number(name.slice(1)) + 1;
  expect(Object.keys(read).sort()).toEqual([name, `A${next}`, `B${next}`].sort());
  expect(JSON.stringify(read[`A${next}`])).not.toContain('$ref');
});

test('openapi-zod-client reads components that contain one another in pieces, each of them whole in one', {
  timeout: 600_000,
}, async () => {
  // Each refers to each: as many paths as there are orders of 8 names, if they are read together.
  const names = Array.from({ length: 8 }, (_, index) => `Item${index}`);
  const properties = Object.fromEntries(
    names.map((name) => [`to${name}`, { $ref: `#/components/schemas/${name}` }]),
  );
  const item = { type: 'object', properties: { id: { type: 'integer' }, ...properties } };
  const schemas = {
    ...Object.fromEntries(names.map((name) => [name, item])),
    Folder: { type: 'object', properties: { items: { type: 'array', items: properties['toItem0'] } } },
  };
  const document = {
    openapi: '3.0.3',
    info: { title: 't', version: '1' },
    paths: {},
    components: { schemas },
  };
  const pieces = piecesOf(document as never);
  expect(pieces.flatMap(({ judged }) => Object.keys(judged)).sort()).toEqual(Object.keys(schemas).sort());
  expect(pieces).toHaveLength(names.length + 1);
  const { problems, sources } = await judgeGenerator('openapi-zod-client', document as never);
  expect(problems).toEqual([]);
  const modules = sources.map((source) => ({ generator: 'openapi-zod-client', document: 'items', source }));
  expect(await compileGenerated(modules)).toEqual([]);
});
