import { parseWsdlText } from '@soapstone/wsdl-parser';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import type { Design } from '../../api/design.js';
import { checkDesign } from '../../designs.js';
import { createMapper } from '../../mapper.js';

const { model } =
  await parseWsdlText(`<definitions targetNamespace="urn:t" xmlns:t="urn:t" xmlns="http://schemas.xmlsoap.org/wsdl/"
    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <types><xs:schema targetNamespace="urn:ext"><xs:element name="rate" type="xs:decimal"/></xs:schema>
  <xs:schema targetNamespace="urn:t">
    <xs:complexType name="Members"><xs:sequence>
      <xs:element name="rate" type="xs:int" minOccurs="0"/>
      <xs:element name="Part" minOccurs="0" maxOccurs="9"><xs:complexType><xs:sequence>
        <xs:any namespace="urn:ext" processContents="strict" minOccurs="0" maxOccurs="5"/></xs:sequence></xs:complexType></xs:element>
      <xs:element name="Open" minOccurs="0"><xs:complexType><xs:sequence><xs:any namespace="urn:ext urn:b"/></xs:sequence></xs:complexType></xs:element>
      <xs:element name="Bare" minOccurs="0"><xs:complexType><xs:sequence><xs:any namespace="##local"/></xs:sequence></xs:complexType></xs:element>
      <xs:element name="Mixed" minOccurs="0"><xs:complexType mixed="true"><xs:sequence><xs:any namespace="urn:ext"/></xs:sequence></xs:complexType></xs:element>
      <xs:any namespace="urn:ext" processContents="lax" minOccurs="0" maxOccurs="unbounded"/>
    </xs:sequence></xs:complexType>
    <xs:element name="Do" type="t:Members"/><xs:element name="DoResponse"><xs:complexType><xs:sequence>
      <xs:element name="record" type="t:Members"/></xs:sequence></xs:complexType></xs:element>
  </xs:schema></types>
  <message name="in"><part name="p" element="t:Do"/></message><message name="out"><part name="p" element="t:DoResponse"/></message>
  <portType name="P"><operation name="Do"><input message="t:in"/><output message="t:out"/></operation></portType>
  <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Do"><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
  <service name="S"><port name="P" binding="t:B"><soap:address location="http://localhost/"/></port></service>
</definitions>`);

const designWith = (short: readonly string[], rest: object = {}): Design => ({
  operations: { Do: { input: { short, ...rest }, result: { short, ...rest } } },
});
const designed = (short: readonly string[], rest: object = {}) =>
  createMapper(model, { design: designWith(short, rest), prototypes: 'ordinary', warnings: 'all' }).compile(
    'Do',
  );
const plain = createMapper(model, { prototypes: 'ordinary' }).compile('Do');
const answer = (record: string): string =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><t:DoResponse xmlns:t="urn:t" xmlns:e="urn:ext"><record>${record}</record></t:DoResponse></s:Body></s:Envelope>`;
const resultOf = (operation: typeof plain, record: string) => {
  const reply = operation.fromXml(answer(record));
  return reply.kind === 'result'
    ? [reply.result, reply.warnings.map(({ code, path }) => `${code} ${path}`)]
    : [];
};

const SHORT = ['$any', 'Part/$any'];
const INPUT = { rate: 1, Part: [{ $any: [{ rate: 1.5 }] }], $any: [{ note: 'x' }, { rate: 2.5 }] };
const WHOLE = {
  rate: 1,
  Part: [{ $any: [{ '{urn:ext}rate': 1.5 }] }],
  $any: [{ '{urn:ext}note': 'x' }, { '{urn:ext}rate': 2.5 }],
};

describe('AN-10: the keys of a wildcard leave out its only namespace', () => {
  const operation = designed(SHORT);

  test('requests are those of the whole names', () => {
    expect(operation.validate(INPUT)).toEqual([]);
    expect(Buffer.from(operation.toXml(INPUT).body).toString()).toBe(
      Buffer.from(plain.toXml(WHOLE).body).toString(),
    );
    expect(operation.normalise(INPUT)).toEqual(INPUT);
    expect(operation.validate({ $any: [{ $xml: '<e:note xmlns:e="urn:ext">x</e:note>' }] })).toEqual([]);
  });

  test('names with a namespace, of others and that nobody declares are refused at their place', () => {
    expect(operation.validate(WHOLE)).toMatchObject([
      {
        path: '/Part/0/$any/0/{urn:ext}rate',
        keyword: 'wildcard',
        message: 'must be a name without its namespace, urn:ext',
      },
      { path: '/$any/0/{urn:ext}note' },
      { path: '/$any/1/{urn:ext}rate' },
    ]);
    for (const entry of [{ 'a b': 1 }, { '}x': 1 }, { '': 1 }, { 'a:b': 1 }])
      expect(operation.validate({ $any: [entry] })).toMatchObject([{ keyword: 'wildcard' }]);
    expect(operation.validate({ Part: [{ $any: [{ unknown: 'x' }] }] })).toMatchObject([
      { keyword: 'wildcard' },
    ]);
    expect(operation.validate({ $any: [{ $xml: '<e:note xmlns:e="urn:other"/>' }] })).toHaveLength(1);
    expect(operation.validate({ $any: [{ rate: 'much' }] })).toMatchObject([{ path: '/$any/0/rate' }]);
  });

  test('results have them, and are written again as they were', () => {
    const record =
      '<rate>1</rate><Part><e:rate>1.5</e:rate></Part><e:note>x</e:note><e:rate a="1">z</e:rate><__proto__ xmlns="urn:ext"/>';
    const [result, warnings] = resultOf(operation, record) as [typeof INPUT, readonly string[]];
    expect(result).toMatchObject({
      rate: 1,
      Part: [{ $any: [{ rate: 1.5 }] }],
      $any: [{ note: 'x' }, { rate: 'z' }, {}],
    });
    expect(Object.keys(result.$any[2] as object)).toEqual(['__proto__']);
    expect(warnings).toContain('INVALID_VALUE /$any/1/rate');
    const [again] = resultOf(
      operation,
      '<rate>1</rate><Part><e:rate>1.5</e:rate></Part><e:note>x</e:note><e:rate>2.5</e:rate>',
    );
    expect(again).toEqual(INPUT);
    expect(operation.validate(again)).toEqual([]);
  });

  test('the schema has local names, and those of a strict wildcard', () => {
    const schema = operation.jsonSchema('input');
    const validate = new Ajv2020({ strict: false, formats: {} }).compile(schema);
    expect(validate(INPUT)).toBe(true);
    for (const wrong of [{ $any: [{ '{urn:ext}note': 'x' }] }, { Part: [{ $any: [{ unknown: 'x' }] }] }])
      expect([validate(wrong), wrong]).toEqual([false, wrong]);
    expect(JSON.stringify(schema)).toContain('One element of the namespace urn:ext');
    expect(operation.validate(operation.example('input'))).toEqual([]);
  });

  test('finished elements of a result, and the changes of a design', () => {
    const design = { operations: { Do: { result: { short: ['$any'], raw: ['$any'] } } } };
    const raw = createMapper(model, { design, prototypes: 'ordinary' }).compile('Do');
    const { problems } = checkDesign(model, {
      operations: { Do: { result: { short: ['$any'], raw: ['$any/{urn:ext}rate'] } } },
    });
    expect(problems).toMatchObject([{ message: expect.stringContaining('raw names one of its elements') }]);
    const [result] = resultOf(raw, '<e:note>x</e:note>');
    expect(result).toMatchObject({ $any: [{ $xml: expect.stringMatching(/^<e:note .*>x<\/e:note>$/) }] });
    expect(
      checkDesign(model, designWith(['$any'])).changed.map(({ change, message }) => `${message} ${change}`),
    ).toEqual(['input short', 'result short']);
  });
});

test.each([
  ['$ani', 'there is no "$ani"; did you mean $any?'],
  ['Part', 'Part is an element; name the wildcard inside it, as in Part/$any'],
  ['Open/$any', 'it admits several namespaces'],
  ['Bare/$any', 'its elements have no namespace: their keys are local names already'],
  ['Mixed/$any', 'the order of its elements counts ($content), so that it has no key of its own'],
  ['rate/$any', '"$any" is in no object of elements'],
])('AN-10: a line that does not fit is an error of the design: %s', (path, problem) => {
  const { problems } = checkDesign(model, { operations: { Do: { input: { short: [path] } } } });
  expect(problems).toMatchObject([
    { at: ['operations', 'Do', 'input', 'short', '0'], message: `cannot have short keys: ${problem}` },
  ]);
});
