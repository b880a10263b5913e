import { parseWsdlText } from '@soapstone/wsdl-parser';
import { describe, expect, test } from 'vitest';
import type { Design } from '../../api/design.js';
import { checkDesign } from '../../designs.js';
import { isMappingError } from '../../errors.js';
import { createMapper } from '../../mapper.js';
import { encodeUtf8 } from '../../platform.js';
import { withoutEmptyLines } from '../../proposals/without-empty-lines.js';

const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/';
const MEMBERS = `<xs:sequence>
  <xs:element name="Total" type="xs:int"/>
  <xs:element name="Invoices" minOccurs="0"><xs:complexType><xs:sequence>
    <xs:element name="Invoice" type="t:Invoice" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType></xs:element>
  <xs:element name="Single" type="t:Invoice" minOccurs="0" nillable="true"/>
  <xs:element name="Mixed" minOccurs="0"><xs:complexType mixed="true"><xs:sequence><xs:element name="B" type="xs:string"/></xs:sequence></xs:complexType></xs:element>
  <xs:any minOccurs="0" maxOccurs="9" processContents="lax" namespace="##other"/>
</xs:sequence>`;
const { model } =
  await parseWsdlText(`<definitions targetNamespace="urn:t" xmlns:t="urn:t" xmlns="http://schemas.xmlsoap.org/wsdl/"
    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <types><xs:schema targetNamespace="urn:t" elementFormDefault="qualified">
    <xs:complexType name="Invoice"><xs:sequence><xs:element name="Number" type="xs:int"/><xs:element name="Secret" type="xs:string" minOccurs="0"/></xs:sequence><xs:attribute name="Id" type="xs:ID"/></xs:complexType>
    <xs:element name="Do"><xs:complexType>${MEMBERS}</xs:complexType></xs:element>
    <xs:element name="DoResponse"><xs:complexType>${MEMBERS}</xs:complexType></xs:element>
  </xs:schema></types>
  <message name="in"><part name="p" element="t:Do"/></message><message name="out"><part name="p" element="t:DoResponse"/></message>
  <portType name="P"><operation name="Do"><input message="t:in"/><output message="t:out"/></operation></portType>
  <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Do"><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
  <service name="S"><port name="P" binding="t:B"><soap:address location="http://localhost/"/></port></service>
</definitions>`);

const designed = (input: object, result: object, rest: object = {}) =>
  createMapper(model, {
    design: withoutEmptyLines({ operations: { Do: { input, result } }, ...rest } as Design),
    prototypes: 'ordinary',
    warnings: 'all',
  }).compile('Do');
const problemsOf = (message: 'input' | 'result', lines: object) =>
  checkDesign(model, { operations: { Do: { [message]: lines } } } as Design).problems.map(
    ({ at, message: text }) => `${at.slice(3).join(' > ')}: ${text}`,
  );
const text = ({ body }: { readonly body: Uint8Array }) => new TextDecoder().decode(body);
const response = (members: string) =>
  encodeUtf8(
    `<s:Envelope xmlns:s="${SOAP}"><s:Body><DoResponse xmlns="urn:t">${members}</DoResponse></s:Body></s:Envelope>`,
  );
const ALL = `xmlns="urn:t" xmlns:s="${SOAP}"`;

describe('XM-10: a design returns elements of a result as $xml', () => {
  const operation = designed({}, { raw: ['Invoices/Invoice'] }, { names: 'camel' });
  const INVOICES =
    "<Total>2</Total><Invoices><Invoice Id='a'><Number >1</Number></Invoice><Invoice><Number>2</Number></Invoice></Invoices>";

  test('byte for byte, however the response is read', () => {
    const expected = {
      total: 2,
      invoices: {
        invoice: [
          { $xml: `<Invoice ${ALL} Id='a'><Number >1</Number></Invoice>` },
          { $xml: `<Invoice ${ALL}><Number>2</Number></Invoice>` },
        ],
      },
    };
    const reply = operation.fromXml(response(INVOICES));
    expect(reply).toEqual({ kind: 'result', result: expected, warnings: [] });
    const whole = operation.decodeXml(response(INVOICES));
    const stream = operation.createStream();
    const pieces = [
      stream.write(response(INVOICES).subarray(0, 90)),
      stream.write(response(INVOICES).subarray(90)),
    ];
    const end = stream.end();
    const streamed = [...pieces, end.kind === 'result' ? end.result : new Uint8Array()];
    for (const json of [whole.kind === 'result' ? [whole.result] : [], streamed])
      expect(JSON.parse(json.map((piece) => new TextDecoder().decode(piece)).join(''))).toEqual(expected);
  });

  test('its schema and its example have $xml alone, and the example can be sent again', () => {
    const schema = operation.jsonSchema('output');
    expect(schema).toMatchObject({
      properties: {
        invoices: {
          properties: {
            invoice: {
              items: {
                type: 'object',
                required: ['$xml'],
                additionalProperties: false,
                properties: { $xml: { type: 'string' } },
              },
            },
          },
        },
      },
    });
    const example = operation.example('output') as { invoices: { invoice: { $xml: string }[] } };
    expect(example.invoices.invoice[0]?.$xml).toMatch(/^<ns1:Invoice [^<]*><ns1:Number>/);
    const sent = operation.responseToXml(example);
    expect(text(sent)).toContain(example.invoices.invoice[0]?.$xml);
    expect(operation.fromXml(sent.body)).toEqual({ kind: 'result', result: example, warnings: [] });
  });

  test('besides the paths of a call', () => {
    const reply = operation.fromXml(response(INVOICES), { raw: ['total'] });
    expect(reply.kind === 'result' && reply.result).toMatchObject({
      total: { $xml: `<Total ${ALL}>2</Total>` },
      invoices: { invoice: [{ $xml: expect.stringContaining('<Invoice') }, {}] },
    });
    expect(() => operation.fromXml(response(INVOICES), { raw: ['Total'] })).toThrow('did you mean "total"?');
  });

  test('of a wildcard, of a nil element, and of the member that becomes the result', () => {
    const reply = designed({}, { raw: ['$any', 'Single'] }).fromXml(
      response(
        '<Total>1</Total><Single xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:nil="1"/><o:x xmlns:o="urn:o"/>',
      ),
    );
    expect(reply.kind === 'result' && reply.result).toMatchObject({
      Single: { $xml: expect.stringContaining('i:nil="1"/>') },
      $any: [
        { $xml: `<o:x ${ALL} xmlns:o="urn:o"/>`.replace(`${ALL} xmlns:o="urn:o"`, `${ALL} xmlns:o="urn:o"`) },
      ],
    });
    const lifted = designed({}, { omit: ['Total', 'Single', 'Mixed'], raw: ['Invoices/Invoice'] });
    expect(lifted.fromXml(response(INVOICES))).toMatchObject({ result: { Invoices: { Invoice: [{}, {}] } } });
  });

  test('deviations inside are reported, and refused in strict mode', () => {
    const broken = response('<Total>1</Total><Invoices><Invoice><Number>x</Number></Invoice></Invoices>');
    expect(operation.fromXml(broken).warnings.map(({ code, path }) => `${code} ${path}`)).toEqual([
      'INVALID_VALUE /invoices/invoice/0/number',
    ]);
    const strict = createMapper(model, {
      design: { operations: { Do: { result: { raw: ['Invoices/Invoice'] } } } },
      strictResponses: true,
    }).compile('Do');
    expect(() => strict.decodeXml(broken)).toThrow('the response does not match the WSDL');
  });
});

describe('XM-10: a design takes elements of an input as $xml', () => {
  const operation = designed({ raw: ['Invoices/Invoice', 'Single'] }, {}, { fill: { 'Do/Total': 7 } });
  const INVOICE = '<q:Invoice xmlns:q="urn:t" Id="a"><q:Number>1</q:Number><!-- signed --></q:Invoice>';

  test('they are sent as they are, beside what the design fills', () => {
    const input = { Invoices: { Invoice: [{ $xml: INVOICE }] } };
    expect(operation.validate(input)).toEqual([]);
    for (const sent of [operation.toXml(input), operation.encodeJson(encodeUtf8(JSON.stringify(input)))])
      expect(text(sent)).toContain(`<ns1:Total>7</ns1:Total><ns1:Invoices>${INVOICE}</ns1:Invoices>`);
    expect(operation.normalise(input)).toEqual(input);
  });

  test('an invalid one is refused at its place', () => {
    const input = { Single: { $xml: '<Single xmlns="urn:t"><Number>x</Number></Single>' } };
    expect(operation.validate(input).map(({ path, keyword }) => `${keyword} ${path}`)).toEqual([
      'format /Single/$xml',
    ]);
    try {
      operation.toXml({ Single: { $xml: '<!DOCTYPE a><Single/>' } });
      expect.unreachable();
    } catch (error) {
      expect(isMappingError(error) && error.errors[0]?.path).toBe('/Single/$xml');
    }
  });

  test('the schema has them, and the example is valid', () => {
    expect(JSON.stringify(operation.jsonSchema('input'))).toContain('"$xml"');
    const example = operation.example('input');
    expect(example).toMatchObject({ Single: { $xml: expect.stringContaining('<ns1:Single') } });
    expect(operation.validate(example)).toEqual([]);
    expect(operation.requestFromXml(operation.toXml(example, { fills: 'hidden' }).body).input).toEqual(
      example,
    );
  });
});

describe('XM-11: a line that cannot be is an error of the file', () => {
  test.each<['input' | 'result', object, string]>([
    [
      'result',
      { raw: ['Invoices/Invoce'] },
      'raw > 0: cannot be $xml: there is no "Invoce"; did you mean Invoice?',
    ],
    ['result', { raw: ['Single/@Id'] }, 'raw > 0: cannot be $xml: "Single.@Id" is no element'],
    [
      'result',
      { raw: ['Single'], omit: ['Single/Secret'] },
      'raw > 0: cannot be $xml: the design of the service leaves out members of it',
    ],
    [
      'result',
      { raw: ['Mixed/$content/B'] },
      'raw > 0: cannot be $xml: the entries of $content have no types of their own',
    ],
    [
      'result',
      { raw: ['Invoices/Invoice'], lift: ['Invoices'] },
      'raw > 0: cannot be $xml: another line lifts what is around it, or leaves it out',
    ],
    ['input', { raw: ['$any'] }, 'raw > 0: cannot be $xml: clients may send $xml there without a line'],
    ['input', { raw: 'Single' }, 'raw: must be a list of paths, got string "Single"'],
    ['input', { raw: [3] }, 'raw > 0: must be a path, got number 3'],
  ])('%s %j', (message, lines, expected) => {
    expect(problemsOf(message, lines)[0]).toBe(expected);
  });

  test('a name with dots and a name of Object.prototype are names', () => {
    expect(problemsOf('result', { raw: ['__proto__/constructor'] })).toEqual([
      'raw > 0: cannot be $xml: there is no "__proto__"; the elements are Total, Invoices, Single, Mixed, $any',
    ]);
  });
});
