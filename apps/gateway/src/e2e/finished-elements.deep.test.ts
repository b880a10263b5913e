import { spawnSync } from 'node:child_process';
import { createPublicKey } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  openXmlSec,
  SIGNATURE_FORMS,
  type XmlSec,
} from '../../../../packages/ws-security/src/testing/xmlsec.js';
import { createIdentity } from '../testing/credentials-scene.js';
import { type GatewayUnderTest, startUnderTest } from '../testing/gateway-under-test.js';
import { envelope, type HostileUpstream, startHostileUpstream } from '../testing/hostile-upstream.js';
import { base64 } from '../testing/management-scene.js';
import { createOwner, type OwnerClient } from '../testing/owner-client.js';

const WSDL = `<definitions targetNamespace="urn:t" xmlns:t="urn:t" xmlns:inv="urn:invoice" xmlns="http://schemas.xmlsoap.org/wsdl/"
    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <types><xs:schema targetNamespace="urn:invoice">
    <xs:element name="invoice"><xs:complexType mixed="true"><xs:sequence><xs:any minOccurs="0" maxOccurs="unbounded" processContents="lax"/></xs:sequence><xs:attribute name="Id" type="xs:string"/></xs:complexType></xs:element>
  </xs:schema><xs:schema targetNamespace="urn:t"><xs:import namespace="urn:invoice"/>
    <xs:element name="Submit"><xs:complexType><xs:sequence><xs:element ref="inv:invoice" minOccurs="0"/><xs:element name="letter" type="xs:string" minOccurs="0"/><xs:element name="order" minOccurs="0" type="t:Order"/><xs:element name="text" type="xs:string" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>
    <xs:complexType name="Order"><xs:sequence><xs:element name="sum" type="xs:decimal"/><xs:any namespace="http://www.w3.org/2000/09/xmldsig#" processContents="lax"/></xs:sequence><xs:attribute name="Id" type="xs:ID"/></xs:complexType>
    <xs:element name="order" type="t:Order"/>
    <xs:element name="SubmitResponse"><xs:complexType><xs:sequence><xs:element name="code" type="xs:int"/><xs:element ref="inv:invoice" minOccurs="0"/><xs:element name="letter" type="xs:string" minOccurs="0"/><xs:element name="rates" minOccurs="0"><xs:complexType><xs:sequence><xs:any minOccurs="0" namespace="http://www.w3.org/2001/XMLSchema" processContents="lax"/><xs:any namespace="urn:schemas-microsoft-com:xml-diffgram-v1" processContents="lax"/></xs:sequence></xs:complexType></xs:element></xs:sequence></xs:complexType></xs:element>
  </xs:schema></types>
  <message name="in"><part name="p" element="t:Submit"/></message><message name="out"><part name="p" element="t:SubmitResponse"/></message>
  <portType name="P"><operation name="Submit"><input message="t:in"/><output message="t:out"/></operation></portType>
  <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Submit"><soap:operation soapAction=""/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
  <service name="Invoices"><port name="P" binding="t:B"><soap:address location="http://127.0.0.1:9/"/></port></service>
</definitions>`;
const DESIGN = {
  operations: {
    Submit: {
      input: {
        raw: ['invoice'],
        documents: { letter: { element: 'invoice', as: 'cdata' }, text: 'order' },
        sign: { order: '@Id', text: { reference: 'document', canonical: 'inclusive' } },
      },
      result: {
        raw: ['invoice'],
        documents: { letter: '*' },
        dataSets: { rates: { tables: { Rates: { code: 'string', rate: 'decimal' } } } },
      },
    },
  },
};

const folder = mkdtempSync(join(tmpdir(), 'finished-elements-'));
const pathOf = (name: string): string => join(folder, name);
const ID = ['--id-attr:Id', 'order'];

/** An invoice around a document; the signature of what is inside does not see the envelope. */
const invoiceAround = (document: string): string =>
  `<inv:invoice xmlns:inv="urn:invoice">${document}</inv:invoice>`;

/** Whether a message or a document has a valid signature of the service. */
function isSigned(xml: string): boolean {
  writeFileSync(pathOf('received.xml'), xml);
  const args = ['--verify', '--pubkey-pem', pathOf('service.pem'), ...ID, pathOf('received.xml')];
  return spawnSync('xmlsec1', args).status === 0;
}

const isInstalled = spawnSync('xmlsec1', ['--version']).status === 0;

describe.skipIf(!isInstalled)('XM-10: signed documents through the gateway, judged by libxmlsec1', () => {
  let under: GatewayUnderTest;
  let upstream: HostileUpstream;
  let owner: OwnerClient;
  let path: string;
  let serviceId: string;
  let key: string;
  let invoice: string;
  let xmlsec: XmlSec;

  beforeAll(async () => {
    [upstream, under] = await Promise.all([
      startHostileUpstream(),
      startUnderTest({ DATA_DIR: pathOf('data') }),
    ]);
    owner = await createOwner(under);
    await under.gateway.store.accounts.update(owner.accountId, (account) => ({ ...account, plan: 'Pro' }));
    const registered = await owner.send('POST', '/api/manage/services', {
      files: [{ path: 'invoices.wsdl', content: base64(WSDL) }],
      settings: { endpoint: upstream.address },
      design: DESIGN,
    });
    expect([registered.status, registered.text.slice(0, 300)]).toEqual([201, expect.any(String)]);
    const { slug, serviceId: id } = registered.json<{ slug: string; serviceId: string }>();
    serviceId = id;
    path = `/api/v1/${owner.accountId}/${slug}`;
    key = (await owner.send('POST', '/api/manage/keys', { name: 'ci' })).json<{ key: string }>().key;
    xmlsec = openXmlSec(folder, await createIdentity());
    invoice = xmlsec.signed('enveloped', 'exclusive');
  }, 120_000);
  afterAll(async () => {
    await under?.stop();
    await upstream?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const submit = (input: unknown) =>
    under.send(`${path}/Submit`, {
      method: 'POST',
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
      body: JSON.stringify(input),
    });
  const respond = (content: string): void => {
    upstream.answer = (_request, response) =>
      void response.end(
        envelope(`<t:SubmitResponse xmlns:t="urn:t"><code>0</code>${content}</t:SubmitResponse>`),
      );
  };
  const escaped = (xml: string): string =>
    xml.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

  test('an element and a document in a text arrive byte for byte, in both directions', async () => {
    respond(`${invoice}<letter>${escaped(invoice)}</letter>`);
    const answer = await submit({ invoice: { $xml: invoice }, letter: { $xml: invoice } });
    expect([answer.status, answer.text.slice(0, 300)]).toEqual([200, expect.any(String)]);
    const sent = upstream.bodies.at(-1) ?? '';
    expect(sent).toContain(
      `<ns1:Submit xmlns:ns1="urn:t" xmlns:ns2="urn:invoice">${invoice}<letter><![CDATA[`,
    );
    expect(xmlsec.verifies(sent.replace(/<letter>.*<\/letter>/s, ''))).toBe(true);
    const [, letter = ''] = /<letter>(.*)<\/letter>/s.exec(sent) ?? [];
    const document = letter.split(']]><![CDATA[').join('').slice('<![CDATA['.length, -']]>'.length);
    expect(document).toBe(invoice);
    expect(xmlsec.verifies(document)).toBe(true);
    const { result } = answer.json<{ result: { invoice: { $xml: string }; letter: object } }>();
    expect(xmlsec.verifies(result.invoice.$xml)).toBe(true);
    expect(xmlsec.verifies(result.invoice.$xml.replace('Ltda', 'Ltdb'))).toBe(false);
    expect(result.letter).toMatchObject({ $any: [{ '{urn:invoice}invoice': { '@Id': 'i1' } }] });
  });

  test.each(SIGNATURE_FORMS)(
    '%s, %s canonicalisation: the signature is valid in both directions',
    async (form, canonical) => {
      const document = xmlsec.signed(form, canonical, invoiceAround);
      respond(document);
      const answer = await submit({ invoice: { $xml: document } });
      const { $xml } = answer.json<{ result: { invoice: { $xml: string } } }>().result.invoice;
      const sent = upstream.bodies.at(-1) ?? '';
      expect(sent).toContain(document);
      // The declarations of the envelope, which follow the name of the element, are seen by inclusive canonicalisation only.
      const withoutInherited = $xml.replace(/(?<=^<inv:invoice)(?: xmlns:(?!inv=)[^=]+="[^"]*")+/, '');
      expect(withoutInherited).toBe(document);
      expect([document, withoutInherited, $xml, sent].map(xmlsec.verifies)).toEqual([
        true,
        true,
        ...(canonical === 'exclusive' ? [true, true] : [false, false]),
      ]);
      expect(xmlsec.verifies($xml.replace('Ltda', 'Ltdb'))).toBe(false);
    },
  );

  const answers = async (value: string) =>
    expect(
      (await owner.send('PATCH', `/api/manage/services/${serviceId}`, { settings: { answers: value } }))
        .status,
    ).toBe(200);
  const everything = () => ({
    invoice: { $xml: invoice },
    order: { '@Id': 'o1', sum: 1 },
    text: { '@Id': 'o2', sum: 2 },
  });

  test('a mock answers with what the design says, checks finished elements, and asks for no key of a signature', async () => {
    await answers('mock');
    const calls = upstream.calls;
    const mocked = (await submit(everything())).json<{ result: Record<string, unknown>; meta: object }>();
    expect(mocked.result).toMatchObject({
      invoice: { $xml: expect.stringContaining('<') },
      letter: { $any: [expect.any(Object)] },
      rates: { rows: { Rates: [{ '@id': expect.any(String), rate: expect.any(Number) }] } },
    });
    expect(mocked.meta).toMatchObject({ mock: true });
    expect((await submit({ invoice: { $xml: '<evil/>' } })).text).toContain('/invoice/$xml');
    expect(upstream.calls).toBe(calls);
    await answers('live');
  });

  test('XM-17: the gateway signs an element and a document in a text, with the key of the service', async () => {
    respond('');
    const order = { '@Id': 'o1', sum: 12.5 };
    const without = await submit({ order });
    expect([without.status, without.text]).toEqual([502, expect.stringContaining('elementSignature')]);
    const calls = upstream.calls;
    const { certificate, privateKey } = await createIdentity();
    const put = await owner.send('PUT', `/api/manage/services/${serviceId}/credentials`, {
      elementSignature: { certificate, privateKey },
    });
    expect(put.status).toBeLessThan(300);
    expect(put.text).not.toContain('PRIVATE KEY');
    const answer = await submit({ order, text: order });
    expect([answer.status, answer.text.slice(0, 300)]).toEqual([200, expect.any(String)]);
    expect(upstream.calls).toBe(calls + 1);
    const sent = upstream.bodies.at(-1) ?? '';
    const [, text = ''] = /<text>(.*)<\/text>/s.exec(sent) ?? [];
    const document = text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
    writeFileSync(
      pathOf('service.pem'),
      createPublicKey(certificate).export({ type: 'spki', format: 'pem' }),
    );
    expect(isSigned(sent)).toBe(true);
    expect(isSigned(document)).toBe(true);
    expect(isSigned(document.replace('12.5', '12.6'))).toBe(false);
    expect((await submit({ order: { sum: 1 } })).text).toContain('/order/@Id');
    const client = await submit({ order: { ...order, $any: [{ '{urn:x}a': '' }] } });
    expect([client.status, client.text]).toEqual([400, expect.stringContaining('/order/$any')]);
  });

  test('what is recorded is replayed with what the design says, and its signature is valid', async () => {
    const input = everything();
    await answers('record');
    const table =
      '<rates><d:diffgram xmlns:d="urn:schemas-microsoft-com:xml-diffgram-v1"><NewDataSet><Rates d:id="Rates1"><code>EUR</code><rate>1.10</rate></Rates></NewDataSet></d:diffgram></rates>';
    respond(`${invoice}<letter>${escaped(invoice)}</letter>${table}`);
    const recorded = (await submit(input)).json<{ result: { invoice: { $xml: string } } }>();
    expect(recorded.result).toMatchObject({ rates: { rows: { Rates: [{ code: 'EUR', rate: 1.1 }] } } });
    await expect
      .poll(async () => (await owner.send('GET', `/api/manage/services/${serviceId}/recordings`)).json(), {
        timeout: 30_000,
        interval: 100,
      })
      .toMatchObject({ recordings: [{ operation: 'Submit' }] });
    await answers('replay');
    const sent = upstream.calls;
    const replayed = (await submit(input)).json<typeof recorded>();
    expect(replayed.result).toEqual(recorded.result);
    expect(xmlsec.verifies(replayed.result.invoice.$xml)).toBe(true);
    const other = await submit({ ...input, text: { '@Id': 'o3', sum: 2 } });
    expect([other.status, other.text]).toEqual([502, expect.stringContaining('NOT_RECORDED')]);
    expect(upstream.calls).toBe(sent);
    await answers('live');
  });

  test('a document is refused at its place, and nothing is sent', async () => {
    const calls = upstream.calls;
    for (const xml of [
      '<inv:invoice xmlns:inv="urn:invoice"/><evil/>',
      '<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]><inv:invoice xmlns:inv="urn:invoice">&e;</inv:invoice>',
      '<ns2:invoice/>',
      '<inv:invoice xmlns:inv="urn:invoice"><?php 1 ?></inv:invoice>',
      ']]></letter><evil/><letter><![CDATA[',
    ])
      for (const member of ['invoice', 'letter']) {
        const answer = await submit({ [member]: { $xml: xml } });
        expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(`/${member}/$xml`)]);
      }
    expect(upstream.calls).toBe(calls);
  });

  test('documents of a million elements, of 9 MB and of great depth have answers, and the gateway goes on', async () => {
    for (const [content, status] of [
      [`<letter>${escaped(`<a>${'<b/>'.repeat(1_000_000)}</a>`)}</letter>`, 502],
      [`<letter>${escaped(`<a>${'x'.repeat(9_000_000)}</a>`)}</letter>`, 200],
      [`<letter>${escaped('<a>'.repeat(100_000) + '</a>'.repeat(100_000))}</letter>`, 502],
    ] as const) {
      respond(content);
      const answer = await submit({});
      expect([answer.status, answer.text.slice(0, 200)]).toEqual([status, expect.any(String)]);
    }
    respond('');
    expect((await submit({})).json<{ result: unknown }>().result).toEqual({ code: 0 });
  }, 60_000);

  test('the OpenAPI document has $xml alone', async () => {
    const { text } = await under.send(`${path}/openapi.json`, { headers: { 'X-API-Key': key } });
    expect(text).toContain('"$xml"');
    expect(text).toContain('FinishedElement');
  });
});
