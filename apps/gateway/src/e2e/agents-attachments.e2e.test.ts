import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Account } from '../domain/account.js';
import { type GatewayUnderTest, startUnderTest } from '../testing/gateway-under-test.js';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x00, 0xff]);
const WAV = Buffer.from('RIFF0000WAVE');
const PDF = Buffer.from('%PDF-1.7');

const WSDL = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
    xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:r="http://ws-i.org/profiles/basic/1.1/xsd" xmlns:t="urn:files" targetNamespace="urn:files">
  <types><xs:schema targetNamespace="urn:files" elementFormDefault="qualified">
    <xs:element name="Convert"><xs:complexType><xs:sequence><xs:element name="photo" type="r:swaRef"/></xs:sequence></xs:complexType></xs:element>
    <xs:element name="ConvertResponse"><xs:complexType><xs:sequence>
      <xs:element name="picture" type="xs:base64Binary"/><xs:element name="sound" type="r:swaRef"/><xs:element name="paper" type="r:swaRef"/>
    </xs:sequence></xs:complexType></xs:element></xs:schema></types>
  <message name="Convert"><part name="p" element="t:Convert"/></message>
  <message name="ConvertResponse"><part name="p" element="t:ConvertResponse"/></message>
  <portType name="Files"><operation name="Convert"><input message="t:Convert"/><output message="t:ConvertResponse"/></operation></portType>
  <binding name="Files" type="t:Files"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Convert"><soap:operation soapAction=""/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
  <service name="Files"><port name="Files" binding="t:Files"><soap:address location="http://127.0.0.1:1/"/></port></service>
</definitions>`;

let under: GatewayUnderTest;
/** Answers with a picture by MTOM, a sound and a paper by reference, and records what it was sent. */
let server: Server;
let account: Account;
let key: string;
let large = false;
const seen: { contentType: string | undefined; body: Buffer }[] = [];

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    seen.push({ contentType: request.headers['content-type'], body: Buffer.concat(chunks) });
    const part = (head: string, data: Buffer): Buffer =>
      Buffer.concat([
        Buffer.from(`--b\r\n${head}\r\nContent-Transfer-Encoding: binary\r\n\r\n`),
        data,
        Buffer.from('\r\n'),
      ]);
    const envelope = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><ConvertResponse xmlns="urn:files">
      <picture><xop:Include xmlns:xop="http://www.w3.org/2004/08/xop/include" href="cid:picture@x"/></picture>
      <sound>cid:sound@x</sound><paper>cid:paper@x</paper></ConvertResponse></s:Body></s:Envelope>`;
    response.writeHead(200, {
      'Content-Type':
        'multipart/related; boundary=b; type="application/xop+xml"; start="<root@x>"; start-info="text/xml"',
    });
    response.end(
      Buffer.concat([
        part(
          'Content-Type: application/xop+xml; type="text/xml"; charset=utf-8\r\nContent-ID: <root@x>',
          Buffer.from(envelope),
        ),
        part('Content-Type: image/png\r\nContent-ID: <picture@x>', large ? Buffer.alloc(1_100_000, 7) : PNG),
        part('Content-Type: audio/wav\r\nContent-ID: <sound@x>', WAV),
        part('Content-Type: application/pdf; name=p\r\nContent-ID: <paper@x>', PDF),
        Buffer.from('--b--\r\n'),
      ]),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  under = await startUnderTest();
  account = await under.createAccount({ plan: 'Pro' });
  ({ key } = await under.createKey(account.id));
  await under.register(account, {
    source: { kind: 'files', files: new Map([['files.wsdl', Buffer.from(WSDL)]]), main: 'files.wsdl' },
    slug: 'files',
    settings: {
      agents: { operations: { Convert: 'yes' } },
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    },
  });
});

afterAll(async () => {
  await under?.stop();
  server?.close();
});

interface Result {
  readonly isError: boolean;
  readonly content: readonly Record<string, unknown>[];
  readonly structuredContent: Record<string, unknown>;
}

async function convert(): Promise<Result> {
  const params = {
    name: 'Convert',
    arguments: { photo: { contentType: 'image/png', data: PNG.toString('base64') } },
  };
  const answer = await under.send(`/mcp/v1/${account.id}/files`, {
    method: 'POST',
    headers: {
      'X-API-Key': key,
      'Content-Type': 'application/json',
      'MCP-Protocol-Version': '2025-11-25',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  });
  return answer.json<{ result: Result }>().result;
}

test('agents: base64 in arguments is sent as a MIME part where the WSDL wants one', async () => {
  expect((await convert()).isError).toBe(false);
  expect(seen[0]?.contentType).toMatch(/^multipart\/related/);
  expect(seen[0]?.body.includes(PNG)).toBe(true);
  expect(seen[0]?.body.includes(PNG.toString('base64'))).toBe(false);
});

test('agents: files of an answer are content by their media type, and base64 in the result', async () => {
  const { content, structuredContent } = await convert();
  expect(content.slice(1)).toEqual([
    { type: 'image', data: PNG.toString('base64'), mimeType: 'image/png' },
    { type: 'audio', data: WAV.toString('base64'), mimeType: 'audio/wav' },
    {
      type: 'resource',
      resource: { uri: 'cid:paper%40x', mimeType: 'application/pdf', blob: PDF.toString('base64') },
    },
  ]);
  expect(structuredContent).toMatchObject({
    picture: PNG.toString('base64'),
    sound: { contentType: 'audio/wav', data: WAV.toString('base64') },
  });
});

test('agents: a file above a megabyte is in the result alone', async () => {
  large = true;
  const { content, structuredContent } = await convert();
  large = false;
  expect(content.slice(1).map(({ type }) => type)).toEqual(['audio', 'resource']);
  expect(String(structuredContent['picture']).length).toBeGreaterThan(1_400_000);
});
