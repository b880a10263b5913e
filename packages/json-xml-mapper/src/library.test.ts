import { bundleResolver, parseWsdl } from '@soapstone/wsdl-parser';
import { beforeAll, describe, expect, test } from 'vitest';
import { type CompiledOperation, createMapper, isDecodeError, isMappingError, type Mapper } from './index.js';
import { patternProblem, toEcmaPattern } from './shapes.js';

const WSDL = `<definitions name="S" targetNamespace="urn:l" xmlns:t="urn:l" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema">
<types><xs:schema targetNamespace="urn:l" elementFormDefault="qualified">
  <xs:element name="Do"><xs:complexType><xs:sequence><xs:element name="tag" type="xs:string" maxOccurs="unbounded"/><xs:element name="more"><xs:complexType><xs:sequence><xs:element name="n" type="xs:int" minOccurs="0"/></xs:sequence></xs:complexType></xs:element></xs:sequence></xs:complexType></xs:element>
  <xs:element name="DoResponse"><xs:complexType><xs:sequence><xs:element name="a" type="xs:string"/><xs:element name="b" type="xs:int"/></xs:sequence></xs:complexType></xs:element>
</xs:schema></types>
<message name="I"><part name="p" element="t:Do"/></message><message name="O"><part name="p" element="t:DoResponse"/></message>
<portType name="P"><operation name="Do"><input message="t:I"/><output message="t:O"/></operation></portType>
<binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Do"><soap:operation soapAction=""/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
<service name="S"><port name="P" binding="t:B"><soap:address location="http://localhost/"/></port></service></definitions>`;

const utf8 = (text: string) => new TextEncoder().encode(text);
let mapper: Mapper;
let operation: CompiledOperation;

beforeAll(async () => {
  const resolve = bundleResolver(new Map([['s.wsdl', utf8(WSDL)]]));
  mapper = createMapper((await parseWsdl('s.wsdl', { resolve })).model);
  operation = mapper.compile('Do');
});

/** Freezes a value deeply, so that any write throws. */
function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null)
    for (const member of Object.values(Object.freeze(value))) deepFreeze(member);
  return value;
}

describe('the library', () => {
  test('RX-3, RX-5 translates a pattern to ECMAScript, and returns the reason if it is not enforced', () => {
    expect(toEcmaPattern('\\d{2}|x')).toBe('^(?:[0-9]{2}|x)$');
    expect(toEcmaPattern('(?=a)')).toBeUndefined();
    expect(patternProblem('\\d{2}')).toBeUndefined();
    expect(patternProblem('(?=a)')).toMatch(/^not a pattern of XML Schema/);
    expect(patternProblem('(a{1000}){1000}')).toMatch(/^needs \d+ states, more than 50000$/);
    expect(patternProblem('a{9}', 5)).toMatch(/more than 5$/);
  });

  test('AP-1 compiles synchronously, once per operation', () => {
    expect(mapper.compile('Do')).toBe(operation);
  });

  test('AP-2 reads a response from an event source: any split of its bytes produces the same text', () => {
    const xml = utf8(
      '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><DoResponse xmlns="urn:l"><a>é😀&amp;</a><b> 7 </b></DoResponse></e:Body></e:Envelope>',
    );
    for (const size of [1, 2, 5, xml.length]) {
      const decoder = operation.createDecoder();
      for (let at = 0; at < xml.length; at += size) decoder.write(xml.slice(at, at + size));
      const reply = decoder.end();
      expect(reply.kind === 'result' && new TextDecoder().decode(reply.result)).toBe('{"a":"é😀&","b":7}');
    }
  });

  test('AP-3 never changes its arguments', () => {
    const input = deepFreeze({ tag: ['x', 'y'], more: {} });
    expect(operation.validate(input)).toEqual([]);
    expect(() => operation.toXml(input)).not.toThrow();
    expect(operation.normalise(input)).not.toBe(input);
    const bytes = utf8('{"tag":["x"],"more":{"n":"1"}}');
    const before = bytes.slice();
    operation.encodeJson(bytes);
    expect(bytes).toEqual(before);
  });

  test.each([null, 5, 'x', [], { tag: 1 }, { tag: [], more: null }, { tag: ['\u0000'], more: {} }])(
    'AP-3 refuses %j with its own error',
    (input) => {
      const refused = (action: () => unknown) => {
        try {
          action();
        } catch (error) {
          return isMappingError(error);
        }
        return false;
      };
      expect(refused(() => operation.toXml(input))).toBe(true);
      expect(refused(() => operation.encodeJson(utf8(JSON.stringify(input))))).toBe(true);
    },
  );

  test.each(['', '<', '<a/>', '{"a":1}', '<a>', '\u0000'])(
    'AP-3 refuses the response %j with its own error',
    (xml) => {
      let error: unknown;
      try {
        operation.fromXml(xml);
      } catch (thrown) {
        error = thrown;
      }
      expect(isDecodeError(error)).toBe(true);
    },
  );

  test('AP-4 needs no network, no file and no framework to map in both directions', () => {
    const { body } = operation.toXml({ tag: ['x'], more: { n: 1 } });
    expect(operation.requestFromXml(body).input).toEqual({ tag: ['x'], more: { n: 1 } });
  });
});

describe('requestFromXml of a strict mapper', () => {
  const strict = (): CompiledOperation => createMapper(mapper.model, { strictResponses: true }).compile('Do');
  const request = (children: string): string =>
    `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><Do xmlns="urn:l">${children}</Do></e:Body></e:Envelope>`;

  test('TR-2 rejects an element that comes after one that follows it in the schema', () => {
    const disordered = request('<more/><tag>x</tag>');
    expect(() => strict().requestFromXml(disordered)).toThrow(
      expect.objectContaining({
        code: 'STRICT',
        details: [
          expect.objectContaining({ path: '/tag', message: expect.stringContaining('OUT_OF_ORDER') }),
        ],
      }),
    );
    expect(operation.requestFromXml(disordered).input).toEqual({ tag: ['x'], more: {} });
    const ordered = request('<tag>x</tag><tag>y</tag><more/>');
    expect(strict().requestFromXml(ordered).input).toEqual({ tag: ['x', 'y'], more: {} });
  });
});
