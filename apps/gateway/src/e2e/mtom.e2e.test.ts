import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GatewayUnderTest, startUnderTest } from '../testing/gateway-under-test.js';
import { envelope, type HostileUpstream, startHostileUpstream } from '../testing/hostile-upstream.js';

const WSDL = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
    xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:f" targetNamespace="urn:f">
  <types><xs:schema targetNamespace="urn:f" elementFormDefault="qualified">
    <xs:element name="Put"><xs:complexType><xs:sequence><xs:element name="data" type="xs:base64Binary"/></xs:sequence></xs:complexType></xs:element>
    <xs:element name="PutResponse"><xs:complexType><xs:sequence><xs:element name="size" type="xs:int"/></xs:sequence></xs:complexType></xs:element>
  </xs:schema></types>
  <message name="in"><part name="p" element="t:Put"/></message><message name="out"><part name="p" element="t:PutResponse"/></message>
  <portType name="P"><operation name="Put"><input message="t:in"/><output message="t:out"/></operation></portType>
  <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Put"><soap:operation soapAction=""/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
  <service name="S"><port name="P" binding="t:B"><soap:address location="http://127.0.0.1:1/"/></port></service>
</definitions>`;

let under: GatewayUnderTest;
let upstream: HostileUpstream;
beforeAll(async () => {
  [under, upstream] = await Promise.all([startUnderTest(), startHostileUpstream()]);
  upstream.answer = (_request, response) =>
    response.end(envelope('<PutResponse xmlns="urn:f"><size>1</size></PutResponse>'));
});
afterAll(async () => {
  await under?.stop();
  await upstream?.stop();
});

/** Calls a service with this setting: what its dry run shows, and what is sent. */
async function putWith(mtom: 'auto' | 'always' | 'never' | undefined, bytes: string) {
  const account = await under.createAccount();
  const { key } = await under.createKey(account.id);
  await under.register(account, {
    source: { kind: 'files', files: new Map([['f.wsdl', Buffer.from(WSDL)]]), main: 'f.wsdl' },
    slug: 'f',
    settings: { endpoint: upstream.address, ...(mtom !== undefined && { mtom }) },
  });
  const put = async (headers: Record<string, string> = {}) => {
    const answer = await under.send(`/api/v1/${account.id}/f/Put`, {
      method: 'POST',
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify({ data: Buffer.from(bytes).toString('base64') }),
    });
    expect(answer.status).toBe(200);
    return answer.json<{ result: Record<string, unknown> }>().result;
  };
  const shown = await put({ 'X-Dry-Run': 'true' });
  await put();
  return { shown, sent: upstream.bodies[upstream.bodies.length - 1] ?? '' };
}

test('mtom: "always" sends a large value as a MIME part, and the dry run shows it', async () => {
  const bytes = 'Z'.repeat(1_024);
  const { shown, sent } = await putWith('always', bytes);
  expect(sent).toContain('Content-Type: application/xop+xml; charset=utf-8; type="text/xml"');
  expect(sent).toMatch(/<(\w+):data><xop:Include [^>]*href="cid:xop-1@soapstone.invalid"\/><\/\1:data>/);
  expect(sent).toContain(`Content-ID: <xop-1@soapstone.invalid>\r\n\r\n${bytes}\r\n`);
  expect(shown).toMatchObject({
    packaging: 'mtom',
    body: expect.stringContaining('xop:Include'),
    attachments: [{ contentId: 'xop-1@soapstone.invalid', bytes: 1_024 }],
  });
});

test('a value below 1 KiB stays in the envelope, which is packed', async () => {
  const { shown, sent } = await putWith('always', 'Z'.repeat(1_023));
  expect(sent).toContain('application/xop+xml');
  expect(sent).not.toContain('xop:Include');
  expect(shown).toMatchObject({ packaging: 'mtom', attachments: [] });
});

test.each([undefined, 'auto', 'never'] as const)(
  'mtom: %s sends plain XML where the WSDL asks for nothing',
  async (mtom) => {
    const { shown, sent } = await putWith(mtom, 'Z'.repeat(5_000));
    expect(sent).toMatch(/^<\?xml/);
    expect(shown).not.toHaveProperty('packaging');
  },
);

test('allowUndeclaredAttachments: callers send parts that the WSDL does not declare, and get those of the response', async () => {
  const account = await under.createAccount();
  const { key } = await under.createKey(account.id);
  const source = { kind: 'files', files: new Map([['f.wsdl', Buffer.from(WSDL)]]), main: 'f.wsdl' } as const;
  await under.register(account, { source, slug: 'closed', settings: { endpoint: upstream.address } });
  await under.register(account, {
    source,
    slug: 'open',
    settings: { endpoint: upstream.address, allowUndeclaredAttachments: true },
  });
  const put = (slug: string, $attachments: object, headers: Record<string, string> = {}) =>
    under.send(`/api/v1/${account.id}/${slug}/Put`, {
      method: 'POST',
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify({ data: 'AQID', $attachments }),
    });
  const photo = { contentType: 'image/png', data: Buffer.from('a photo').toString('base64') };
  upstream.answer = (_request, response) =>
    response
      .writeHead(200, { 'content-type': 'multipart/related; boundary=b; type="text/xml"' })
      .end(
        `--b\r\nContent-Type: text/xml\r\n\r\n${envelope('<PutResponse xmlns="urn:f"><size>1</size></PutResponse>')}\r\n--b\r\nContent-Type: text/plain\r\nContent-ID: <note@example.org>\r\n\r\nthanks\r\n--b--`,
      );
  const answer = await put('open', { 'photo@example.com': photo });
  expect(answer.status).toBe(200);
  expect(answer.json()).toMatchObject({
    result: {
      size: 1,
      $attachments: {
        'note@example.org': { contentType: 'text/plain', data: Buffer.from('thanks').toString('base64') },
      },
    },
  });
  const sent = upstream.bodies[upstream.bodies.length - 1] ?? '';
  expect(sent).toMatch(
    /Content-Type: image\/png\r\nContent-Transfer-Encoding: binary\r\nContent-ID: <photo@example.com>\r\n\r\na photo\r\n/,
  );
  const shown = await put('open', { 'photo@example.com': photo }, { 'X-Dry-Run': 'true' });
  expect(shown.json()).toMatchObject({
    result: { attachments: [{ contentId: 'photo@example.com', contentType: 'image/png', bytes: 7 }] },
  });
  const bad = await put('open', { 'a>\r\nBcc: x': photo });
  expect(bad.status).toBe(400);
  expect(bad.json()).toMatchObject({ error: { details: [{ path: '/$attachments/a>\r\nBcc: x' }] } });
  const refused = await put('closed', { 'photo@example.com': photo });
  expect(refused.status).toBe(400);
});
