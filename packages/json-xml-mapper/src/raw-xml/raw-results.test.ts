import { parseWsdlText } from '@soapstone/wsdl-parser';
import { describe, expect, test } from 'vitest';
import type { CompiledOperation, DecodeOptions } from '../api/operation.js';
import type { MapperOptions } from '../api/options.js';
import { createMapper } from '../mapper.js';
import { encodeUtf8 } from '../platform.js';

const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/';
const MEMBERS = `<xs:sequence>
  <xs:element name="total" type="xs:int"/>
  <xs:element name="page" type="t:Page" minOccurs="0" maxOccurs="unbounded"/>
  <xs:element ref="t:shape" minOccurs="0"/>
  <xs:element name="note" type="xs:string" minOccurs="0" nillable="true"/>
  <xs:element name="open" type="xs:anyType" minOccurs="0"/>
  <xs:element name="mixed" minOccurs="0"><xs:complexType mixed="true"><xs:sequence><xs:element name="b" type="xs:string" minOccurs="0" maxOccurs="9"/><xs:any minOccurs="0" processContents="lax"/></xs:sequence></xs:complexType></xs:element>
  <xs:element name="pairs" minOccurs="0"><xs:complexType><xs:sequence minOccurs="0" maxOccurs="unbounded"><xs:element name="k" type="xs:string"/><xs:element name="v" type="xs:int"/></xs:sequence></xs:complexType></xs:element>
  <xs:element name="late" type="xs:int" minOccurs="0"/>
  <xs:any minOccurs="0" maxOccurs="9" processContents="lax" namespace="##other"/>
</xs:sequence>`;
const wsdl = `<definitions targetNamespace="urn:t" xmlns:t="urn:t" xmlns="http://schemas.xmlsoap.org/wsdl/"
    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <types><xs:schema targetNamespace="urn:t" elementFormDefault="qualified">
    <xs:complexType name="Row"><xs:sequence><xs:element name="text" type="xs:string"/></xs:sequence><xs:attribute name="id" type="xs:int"/></xs:complexType>
    <xs:complexType name="LongRow"><xs:complexContent><xs:extension base="t:Row"><xs:sequence><xs:element name="more" type="xs:string"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
    <xs:complexType name="Page"><xs:sequence><xs:element name="number" type="xs:int"/><xs:element name="row" type="t:Row" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType>
    <xs:element name="shape" type="xs:string"/><xs:element name="circle" type="xs:string" substitutionGroup="t:shape"/>
    <xs:element name="Do"><xs:complexType>${MEMBERS}</xs:complexType></xs:element>
    <xs:element name="DoResponse"><xs:complexType>${MEMBERS}</xs:complexType></xs:element>
  </xs:schema></types>
  <message name="in"><part name="p" element="t:Do"/></message><message name="out"><part name="p" element="t:DoResponse"/></message>
  <portType name="P"><operation name="Do"><input message="t:in"/><output message="t:out"/></operation></portType>
  <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Do"><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
  <service name="S"><port name="P" binding="t:B"><soap:address location="http://localhost/"/></port></service>
</definitions>`;

async function compile(options: MapperOptions = {}, text = wsdl): Promise<CompiledOperation> {
  const { model } = await parseWsdlText(text);
  return createMapper(model, { prototypes: 'ordinary', ...options }).compile('Do');
}

/** A response whose root has the default namespace of the schema. */
const envelope = (members: string, attributes = ''): string =>
  `<s:Envelope xmlns:s="${SOAP}" xmlns:i="http://www.w3.org/2001/XMLSchema-instance"><s:Body><DoResponse xmlns="urn:t"${attributes}>${members}</DoResponse></s:Body></s:Envelope>`;

const S = `xmlns:i="http://www.w3.org/2001/XMLSchema-instance" xmlns:s="${SOAP}"`;
const ALL = `xmlns="urn:t" ${S}`;

async function read(members: string, raw: DecodeOptions['raw'], options?: MapperOptions) {
  const operation = await compile({ warnings: 'all', ...options });
  const reply = operation.fromXml(envelope(members), { raw });
  const plain = operation.fromXml(envelope(members));
  expect(reply.warnings).toEqual(plain.warnings);
  if (reply.kind !== 'result' || plain.kind !== 'result') throw new Error('expected a result');
  return { result: reply.result, plain: plain.result };
}

describe('XM-7: elements of a result come back as finished elements', () => {
  const PAGES =
    '<total>1</total><page><number>1</number><row id="1"><text>a</text></row><row id="2" ><text/></row></page><page><number>2</number></page>';
  test.each<[string, string, (string | string[])[], unknown]>([
    ['a member', '<total>1</total>', ['total'], { total: { $xml: `<total ${ALL}>1</total>` } }],
    [
      'each entry of a list, below lists',
      PAGES,
      ['page.row'],
      {
        page: [
          {
            row: [
              { $xml: `<row ${ALL} id="1"><text>a</text></row>` },
              { $xml: `<row ${ALL} id="2" ><text/></row>` },
            ],
          },
          { row: [] },
        ],
      },
    ],
    [
      'an outer element rather than one inside it',
      PAGES,
      [['page', 'row'], ['page']],
      {
        page: [
          {
            $xml: `<page ${ALL}><number>1</number><row id="1"><text>a</text></row><row id="2" ><text/></row></page>`,
          },
          { $xml: `<page ${ALL}><number>2</number></page>` },
        ],
      },
    ],
    [
      'a member of a list only',
      PAGES,
      ['page.number'],
      {
        page: [
          { number: { $xml: `<number ${ALL}>1</number>` }, row: [{ '@id': 1 }, { '@id': 2 }] },
          { number: { $xml: `<number ${ALL}>2</number>` } },
        ],
      },
    ],
    [
      'a nil element',
      '<total>1</total><note i:nil="true"/>',
      ['note'],
      { note: { $xml: `<note ${ALL} i:nil="true"/>` } },
    ],
    [
      'a substitute',
      '<total>1</total><circle>o</circle>',
      ['shape'],
      { shape: { $xml: `<circle ${ALL}>o</circle>` } },
    ],
    [
      'a derived type',
      '<total>1</total><page><number>1</number><row i:type="LongRow"><text>a</text><more>b</more></row></page>',
      ['page.row'],
      { page: [{ row: [{ $xml: `<row ${ALL} i:type="LongRow"><text>a</text><more>b</more></row>` }] }] },
    ],
    [
      'entries of a wildcard',
      '<total>1</total><a xmlns="urn:x"><b>1</b></a><y:c xmlns:y="urn:y"/>',
      ['$any'],
      { $any: [{ $xml: `<a ${S} xmlns="urn:x"><b>1</b></a>` }, { $xml: `<y:c ${ALL} xmlns:y="urn:y"/>` }] },
    ],
    [
      'entries of one name',
      '<total>1</total><a xmlns="urn:x"/><y:c xmlns:y="urn:y"/>',
      [['$any', '{urn:y}c']],
      { $any: [{ '{urn:x}a': '' }, { $xml: `<y:c ${ALL} xmlns:y="urn:y"/>` }] },
    ],
    [
      'untyped content',
      '<total>1</total><open><z>1</z></open>',
      ['open'],
      { open: { $xml: `<open ${ALL}><z>1</z></open>` } },
    ],
    [
      'an element in untyped content',
      '<total>1</total><open>x<z xmlns="">1</z></open>',
      ['open.$content.z'],
      { open: { $content: ['x', { $xml: `<z ${S} xmlns="">1</z>` }] } },
    ],
    [
      'elements of mixed content',
      '<total>1</total><mixed>x<b>1</b>y<b/></mixed>',
      ['mixed.$content.b'],
      { mixed: { $content: ['x', { $xml: `<b ${ALL}>1</b>` }, 'y', { $xml: `<b ${ALL}/>` }] } },
    ],
    [
      'members of repetitions',
      '<total>1</total><pairs><k>a</k><v>1</v><k>b</k><v>2</v></pairs>',
      ['pairs.$items.v'],
      {
        pairs: {
          $items: [
            { k: 'a', v: { $xml: `<v ${ALL}>1</v>` } },
            { k: 'b', v: { $xml: `<v ${ALL}>2</v>` } },
          ],
        },
      },
    ],
    [
      'an element out of order',
      '<late>7</late><total>1</total>',
      ['late'],
      { total: 1, late: { $xml: `<late ${ALL}>7</late>` } },
    ],
    ['an element of another namespace', '<total>1</total><q:late xmlns:q="urn:q">7</q:late>', ['late'], {}],
  ])('%s', async (_what, members, raw, want) => {
    const { result, plain } = await read(members, raw);
    expect(result).toMatchObject(want as object);
    // The other members are as they were.
    expect(withoutRaw(result, plain)).toEqual(plain);
  });

  test('compact untyped content', async () => {
    const members = '<total>1</total><open><z xmlns="">1</z><z xmlns="">2</z><y xmlns="">3</y></open>';
    const { result } = await read(members, ['open.z'], { untyped: 'compact' });
    expect(result['open']).toEqual({
      z: [{ $xml: `<z ${S} xmlns="">1</z>` }, { $xml: `<z ${S} xmlns="">2</z>` }],
      y: '3',
    });
  });

  test('with number kinds, strict responses and unknown content', async () => {
    const members = '<total>1</total><page><number>1</number></page><gone>x</gone>';
    const options = { numbers: 'bigint', unknown: 'keep' } as const;
    const { result } = await read(members, ['page', '$unknown'], options);
    expect(result).toMatchObject({
      total: 1,
      page: [{ $xml: `<page ${ALL}><number>1</number></page>` }],
      $unknown: [{ $xml: `<gone ${ALL}>x</gone>` }],
    });
    const strict = await compile({ strictResponses: true });
    expect(() =>
      strict.fromXml(envelope('<total>1</total><page><number>x</number></page>'), { raw: ['page'] }),
    ).toThrow(expect.objectContaining({ code: 'STRICT' }));
  });

  test('chunks may be split anywhere, and a stream returns nothing before the end', async () => {
    const operation = await compile();
    const xml = encodeUtf8(envelope('<total>1</total><page><number>1</number></page>'));
    const whole = operation.decodeXml(xml, { raw: ['page'] });
    const decoder = operation.createDecoder({ raw: ['page'] });
    const stream = operation.createStream({ raw: ['page'] });
    let streamed = 0;
    for (const byte of xml) {
      decoder.write(Uint8Array.of(byte));
      streamed += stream.write(Uint8Array.of(byte)).length;
    }
    expect(decoder.end()).toEqual(whole);
    expect(streamed).toBe(0);
    expect(stream.end()).toEqual(whole);
    const reader = operation.createItemReader(['page'], { raw: ['page'] });
    expect([...reader.write(xml), ...reader.end().items]).toEqual([
      { $xml: `<page ${ALL}><number>1</number></page>` },
    ]);
  });

  test('the paths of a result whose wrapper is omitted start in the record', async () => {
    const wrapped = `<xs:element name="DoResponse"><xs:complexType><xs:sequence><xs:element name="DoResult" type="t:Page"/></xs:sequence></xs:complexType></xs:element>`;
    const text = wsdl.replace(/<xs:element name="DoResponse">.*?<\/xs:schema>/s, `${wrapped}</xs:schema>`);
    const xml = envelope('<DoResult><number>1</number><row><text>a</text></row></DoResult>');
    const row = { $xml: `<row ${ALL}><text>a</text></row>` };
    const bare = await compile({}, text);
    expect(bare.fromXml(xml, { raw: ['row'] })).toMatchObject({ result: { number: 1, row: [row] } });
    const whole = await compile({ unwrap: 'none' }, text);
    expect(whole.fromXml(xml, { raw: ['DoResponse.DoResult.row'] })).toMatchObject({
      result: { DoResponse: { DoResult: { row: [row] } } },
    });
  });

  test('a design that leaves out members of an element keeps it JSON', async () => {
    const design = { operations: { Do: { result: { omit: ['page/row/text'] } } } };
    const operation = await compile({ design });
    expect(() => operation.fromXml(envelope('<total>1</total>'), { raw: ['page'] })).toThrow(
      'the design of the service leaves out members of it',
    );
    expect(operation.fromXml(envelope('<total>1</total>'), { raw: ['total'] })).toMatchObject({
      result: { total: { $xml: `<total ${ALL}>1</total>` } },
    });
  });

  test('a request on the server side has them too', async () => {
    const operation = await compile();
    const xml = envelope('<total>1</total>').replaceAll('DoResponse', 'Do');
    expect(operation.requestFromXml(xml, { raw: ['total'] }).input).toMatchObject({
      total: { $xml: `<total ${ALL}>1</total>` },
    });
  });

  test('a fault has none', async () => {
    const fault = `<s:Envelope xmlns:s="${SOAP}"><s:Body><s:Fault><faultcode>s:Server</faultcode><faultstring>no</faultstring><detail><page xmlns="urn:t">1</page></detail></s:Fault></s:Body></s:Envelope>`;
    const operation = await compile();
    expect(operation.fromXml(fault, { raw: ['page'] })).toEqual(operation.fromXml(fault));
  });

  test.each<[unknown, string]>([
    [['pages'], 'cannot return "pages" as $xml: there is no "pages"; did you mean "page"?'],
    [['page.rows'], 'there is no "page.rows"; did you mean "row"?'],
    [['zzzzzzzzzz'], 'the elements are total, page, shape'],
    [['page.row.@id'], '"page.row.@id" is no element'],
    [['page.number.x'], 'there are no elements'],
    [['pairs.$items'], 'it is a group of elements; name one of them'],
    [['mixed.b'], 'there is no "mixed.b"'],
    [['mixed.$content.@b'], 'is no element'],
    [['total', 'constructor'], 'cannot use option "raw.1"'],
    [[[]], 'a path has at least one key'],
    ['page', 'expected an array'],
    [[7], 'expected a string'],
  ])('the paths %j are rejected', async (raw, message) => {
    const operation = await compile();
    expect(() => operation.fromXml(envelope('<total>1</total>'), { raw: raw as string[] })).toThrow(
      expect.objectContaining({ name: 'OptionError', message: expect.stringContaining(message) }),
    );
  });
});

/** A result with the values of another one where it has `$xml`. */
function withoutRaw(result: unknown, plain: unknown): unknown {
  if (typeof result !== 'object' || result === null) return result;
  if ('$xml' in result) return plain;
  const of = plain as Record<string, unknown>;
  if (Array.isArray(result)) return result.map((each, index) => withoutRaw(each, of[index]));
  return Object.fromEntries(Object.entries(result).map(([key, value]) => [key, withoutRaw(value, of[key])]));
}

describe('XM-8: a finished element of a result has its bytes and the declarations in scope', () => {
  test('everything in it stays as it was written', async () => {
    const page = `<page\n a = '>' xmlns:q='urn:q"&lt;' b="/>"><!-- > --><number>&#49;</number><row><text><![CDATA[</row>]]>&amp;&quot;&#x1F600;\r\n\u{1f600}\\"</text></row></page\n>`;
    const { result } = await read(`<total>1</total>${page}`, ['page']);
    expect((result['page'] as { $xml: string }[])[0]?.$xml).toBe(page.replace('<page', `<page ${ALL}`));
  });

  test.each([
    ['xmlns:p="urn:p" xmlns="urn:t"', '<p:late xmlns:p="urn:q"/>', 'xmlns="urn:t"'],
    ['xmlns:p="a&amp;&lt;&quot;&#x9;&#xD;b"', '<late xmlns=""/>', 'xmlns:p="a&amp;&lt;&quot;&#x9;&#xD;b"'],
    ['xml:lang="de"', '<late/>', 'xmlns="urn:t"'],
  ])('declarations: %s', async (attributes, late, want) => {
    const operation = await compile();
    const members = `<total>1</total><open><o xmlns="urn:t" ${attributes.replace(' xmlns="urn:t"', '')}>${late}</o></open>`;
    const path = ['open', '$content', '{urn:t}o', '$content'];
    const reply = operation.fromXml(envelope(members), { raw: [path] });
    const text = JSON.stringify(reply).match(/"\$xml":("(?:[^"\\]|\\.)*")/)?.[1] ?? '""';
    const element = JSON.parse(text) as string;
    expect(element).toContain(want);
    expect(element.match(/xmlns(?=[=])/g)?.length).toBe(1);
    expect(element.match(/xmlns:s=/g)?.length).toBe(1);
    expect(element).not.toContain('xml:lang');
  });

  test.each<[string, (xml: string) => Uint8Array, string | undefined]>([
    ['UTF-8 with a byte order mark', (xml) => Buffer.from(`\u{feff}${xml}`), undefined],
    ['UTF-16LE', (xml) => Buffer.from(`\u{feff}${xml}`, 'utf16le'), undefined],
    ['UTF-16BE', (xml) => Buffer.from(`\u{feff}${xml}`, 'utf16le').swap16(), undefined],
    [
      'ISO-8859-1 by its declaration',
      (xml) => Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${xml}`, 'latin1'),
      undefined,
    ],
    ['ISO-8859-1 by HTTP', (xml) => Buffer.from(xml, 'latin1'), 'text/xml; charset=iso-8859-1'],
  ])('%s', async (_what, bytes, contentType) => {
    const operation = await compile();
    const xml = bytes(envelope('<total>1</total><note>h\u{e9}, \u{fc}</note><late>7</late>'));
    for (const size of [xml.length, 1, 7]) {
      const decoder = operation.createDecoder({ raw: ['note'], contentType });
      for (let at = 0; at < xml.length; at += size) decoder.write(xml.subarray(at, at + size));
      const reply = decoder.end();
      expect(reply.kind === 'result' && JSON.parse(new TextDecoder().decode(reply.result))).toEqual({
        total: 1,
        page: [],
        note: { $xml: `<note ${ALL}>h\u{e9}, \u{fc}</note>` },
        late: 7,
      });
    }
  });

  test('law: what came back can be sent again, and the service gets the same bytes', async () => {
    const operation = await compile();
    const members =
      '<total> 1 </total><page><number>01</number><row id="&#49;"><text>a<!-- b -->c</text></row></page><circle>o</circle>' +
      '<note i:nil="1"/><open i:type="s:x">x<z/></open><mixed>1<b>2</b><y:c xmlns:y="urn:y"/></mixed><y:c xmlns:y="urn:y"/>';
    const paths = ['total', 'page', 'shape', 'note', 'open', 'mixed', '$any'];
    for (const raw of [
      ...paths.map((path) => [path]),
      paths,
      ['page.row', 'mixed.$content', 'open.$content'],
    ]) {
      const reply = operation.fromXml(envelope(members), { raw });
      if (reply.kind !== 'result') throw new Error('expected a result');
      const elements = [...JSON.stringify(reply.result).matchAll(/"\$xml":("(?:[^"\\]|\\.)*")/g)].map(
        ([, text]) => JSON.parse(text as string) as string,
      );
      expect(elements.length).toBeGreaterThan(0);
      expect(operation.validate(reply.result)).toEqual([]);
      const sent = new TextDecoder().decode(operation.toXml(reply.result).body);
      for (const element of elements) expect(sent).toContain(element);
      const again = operation.requestFromXml(sent, { raw });
      const plain = operation.fromXml(envelope(members));
      expect(operation.requestFromXml(sent).input).toEqual(plain.kind === 'result' && plain.result);
      expect(JSON.stringify(again.input)).toContain('$xml');
    }
  });
});

describe('XM-9: limits hold for finished elements of results', () => {
  test('an element of 10 MB is read in linear work; one byte over the limit is refused', async () => {
    const operation = await compile({ limits: { outputBytes: 20_971_520 } });
    const row = '<row id="1"><text>0123456789</text></row>';
    const limit = 10_485_760;
    const around = envelope('<total>1</total><page><number>1</number></page>').length;
    const rows = row.repeat(Math.floor((limit - around) / row.length));
    const xml = encodeUtf8(envelope(`<total>1</total><page><number>1</number>${rows}</page>`));
    const work = operation.meter();
    const reply = operation.decodeXml(xml, { raw: ['page'], work });
    expect(reply.kind === 'result' && reply.result.length).toBeGreaterThan(10_000_000);
    expect(work.used).toBeLessThan(1_000_000);
    const larger = new Uint8Array(limit + 1).fill(0x20);
    larger.set(xml);
    expect(() => operation.decodeXml(larger, { raw: ['page'] })).toThrow(
      expect.objectContaining({ code: 'LIMIT' }),
    );
  });

  test('many elements that inherit many declarations are too complex', async () => {
    const operation = await compile({ limits: { expansion: 2 } });
    const names = Array.from(
      { length: 30 },
      (_, index) => ` xmlns:p${index}="urn:${'n'.repeat(500)}${index}"`,
    ).join('');
    const rows = '<row><text/></row>'.repeat(20_000);
    const xml = envelope(`<total>1</total><page><number>1</number>${rows}</page>`, names);
    expect(() => operation.fromXml(xml, { raw: ['page.row'] })).toThrow(
      expect.objectContaining({ code: 'RESPONSE_TOO_COMPLEX' }),
    );
  });
});
