import { spawnSync } from 'node:child_process';
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, elementSignature } from '@soapstone/client';
import { createSoapServer } from '@soapstone/server';
import { afterAll, describe, expect, test } from 'vitest';
import { succeeds } from './installed.js';
import { wsdlAround } from './material/wsdl-around.js';

const INCLUSIVE = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';

const SCHEMA = `<xs:schema targetNamespace="urn:t" xmlns:t="urn:t" xmlns:xs="http://www.w3.org/2001/XMLSchema" elementFormDefault="qualified">
  <xs:element name="Do"><xs:complexType mixed="true"><xs:sequence><xs:any/></xs:sequence></xs:complexType></xs:element>
  <xs:element name="DoResponse"><xs:complexType><xs:sequence><xs:any/></xs:sequence></xs:complexType></xs:element>
</xs:schema>`;

const folder = mkdtempSync(join(tmpdir(), 'signed-elements-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const pathOf = (name: string): string => join(folder, name);

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
writeFileSync(pathOf('private.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
writeFileSync(pathOf('public.pem'), publicKey.export({ type: 'spki', format: 'pem' }));
const ID = ['--id-attr:Id', 'urn:invoice:invoice'];

/** An invoice with an enveloped signature by libxmlsec1, which sees what is `around` it. */
function signed(
  canonicalisation: string,
  around: (invoice: string) => string = (invoice) => invoice,
): string {
  const algorithm = (name: string, uri: string): string => `<${name} Algorithm="${uri}"/>`;
  writeFileSync(
    pathOf('template.xml'),
    around(
      `<inv:invoice xmlns:inv="urn:invoice" Id='i1'><inv:to>A &amp; B<![CDATA[ <Ltda> ]]></inv:to><!-- net -->
  <note xmlns="">\u{e9}</note><Signature xmlns="http://www.w3.org/2000/09/xmldsig#"><SignedInfo>${algorithm('CanonicalizationMethod', canonicalisation)}` +
        `${algorithm('SignatureMethod', 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256')}<Reference URI="#i1"><Transforms>` +
        `${algorithm('Transform', 'http://www.w3.org/2000/09/xmldsig#enveloped-signature')}${algorithm('Transform', canonicalisation)}</Transforms>` +
        `${algorithm('DigestMethod', 'http://www.w3.org/2001/04/xmlenc#sha256')}<DigestValue/></Reference></SignedInfo><SignatureValue/></Signature></inv:invoice>`,
    ),
  );
  const args = ['--sign', '--privkey-pem', pathOf('private.pem'), ...ID, '--output', pathOf('signed.xml')];
  const { status, stderr } = spawnSync('xmlsec1', [...args, pathOf('template.xml')], { encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  return readFileSync(pathOf('signed.xml'), 'utf8');
}

function verifies(xml: string): boolean {
  writeFileSync(pathOf('received.xml'), xml);
  const args = ['--verify', '--pubkey-pem', pathOf('public.pem'), ...ID, pathOf('received.xml')];
  return spawnSync('xmlsec1', args).status === 0;
}

/** The declarations of an envelope that is not ours to choose, which follow the name of the element. */
const INHERITED = /(?<=^<inv:invoice)(?: xmlns:(?!inv=)[^=]+="[^"]*")+/;

const elementIn = (message: string): string => /<inv:invoice .*<\/inv:invoice>/s.exec(message)?.[0] ?? '';

const installed = succeeds('xmlsec1', '--version');

describe.skipIf(!installed)('XM-2: a signature of a finished element, judged by libxmlsec1', () => {
  test.each([
    ['inclusive', INCLUSIVE],
    ['exclusive', EXCLUSIVE],
  ])(
    '%s canonicalisation',
    async (name, canonicalisation) => {
      const invoice = signed(canonicalisation);
      const wire: string[] = [];
      const read: unknown[] = [];
      const wsdl = wsdlAround(SCHEMA).replace(/<xs:schema>.*<\/xs:schema>/, () => SCHEMA);
      const server = await createSoapServer(wsdl, {
        Do(input) {
          read.push(input);
          return { $any: [{ $xml: invoice }] };
        },
      });
      const client = await createClient(wsdl, {
        async fetch(url, init) {
          const request = new Request(url as string, init as RequestInit);
          wire.push(await request.clone().text());
          const response = await server.fetch(request);
          wire.push(await response.clone().text());
          return response;
        },
      });
      const input = { $content: [{ $xml: invoice }] };
      const operation = client.$operation(client.$operations[0] as string);
      // An exclusive signature does not see the declarations that the element inherits from the message.
      const returned = async (): Promise<string> => {
        const result = (await operation(input, { raw: ['$any'] })) as { $any: { $xml: string }[] };
        return result.$any[0]?.$xml ?? '';
      };
      expect(operation.validate(input)).toEqual([]);
      const back = await returned();
      expect(back.replace(INHERITED, '')).toBe(elementIn(invoice));
      expect(verifies(back.replace(INHERITED, ''))).toBe(true);
      expect(verifies(back)).toBe(name === 'exclusive');
      expect(read).toHaveLength(1);
      expect(wire).toHaveLength(2);
      for (const message of wire) {
        expect(elementIn(message)).toBe(elementIn(invoice));
        expect(verifies(elementIn(message))).toBe(true);
        expect(verifies(elementIn(message).replace('Ltda', 'Ltdb'))).toBe(false);
        // The envelope declares prefixes, which only inclusive canonicalisation sees.
        expect(verifies(message)).toBe(name === 'exclusive');
      }
      await client.$close();
    },
    120_000,
  );
});

describe.skipIf(!installed)('XM-8: a signature of an element of a result, judged by libxmlsec1', () => {
  const around = (invoice: string): string =>
    `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:q="urn:q?a=1&amp;b=2"><s:Body><DoResponse xmlns="urn:t" xmlns:inv="urn:other">${invoice}</DoResponse></s:Body></s:Envelope>`;

  test.each([
    ['inclusive', INCLUSIVE],
    ['exclusive', EXCLUSIVE],
  ])(
    '%s canonicalisation of an element that was signed in the message',
    async (_name, canonicalisation) => {
      const message = signed(canonicalisation, around);
      const received: unknown[] = [];
      const wsdl = wsdlAround(SCHEMA).replace(/<xs:schema>.*<\/xs:schema>/, () => SCHEMA);
      const server = await createSoapServer(wsdl, {
        Do(input) {
          received.push(input);
          return { $any: [{ '{urn:x}ok': '' }] };
        },
      });
      for (const body of [
        message,
        Buffer.from(`\u{feff}${message.replace(/<\?xml[^>]*\?>/, '')}`, 'utf16le'),
      ]) {
        const client = await createClient(wsdl, {
          fetch: async () => new Response(body, { headers: { 'content-type': 'text/xml' } }),
        });
        const operation = client.$operation(client.$operations[0] as string);
        const input = { $content: [{ '{urn:x}a': '' }] };
        const result = (await operation(input, { raw: ['$any'] })) as { $any: { $xml: string }[] };
        const back = result.$any[0]?.$xml ?? '';
        expect(verifies(back)).toBe(true);
        expect(verifies(back.replace('Ltda', 'Ltdb'))).toBe(false);
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
          `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><t:DoResponse xmlns:t="urn:t">${elementIn(wire[0] ?? '')}</t:DoResponse></s:Body></s:Envelope>`,
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
      const [key, pem] = [pathOf('key.pem'), pathOf('certificate.pem')];
      const request = [
        'req',
        '-x509',
        '-newkey',
        'rsa:2048',
        '-nodes',
        '-subj',
        '/CN=signer',
        '-keyout',
        key,
        '-out',
        pem,
      ];
      expect(spawnSync('openssl', request).status).toBe(0);
      const certificate = { certificate: readFileSync(pem, 'utf8'), privateKey: readFileSync(key, 'utf8') };
      const client = await createClient(wsdl, { fetch, design, security: elementSignature(certificate) });
      const input = { $content: [{ $xml: unsigned }] };
      const { $any } = (await client.$operation(name)(input, { raw: ['$any'] })) as {
        $any: { $xml: string }[];
      };
      writeFileSync(
        pathOf('public.pem'),
        createPublicKey(certificate.certificate).export({ type: 'spki', format: 'pem' }),
      );
      expect(verifies(elementIn(wire[0] ?? ''))).toBe(true);
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
