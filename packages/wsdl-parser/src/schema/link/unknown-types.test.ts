import { describe, expect, test } from 'vitest';
import { parsePieces } from '../../wsdl/testing/wsdl-pieces.js';
import { link, schema } from '../testing/link.js';

const typeOf = (type: string, more = '', missing: readonly string[] = []) => {
  const { set, diagnostics } = link(
    [schema(`${more}<xs:element name="e" xmlns:m="urn:missing" type="${type}"/>`)],
    { missing },
  );
  const element = set.elements.find(({ name }) => name.localName === 'e');
  return { type: element?.type, unknown: element?.unknownType, codes: diagnostics.map((d) => d.code) };
};

describe('MO-4: a type that is not declared', () => {
  test.each([
    ['xs:String', 'string'],
    ['xs:datetime', 'dateTime'],
    ['xs:Boolean', 'boolean'],
    ['xs:bool', 'boolean'],
    ['xs:Int32', 'int'],
    ['xs:GUID', 'string'],
    ['xs:TimeInstant', 'dateTime'],
    ['xs:timeInstant', 'dateTime'],
    ['xs:real', 'double'],
    ['xs:timestamp', 'dateTime'],
    ['xs:varchar2', 'string'],
    ['xs:strng', 'string'],
    ['xs:Interger', 'integer'],
    ['xs:boolaen', 'boolean'],
    ['xsd:Int', 'int'],
    ['t:string', 'string'],
    ['undeclared:dateTime', 'dateTime'],
  ])('%s means xs:%s', (written, type) => {
    expect(typeOf(written)).toEqual({ type, unknown: undefined, codes: ['REFERENCE_CORRECTED'] });
  });

  test.each([
    ['xs:datetime', true],
    ['xs:Int', true],
    ['t:string', true],
    ['xs:date', undefined],
    // A type of a draft, which this namespace does not have.
    ['xs:timeInstant', true],
    ['t:Gone', undefined],
  ])('the declarations of %s say whether its name was corrected', (written, corrected) => {
    const { set } = link([
      schema(`<xs:element name="e" type="${written}"/><xs:complexType name="T"><xs:sequence><xs:element name="a" type="${written}"/>
        <xs:element ref="t:e"/></xs:sequence><xs:attribute name="b" type="${written}"/></xs:complexType>`),
    ]);
    expect(set.elements[0]?.correctedType).toBe(corrected);
    const [type] = set.types;
    expect(type).toMatchObject({
      attributes: [corrected ? { correctedType: true } : { name: { localName: 'b' } }],
      content: {
        particle: { particles: [{ name: { localName: 'a' } }, { name: { localName: 'e' } }] },
      },
    });
    const marks = JSON.stringify(type).split('"correctedType":true').length - 1;
    expect(marks).toBe(corrected ? 3 : 0);
  });

  test.each([
    ['xs:object'],
    ['xs:array'],
    ['xs:data'],
    ['xs:IDREFF'],
    ['xs:int[]'],
    ['undeclared:Int'],
    ['m:Code'],
    ['t:Gone'],
    ['undeclared:Gone'],
    [''],
  ])('"%s" is unknown, and not xs:anyType', (written) => {
    expect(typeOf(written)).toMatchObject({ type: 'anyType', unknown: true });
  });

  test('a built-in name in the namespace of a missing document is not corrected', () => {
    expect(typeOf('m:string', '', ['urn:missing'])).toMatchObject({ unknown: true });
  });

  test.each(['ArrayOfNullable`1', 'User[]', 'User+Inner', 'User Type', 'Byte&amp;'])(
    'the type name %s is used although it is no NCName',
    (name) => {
      const found = typeOf(`t:${name}`, `<xs:complexType name="${name}"><xs:sequence/></xs:complexType>`);
      expect(found).toEqual({ type: 0, unknown: undefined, codes: ['INVALID_SCHEMA_VALUE'] });
    },
  );

  test('a type name with markup has no name in the model, because xsi:type cannot have it', () => {
    const { set } = link([schema('<xs:complexType name="a&quot;&lt;b"><xs:sequence/></xs:complexType>')]);
    expect(set.types[0]?.name).toBeUndefined();
  });
});

test('a part whose attribute names the other kind of component is read by that kind', async () => {
  const { model, diagnostics } = await parsePieces({
    schema: '<xs:complexType name="CT"><xs:sequence/></xs:complexType>',
    messages:
      '<message name="In"><part name="p" type="t:In"/></message><message name="Out"><part name="p" element="t:CT"/></message>',
  });
  const operation = model.services[0]?.ports[0]?.operations[0];
  expect(operation?.input.parts[0]).toMatchObject({ kind: 'element', element: { localName: 'In' } });
  expect(operation?.output?.parts[0]).toMatchObject({ kind: 'type', type: 0 });
  expect(diagnostics.map((d) => [d.code, d.message])).toEqual([
    ['REFERENCE_CORRECTED', 'type {urn:t}In is not declared; the element of this name is meant'],
    ['REFERENCE_CORRECTED', 'element {urn:t}CT is not declared; the type of this name is meant'],
  ]);
});
