import { readFile } from 'node:fs/promises';
import {
  createClient,
  decryptResponses,
  encryptRequests,
  type Security,
  usernameToken,
  verifyResponses,
  x509Signature,
} from '@soapstone/client';
import { generate } from 'selfsigned';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSoapServer, type ServiceSecurity, type SoapContext, SoapFault } from './index.js';
import { type ListeningServer, listen } from './node.js';
import { DIRECTORY, envelope, getUser, USER } from './testing/user-directory-server.js';

interface Identity {
  readonly certificate: string;
  readonly privateKey: string;
}

async function createIdentity(name: string): Promise<Identity> {
  const { cert, private: privateKey } = await generate([{ name: 'commonName', value: name }], {
    keySize: 2048,
    algorithm: 'sha256',
  });
  return { certificate: cert, privateKey };
}

let shop: Identity;
let stranger: Identity;
let service: Identity;
beforeAll(async () => {
  [shop, stranger, service] = await Promise.all([
    createIdentity('shop'),
    createIdentity('stranger'),
    createIdentity('service'),
  ]);
});

let http: ListeningServer;
/** What the handler is told, the requests and responses on the wire, and what the operator learns. */
const seen: SoapContext['security'][] = [];
const wire: string[] = [];
const errors: unknown[] = [];
const reasons: string[] = [];
beforeEach(() => {
  for (const list of [seen, wire, errors, reasons]) list.length = 0;
});
afterEach(async () => await http?.close());

async function serve(
  security: ServiceSecurity,
  source: Parameters<typeof createSoapServer>[0] = DIRECTORY,
): Promise<void> {
  const server = await createSoapServer(
    source,
    {},
    {
      fallback({ userId }, context) {
        seen.push(context.security);
        if (userId === 5)
          throw new SoapFault({ reason: 'no such user', detail: { UserNotFound: { userId: 5 } } });
        if (userId === 6) throw new Error('hunter2');
        return userId === undefined ? context.example() : USER;
      },
      security: { ...security, onRefused: (reason) => reasons.push(reason) },
      onError: (error) => errors.push(error),
    },
  );
  http = await listen({
    async fetch(request) {
      if (request.method !== 'POST') return await server.fetch(request);
      const { url, method, headers } = request;
      const body = await request.text();
      wire.push(body);
      const response = await server.fetch(new Request(url, { method, headers, body }));
      const text = await response.text();
      wire.push(text);
      return new Response(text, response);
    },
  });
}

async function call(security: Security | Security[], userId = 1001): Promise<unknown> {
  await using client = await createClient(DIRECTORY, { endpoint: http.address, security });
  return await client.$operation('GetUser')({ userId });
}

async function post(
  body: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; text: string }> {
  const type = { 'content-type': 'text/xml; charset=utf-8' };
  const response = await fetch(http.address, { method: 'POST', body, headers: { ...type, ...headers } });
  return { status: response.status, text: await response.text() };
}

const faultCode = (text: string): string =>
  /<faultcode(?: xmlns:c="[^"]*\/([^/"]+)")?>([^<]*)</.exec(text)?.slice(1).join(' ') ?? '';
const SECEXT = 'oasis-200401-wss-wssecurity-secext-1.0.xsd c:';

describe('UsernameToken', () => {
  const passwords: ServiceSecurity = {
    usernameToken: { password: (name) => (name === 'ada' ? 'p&ss' : undefined) },
  };

  test('the handler is told the user; a wrong password never reaches it', async () => {
    await serve(passwords);
    expect(await call(usernameToken({ username: 'ada', password: 'p&ss', digest: true }))).toMatchObject({
      name: USER['name'],
    });
    await expect(
      call(usernameToken({ username: 'ada', password: 'guess', digest: true })),
    ).rejects.toMatchObject({
      fault: {
        code: expect.stringContaining('FailedAuthentication'),
        reason: expect.stringContaining('could not be authenticated'),
      },
    });
    expect(seen).toEqual([{ username: 'ada' }]);
    expect(reasons).toEqual(['the user or the password of the UsernameToken is wrong']);
    // The sender is told nothing else.
    expect(wire.at(-1)).not.toMatch(/wrong|problem/);
  });

  test('a request that is sent again is refused', async () => {
    await serve(passwords);
    await call(usernameToken({ username: 'ada', password: 'p&ss', digest: true }));
    const again = await post(wire[0]!);
    expect([again.status, faultCode(again.text)]).toEqual([500, `${SECEXT}FailedAuthentication`]);
    expect(seen).toHaveLength(1);
  });

  test('a request without security is refused before it is checked against the schema', async () => {
    await serve(passwords);
    const { text } = await post(envelope(getUser('x')));
    expect(faultCode(text)).toBe(`${SECEXT}InvalidSecurity`);
    expect(text).not.toContain('userId');
  });

  test('a longer request is refused before it is read', async () => {
    await serve(passwords);
    const { status, text } = await post(envelope(getUser('1'.repeat(1_048_576))));
    expect([status, text]).toEqual([413, expect.stringContaining('limits.securedBytes')]);
  });

  test('the WSDL is served to everyone', async () => {
    await serve(passwords);
    expect(await (await fetch(`${http.address}?wsdl`)).text()).toContain('definitions');
  });

  test('a lookup that fails is the server’s fault, and says nothing', async () => {
    await serve({ usernameToken: { password: () => Promise.reject(new Error('hunter2')) } });
    await expect(call(usernameToken({ username: 'ada', password: 'x', digest: true }))).rejects.toMatchObject(
      {
        fault: { code: expect.stringContaining('Server'), reason: 'the service failed' },
      },
    );
    expect(String(errors)).toBe('Error: hunter2');
  });
});

describe('signed and encrypted', () => {
  const required = (): ServiceSecurity => ({
    verify: { certificates: shop.certificate },
    decryption: { privateKey: service.privateKey },
    encryptedParts: ['body'],
    respond: { timestamp: {}, signature: service, encryption: {}, signatureConfirmation: true },
  });
  const client = (own: Identity = shop): Security[] => [
    x509Signature({ ...own, timestamp: 60 }),
    encryptRequests({ certificate: service.certificate }),
    verifyResponses({ certificates: service.certificate, signatureConfirmation: true }),
    decryptResponses({ privateKey: own.privateKey }),
  ];

  test('a call and its result; the handler is told whose certificate it is', async () => {
    await serve(required());
    expect(await call(client())).toMatchObject({ name: USER['name'], email: USER['email'] });
    expect(seen).toEqual([
      { certificate: expect.objectContaining({ subject: 'CN=shop', issuer: 'CN=shop' }) },
    ]);
    expect(wire.filter((text) => /userId|Lovelace|example\.com/.test(text))).toEqual([]);
  });

  test.each([
    [
      5,
      { name: 'SoapFaultError', fault: { reason: 'no such user', detail: { UserNotFound: { userId: 5 } } } },
    ],
    [6, { name: 'SoapFaultError', fault: { reason: 'the service failed' } }],
  ])('the fault for user %i is signed and encrypted too', async (userId, expected) => {
    await serve(required());
    await expect(call(client(), userId)).rejects.toMatchObject(expected);
    expect(wire.at(-1)).not.toMatch(/Fault|failed|no such/);
  });

  test('a fault about the schema is secured, and names the place', async () => {
    await serve(required());
    const [wsdl, xsd] = await Promise.all([
      readFile(DIRECTORY, 'utf8'),
      readFile(DIRECTORY.replace('.wsdl', '.xsd'), 'utf8'),
    ]);
    // The client has another contract, so that it sends what the service does not allow.
    const files = {
      'user-directory.wsdl': wsdl.replace('name="userId" type="xs:long"', 'name="userId" type="xs:string"'),
      'user-directory.xsd': xsd,
    };
    await using other = await createClient(files, { endpoint: http.address, security: client() });
    const fault = await other
      .$operation('GetUser')({ userId: 'x' })
      .catch((error: unknown) => error);
    expect(fault).toMatchObject({ fault: { reason: 'the request does not match the schema: 1 problem' } });
    expect(JSON.stringify(fault)).toContain('"/userId"');
    expect(wire.at(-1)).not.toMatch(/does not match|problem/);
  });

  test('a stranger, a request in clear and an unsigned one are refused', async () => {
    await serve(required());
    const lenient = verifyResponses({ certificates: service.certificate, allowUnsignedFaults: true });
    const signed = x509Signature({ ...shop, timestamp: 60 });
    const encrypted = encryptRequests({ certificate: service.certificate });
    const calls: [Security[], string][] = [
      [[x509Signature({ ...stranger, timestamp: 60 }), encrypted, lenient], 'FailedAuthentication'],
      [[signed, lenient], 'InvalidSecurity'],
      [[encrypted, lenient], 'InvalidSecurity'],
    ];
    for (const [security, code] of calls) {
      await expect(call(security), code).rejects.toMatchObject({
        fault: { code: expect.stringContaining(code) },
      });
    }
    expect(seen).toEqual([]);
    expect(reasons).toEqual([
      expect.stringContaining('not issued by a trusted authority'),
      'the Body of the request is not encrypted',
      'the request is not signed',
    ]);
  });

  test('a captured request is refused, whole or in parts', async () => {
    await serve({ verify: { certificates: shop.certificate } });
    await call(x509Signature({ ...shop, timestamp: 60 }));
    const [request = ''] = wire;
    const outcomes = [
      request,
      request.replace('1001', '1002'),
      request.replace(/<wsse:Security .*<\/wsse:Security>/s, ''),
      envelope(getUser('1')),
    ];
    for (const body of outcomes)
      expect(faultCode((await post(body)).text)).toMatch(/FailedCheck|InvalidSecurity/);
    expect(seen).toHaveLength(1);
  });

  test('attachments of a signed request are refused', async () => {
    await serve({ verify: { certificates: shop.certificate } });
    await call(x509Signature({ ...shop, timestamp: 60 }));
    const body = `--b\r\ncontent-type: text/xml\r\n\r\n${wire[0]}\r\n--b\r\ncontent-id: <a>\r\n\r\nx\r\n--b--`;
    const { text } = await post(body, { 'content-type': 'multipart/related; type="text/xml"; boundary=b' });
    expect(faultCode(text)).toBe(`${SECEXT}InvalidSecurity`);
    expect(reasons).toEqual(['the request has attachments, which no signature covers']);
  });

  test('a header block that must be understood counts, although it is not signed', async () => {
    await serve({ verify: { certificates: shop.certificate } });
    await using other = await createClient(DIRECTORY, {
      endpoint: http.address,
      security: x509Signature({ ...shop, timestamp: 60 }),
    });
    const block =
      '<h:Must xmlns:h="urn:h" xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" s:mustUnderstand="1"/>';
    await other.$operation('GetUser')({ userId: 1 });
    const service = await createSoapServer(
      DIRECTORY,
      {},
      { security: { verify: { certificates: shop.certificate } } },
    );
    const response = await service.fetch(
      new Request('http://localhost/', {
        method: 'POST',
        headers: { 'content-type': 'text/xml' },
        body: wire[0]!.replace('</soapenv:Header>', `${block}</soapenv:Header>`),
      }),
    );
    expect(faultCode(await response.text())).toContain('MustUnderstand');
  });
});

/** Two operations that take the same element: SOAPAction alone tells them apart. */
const AMBIGUOUS = `<definitions targetNamespace="urn:t" xmlns:t="urn:t" xmlns="http://schemas.xmlsoap.org/wsdl/"
    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <types><xs:schema targetNamespace="urn:t"><xs:element name="Order"><xs:complexType><xs:sequence><xs:element name="id" type="xs:int"/></xs:sequence></xs:complexType></xs:element><xs:element name="Done"><xs:complexType><xs:sequence/></xs:complexType></xs:element></xs:schema></types>
  <message name="in"><part name="p" element="t:Order"/></message><message name="out"><part name="p" element="t:Done"/></message>
  <portType name="P"><operation name="Place"><input message="t:in"/><output message="t:out"/></operation>
    <operation name="Cancel"><input message="t:in"/><output message="t:out"/></operation></portType>
  <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Place"><soap:operation soapAction="urn:place"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation>
    <operation name="Cancel"><soap:operation soapAction="urn:cancel"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
  <service name="S"><port name="P" binding="t:B"><soap:address location="http://localhost/"/></port></service>
</definitions>`;

test('SOAPAction, which no signature covers, does not choose between operations of a signed request', async () => {
  await serve({ verify: { certificates: shop.certificate } }, { 'ambiguous.wsdl': AMBIGUOUS });
  const place = async (more: object): Promise<unknown> => {
    const options = {
      endpoint: http.address,
      security: { timestamp: {}, signature: shop } as Security,
      ...more,
    };
    await using client = await createClient({ 'ambiguous.wsdl': AMBIGUOUS }, options);
    return await client.$operation('Place')({ id: 5 });
  };
  await expect(place({})).rejects.toMatchObject({
    fault: { reason: expect.stringContaining('sign a wsa:Action') },
  });
  await expect(place({ addressing: 'always' })).rejects.toMatchObject({
    fault: { reason: expect.stringContaining('sign a wsa:Action') },
  });
  const parts = ['body', 'timestamp', 'headers'] as const;
  await place({ addressing: 'always', security: { timestamp: {}, signature: { ...shop, parts } } });
  expect(seen).toHaveLength(1);
});

test('createSoapServer refuses security that is not usable, by its place', async () => {
  const rejected = (security: unknown) =>
    expect(createSoapServer(DIRECTORY, {}, { security } as never)).rejects;
  await rejected({}).toMatchObject({ name: 'OptionError' });
  await rejected(5).toMatchObject({ name: 'OptionError', option: 'security' });
  await rejected({ verify: { certificates: 'x' } }).toMatchObject({ option: 'verify.certificates' });
});
