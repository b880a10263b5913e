import { describe, expect, test } from 'vitest';
import { createSoapServer, OptionError } from '../index.js';
import {
  DIRECTORY,
  envelope,
  getUser,
  NAMESPACE,
  post,
  SOAP11,
  SOAP12,
  server,
} from '../testing/user-directory-server.js';

describe('rejected requests', () => {
  const list = (children: string): string =>
    envelope(`<ListUsers xmlns="${NAMESPACE}">${children}</ListUsers>`);
  test.each([
    ['a value of another type', envelope(getUser('x')), 'path="/userId"'],
    ['a value out of range', envelope(getUser('9223372036854775808')), 'path="/userId"'],
    ['an empty value', envelope(getUser('')), 'path="/userId"'],
    ['a missing element', envelope(`<GetUser xmlns="${NAMESPACE}"/>`), 'path="/userId"'],
    [
      'an element too many',
      envelope(getUser('1').replace('</GetUser>', '<userId>2</userId></GetUser>')),
      'TOO_MANY',
    ],
    [
      'an unknown element',
      envelope(getUser('1').replace('</GetUser>', '<more/></GetUser>')),
      'UNKNOWN_ELEMENT',
    ],
    ['an unknown attribute', envelope(getUser('1').replace('<userId', '<userId x="1"')), 'UNKNOWN_ATTRIBUTE'],
    [
      'an element without a namespace',
      envelope(getUser('1').replace('<userId', '<userId xmlns=""')),
      'NAMESPACE_MISMATCH',
    ],
    [
      'text between elements',
      envelope(getUser('1').replace('</GetUser>', 'text</GetUser>')),
      'UNEXPECTED_TEXT',
    ],
    [
      'nil for an element that is not nillable',
      envelope(
        getUser('').replace(
          '<userId',
          '<userId xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:nil="true"',
        ),
      ),
      'path="/userId"',
    ],
    ['elements out of order', list('<limit>5</limit><department>x</department>'), 'OUT_OF_ORDER'],
    ['a value outside the enumeration', list('<status>gone</status>'), 'path="/status/0"'],
    ['a value beyond a facet', list('<limit>100000</limit>'), 'path="/limit"'],
    ['a second child of Body', envelope(`${getUser('1')}<more xmlns="urn:x"/>`), 'EXTRA_BODY_CHILD'],
    [
      'an xsi:type that is not derived',
      envelope(
        getUser('1').replace(
          '<userId',
          '<userId xmlns:i="http://www.w3.org/2001/XMLSchema-instance" xmlns:x="http://www.w3.org/2001/XMLSchema" i:type="x:date"',
        ),
      ),
      'UNKNOWN_XSI_TYPE',
    ],
    [
      'an xsi:nil that is not a boolean',
      envelope(
        getUser('1').replace(
          '<userId',
          '<userId xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:nil="maybe"',
        ),
      ),
      'xsi:nil is not a boolean',
    ],
    [
      'an element after the Body',
      envelope(getUser('1')).replace('</s:Envelope>', '<more xmlns="urn:x"/></s:Envelope>'),
      'EXTRA_ENVELOPE_CHILD',
    ],
    [
      'text after the Body',
      envelope(getUser('1')).replace('</s:Envelope>', 'x</s:Envelope>'),
      'the envelope has unexpected text',
    ],
    ['text in the Header', envelope(getUser('1'), 'x'), 'Header has text'],
    ['a block without a namespace', envelope(getUser('1'), '<b/>'), 'block b has no namespace'],
    ['two Headers', envelope(getUser('1'), '</s:Header><s:Header>'), 'more than one Header'],
    [
      'an attribute of Envelope without a namespace',
      envelope(getUser('1')).replace('<s:Envelope', '<s:Envelope a="1"'),
      'the attribute a',
    ],
    [
      'a mustUnderstand that is not a boolean',
      envelope(getUser('1'), '<b xmlns="urn:b" s:mustUnderstand="maybe"/>'),
      'mustUnderstand of b is not a boolean',
    ],
    ['an unknown operation', envelope('<Nope xmlns="urn:x"/>'), '{urn:x}Nope'],
    ['an empty Body', envelope(''), 'an empty Body'],
    ['a truncated message', envelope(getUser('1')).slice(0, -30), 'Client'],
    ['no XML', 'hello', 'not well-formed'],
    ['nothing', '', 'not'],
    ['another document', '<html/>', 'not a SOAP envelope'],
    ['a DOCTYPE', `<!DOCTYPE x [<!ENTITY a "b">]>${envelope(getUser('1'))}`, 'DOCTYPE'],
  ])('%s gets a Client fault that says where', async (_, request, expected) => {
    const { status, text } = await post(request);
    expect(text).toContain('<faultcode>soap:Client</faultcode>');
    expect(text).toContain(expected);
    expect(status).toBe(500);
  });

  test.each([
    ['no boundary', 'multipart/related', 'x'],
    ['too many parts', 'multipart/related; boundary=a', `${'--a\r\n\r\nx\r\n'.repeat(2_000)}--a--`],
  ])('a multipart message with %s', async (_, type, body) => {
    const { text } = await post(body, { 'content-type': type });
    expect(text).toContain('<faultcode>soap:Client</faultcode>');
    expect(text).toContain('multipart message');
  });

  test.each([
    ['deep elements', envelope(list('<a>'.repeat(100_000)))],
    ['deep header blocks', envelope(getUser('1'), '<a>'.repeat(10_000))],
    ['a Header that does not end', `<s:Envelope xmlns:s="${SOAP11}"><s:Header>${'<b>x</b>'.repeat(100_000)}`],
    [
      'header blocks that must be understood',
      envelope(getUser('1'), '<b xmlns="u" s:mustUnderstand="1"/>'.repeat(3_000)),
    ],
    ['a name of one megabyte', envelope(list(`<${'x'.repeat(1_000_000)}/>`))],
    ['an operation name of 200 KB', envelope(`<${'x'.repeat(200_000)}/>`)],
    ['100,000 attributes', envelope(list(`<department ${'a="1" '.repeat(100_000)}/>`))],
    ['100,000 invalid values', envelope(list('<status>gone</status>'.repeat(100_000)))],
  ])('%s: the fault is short', async (_, request) => {
    const { status, text } = await post(request);
    expect(status).toBe(500);
    expect(text.length).toBeLessThan(8_000);
  });

  test('a fault lists every problem', async () => {
    const { text } = await post(list('<limit>0</limit><status>gone</status>'));
    expect(text.match(/<p:problem /g)!.length).toBeGreaterThanOrEqual(2);
  });

  test('an envelope of an unsupported SOAP version', async () => {
    const { status, text } = await post(envelope(getUser('1'), '', SOAP12), {
      'content-type': 'application/soap+xml',
    });
    expect(text).toContain('<faultcode>soap:VersionMismatch</faultcode>');
    expect(text).toContain(`<env:SupportedEnvelope xmlns:v="${SOAP11}" qname="v:Envelope"/>`);
    expect(status).toBe(500);
    expect((await post(envelope(getUser('1'), '', 'urn:soap'))).text).toContain('VersionMismatch');
  });

  test('a header block that must be understood but is not is rejected, unless it is for another node', async () => {
    const block = (actor: string): string => `<b xmlns="urn:b" s:mustUnderstand="1" ${actor}/>`;
    const refused = await post(envelope(getUser('1'), block('')));
    expect(refused.text).toContain('<faultcode>soap:MustUnderstand</faultcode>');
    expect(refused.text).toContain('{urn:b}b');
    const next = await post(
      envelope(getUser('1'), block('s:actor="http://schemas.xmlsoap.org/soap/actor/next"')),
    );
    expect(next.text).toContain('MustUnderstand');
    expect((await post(envelope(getUser('1'), block('s:actor="urn:other"')))).status).toBe(200);
  });

  test('an action that belongs to another operation', async () => {
    const { text } = await post(envelope(getUser('1')), {
      soapaction: '"urn:example:user-directory/ListUsers"',
    });
    expect(text).toContain('does not belong to GetUser');
    expect((await post(envelope(getUser('1')), { soapaction: '""' })).status).toBe(200);
  });

  test.each([
    ['a media type that is not SOAP', {}, { 'content-type': 'application/json' }, 415],
    ['the media type of the other version', {}, { 'content-type': 'application/soap+xml' }, 415],
    ['a content coding', {}, { 'content-encoding': 'gzip' }, 415],
    ['a message longer than the limit', {}, { 'content-length': '99999999' }, 413],
    ['another method', { method: 'PUT' }, {}, 405],
  ])('%s', async (_, init, headers, status) => {
    const request = new Request('http://localhost/', {
      method: 'POST',
      body: envelope(getUser('1')),
      headers: { 'content-type': 'text/xml', ...headers },
      ...init,
    });
    expect((await server.fetch(request)).status).toBe(status);
  });

  test.each([
    ['with Content-Length', { 'content-length': '5000' }],
    ['without Content-Length', {}],
  ])(
    'a request longer than the limit, %s, is rejected immediately although a clone of it is unread',
    async (_, headers) => {
      const small = await createSoapServer(DIRECTORY, {}, { limits: { requestBytes: 1_000 } });
      const request = new Request('http://localhost/', {
        method: 'POST',
        body: ' '.repeat(5_000),
        headers: { 'content-type': 'text/xml', ...headers },
      });
      const clone = request.clone();
      expect((await small.fetch(request)).status).toBe(413);
      expect(await clone.text()).toHaveLength(5_000);
    },
  );

  test('a reference to a missing attachment is reported with its target', async () => {
    const wsdl = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
        xmlns:t="urn:t" targetNamespace="urn:t" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:ref="http://ws-i.org/profiles/basic/1.1/xsd">
      <types>
        <xs:schema targetNamespace="http://ws-i.org/profiles/basic/1.1/xsd">
          <xs:simpleType name="swaRef"><xs:restriction base="xs:anyURI"/></xs:simpleType>
        </xs:schema>
        <xs:schema targetNamespace="urn:t" elementFormDefault="qualified">
          <xs:import namespace="http://ws-i.org/profiles/basic/1.1/xsd"/>
          <xs:element name="Store"><xs:complexType><xs:sequence><xs:element name="file" type="ref:swaRef"/></xs:sequence></xs:complexType></xs:element>
        </xs:schema>
      </types>
      <message name="in"><part name="p" element="t:Store"/></message>
      <portType name="T"><operation name="Store"><input message="t:in"/></operation></portType>
      <binding name="B" type="t:T"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
        <operation name="Store"><soap:operation soapAction=""/><input><soap:body use="literal"/></input></operation></binding>
      <service name="S"><port name="P" binding="t:B"><soap:address location="http://localhost/"/></port></service>
    </definitions>`;
    const store = await createSoapServer(wsdl, { Store: () => undefined });
    const body = envelope('<Store xmlns="urn:t"><file>cid:gone@here</file></Store>');
    const headers = { 'content-type': 'text/xml' };
    const response = await store.fetch(new Request('http://localhost/', { method: 'POST', body, headers }));
    const text = await response.text();
    expect(text).toContain('path="/file" code="DANGLING_REF"');
    expect(text).toContain('gone@here');
    expect(text).not.toContain('null');
  });

  test('unusable options and handlers are rejected', async () => {
    const refused = async (given: object, options: object = {}): Promise<string> => {
      const error: unknown = await createSoapServer(DIRECTORY, given, options).catch(
        (thrown: unknown) => thrown,
      );
      expect(error).toBeInstanceOf(OptionError);
      return (error as Error).message;
    };
    expect(await refused({ GetUsr: () => ({}) })).toContain('GetUser');
    expect(await refused({ GetUser: 5 })).toContain('handlers.GetUser');
    class Handlers {
      GetUser() {}
    }
    for (const given of [new Handlers(), new Map([['GetUser', () => ({})]])])
      expect(await refused(given)).toContain('expected an object with a function per operation');
    expect(await refused({}, { stric: true })).toContain('strict');
    expect(await refused({}, { unwrapByOperation: { GetUser: 'all' } })).toContain('of createSoapServer');
    expect(await refused({}, { unwrapByOperation: { GetUsr: 'none' } })).toContain('did you mean "GetUser"');
    expect(await refused({}, { complete: true })).toContain('handler for every operation');
    expect(await refused({}, { service: 'Nope' })).toContain('UserDirectory');
    await expect(createSoapServer('https://example.com/?wsdl', {})).rejects.toThrow(OptionError);
    const { fetch } = await createSoapServer(DIRECTORY, {});
    for (const wrong of [undefined, null, 'http://localhost/', {}])
      await expect(fetch(wrong as never)).rejects.toMatchObject({ name: 'OptionError', option: 'request' });
  });
});
