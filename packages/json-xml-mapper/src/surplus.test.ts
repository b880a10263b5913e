import { parseWsdlText } from '@soapstone/wsdl-parser';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import type { CompiledOperation } from './api/operation.js';
import { stringify } from './json/stringify.js';
import { createMapper } from './mapper.js';
import { decodeUtf8, encodeUtf8 } from './platform.js';

/** An operation whose request and response are both this sequence. */
async function echo(sequence: string, mixed = false): Promise<CompiledOperation> {
  const { model } = await parseWsdlText(`<definitions name="S" targetNamespace="urn:t" xmlns:t="urn:t"
    xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema">
    <types><xs:schema targetNamespace="urn:t" elementFormDefault="qualified">
      <xs:element name="item" type="xs:int"/>
      <xs:complexType name="Bag" mixed="${mixed}"><xs:sequence>${sequence}</xs:sequence></xs:complexType>
      <xs:element name="Echo" type="t:Bag"/><xs:element name="EchoResponse" type="t:Bag"/></xs:schema></types>
    <message name="in"><part name="p" element="t:Echo"/></message><message name="out"><part name="p" element="t:EchoResponse"/></message>
    <portType name="P"><operation name="Echo"><input message="t:in"/><output message="t:out"/></operation></portType>
    <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
      <operation name="Echo"><soap:operation soapAction=""/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
    <service name="S"><port name="P" binding="t:B"><soap:address location="http://localhost/"/></port></service></definitions>`);
  return createMapper(model, { unwrap: 'payload' }).compile('Echo');
}

const answer = (content: string): Uint8Array =>
  encodeUtf8(
    `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:t="urn:t"><s:Body><t:EchoResponse>${content}</t:EchoResponse></s:Body></s:Envelope>`,
  );

const ajv = new Ajv2020({ strict: false });

/** Whether the published schema accepts an input. */
function isValid(operation: CompiledOperation, input: unknown): boolean {
  return ajv.validate(operation.jsonSchema('input'), JSON.parse(stringify(input)));
}

describe('AN-5: an element before an open wildcard that comes more than once', () => {
  const open =
    '<xs:element ref="t:item"/><xs:any processContents="lax" minOccurs="0" maxOccurs="unbounded"/>';

  test('elements that the wildcard admits survive in both directions', async () => {
    const operation = await echo(open);
    const reply = operation.decodeXml(answer('<t:item>1</t:item><t:item>2</t:item><t:item>3</t:item>'));
    const text = reply.kind === 'result' ? decodeUtf8(reply.result) : '';
    expect(text).toBe('{"item":1,"$any":[{"{urn:t}item":2},{"{urn:t}item":3}]}');
    expect(reply.warnings).toEqual([]);
    const { body } = operation.encodeJson(encodeUtf8(text));
    expect(decodeUtf8(body)).toContain(
      'item>1</t:item><t:item>2</t:item><t:item>3</'.replaceAll('t:', 'ns1:'),
    );
    expect(operation.requestFromXml(body).input).toEqual(JSON.parse(text));
  });

  test.each([
    { sent: 0, own: [], surplus: [] },
    { sent: 1, own: [1], surplus: [] },
    { sent: 3, own: [1, 2, 3], surplus: [] },
    { sent: 4, own: [1, 2, 3], surplus: [4] },
    { sent: 6, own: [1, 2, 3], surplus: [4, 5, 6] },
  ])('up to its maximum number it appears at its own place: $sent of 3', async ({ sent, own, surplus }) => {
    const operation = await echo(
      '<xs:element ref="t:item" minOccurs="0" maxOccurs="3"/><xs:any processContents="lax" minOccurs="0" maxOccurs="unbounded"/>',
    );
    const xml = answer(
      `${Array.from({ length: sent }, (_, index) => `<t:item>${index + 1}</t:item>`).join('')}<x/>`,
    );
    // Twice, because the decoder reads the second response with what it learned from the first.
    for (let time = 0; time < 2; time += 1) {
      const reply = operation.fromXml(xml);
      const $any = [...surplus.map((value) => ({ '{urn:t}item': value })), { x: '' }];
      expect(reply).toEqual({ kind: 'result', result: { item: own, $any }, warnings: [] });
      const input = reply.kind === 'result' ? reply.result : {};
      expect(operation.validate(input)).toEqual([]);
      expect(isValid(operation, input)).toBe(true);
      const { body } = operation.encodeJson(encodeUtf8(stringify(input)));
      expect([...decodeUtf8(body).matchAll(/item>\d/g)]).toHaveLength(sent);
      expect(operation.requestFromXml(body).input).toEqual(input);
    }
  });

  test('in $any it is rejected while its own place has room, by the mapper and by the schema', async () => {
    const operation = await echo(
      '<xs:element ref="t:item" minOccurs="0" maxOccurs="2"/><xs:any processContents="lax" minOccurs="0" maxOccurs="unbounded"/>',
    );
    for (const item of [[], [1]]) {
      const input = { item, $any: [{ '{urn:t}item': 9 }] };
      expect(operation.validate(input)).toMatchObject([{ path: '/$any/0/{urn:t}item', keyword: 'wildcard' }]);
      expect(isValid(operation, input)).toBe(false);
    }
    expect(isValid(operation, { item: [1, 2], $any: [{ '{urn:t}item': 9 }] })).toBe(true);
  });

  test('a wildcard between two groups takes what neither has room for', async () => {
    const operation = await echo(
      '<xs:sequence><xs:element ref="t:item" maxOccurs="2"/></xs:sequence>' +
        '<xs:any processContents="lax" minOccurs="0" maxOccurs="unbounded"/>' +
        '<xs:sequence><xs:element name="end" type="xs:string"/></xs:sequence>',
    );
    const reply = operation.fromXml(
      answer('<t:item>1</t:item><t:item>2</t:item><t:item>3</t:item><t:end>x</t:end>'),
    );
    expect(reply).toMatchObject({
      result: { item: [1, 2], end: 'x', $any: [{ '{urn:t}item': 3 }] },
      warnings: [],
    });
  });

  test('a surplus element that no wildcard admits is an extra one at its own place', async () => {
    const operation = await echo(
      '<xs:element ref="t:item"/><xs:any namespace="##other" processContents="lax" minOccurs="0" maxOccurs="unbounded"/>',
    );
    const reply = operation.fromXml(answer('<t:item>1</t:item><t:item>2</t:item>'));
    expect(reply).toMatchObject({ result: { item: 1 }, warnings: [{ code: 'TOO_MANY' }] });
    expect(operation.validate({ item: 1, $any: [{ '{urn:t}item': 2 }] })).toMatchObject([
      { path: '/$any/0/{urn:t}item', keyword: 'wildcard' },
    ]);
  });

  test('the first one must be given under its own key', async () => {
    const operation = await echo(open);
    expect(operation.validate({ $any: [{ '{urn:t}item': 2 }] })).toMatchObject(
      [
        { path: '/$any/0/{urn:t}item', keyword: 'wildcard', expected: 'item' },
        { path: '/item', keyword: 'required' },
      ].reverse(),
    );
    expect(operation.validate({ item: 1, $any: [{ '{urn:t}item': 'x' }] })).toMatchObject([
      { path: '/$any/0/{urn:t}item', keyword: 'type' },
    ]);
  });

  describe('in $content, where the order determines the place', () => {
    const bag = '<xs:element ref="t:item"/><xs:any processContents="lax" minOccurs="0" maxOccurs="2"/>';

    test('it keeps its key, in both directions', async () => {
      const operation = await echo(bag, true);
      const xml = answer('a<t:item>1</t:item>b<t:item>2</t:item><x/>');
      const $content = ['a', { item: 1 }, 'b', { item: 2 }, { x: '' }];
      const reply = operation.fromXml(xml);
      expect(reply).toMatchObject({ result: { $content }, warnings: [] });
      const { body } = operation.toXml({ $content });
      expect(decodeUtf8(body)).toContain('>a<ns1:item>1</ns1:item>b<ns1:item>2</ns1:item><x></x></ns1:Echo>');
      expect(operation.requestFromXml(body).input).toEqual({ $content });
    });

    test('it is rejected if neither its own place nor a wildcard has room', async () => {
      const operation = await echo(bag, true);
      const item = { item: 1 };
      expect(operation.validate({ $content: [item, item, item, item] })).toMatchObject([
        { path: '/$content/3', keyword: 'content' },
      ]);
      const other = await echo('<xs:element ref="t:item"/><xs:any namespace="##other" minOccurs="0"/>', true);
      expect(other.validate({ $content: [item, item] })).toMatchObject([
        { path: '/$content/1', keyword: 'content' },
      ]);
    });

    test('its value is checked against its declaration', async () => {
      const operation = await echo(bag, true);
      expect(operation.validate({ $content: [{ item: 1 }, { item: 'x' }] })).toMatchObject([
        { path: '/$content/1/item', keyword: 'type' },
      ]);
    });
  });
});
