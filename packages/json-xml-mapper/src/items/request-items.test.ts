import { parseWsdlText } from '@soapstone/wsdl-parser';
import { describe, expect, test } from 'vitest';
import type { CompiledOperation } from '../api/operation.js';
import type { MapperOptions } from '../api/options.js';
import type { JsonObject, JsonValue } from '../api/values.js';
import { createMapper } from '../mapper.js';
import { encodeUtf8 } from '../platform.js';

const wsdl = `<definitions targetNamespace="urn:t" xmlns:t="urn:t" xmlns="http://schemas.xmlsoap.org/wsdl/"
    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <types><xs:schema targetNamespace="urn:t" elementFormDefault="qualified">
    <xs:element name="Key" type="xs:string"/>
    <xs:complexType name="Row"><xs:sequence><xs:element name="text" type="xs:string"/></xs:sequence><xs:attribute name="id" type="xs:long"/></xs:complexType>
    <xs:element name="Load"><xs:complexType><xs:sequence>
      <xs:element name="batch" type="xs:string"/>
      <xs:element name="tag" type="xs:string" minOccurs="0" maxOccurs="3"/>
      <xs:element name="rows"><xs:complexType><xs:sequence>
        <xs:element name="row" type="t:Row" minOccurs="1" maxOccurs="unbounded"/><xs:element name="sum" type="xs:int"/>
      </xs:sequence></xs:complexType></xs:element>
      <xs:element name="page" minOccurs="0" maxOccurs="unbounded"><xs:complexType><xs:sequence><xs:element name="row" type="t:Row" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType></xs:element>
      <xs:element name="note" type="xs:string" minOccurs="0"/>
    </xs:sequence></xs:complexType></xs:element>
    <xs:element name="Loaded"><xs:complexType/></xs:element>
  </xs:schema></types>
  <message name="in"><part name="p" element="t:Load"/></message><message name="head"><part name="k" element="t:Key"/></message>
  <message name="out"><part name="p" element="t:Loaded"/></message>
  <portType name="P"><operation name="Load"><input message="t:in"/><output message="t:out"/></operation></portType>
  <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Load"><input><soap:body use="literal"/><soap:header message="t:head" part="k" use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
  <service name="S"><port name="P" binding="t:B"><soap:address location="http://localhost/"/></port></service>
</definitions>`;

async function compile(options: MapperOptions = {}): Promise<CompiledOperation> {
  const { model } = await parseWsdlText(wsdl);
  return createMapper(model, { prototypes: 'ordinary', warnings: 'all', ...options }).compile('Load');
}

const request = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Header><t:Key xmlns:t="urn:t">k,"1</t:Key></s:Header><s:Body><Load xmlns="urn:t">
  <batch>b]," { \\</batch><tag>x,y</tag><tag/>
  <rows><row id="1"><text>a "]," \\ { b</text></row><row id="9007199254740993"><text>é</text></row><row><text>[}</text></row><sum>3</sum></rows>
  <page><row id="5"><text>p</text></row></page><page/><note>end, {</note>
</Load></s:Body></s:Envelope>`;

interface Read {
  readonly items: JsonValue[];
  readonly rest: JsonObject;
  readonly headers?: JsonObject | undefined;
  readonly codes: readonly string[];
}

function read(operation: CompiledOperation, path: readonly string[], xml: string, chunkBytes: number): Read {
  const reader = operation.createRequestItemReader(path);
  const bytes = encodeUtf8(xml);
  const items: JsonValue[] = [];
  for (let at = 0; at < bytes.length; at += chunkBytes)
    items.push(...reader.write(bytes.subarray(at, at + chunkBytes)));
  const { items: last, rest, headers, warnings } = reader.end();
  return { items: [...items, ...last], rest, headers, codes: warnings.map(({ code }) => code) };
}

/** An input with an empty list in its place, and the items of that list. */
function split(input: JsonObject, path: readonly string[]): { items: unknown; rest: JsonObject } {
  const rest = structuredClone(input);
  const parent = path.slice(0, -1).reduce((at, key) => at[key] as JsonObject, rest) as Record<
    string,
    unknown
  >;
  const key = path.at(-1) ?? '';
  const items = parent[key];
  parent[key] = [];
  return { items, rest };
}

describe('items of a request', () => {
  test.each([[['rows', 'row']], [['tag']], [['page']]])(
    '%j and the rest are those of the whole input',
    async (path) => {
      const operation = await compile();
      const { input, headers } = operation.requestFromXml(request);
      const long = request.replace('<text>é', `<text>${'é,"'.repeat(30_000)}`);
      for (const chunkBytes of [1, 7, 64, 10_000]) {
        expect(read(operation, path, request, chunkBytes)).toEqual({
          ...split(input, path),
          headers,
          codes: [],
        });
      }
      expect(read(operation, path, long, 999)).toMatchObject(
        split(operation.requestFromXml(long).input, path),
      );
    },
  );

  test('a long list is returned as it arrives, with the header blocks, in bounded memory', async () => {
    const unlimited = { responseBytes: Infinity, responseNodes: Infinity, outputBytes: Infinity };
    const reader = (await compile({ limits: unlimited })).createRequestItemReader(['rows', 'row']);
    const [start = '', end = ''] = request.split(/<row id="1">.*<\/row>/);
    reader.write(encodeUtf8(start));
    expect(reader.headers()).toEqual({ Key: 'k,"1' });
    const rows = encodeUtf8(`<row id="7"><text>${'x'.repeat(100)}</text></row>`.repeat(100));
    let count = 0;
    let most = 0;
    for (let sent = 100; sent <= 50_000; sent += 100) {
      count += reader.write(rows).length;
      most = Math.max(most, sent - count);
    }
    expect(most).toBeLessThan(2_000);
    reader.write(encodeUtf8(end));
    const { items, rest } = reader.end();
    expect(count + items.length).toBe(50_000);
    expect(rest).toMatchObject({ batch: 'b]," { \\', rows: { row: [], sum: 3 }, note: 'end, {' });
  });

  test('deviations are reported at the end', async () => {
    const xml = request.replace('</row>', '<extra/></row>').replace('<sum>3</sum>', '');
    expect(read(await compile(), ['rows', 'row'], xml, 50).codes).toEqual([
      'UNKNOWN_ELEMENT',
      'MISSING_REQUIRED',
    ]);
  });

  test('the number of items that the schema allows is reported', async () => {
    const operation = await compile();
    const boundsOf = (...path: string[]) => operation.createRequestItemReader(path).bounds;
    expect([boundsOf('tag'), boundsOf('rows', 'row')]).toEqual([
      { min: 0, max: 3 },
      { min: 1, max: Number.POSITIVE_INFINITY },
    ]);
  });

  test.each<[unknown, string]>([
    [['rowss'], 'there is no such member; the members are batch, tag, rows, page, note'],
    [['rows'], 'it is not a list; the members are row, sum'],
    [['page', 'row'], '"page" is a list itself'],
    [[], 'expected at least one key'],
  ])('the path %j is rejected', async (path, message) => {
    const operation = await compile();
    expect(() => operation.createRequestItemReader(path as string[])).toThrow(
      expect.objectContaining({ name: 'OptionError', message: expect.stringContaining(message) }),
    );
  });
});
