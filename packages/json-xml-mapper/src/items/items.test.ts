import { parseWsdlText } from '@soapstone/wsdl-parser';
import { describe, expect, test } from 'vitest';
import type { CompiledOperation } from '../api/operation.js';
import type { MapperOptions } from '../api/options.js';
import type { JsonValue } from '../api/values.js';
import { createMapper } from '../mapper.js';
import { encodeUtf8 } from '../platform.js';

const wsdl = `<definitions targetNamespace="urn:t" xmlns:t="urn:t" xmlns="http://schemas.xmlsoap.org/wsdl/"
    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <types><xs:schema targetNamespace="urn:t" elementFormDefault="qualified">
    <xs:complexType name="Row"><xs:sequence>
      <xs:element name="text" type="xs:string"/><xs:element name="row" type="t:Row" minOccurs="0" maxOccurs="unbounded"/>
    </xs:sequence><xs:attribute name="id" type="xs:long"/></xs:complexType>
    <xs:element name="List"><xs:complexType/></xs:element>
    <xs:element name="ListResponse"><xs:complexType><xs:sequence>
      <xs:element name="total" type="xs:int"/>
      <xs:element name="page" minOccurs="0" maxOccurs="unbounded"><xs:complexType><xs:sequence>
        <xs:element name="number" type="xs:int"/><xs:element name="row" type="t:Row" minOccurs="0" maxOccurs="unbounded"/>
        <xs:element name="tag" type="xs:string" minOccurs="0" maxOccurs="unbounded"/>
      </xs:sequence></xs:complexType></xs:element>
      <xs:element name="row" type="t:Row" minOccurs="0" maxOccurs="unbounded"/>
    </xs:sequence></xs:complexType></xs:element>
  </xs:schema></types>
  <message name="in"><part name="p" element="t:List"/></message><message name="out"><part name="p" element="t:ListResponse"/></message>
  <portType name="P"><operation name="List"><input message="t:in"/><output message="t:out"/></operation></portType>
  <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="List"><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
  <service name="S"><port name="P" binding="t:B"><soap:address location="http://localhost/"/></port></service>
</definitions>`;

async function compile(options: MapperOptions = {}): Promise<CompiledOperation> {
  const { model } = await parseWsdlText(wsdl);
  return createMapper(model, { prototypes: 'ordinary', ...options }).compile('List');
}

const envelope = (body: string): string =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${body}</s:Body></s:Envelope>`;
const response = envelope(`<ListResponse xmlns="urn:t"><total>3</total>
  <page><number>1</number><row id="1"><text>a "]," \\ { b</text></row><row id="2"><text>é</text><row><text>inner</text></row></row><tag>x,y</tag><tag/></page>
  <page><number>2</number></page>
  <page><number>3</number><row id="9007199254740993"><text>[}</text></row><tag>]</tag></page>
</ListResponse>`);

function read(
  operation: CompiledOperation,
  path: readonly string[],
  xml: string,
  chunkBytes: number,
): JsonValue[] {
  const reader = operation.createItemReader(path);
  const bytes = encodeUtf8(xml);
  const items: JsonValue[] = [];
  for (let at = 0; at < bytes.length; at += chunkBytes)
    items.push(...reader.write(bytes.subarray(at, at + chunkBytes)));
  return [...items, ...reader.end().items];
}

/** The values at the path of a whole result, with lists on the way flattened. */
function expected(operation: CompiledOperation, path: readonly string[], xml: string): unknown[] {
  const reply = operation.fromXml(xml);
  let found: unknown[] = reply.kind === 'result' ? [reply.result] : [];
  for (const key of path) found = found.flatMap((each) => (each as Record<string, unknown>)[key] ?? []);
  return found;
}

describe('items of a list', () => {
  test.each([
    ['of objects, below a list on the way', ['page', 'row']],
    ['of strings', ['page', 'tag']],
    ['of the list on the way itself', ['page']],
    ['that is absent', ['row']],
  ])('%s are those of the whole result, wherever the response is split', async (_what, path) => {
    const operation = await compile();
    for (const chunkBytes of [1, 7, 64, 10_000]) {
      expect(read(operation, path, response, chunkBytes)).toEqual(expected(operation, path, response));
    }
  });

  test('numbers are as the options say', async () => {
    const operation = await compile({ numbers: 'bigint' });
    expect(
      read(operation, ['page', 'row'], response, 50).map((row) => (row as { '@id': bigint })['@id']),
    ).toEqual([1n, 2n, 9007199254740993n]);
  });

  test('a long list is returned as it arrives, in bounded memory', async () => {
    const operation = await compile({
      limits: { responseBytes: Infinity, responseNodes: Infinity, outputBytes: Infinity },
    });
    const reader = operation.createItemReader(['row']);
    const row = encodeUtf8(`<row id="7"><text>${'x'.repeat(100)}</text></row>`.repeat(100));
    reader.write(
      encodeUtf8(
        '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><ListResponse xmlns="urn:t"><total>1</total>',
      ),
    );
    let count = 0;
    let most = 0;
    for (let sent = 100; sent <= 50_000; sent += 100) {
      const items = reader.write(row);
      count += items.length;
      if (items.length > 0) expect(items[0]).toHaveProperty('@id', 7);
      most = Math.max(most, sent - count);
    }
    expect(most).toBeLessThan(2_000);
    reader.write(encodeUtf8('</ListResponse></s:Body></s:Envelope>'));
    expect(count + reader.end().items.length).toBe(50_000);
  });

  test('a fault has no items', async () => {
    const reader = (await compile()).createItemReader(['row']);
    const fault =
      '<s:Fault xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><faultcode>s:Server</faultcode><faultstring>no</faultstring></s:Fault>';
    expect(reader.write(encodeUtf8(envelope(fault)))).toEqual([]);
    expect(reader.end()).toMatchObject({ kind: 'fault', fault: { reason: 'no' }, items: [] });
  });

  test.each<[unknown, string]>([
    [['pages'], 'there is no such member; the members are total, page, row'],
    [['page', 'rows'], 'the members are number, row, tag'],
    [['total'], 'it is not a list'],
    [['page', 'number'], 'it is not a list'],
    [[], 'expected at least one key'],
    ['row', 'expected an array, not a string'],
  ])('the path %j is rejected', async (path, message) => {
    const operation = await compile();
    expect(() => operation.createItemReader(path as string[])).toThrow(
      expect.objectContaining({ name: 'OptionError', message: expect.stringContaining(message) }),
    );
  });
});
