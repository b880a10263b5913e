import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClientAsync } from 'soap';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { record, replay } from './index.js';

// The messages of the service and of the first client are written by hand; the second client is that of node-soap.

const WSDL = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
    xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:r="http://ws-i.org/profiles/basic/1.1/xsd" xmlns:t="urn:files" targetNamespace="urn:files">
  <types><xs:schema targetNamespace="urn:files" elementFormDefault="qualified">
    <xs:element name="Scan"><xs:complexType><xs:sequence><xs:element name="title" type="xs:string"/>
      <xs:element name="page" type="xs:base64Binary" minOccurs="0"/><xs:element name="sheet" type="r:swaRef" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>
    <xs:element name="ScanResponse"><xs:complexType><xs:sequence><xs:element name="copy" type="xs:base64Binary"/></xs:sequence></xs:complexType></xs:element></xs:schema></types>
  <message name="Scan"><part name="p" element="t:Scan"/></message>
  <message name="ScanResponse"><part name="p" element="t:ScanResponse"/></message>
  <portType name="Files"><operation name="Scan"><input message="t:Scan"/><output message="t:ScanResponse"/></operation></portType>
  <binding name="Files" type="t:Files"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Scan"><soap:operation soapAction="scan"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
  <service name="Files"><port name="Files" binding="t:Files"><soap:address location="http://127.0.0.1:1/"/></port></service>
</definitions>`;

const XOP = 'xmlns:xop="http://www.w3.org/2004/08/xop/include"';
/** Longer than any buffer on the way, and containing a line that looks like the delimiter of another message. */
const PAGE = Buffer.concat([Buffer.alloc(1_500_000, 0xab), Buffer.from('\r\n--other\r\n\0\xff')]);

/** Writes a multipart message (RFC 2387) with the given identifiers and delimiter. */
function mime(boundary: string, rootType: string, envelope: string, parts: readonly [string, Buffer][]) {
  const part = (head: string, data: Buffer): Buffer =>
    Buffer.concat([Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`), data, Buffer.from('\r\n')]);
  return {
    contentType: `multipart/related; boundary="${boundary}"; type="${rootType}"; start="<root@x>"; start-info="text/xml"`,
    body: Buffer.concat([
      part(
        `Content-Type: ${rootType}; charset=utf-8; type="text/xml"\r\nContent-ID: <root@x>`,
        Buffer.from(
          `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${envelope}</s:Body></s:Envelope>`,
        ),
      ),
      ...parts.map(([id, data]) => part(`Content-Type: image/png\r\nContent-ID: <${id}>`, data)),
      Buffer.from(`--${boundary}--\r\n`),
    ]),
  };
}

const mtom = (boundary: string, id: string, data = PAGE, title = 'one', element = 'page') =>
  mime(
    boundary,
    'application/xop+xml',
    `<Scan xmlns="urn:files"><title>${title}</title><${element}><xop:Include ${XOP} href="cid:${id}"/></${element}></Scan>`,
    [[id, data]],
  );
const swa = (boundary: string, id: string, data = PAGE) =>
  mime(boundary, 'text/xml', `<Scan xmlns="urn:files"><title>two</title><sheet>cid:${id}</sheet></Scan>`, [
    [id, data],
  ]);
const response = mime(
  'r',
  'application/xop+xml',
  `<ScanResponse xmlns="urn:files"><copy><xop:Include ${XOP} href="cid:copy@x"/></copy></ScanResponse>`,
  [['copy@x', PAGE]],
);

async function send(address: string, { contentType, body }: ReturnType<typeof mime>) {
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': contentType, soapaction: '"scan"' },
    body,
  });
  return { status: answer.status, body: Buffer.from(await answer.arrayBuffer()) };
}

describe('recordings with attachments', () => {
  let upstream: Server;
  let address: string;
  let directory: string;
  beforeAll(async () => {
    upstream = createServer(async (request, answer) => {
      for await (const _ of request);
      answer.writeHead(200, { 'content-type': response.contentType }).end(response.body);
    });
    await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/`;
  });
  afterAll(() => upstream.close());
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'soapstone-attachments-'));
  });
  afterEach(() => rm(directory, { recursive: true }));

  const recorded = async (
    messages: readonly ReturnType<typeof mime>[],
    rules: { redact?: string[]; ignore?: string[] } = {},
  ) => {
    const recorder = await record(WSDL, { upstream: address, directory, ...rules });
    const answers = [];
    for (const message of messages) answers.push(await send(recorder.address, message));
    await recorder.close();
    return answers;
  };
  const exchanges = async () =>
    (await readdir(directory)).filter((file) => /^Scan\.[0-9a-f]+(-\d)?\.json$/.test(file)).length;

  test('MTOM and SwA messages of 1.5 MB are replayed byte for byte, with any delimiter and identifiers', async () => {
    const answers = await recorded([mtom('a', '1@a'), swa('b', '1@b')]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await exchanges()).toBe(2);
    const server = await replay(directory);
    for (const message of [mtom('c', 'other@c'), swa('d', 'other@d')]) {
      const answer = await send(server.address, message);
      expect(answer.status).toBe(200);
      expect(answer.body.equals(response.body)).toBe(true);
    }
    const changed = Buffer.from(PAGE);
    changed[700_000] = 0;
    for (const message of [mtom('c', '1@c', changed), swa('d', '1@d', changed)])
      expect((await send(server.address, message)).status).toBe(500);
    await server.close();
  });

  test('node-soap’s client repeats a request recorded from another client, and reads the attachment of the response', async () => {
    const photo = Buffer.from('a small photo');
    // node-soap names its parts, and the name is part of the content of a reference.
    await recorded([swa('a', 'photo', photo)], { ignore: ['filename'] });
    const server = await replay(directory);
    const client = await createClientAsync(`${server.address}?wsdl`, { parseReponseAttachments: true });
    await client['ScanAsync'](
      { title: 'two', sheet: 'cid:photo' },
      { attachments: [{ mimetype: 'image/png', contentId: 'photo', name: 'photo', body: photo }] },
    );
    expect(server.calls.at(-1)?.exchange).toMatch(/^Scan\./);
    const [copy] = client.lastResponseAttachments?.parts ?? [];
    expect(Buffer.from(copy?.body ?? '').equals(PAGE)).toBe(true);
    await server.close();
  });

  test('a part that a redacted member refers to is redacted too, and its request still matches', async () => {
    const secret = Buffer.from('canary-of-the-page');
    await recorded([mtom('a', '1@a', secret), swa('b', '1@b', secret)], { redact: ['page', 'sheet'] });
    const files = (await readdir(directory)).filter((file) => file.includes('.request.'));
    expect(files).toHaveLength(2);
    for (const file of files) {
      const text = await readFile(join(directory, file), 'latin1');
      expect(text).not.toContain('canary');
      expect(text).toContain('\r\n\r\nREDACTED\r\n--');
    }
    const server = await replay(directory);
    expect((await send(server.address, mtom('c', 'x@c', Buffer.from('another')))).status).toBe(200);
    expect((await send(server.address, swa('c', 'x@c', Buffer.from('another')))).status).toBe(200);
    expect((await send(server.address, mtom('c', 'x@c', secret, 'changed'))).status).toBe(500);
    await server.close();
  });

  test('a message is not stored if its redacted part is encoded or referred to in an odd way', async () => {
    const encoded = mtom('a', '1@a', Buffer.from(Buffer.from('canary').toString('base64')));
    const [head = '', ...rest] = encoded.body.toString('latin1').split('Content-Type: image/png\r\n');
    const body = [head, ...rest].join('Content-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n');
    const odd = swa('b', '1@b', Buffer.from('canary'));
    const escaped = odd.body.toString('latin1').replace('cid:1@b<', 'cid:1&#64;b<');
    await recorded(
      [
        { ...encoded, body: Buffer.from(body, 'latin1') },
        { ...odd, body: Buffer.from(escaped, 'latin1') },
      ],
      { redact: ['page', 'sheet'] },
    );
    expect(await exchanges()).toBe(0);
  });
});
