import { readFile } from 'node:fs/promises';
import {
  createClient,
  decryptResponses,
  encryptRequests,
  type Security,
  verifyResponses,
  x509Signature,
} from '@soapstone/client';
import { describe, expect, test } from 'vitest';
import { createSoapServer, type ServiceSecurity } from '../index.js';
import {
  AMBIGUOUS,
  call,
  faultCode,
  http,
  type Identity,
  post,
  reasons,
  SECEXT,
  seen,
  serve,
  service,
  setSecurityScene,
  shop,
  stranger,
  wire,
} from '../testing/secured-server.js';
import { DIRECTORY, envelope, getUser, USER } from '../testing/user-directory-server.js';

setSecurityScene();

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

  test('call and result are secured, and the handler learns whose certificate signed the call', async () => {
    await serve(required());
    expect(await call(client())).toMatchObject({ name: USER['name'], email: USER['email'] });
    expect(seen).toEqual([
      { certificate: expect.objectContaining({ subject: 'CN=shop', issuer: 'CN=shop' }) },
    ]);
    expect(wire.filter((text) => /userId|Lovelace|example\.com/.test(text))).toEqual([]);
  });

  test('call and result are secured over fetch too, and a stranger is rejected', async () => {
    await serve(required());
    const way = { fetch: (url: string, init?: RequestInit) => fetch(url, init) };
    expect(await call(client(), 1001, way)).toMatchObject({ name: USER['name'], email: USER['email'] });
    expect(seen).toEqual([
      { certificate: expect.objectContaining({ subject: 'CN=shop', issuer: 'CN=shop' }) },
    ]);
    expect(wire).toHaveLength(2);
    expect(wire.filter((text) => /userId|Lovelace|example\.com/.test(text))).toEqual([]);
    await expect(call(client(stranger), 1001, way)).rejects.toMatchObject({ code: 'RESPONSE_NOT_SIGNED' });
    await expect(
      call(
        [...client().slice(0, 2), verifyResponses({ certificates: stranger.certificate }), client()[3]!],
        1001,
        way,
      ),
    ).rejects.toMatchObject({ code: 'RESPONSE_SIGNATURE_INVALID' });
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

  test('a fault about the schema is secured, and says where the problem is', async () => {
    await serve(required());
    const [wsdl, xsd] = await Promise.all([
      readFile(DIRECTORY, 'utf8'),
      readFile(DIRECTORY.replace('.wsdl', '.xsd'), 'utf8'),
    ]);
    // The client has another contract, so that it sends a value that the service does not allow.
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

  test('requests that are signed by a stranger, unencrypted or unsigned are rejected', async () => {
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

  test('a captured request is rejected, in whole or in part', async () => {
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

  test('attachments of a signed request are rejected', async () => {
    await serve({ verify: { certificates: shop.certificate } });
    await call(x509Signature({ ...shop, timestamp: 60 }));
    const body = `--b\r\ncontent-type: text/xml\r\n\r\n${wire[0]}\r\n--b\r\ncontent-id: <a>\r\n\r\nx\r\n--b--`;
    const { text } = await post(body, { 'content-type': 'multipart/related; type="text/xml"; boundary=b' });
    expect(faultCode(text)).toBe(`${SECEXT}InvalidSecurity`);
    expect(reasons).toEqual(['the request has attachments, which no signature covers']);
  });

  test('an unsigned header block that must be understood is not ignored', async () => {
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

test('createSoapServer rejects an unusable security option, and says where it is', async () => {
  const rejected = (security: unknown) =>
    expect(createSoapServer(DIRECTORY, {}, { security } as never)).rejects;
  await rejected({}).toMatchObject({ name: 'OptionError', option: 'security' });
  await rejected(5).toMatchObject({ name: 'OptionError', option: 'security' });
  await rejected({ verify: { certificates: 'x' } }).toMatchObject({ option: 'security.verify.certificates' });
});
