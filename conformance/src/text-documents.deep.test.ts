import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@soapstone/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { succeeds } from './installed.js';
import { wsdlAround } from './material/wsdl-around.js';

const SCHEMA = `<xs:schema targetNamespace="urn:t" xmlns:t="urn:t" xmlns:xs="http://www.w3.org/2001/XMLSchema" elementFormDefault="qualified">
  <xs:element name="notice"><xs:complexType><xs:sequence><xs:element name="to" type="xs:string"/><xs:element name="sum" type="xs:decimal"/></xs:sequence><xs:attribute name="id" type="xs:string"/></xs:complexType></xs:element>
  <xs:element name="Do"><xs:complexType><xs:sequence><xs:element name="xml" type="xs:string"/></xs:sequence></xs:complexType></xs:element>
  <xs:element name="DoResponse"><xs:complexType><xs:sequence><xs:element name="read" type="xs:string"/><xs:element name="xml" type="xs:string"/></xs:sequence></xs:complexType></xs:element>
</xs:schema>`;

/** PHP's SoapServer parses the text as a document, says what it found, and returns the document as PHP writes it. */
const SERVER = `<?php
class Service {
  public function Do($input) {
    $document = new DOMDocument();
    if (!$document->loadXML($input->xml)) throw new SoapFault('Client', 'no document');
    $root = $document->documentElement;
    $read = $root->namespaceURI . ' ' . $root->localName . ' ' . $root->getAttribute('id');
    foreach ($root->childNodes as $child) $read .= '|' . $child->localName . '=' . $child->textContent;
    return ['read' => $read, 'xml' => $document->saveXML()];
  }
}
ini_set('soap.wsdl_cache_enabled', '0');
$server = new SoapServer($argv[1]);
$server->setClass('Service');
$server->handle(file_get_contents('php://stdin'));
`;

const installed = succeeds('php', '-r', 'new SoapServer(null, ["uri" => "urn:x"]); new DOMDocument();');

describe.skipIf(!installed)(
  `XM-12: a document in a text at PHP's SoapServer${installed ? '' : ' [skipped: needs the Debian packages php-cli php-soap php-xml]'}`,
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'text-documents-'));
    const [script, description] = [join(folder, 'server.php'), join(folder, 'service.wsdl')];
    const wsdl = wsdlAround(SCHEMA).replace(/<xs:schema>.*<\/xs:schema>/, () => SCHEMA);
    beforeAll(() => {
      writeFileSync(script, SERVER);
      writeFileSync(description, wsdl);
    });
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    test('arrives as the document that JSON says, escaped and in CDATA sections, and comes back as JSON', async () => {
      const fetch = async (_url: unknown, init: unknown) => {
        const input = await new Request('http://localhost/', init as RequestInit).text();
        const { stdout, stderr, status } = spawnSync('php', [script, description], {
          input,
          encoding: 'utf8',
        });
        expect(status, stderr).toBe(0);
        return new Response(stdout, { headers: { 'content-type': 'text/xml; charset=utf-8' } });
      };
      const { $operations } = await createClient(wsdl);
      const [name = ''] = $operations;
      const notice = { '@id': 'n"1', to: 'Pão & ]]> <Cia>', sum: 12.5 };
      for (const as of ['escaped', 'cdata'] as const)
        for (const declaration of [true, false]) {
          const documents = { xml: { element: 'notice', as, declaration } };
          const design = { operations: { [name]: { input: { documents }, result: { documents } } } };
          const client = await createClient(wsdl, { fetch, design });
          expect(await client.$operation(name)({ xml: notice })).toEqual({
            read: 'urn:t notice n"1|to=Pão & ]]> <Cia>|sum=12.5',
            xml: notice,
          });
          await client.$close();
        }
    }, 60_000);
  },
);

test('XO-7: a server that compares the bytes of requests gets those that it wants', async () => {
  const wsdl = wsdlAround(SCHEMA).replace(/<xs:schema>.*<\/xs:schema>/, () => SCHEMA);
  const soap = 'http://schemas.xmlsoap.org/soap/envelope/';
  const wanted = Buffer.from(
    `<soap:Envelope xmlns:soap="${soap}" xmlns:web="urn:t"><soap:Body><web:Do><web:xml>a &amp; b</web:xml></web:Do></soap:Body></soap:Envelope>`,
  );
  const answer = `<s:Envelope xmlns:s="${soap}"><s:Body><DoResponse xmlns="urn:t"><read>same</read><xml/></DoResponse></s:Body></s:Envelope>`;
  const fetch = async (_url: unknown, init: unknown) => {
    const given = Buffer.from(await new Request('http://localhost/', init as RequestInit).arrayBuffer());
    const bytes = given.subarray(given.indexOf('<soap:Envelope'));
    return bytes.equals(wanted)
      ? new Response(answer, { headers: { 'content-type': 'text/xml' } })
      : new Response(`expected ${wanted}, got ${given}`, { status: 400 });
  };
  const design = { prefixes: { soap, web: 'urn:t' }, declare: 'root' as const };
  const client = await createClient(wsdl, { fetch, design });
  expect(await client.$operation(client.$operations[0] ?? '')({ xml: 'a & b' })).toMatchObject({
    read: 'same',
  });
  const plain = await createClient(wsdl, { fetch });
  await expect(plain.$operation(plain.$operations[0] ?? '')({ xml: 'a & b' })).rejects.toThrow();
  await Promise.all([client.$close(), plain.$close()]);
});
