import { openAsBlob } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, createClient, ValidationError } from '../index.js';
import { envelope, type HttpServer, startHttpServer } from '../testing/echo-server.js';

const wsdl = (address: string): string => `<definitions targetNamespace="urn:v" xmlns:t="urn:v"
    xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
    xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <types><xs:schema targetNamespace="urn:v" elementFormDefault="qualified">
    <xs:simpleType name="Short"><xs:restriction base="xs:hexBinary"><xs:maxLength value="2"/></xs:restriction></xs:simpleType>
    <xs:simpleType name="DateOrText"><xs:union memberTypes="xs:dateTime xs:string"/></xs:simpleType>
    <xs:simpleType name="Instants"><xs:list itemType="xs:dateTime"/></xs:simpleType>
    <xs:complexType name="Values"><xs:sequence>
      <xs:element name="base64" type="xs:base64Binary" minOccurs="0" maxOccurs="unbounded"/>
      <xs:element name="hex" type="xs:hexBinary" minOccurs="0"/>
      <xs:element name="short" type="t:Short" minOccurs="0"/>
      <xs:element name="named" minOccurs="0"><xs:complexType><xs:simpleContent><xs:extension base="xs:base64Binary">
        <xs:attribute name="at" type="xs:dateTime"/><xs:attribute name="key" type="xs:hexBinary"/>
      </xs:extension></xs:simpleContent></xs:complexType></xs:element>
      <xs:element name="dateTime" type="xs:dateTime" minOccurs="0" maxOccurs="unbounded"/>
      <xs:element name="date" type="xs:date" minOccurs="0" maxOccurs="unbounded"/>
      <xs:element name="time" type="xs:time" minOccurs="0" maxOccurs="unbounded"/>
      <xs:element name="either" type="t:DateOrText" minOccurs="0" maxOccurs="unbounded"/>
      <xs:element name="list" type="t:Instants" minOccurs="0"/>
      <xs:element name="any" type="xs:anyType" minOccurs="0"/>
      <xs:element name="duration" type="xs:duration" minOccurs="0"/>
    </xs:sequence></xs:complexType>
    <xs:element name="Echo" type="t:Values"/><xs:element name="EchoResponse" type="t:Values"/>
    <xs:element name="Problem" type="t:Values"/>
  </xs:schema></types>
  <message name="Echo"><part name="parameters" element="t:Echo"/></message>
  <message name="EchoResponse"><part name="parameters" element="t:EchoResponse"/></message>
  <message name="Problem"><part name="fault" element="t:Problem"/></message>
  <portType name="Values"><operation name="Echo"><input message="t:Echo"/><output message="t:EchoResponse"/>
    <fault name="Problem" message="t:Problem"/></operation></portType>
  <binding name="Values" type="t:Values"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Echo"><soap:operation soapAction="urn:v#Echo"/><input><soap:body use="literal"/></input>
      <output><soap:body use="literal"/></output><fault name="Problem"><soap:fault name="Problem" use="literal"/></fault></operation></binding>
  <service name="Values"><port name="Values" binding="t:Values"><soap:address location="${address}"/></port></service>
</definitions>`;

/** The answer of the server: the fields that were sent, or these. */
let answered: { readonly body?: string; readonly headers?: Record<string, string>; readonly text?: string } =
  {};
let server: HttpServer;
let text: string;
beforeAll(async () => {
  server = await startHttpServer(({ body }) => {
    const sent = /<(?:\w+:)?Echo[^>]*?(?:\/>|>([\s\S]*)<\/(?:\w+:)?Echo>)/.exec(String(body))?.[1] ?? '';
    const xmlns = 'xmlns="urn:v" xmlns:ns1="urn:v" xmlns:n1="urn:v" xmlns:t="urn:v"';
    const fields = answered.body ?? sent;
    return {
      ...(answered.headers && { headers: answered.headers }),
      body: answered.text ?? envelope(`<t:EchoResponse ${xmlns}>${fields}</t:EchoResponse>`),
    };
  });
  text = wsdl(server.address);
});
afterAll(() => server.stop());

/** The result of a call whose response has these fields. */
async function resultOf(client: Client, body: string): Promise<Record<string, unknown>> {
  answered = { body };
  try {
    return await client.$operation('Echo')({});
  } finally {
    answered = {};
  }
}

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}

/** The envelope of a request. */
async function sentFor(client: Client, input: object): Promise<string> {
  answered = { body: '' };
  await client.$operation('Echo')(input as Record<string, unknown>);
  answered = {};
  return String(server.received.at(-1)?.body);
}

const bytes = Uint8Array.of(0, 1, 254, 255);

describe('inputs', () => {
  test.each<[string, unknown]>([
    ['a Uint8Array', bytes],
    ['a Buffer', Buffer.from(bytes)],
    ['a part of a larger memory', new Uint8Array([9, 0, 1, 254, 255, 9]).subarray(1, 5)],
    ['a Uint8Array of another realm', runInContext('Uint8Array.of(0, 1, 254, 255)', createContext())],
    ['a Blob', new Blob([bytes])],
    ['a File', new File([bytes], 'a.bin')],
    ['text', 'AAH+/w=='],
  ])('%s is written as base64, in a list and next to attributes', async (_what, value) => {
    const client = await createClient(text);
    const sent = await sentFor(client, {
      base64: [value, 'AA=='],
      named: { $value: value, '@at': '2024-01-01T00:00:00Z' },
    });
    expect(sent.match(/AAH\+\/w==/g)).toHaveLength(2);
    expect(sent).toContain('AA==');
    await client.$close();
  });

  test('bytes and blobs are written as hexBinary, and their length is checked', async () => {
    const client = await createClient(text);
    const echo = client.$operation('Echo');
    expect(await sentFor(client, { hex: bytes, short: new Blob(['ab']) })).toMatch(/0001FEFF[\s\S]*6162/);
    await expect(echo({ short: bytes })).rejects.toMatchObject({
      name: 'ValidationError',
      problems: [{ path: '/short' }],
    });
    await expect(echo({ short: new Blob([bytes]) })).rejects.toBeInstanceOf(ValidationError);
    await client.$close();
  });

  test('a blob at another type is a problem, and the input is left as it is', async () => {
    const client = await createClient(text);
    const input = { dateTime: [new Blob(['x'])], base64: [new Blob(['y'])] };
    const kept = { ...input };
    await expect(client.$operation('Echo')(input)).rejects.toMatchObject({
      problems: [{ path: '/dateTime/0' }],
    });
    expect(input).toEqual(kept);
    expect(
      client
        .$operation('Echo')
        .validate(input)
        .map(({ message }) => message),
    ).toContainEqual(expect.stringContaining('got a Blob'));
    await client.$close();
  });

  test.each([
    ['undici', {}],
    ['fetch', { fetch: (input: string, init?: RequestInit) => fetch(input, init) }],
  ] as const)(
    'MTOM over %s: a large Blob is a part that is not read before it is sent',
    async (_way, way) => {
      await using client = await createClient(text, { ...way, mtom: 'always' });
      const large = new Uint8Array(200_000).map((_, at) => at % 251);
      const blob = new Blob([large]);
      const named = { $value: blob, '@at': '2024-01-01T00:00:00Z' };
      answered = { body: '' };
      const { request } = await client
        .$operation('Echo')
        .full({ base64: [blob, new Blob(['small']), large], named, hex: new Blob(['ab']) });
      answered = {};
      expect(request.attachments.map(({ data }) => data)).toEqual([blob, large, blob]);
      const sent = server.received.at(-1)?.body.toString('latin1') ?? '';
      expect(sent.split(Buffer.from(large).toString('latin1'))).toHaveLength(4);
      expect(sent).toContain(`>${Buffer.from('small').toString('base64')}<`);
      expect(sent).toContain('>6162<');
      expect(server.received.at(-1)?.headers['content-length']).toBe(String(sent.length));
    },
  );

  test('a Blob that violates the length of its type is a problem, and is not read', async () => {
    const limited = text.replaceAll(
      '<xs:restriction base="xs:hexBinary"><xs:maxLength value="2"/>',
      '<xs:restriction base="xs:base64Binary"><xs:maxLength value="2000"/>',
    );
    await using client = await createClient(limited, { mtom: 'always' });
    const blob = new Blob([new Uint8Array(2_001)]);
    blob.arrayBuffer = () => Promise.reject(new Error('read'));
    await expect(client.$operation('Echo').request({ short: blob })).rejects.toMatchObject({
      problems: [
        { path: '/short', keyword: 'maxLength', message: 'must have at most 2000 octets, has 2001' },
      ],
    });
    const { attachments } = await client.$operation('Echo').request({ short: blob.slice(1) });
    expect(attachments).toMatchObject([{ data: { size: 2_000 } }]);
  });

  test('a file that changes before it is sent: INVALID_REQUEST, and no second attempt', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'soapstone-'));
    const path = join(directory, 'a.bin');
    await writeFile(path, Buffer.alloc(5_000));
    const file = await openAsBlob(path);
    await writeFile(path, Buffer.alloc(6_000));
    await using client = await createClient(text, { mtom: 'always' });
    const before = server.received.length;
    await expect(client.$operation('Echo')({ base64: [file] })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining('do not change its file until the request is sent'),
    });
    expect(server.received).toHaveLength(before);
    await rm(directory, { recursive: true });
  });
});

describe('binary: bytes', () => {
  let client: Client;
  beforeAll(async () => {
    client = await createClient(text, { binary: 'bytes' });
  });
  afterAll(() => client.$close());

  test('binary values are Uint8Arrays wherever they are', async () => {
    const result = await resultOf(
      client,
      `<t:base64>AAH+ /w==</t:base64><t:base64/><t:hex>0001fEFF</t:hex><t:named key="ff" at="2024-01-01T00:00:00Z">AAE=</t:named>`,
    );
    expect(result).toEqual({
      base64: [bytes, new Uint8Array()],
      hex: bytes,
      named: { $value: Uint8Array.of(0, 1), '@key': Uint8Array.of(255), '@at': '2024-01-01T00:00:00Z' },
      dateTime: [],
      date: [],
      time: [],
      either: [],
    });
    expect(Object.getPrototypeOf(result['hex'])).toBe(Uint8Array.prototype);
  });

  test('what was read can be sent again', async () => {
    const result = await resultOf(client, '<t:base64>AAH+/w==</t:base64><t:hex>00FF</t:hex>');
    expect(await client.$operation('Echo')(result)).toEqual(result);
  });

  test('a text that is not binary stays text, with a warning', async () => {
    answered = { body: '<t:hex>0x1</t:hex>' };
    const { result, warnings } = await client.$operation('Echo').full({});
    answered = {};
    expect([result['hex'], warnings.map(({ code }) => code)]).toEqual(['0x1', ['INVALID_VALUE']]);
  });

  test('a MIME part of MTOM, an item and a fault have bytes, the JSON of a stream base64', async () => {
    const xop = '<x:Include xmlns:x="http://www.w3.org/2004/08/xop/include" href="cid:a"/>';
    const body = envelope(`<t:EchoResponse xmlns:t="urn:v"><t:base64>${xop}</t:base64></t:EchoResponse>`);
    answered = {
      headers: { 'content-type': 'multipart/related; boundary=b; type="application/xop+xml"; start="<r>"' },
      text: `--b\r\nContent-Type: application/xop+xml; type="text/xml"\r\nContent-ID: <r>\r\n\r\n${body}\r\n--b\r\nContent-ID: <a>\r\n\r\nhello\r\n--b--`,
    };
    expect((await client.$operation('Echo')({}))['base64']).toEqual([new TextEncoder().encode('hello')]);
    answered = { body: '<t:base64>AA==</t:base64><t:base64>AQ==</t:base64>' };
    expect(await all(client.$operation('Echo').items({}, 'base64'))).toEqual([
      Uint8Array.of(0),
      Uint8Array.of(1),
    ]);
    const stream = Buffer.concat(await all(client.$operation('Echo').stream({})));
    expect(JSON.parse(String(stream))).toMatchObject({ base64: ['AA==', 'AQ=='] });
    answered = {
      text: envelope(
        '<s:Fault xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><faultcode>s:Server</faultcode><faultstring>no</faultstring><detail><t:Problem xmlns:t="urn:v"><t:hex>FF</t:hex></t:Problem></detail></s:Fault>',
      ),
    };
    await expect(client.$operation('Echo')({})).rejects.toMatchObject({
      detail: { Problem: { hex: Uint8Array.of(255) } },
    });
    answered = {};
  });

  test('bigints and bytes in one client', async () => {
    await using both = await createClient(text, { binary: 'bytes', numbers: 'bigint' });
    expect((await resultOf(both, '<t:hex>FF</t:hex>'))['hex']).toEqual(Uint8Array.of(255));
  });
});

test('the text of a ValidationError has the first problems, with the name that was meant', async () => {
  await using client = await createClient(text);
  const error = await client
    .$operation('Echo')({ hexx: 'FF', date: ['tomorrow'], short: '1', time: [5], list: 'x', more: 1 })
    .catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ValidationError);
  const { message, problems } = error as ValidationError;
  expect(message).toMatch(
    /^cannot encode the request for operation Echo: \/\S+ .*; \/\S+ .*; \/\S+ .* \(and \d more\)$/,
  );
  expect(problems.length).toBeGreaterThan(4);
  await expect(client.$operation('Echo')({ hexx: 'FF' })).rejects.toThrow(/\/hexx .*did you mean hex\?/);
});

const DATES = [
  '2024-02-29T10:00:00Z',
  '2024-02-29T10:00:00.120+02:00',
  '2024-02-29T10:00:00.1234Z',
  '2024-02-29T10:00:00',
  '12024-02-29T10:00:00Z',
];

describe('dates', () => {
  const fields = DATES.map((each) => `<t:dateTime>${each}</t:dateTime>`).join('');

  test('text, the default: as in the document', async () => {
    await using client = await createClient(text);
    expect((await resultOf(client, fields))['dateTime']).toEqual(DATES);
  });

  test('Date: where it holds the instant exactly, with the zone in text; anything else is text', async () => {
    await using client = await createClient(text, { dates: 'Date' });
    const result = await resultOf(
      client,
      `${fields}<t:date>2024-02-29</t:date><t:either>2024-02-29T10:00:00Z</t:either><t:either>soon</t:either><t:list>2024-02-29T10:00:00Z 2024-02-29T10:00:00</t:list>`,
    );
    expect(result['dateTime']).toEqual([
      new Date(Date.UTC(2024, 1, 29, 10)),
      new Date(Date.UTC(2024, 1, 29, 8, 0, 0, 120)),
      ...DATES.slice(2),
    ]);
    expect((result['dateTime'] as Date[])[1]).toBeInstanceOf(Date);
    expect((result['dateTime'] as { text: string }[])[1]?.text).toBe(DATES[1]);
    expect(result['date']).toEqual(['2024-02-29']);
    expect(result['either']).toEqual([new Date(Date.UTC(2024, 1, 29, 10)), 'soon']);
    expect(result['list']).toEqual([new Date(Date.UTC(2024, 1, 29, 10)), '2024-02-29T10:00:00']);
    const sent = await sentFor(client, result);
    for (const each of DATES) expect(sent).toContain(`>${each}<`);
    const changed = (result['dateTime'] as Date[])[1] as Date;
    changed.setUTCHours(0);
    expect(await sentFor(client, { dateTime: [changed] })).toContain('>2024-02-29T00:00:00.120Z<');
  });

  test('temporal without Temporal: OptionError', async () => {
    if ('Temporal' in globalThis) return;
    await expect(createClient(text, { dates: 'temporal' })).rejects.toMatchObject({
      name: 'OptionError',
      option: 'dates',
      message: expect.stringContaining('no Temporal') as string,
    });
  });
});
