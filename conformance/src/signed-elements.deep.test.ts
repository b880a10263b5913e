import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, elementSignature } from '@soapstone/client';
import { createSoapServer } from '@soapstone/server';
import { afterAll, describe, expect, test } from 'vitest';
import { createIdentity } from '../../packages/ws-security/src/testing/certificates.js';
import { hasSantuario, runSantuario } from '../../packages/ws-security/src/testing/wss4j.js';
import { openXmlSec, SIGNATURE_FORMS } from '../../packages/ws-security/src/testing/xmlsec.js';
import { succeeds } from './installed.js';
import { wsdlAround } from './material/wsdl-around.js';

const SCHEMA = `<xs:schema targetNamespace="urn:t" xmlns:t="urn:t" xmlns:xs="http://www.w3.org/2001/XMLSchema" elementFormDefault="qualified">
  <xs:element name="Do"><xs:complexType mixed="true"><xs:sequence><xs:any/></xs:sequence></xs:complexType></xs:element>
  <xs:element name="DoResponse"><xs:complexType><xs:sequence><xs:any/></xs:sequence></xs:complexType></xs:element>
</xs:schema>`;

const folder = mkdtempSync(join(tmpdir(), 'signed-elements-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const installed = succeeds('xmlsec1', '--version');
const identity = await createIdentity('signer');
const { signed, verifies } = openXmlSec(folder, identity);

/** The declarations of an envelope that is not ours to choose, which follow the name of the element. */
const INHERITED = /(?<=^<[a-z:A-Z]+)(?: xmlns:(?!inv=|ds=)[^=]+="[^"]*")+/;

/** The signed document in a message. */
const documentIn = (message: string): string =>
  /<(inv:batch|inv:invoice|ds:Signature)[ >].*<\/\1>/s.exec(message)?.[0] ?? '';

/** What Apache Santuario judges at the end: documents and whole messages, and whether their signatures hold. */
const judged: { readonly name: string; readonly xml: string; readonly holds: boolean }[] = [];

describe.skipIf(!installed)('XM-2: a signature of a finished element, judged by libxmlsec1', () => {
  test.each(SIGNATURE_FORMS)(
    '%s, %s canonicalisation, through client and server',
    async (form, canonical) => {
      const document = signed(form, canonical);
      const wire: string[] = [];
      const read: string[] = [];
      const wsdl = wsdlAround(SCHEMA).replace(/<xs:schema>.*<\/xs:schema>/, () => SCHEMA);
      const name = (await createSoapServer(wsdl, {}, { complete: false })).operations[0] as string;
      const server = await createSoapServer(
        wsdl,
        {
          [name](input: unknown): { $any: { $xml: string }[] } {
            read.push((input as { $content: { $xml: string }[] }).$content[0]?.$xml ?? '');
            return { $any: [{ $xml: document }] };
          },
        },
        { raw: { [name]: ['$content'] } },
      );
      const client = await createClient(wsdl, {
        async fetch(url, init) {
          const request = new Request(url as string, init as RequestInit);
          wire.push(await request.clone().text());
          const response = await server.fetch(request);
          wire.push(await response.clone().text());
          return response;
        },
      });
      const input = { $content: [{ $xml: document }] };
      const operation = client.$operation(name);
      expect(operation.validate(input)).toEqual([]);
      const result = (await operation(input, { raw: ['$any'] })) as { $any: { $xml: string }[] };
      // What the server read and the client returned has the declarations of the envelope, which only inclusive canonicalisation sees.
      const received = [...read, result.$any[0]?.$xml ?? ''];
      expect([received.length, wire.length]).toEqual([2, 2]);
      for (const xml of received) {
        expect(xml.replace(INHERITED, '')).toBe(document);
        expect(verifies(xml)).toBe(canonical === 'exclusive');
      }
      for (const message of wire) {
        expect(documentIn(message)).toBe(document);
        expect(verifies(message)).toBe(canonical === 'exclusive');
      }
      expect(verifies(document)).toBe(true);
      expect(verifies(document.replace('Ltda', 'Ltdb'))).toBe(false);
      for (const xml of [...received, ...wire])
        judged.push({ name: `${form}, ${canonical}`, xml, holds: canonical === 'exclusive' });
      for (const xml of received)
        judged.push({ name: `${form}, ${canonical}`, xml: xml.replace(INHERITED, ''), holds: true });
      await client.$close();
    },
    120_000,
  );
});

describe.skipIf(!installed)('XM-8: a signature of an element of a result, judged by libxmlsec1', () => {
  // No & in a namespace: libxml2 does not escape it in the canonical form, and Santuario, as it must, does.
  const around = (invoice: string): string =>
    `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:q="urn:q?a=1"><s:Body><DoResponse xmlns="urn:t" xmlns:inv="urn:other">${invoice}</DoResponse></s:Body></s:Envelope>`;

  test.each(SIGNATURE_FORMS)(
    '%s, %s canonicalisation, of an element that was signed in the message',
    async (form, canonical) => {
      const message = signed(form, canonical, around);
      const received: unknown[] = [];
      const wsdl = wsdlAround(SCHEMA).replace(/<xs:schema>.*<\/xs:schema>/, () => SCHEMA);
      const server = await createSoapServer(wsdl, {
        Do(input) {
          received.push(input);
          return { $any: [{ '{urn:x}ok': '' }] };
        },
      });
      for (const body of [message, Buffer.from(`\u{feff}${message}`, 'utf16le')]) {
        const client = await createClient(wsdl, {
          fetch: async () => new Response(body, { headers: { 'content-type': 'text/xml' } }),
        });
        const operation = client.$operation(client.$operations[0] as string);
        const input = { $content: [{ '{urn:x}a': '' }] };
        const result = (await operation(input, { raw: ['$any'] })) as { $any: { $xml: string }[] };
        const back = result.$any[0]?.$xml ?? '';
        expect(verifies(back)).toBe(true);
        expect(verifies(back.replace('Ltda', 'Ltdb'))).toBe(false);
        judged.push({ name: `${form}, ${canonical}, signed in the message`, xml: back, holds: true });
        // Sent again, it arrives with the same bytes.
        const wire: string[] = [];
        const sender = await createClient(wsdl, {
          async fetch(url, init) {
            const request = new Request(url as string, init as RequestInit);
            wire.push(await request.clone().text());
            return await server.fetch(request);
          },
        });
        await sender.$operation(client.$operations[0] as string)({ $content: [{ $xml: back }] });
        expect(wire[0]).toContain(back);
        expect(received).toHaveLength(1);
        received.length = 0;
        await sender.$close();
        await client.$close();
      }
    },
    120_000,
  );

  // Java takes seconds to start, and the bytes are those that xmlsec1 judged.
  test.skipIf(!hasSantuario() || !(Number(process.env['SOAPSTONE_DEPTH']) >= 10))(
    'Apache Santuario has the same verdicts',
    () => {
      expect(judged.length).toBeGreaterThan(40);
      const jobs = judged.map(({ xml }) => ({ command: 'element', identity, envelope: xml }));
      const verdicts = runSantuario(folder, jobs).map((answer, at) => [
        judged[at]?.name,
        !(answer instanceof Error),
      ]);
      expect(verdicts).toEqual(judged.map(({ name, holds }) => [name, holds]));
    },
    120_000,
  );
});

describe.skipIf(!installed)('XM-17: a client signs what its design names, judged by libxmlsec1', () => {
  test.each(['exclusive', 'inclusive'] as const)(
    '%s canonicalisation',
    async (canonical) => {
      const wsdl = wsdlAround(SCHEMA).replace(/<xs:schema>.*<\/xs:schema>/, () => SCHEMA);
      const wire: string[] = [];
      const fetch = async (_url: unknown, init: unknown) => {
        wire.push(await new Request('http://localhost/', init as RequestInit).text());
        return new Response(
          `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><t:DoResponse xmlns:t="urn:t">${documentIn(wire[0] ?? '')}</t:DoResponse></s:Body></s:Envelope>`,
          {
            headers: { 'content-type': 'text/xml' },
          },
        );
      };
      const { $operations } = await createClient(wsdl);
      const [name = ''] = $operations;
      const sign = { '$content/{urn:invoice}invoice': { reference: '@Id', canonical } };
      const design = { operations: { [name]: { input: { sign } } } };
      const unsigned =
        '<inv:invoice xmlns:inv="urn:invoice" Id=\'i1\'><inv:to>A &amp; Ltda</inv:to></inv:invoice>';
      const client = await createClient(wsdl, { fetch, design, security: elementSignature(identity) });
      const input = { $content: [{ $xml: unsigned }] };
      const { $any } = (await client.$operation(name)(input, { raw: ['$any'] })) as {
        $any: { $xml: string }[];
      };
      expect(verifies(documentIn(wire[0] ?? ''))).toBe(true);
      expect(verifies(wire[0] ?? '')).toBe(canonical === 'exclusive');
      expect(verifies(($any[0]?.$xml ?? '').replace(INHERITED, ''))).toBe(true);
      const keyless = await createClient(wsdl, { fetch, design });
      await expect(keyless.$operation(name)(input)).rejects.toThrow('elementSignature');
      expect(wire).toHaveLength(1);
      await Promise.all([client.$close(), keyless.$close()]);
    },
    60_000,
  );
});
