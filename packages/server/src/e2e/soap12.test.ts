import { SOAP11_ENVELOPE, SOAP12_ENVELOPE, SOAP12_RPC } from '@soapstone/soap-model/namespaces';
import { beforeAll, describe, expect, test } from 'vitest';
import { createSoapServer, type SoapServer } from '../index.js';

// The assertions of the W3C's SOAP 1.2 test collection that apply to an ultimate receiver: roles, header blocks, versions, encodings, RPC
// and the HTTP binding. The messages are our own.

const WSDL = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap12/"
  xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:echo" targetNamespace="urn:echo" name="Echo">
  <types><xs:schema targetNamespace="urn:echo" elementFormDefault="qualified">
    <xs:element name="echoOk" type="xs:string"/><xs:element name="responseOk" type="xs:string"/>
  </xs:schema></types>
  <message name="Ok"><part name="text" element="t:echoOk"/><part name="known" element="t:echoOk"/></message>
  <message name="OkOut"><part name="text" element="t:responseOk"/></message>
  <message name="Number"><part name="number" type="xs:int"/></message>
  <portType name="Echo">
    <operation name="echoOk"><input message="t:Ok"/><output message="t:OkOut"/></operation>
    <operation name="returnNumber"><input message="t:Number"/><output message="t:Number"/></operation>
  </portType>
  <binding name="Echo" type="t:Echo"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="echoOk"><soap:operation soapAction="urn:echo:ok" style="document"/>
      <input><soap:body use="literal" parts="text"/><soap:header use="literal" message="t:Ok" part="known"/></input><output><soap:body use="literal"/></output></operation>
    <operation name="returnNumber"><soap:operation soapAction="" style="rpc"/>
      <input><soap:body use="literal" namespace="urn:echo"/></input><output><soap:body use="literal" namespace="urn:echo"/></output></operation>
  </binding>
  <service name="Echo"><port name="Echo" binding="t:Echo"><soap:address location="http://127.0.0.1:1/"/></port></service>
</definitions>`;
const OK = '<t:echoOk xmlns:t="urn:echo">foo</t:echoOk>';
const number = (text: string): string =>
  `<t:returnNumber xmlns:t="urn:echo"><number>${text}</number></t:returnNumber>`;
const FOREIGN = '<u:Unknown xmlns:u="urn:unknown"';

let server: SoapServer;
beforeAll(async () => {
  server = await createSoapServer(
    { 'echo.wsdl': WSDL },
    {
      echoOk: ({ echoOk }) => ({ responseOk: echoOk }),
      returnNumber: (input) => input,
    },
    { unwrap: 'payload' },
  );
});

function envelope(body: string, header = '', namespace = SOAP12_ENVELOPE): string {
  return `<s:Envelope xmlns:s="${namespace}"><s:Header>${header}</s:Header><s:Body>${body}</s:Body></s:Envelope>`;
}

async function post(
  body: string,
  type = 'application/soap+xml',
): Promise<{ status: number; text: string; type: string }> {
  const request = new Request('http://localhost/', {
    method: 'POST',
    body,
    headers: { 'content-type': type },
  });
  const response = await server.fetch(request);
  return {
    status: response.status,
    text: await response.text(),
    type: response.headers.get('content-type') ?? '',
  };
}

describe('header blocks', () => {
  const role = (name: string): string => `s:role="${SOAP12_ENVELOPE}/role/${name}"`;

  test.each([
    ['without mustUnderstand', ''],
    ['with mustUnderstand false', 's:mustUnderstand="false"'],
    ['with mustUnderstand 0 for next', `s:mustUnderstand="0" ${role('next')}`],
    ['that must be understood, for no node', `s:mustUnderstand="true" ${role('none')}`],
    ['that must be understood, for another node', 's:mustUnderstand="1" s:role="urn:node:c"'],
    [
      'that must be understood and relayed, for another node',
      's:mustUnderstand="1" s:relay="1" s:role="urn:node:c"',
    ],
    ['to be relayed', `s:relay="true" ${role('next')}`],
  ])('an unknown block %s is ignored', async (_, attributes) => {
    const { status, text, type } = await post(envelope(OK, `${FOREIGN} ${attributes}>x</u:Unknown>`));
    expect([status, type]).toEqual([200, expect.stringContaining('application/soap+xml')]);
    expect(text).toContain('foo');
  });

  test.each([
    ['for nobody in particular', ''],
    ['for the ultimate receiver', role('ultimateReceiver')],
    ['for the next node', role('next')],
    ['for the next node, to be relayed', `${role('next')} s:relay="true"`],
    ['with an empty role', 's:role=""'],
  ])('an unknown block that must be understood, %s, is rejected by name', async (_, attributes) => {
    for (const value of ['1', 'true']) {
      const block = `${FOREIGN} s:mustUnderstand="${value}" ${attributes}/>`;
      const { status, text } = await post(envelope(OK, block));
      expect(status).toBe(500);
      expect(text).toContain('<env:Value>env:MustUnderstand</env:Value>');
      expect(text).toMatch(
        /<env:Header><env:NotUnderstood xmlns:b="urn:unknown" qname="b:Unknown"\/><\/env:Header>/,
      );
    }
  });

  test('a declared block is understood', async () => {
    const block = '<t:echoOk xmlns:t="urn:echo" s:mustUnderstand="1">bar</t:echoOk>';
    expect((await post(envelope(OK, block))).status).toBe(200);
  });

  test('a mustUnderstand that is not a boolean gets a Sender fault', async () => {
    const { status, text } = await post(envelope(OK, `${FOREIGN} s:mustUnderstand="wrong"/>`));
    expect([status, text]).toEqual([400, expect.stringContaining('env:Sender')]);
  });
});

describe('versions', () => {
  test('a caller of SOAP 1.1 gets a SOAP 1.1 fault that names the version to use', async () => {
    const { status, text, type } = await post(envelope(OK, '', SOAP11_ENVELOPE), 'text/xml');
    expect([status, type]).toEqual([500, 'text/xml; charset=utf-8']);
    expect(text).toContain(`xmlns:soap="${SOAP11_ENVELOPE}"`);
    expect(text).toContain('soap:VersionMismatch');
    expect(text).toContain(`<env:SupportedEnvelope xmlns:v="${SOAP12_ENVELOPE}" qname="v:Envelope"/>`);
  });

  test('an envelope of no version gets a SOAP 1.2 fault with Upgrade', async () => {
    const { status, text } = await post(envelope(OK, '', 'http://example.org/no/version'));
    expect(status).toBe(500);
    expect(text).toContain('<env:Value>env:VersionMismatch</env:Value>');
    expect(text).toContain('<env:Upgrade ');
  });
});

describe('the message', () => {
  test.each([
    [
      'encodingStyle on Envelope',
      envelope(OK).replace('<s:Envelope', `<s:Envelope s:encodingStyle="${SOAP12_ENVELOPE}/encoding/none"`),
    ],
    [
      'encodingStyle on Body',
      envelope(OK).replace('<s:Body', `<s:Body s:encodingStyle="${SOAP12_ENVELOPE}/encoding/none"`),
    ],
    [
      'encodingStyle on Header',
      envelope(OK).replace('<s:Header', `<s:Header s:encodingStyle="${SOAP12_ENVELOPE}/encoding/none"`),
    ],
    [
      'an element after Body',
      envelope(OK).replace('</s:Envelope>', '<u:After xmlns:u="urn:after"/></s:Envelope>'),
    ],
    ['a document type', `<!DOCTYPE s [<!ELEMENT s ANY>]>${envelope(OK)}`],
    ['a processing instruction', envelope(`<?order 1?>${OK}`)],
    ['a Header after Body', envelope(OK).replace('</s:Envelope>', '<s:Header/></s:Envelope>')],
    [
      'an attribute of Envelope without a namespace',
      envelope(OK).replace('<s:Envelope', '<s:Envelope a="b"'),
    ],
  ])('%s gets a Sender fault', async (_, message) => {
    const { status, text } = await post(message);
    expect([status, text]).toEqual([400, expect.stringContaining('<env:Value>env:Sender</env:Value>')]);
  });

  test('accepts text in a comment or CDATA section that looks like a processing instruction', async () => {
    const message = envelope('<!-- <?a?> --><t:echoOk xmlns:t="urn:echo"><![CDATA[<?b?>]]></t:echoOk>');
    expect((await post(`<?xml version="1.0"?>${message}`)).status).toBe(200);
  });

  test('an unknown encoding gets a DataEncodingUnknown fault', async () => {
    const { status, text } = await post(
      envelope(OK.replace('>foo', ' s:encodingStyle="urn:no:encoding">foo')),
    );
    expect([status, text]).toEqual([
      500,
      expect.stringContaining('<env:Value>env:DataEncodingUnknown</env:Value>'),
    ]);
    const none = OK.replace('>foo', ` s:encodingStyle="${SOAP12_ENVELOPE}/encoding/none">foo`);
    expect((await post(envelope(none))).status).toBe(200);
  });
});

describe('RPC', () => {
  const subcode = (name: string): RegExp =>
    new RegExp(`<env:Subcode><env:Value xmlns:c="${SOAP12_RPC}">c:${name}</env:Value></env:Subcode>`);

  test('a call is answered', async () => {
    const { status, text } = await post(envelope(number('7')));
    expect([status, text]).toEqual([200, expect.stringContaining('7')]);
  });

  test('a procedure that does not exist', async () => {
    const { status, text } = await post(envelope('<t:doesNotExist xmlns:t="urn:echo"/>'));
    expect([status, text]).toEqual([400, expect.stringMatching(subcode('ProcedureNotPresent'))]);
  });

  test.each([
    ['another type', number('x')],
    ['none', '<t:returnNumber xmlns:t="urn:echo"/>'],
    ['another name', '<t:returnNumber xmlns:t="urn:echo"><other>1</other></t:returnNumber>'],
  ])('arguments that do not match: %s', async (_, body) => {
    const { status, text } = await post(envelope(body));
    expect([status, text]).toEqual([400, expect.stringMatching(subcode('BadArguments'))]);
  });

  test('faults of document operations have no RPC codes', async () => {
    const { text } = await post(envelope(OK.replace('foo', '<x/>')));
    expect(text).toContain('env:Sender');
    expect(text).not.toContain('BadArguments');
  });
});

describe('the HTTP binding', () => {
  test.each([
    ['text/xml', 415],
    ['application/soap', 415],
    ['text/plain', 415],
    ['application/soap+xml; charset=utf-8', 200],
    ['application/soap+xml; charset=utf-8; action="urn:echo:ok"', 200],
    ['application/soap+xml; action="urn:echo:other"', 400],
  ])('%s: %i', async (type, status) => {
    expect((await post(envelope(OK), type)).status).toBe(status);
  });
});

describe('an action with non-ASCII letters, which the model percent-encodes', () => {
  const wsdl = WSDL.replaceAll('"urn:echo:ok"', '"urn:echo:grüße"');
  // zeep sends Latin-1, other clients UTF-8, whose bytes an HTTP server reads as Latin-1.
  test.each([
    ['percent-encoded', 'urn:echo:gr%C3%BC%C3%9Fe', 200],
    ['in Latin-1', 'urn:echo:grüße', 200],
    ['in UTF-8', Buffer.from('urn:echo:grüße').toString('latin1'), 200],
    ['of another operation', 'urn:echo:grüß', 400],
  ])('%s', async (_how, action, status) => {
    const echo = await createSoapServer({ 'echo.wsdl': wsdl }, { echoOk: () => ({ responseOk: 'x' }) });
    const headers = { 'content-type': `application/soap+xml; action="${action}"` };
    const body = `<e:Envelope xmlns:e="${SOAP12_ENVELOPE}"><e:Body>${OK}</e:Body></e:Envelope>`;
    const response = await echo.fetch(new Request('http://localhost/', { method: 'POST', headers, body }));
    expect(response.status).toBe(status);
  });
});
