import { type ClientOptions, createClient } from '@soapstone/client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSoapServer, type ServerOptions, type SoapContext } from '../index.js';
import { type ListeningServer, listen } from '../node.js';

const WSDL = `<definitions targetNamespace="urn:f" xmlns:t="urn:f" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
    xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xmime="http://www.w3.org/2005/05/xmlmime">
  <types><xs:schema targetNamespace="urn:f" elementFormDefault="qualified"><xs:import namespace="http://www.w3.org/2005/05/xmlmime"/>
    <xs:complexType name="File"><xs:sequence><xs:element name="small" type="xs:base64Binary"/><xs:element name="large" type="xs:base64Binary"/>
      <xs:element name="photo" type="xmime:base64Binary" minOccurs="0"/></xs:sequence></xs:complexType>
    <xs:element name="Echo" type="t:File"/><xs:element name="EchoResponse" type="t:File"/></xs:schema></types>
  <message name="in"><part name="p" element="t:Echo"/></message><message name="out"><part name="p" element="t:EchoResponse"/></message>
  <portType name="P"><operation name="Echo"><input message="t:in"/><output message="t:out"/></operation></portType>
  <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Echo"><soap:operation soapAction="urn:f/Echo"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
  <service name="S"><port name="P" binding="t:B"><soap:address location="http://localhost/"/></port></service>
</definitions>`;

// Bytes that are not UTF-8, with line ends and something like a delimiter.
const LARGE = Buffer.concat([
  Buffer.from([0xff, 0xfe, 0, 13, 10]),
  Buffer.from('--soapstone'),
  Buffer.alloc(2_000, 7),
]);
const INPUT = { small: 'AQID', large: LARGE.toString('base64') };

let http: ListeningServer;
const wire: { request: Buffer; requestType: string; response: Buffer; responseType: string }[] = [];
const received: string[][] = [];
let answered: Parameters<SoapContext['respondWithAttachments']>[0] = [];

async function serve(options: ServerOptions = {}): Promise<void> {
  const server = await createSoapServer(
    WSDL,
    {
      Echo(input, { attachments, respondWithAttachments }) {
        respondWithAttachments(answered);
        received.push(attachments.map(({ contentId, data }) => `${contentId} ${data.length}`));
        return input;
      },
    },
    options,
  );
  http = await listen({
    async fetch(request) {
      const body = Buffer.from(await request.arrayBuffer());
      const { url, method, headers } = request;
      const response = await server.fetch(new Request(url, { method, headers, body }));
      const bytes = Buffer.from(await response.arrayBuffer());
      wire.push({
        request: body,
        requestType: headers.get('content-type') ?? '',
        response: bytes,
        responseType: response.headers.get('content-type') ?? '',
      });
      return new Response(bytes, response);
    },
  });
}

beforeEach(() => {
  wire.length = 0;
  received.length = 0;
  answered = [];
});
afterEach(async () => await http?.close());

const call = async (options: ClientOptions, input: object = INPUT): Promise<unknown> => {
  await using client = await createClient(WSDL, { endpoint: http.address, ...options });
  return await client.$operation('Echo')(input as Record<string, unknown>);
};
const isPacked = (bytes: Buffer, type: string): boolean =>
  type.startsWith('multipart/related; type="application/xop+xml"') &&
  bytes.includes('href="cid:xop-1@soapstone.invalid"') &&
  bytes.includes(LARGE) &&
  bytes.includes('>AQID<') &&
  !bytes.includes(INPUT.large);

describe.each<[string, ClientOptions]>([
  ['undici', {}],
  ['fetch', { fetch: globalThis.fetch }],
])('MTOM over %s (AT-1)', (_way, way) => {
  test.each<[ClientOptions['mtom'], ServerOptions['mtom'], boolean, boolean]>([
    ['always', 'auto', true, true],
    ['always', 'never', true, false],
    ['auto', 'auto', false, false],
    ['never', 'always', false, true],
  ])(
    'client %s, server %s: request packed %s, response packed %s',
    async (mtom, served, request, response) => {
      await serve({ mtom: served });
      expect(await call({ ...way, mtom })).toEqual(INPUT);
      const [sent] = wire;
      expect(isPacked(sent!.request, sent!.requestType)).toBe(request);
      expect(isPacked(sent!.response, sent!.responseType)).toBe(response);
      if (!request) expect(sent!.request.includes(INPUT.large)).toBe(true);
      if (!response) expect(sent!.response.includes(INPUT.large)).toBe(true);
    },
  );

  test('xmime:contentType is the type of the part, and mtomThreshold decides what is one', async () => {
    await serve();
    const photo = { '@contentType': 'image/png', $value: LARGE.toString('base64') };
    const input = { ...INPUT, photo };
    expect(await call({ ...way, mtom: 'always', mtomThreshold: 3 }, input)).toEqual(input);
    const text = wire[0]!.request.toString('latin1');
    expect(text.match(/xop:Include /g)).toHaveLength(3);
    expect(text).toContain(
      'Content-Type: image/png\r\nContent-Transfer-Encoding: binary\r\nContent-ID: <xop-3@',
    );
  });

  test('request and full show what is sent', async () => {
    await serve();
    await using client = await createClient(WSDL, { endpoint: http.address, ...way, mtom: 'always' });
    const echo = client.$operation('Echo');
    for (const shown of [await echo.request(INPUT), (await echo.full(INPUT)).request]) {
      expect(shown.packaging).toBe('mtom');
      expect(shown.attachments).toMatchObject([
        { contentId: 'xop-1@soapstone.invalid', data: new Uint8Array(LARGE) },
      ]);
      expect(new TextDecoder().decode(shown.body)).toContain('xop:Include');
    }
  });

  test('parts that the WSDL does not declare are sent, from bytes and Blobs, and reach the handler', async () => {
    await serve();
    await using client = await createClient(WSDL, { endpoint: http.address, ...way });
    const attachments = [
      { contentId: 'one@x', data: Uint8Array.of(1, 2) },
      { contentId: 'two@x', data: new Blob([LARGE], { type: 'image/png' }), filename: 'a.png' },
    ];
    expect(await client.$operation('Echo')(INPUT, { attachments })).toEqual(INPUT);
    expect(received).toEqual([['one@x 2', `two@x ${LARGE.length}`]]);
    expect(wire[0]!.request.toString('latin1')).toMatch(
      /image\/png\r\n[\s\S]*Content-Disposition: attachment; filename="a.png"/,
    );
    const wrong = { attachments: [{ contentId: 'x', data: 'text' }] } as object;
    await expect(client.$operation('Echo')(INPUT, wrong)).rejects.toMatchObject({ name: 'OptionError' });
  });

  test.each<[ClientOptions['mtom'], string]>([
    ['never', 'multipart/related; type="text/xml"'],
    ['always', 'multipart/related; type="application/xop+xml"'],
  ])('a handler adds parts to its response, mtom %s', async (mtom, type) => {
    answered = [
      {
        contentId: 'one@example.com',
        contentType: 'image/png',
        data: Uint8Array.of(1, 2),
        filename: 'a.png',
      },
      { contentId: 'two@example.com', contentType: 'text/plain', data: new Blob([LARGE]) },
    ];
    await serve();
    await using client = await createClient(WSDL, { endpoint: http.address, ...way, mtom });
    const { result, attachments, warnings } = await client.$operation('Echo').full(INPUT);
    expect(result).toEqual(INPUT);
    const own = attachments.filter(({ contentId }) => contentId.endsWith('example.com'));
    expect(own.map((part) => ({ ...part, data: new Uint8Array(part.data) }))).toEqual([
      answered[0],
      { ...answered[1], data: new Uint8Array(LARGE) },
    ]);
    expect(warnings.map(({ code }) => code)).toEqual(['UNREFERENCED_ATTACHMENT', 'UNREFERENCED_ATTACHMENT']);
    expect(wire[0]!.responseType).toMatch(type);
  });

  test.each<[string, object[]]>([
    ['/parts/0/contentId', [{ contentId: 'a b', contentType: 'a/b', data: new Uint8Array() }]],
    [
      '/parts/0/contentId',
      [{ contentId: 'xop-1@soapstone.invalid', contentType: 'a/b', data: new Uint8Array() }],
    ],
    ['/parts/0/contentType', [{ contentId: 'a', contentType: 'a/b\r\nX: y', data: new Uint8Array() }]],
    ['/parts/0/data', [{ contentId: 'a', contentType: 'a/b', data: 'text' }]],
    [
      '/parts/1/contentId',
      ['a', 'a'].map((contentId) => ({ contentId, contentType: 'a/b', data: new Uint8Array() })),
    ],
  ])('an unusable part is an error of the handler, at %s', async (path, parts) => {
    answered = parts as typeof answered;
    const errors: unknown[] = [];
    await serve({ onError: (error) => errors.push(error) });
    await expect(call(way)).rejects.toMatchObject({ name: 'SoapFaultError' });
    expect(errors).toMatchObject([
      { name: 'OptionError', message: expect.stringContaining(path.slice(1).replaceAll('/', '.')) },
    ]);
  });
});
