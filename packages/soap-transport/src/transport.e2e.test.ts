import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CredentialProfile } from '@soapstone/credentials';
import { defined } from '@soapstone/options/defined';
import { afterEach, describe, expect, test } from 'vitest';
import { securityHeaders } from '../../ws-security/src/headers/security-headers.js';
import { createIdentity } from '../../ws-security/src/testing/certificates.js';
import type { TransportRequest, TransportResponse } from './exchange.js';
import { printEnvelope } from './testing/messages.js';
import { createTransport, type Transport } from './transport.js';

const envelope =
  '<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"><soapenv:Body/></soapenv:Envelope>';
const closers: (() => Promise<unknown> | unknown)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function listen(handler: RequestListener): Promise<string> {
  const server: Server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(
    () => server.closeAllConnections(),
    () => new Promise((resolve) => server.close(resolve)),
  );
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function transportTo(host: string): Transport {
  const transport = createTransport({ egress: { allow: [host] } });
  closers.push(() => transport.close());
  return transport;
}

function request(host: string, more: Partial<TransportRequest> = {}): TransportRequest {
  return {
    url: `http://${host}/service?x=1`,
    body: Buffer.from(envelope),
    contentType: 'text/xml; charset=utf-8',
    soapVersion: '1.1',
    account: 'acme',
    ...more,
  };
}

async function textOf(response: TransportResponse): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of response.body) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

async function bodyOf(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

test('a trace context is sent as it is, and dropped if it cannot be sent', async () => {
  const seen: IncomingMessage['headers'][] = [];
  const host = await listen((message, response) => {
    seen.push(message.headers);
    response.end(envelope);
  });
  const transport = transportTo(host);
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  const contexts = [
    undefined,
    { traceparent, tracestate: 'vendor=a' },
    { traceparent, tracestate: 'a\r\nX-Injected: 1' },
    { traceparent: 'x'.repeat(600) },
  ];
  for (const traceContext of contexts) {
    const more = defined({ traceContext });
    await textOf(await transport.send(request(host, more)));
  }
  expect(
    seen.map((headers) => [headers['traceparent'], headers['tracestate'], headers['x-injected']]),
  ).toEqual([
    [undefined, undefined, undefined],
    [traceparent, 'vendor=a', undefined],
    [traceparent, undefined, undefined],
    [undefined, undefined, undefined],
  ]);
});

test('a SOAP 1.1 message is posted with its headers and the response is returned', async () => {
  const seen: { message: IncomingMessage; body: string }[] = [];
  const host = await listen(async (message, reply) => {
    seen.push({ message, body: await bodyOf(message) });
    reply.writeHead(500, { 'content-type': 'text/xml' }).end('<fault/>');
  });
  const transport = transportTo(host);
  const response = await transport.send(request(host, { soapAction: 'urn:do' }));

  expect(response.status).toBe(500);
  expect(response.contentType).toBe('text/xml');
  expect(await textOf(response)).toBe('<fault/>');
  expect(await response.attachments()).toEqual([]);
  const [{ message, body } = {} as never] = seen;
  expect([message.method, message.url, body]).toEqual(['POST', '/service?x=1', envelope]);
  expect(message.headers).toMatchObject({
    host,
    'content-type': 'text/xml; charset=utf-8',
    soapaction: '"urn:do"',
    'accept-encoding': 'identity',
    'content-length': String(envelope.length),
  });
  expect(transport.stats()).toMatchObject({ calls: 1, answered: 1, inFlight: 0, sockets: 1 });
});

test.each([
  ['1.1' as const, undefined, '""'],
  ['1.1' as const, '"urn:quoted already"', '"urn:quoted already"'],
  ['1.2' as const, 'urn:ignored', undefined],
])('SOAP %s with action %s sends SOAPAction %s', async (soapVersion, soapAction, expected) => {
  let seen: string | undefined = 'unset';
  const host = await listen((message, reply) => {
    ({ soapaction: seen } = message.headers as Record<string, string>);
    reply.end();
  });
  await textOf(
    await transportTo(host).send(request(host, { soapVersion, ...(soapAction ? { soapAction } : {}) })),
  );
  expect(seen).toBe(expected);
});

test('connections are kept alive and reused, but not by another account or with other credentials', async () => {
  const ports = new Set<number | undefined>();
  const host = await listen((message, reply) => {
    ports.add(message.socket.remotePort);
    reply.end('<ok/>');
  });
  const transport = transportTo(host);
  const call = async (more: Partial<TransportRequest>): Promise<number> => {
    await textOf(await transport.send(request(host, more)));
    return ports.size;
  };
  expect(await call({})).toBe(1);
  expect(await call({})).toBe(1);
  expect(await call({ account: 'other' })).toBe(2);
  expect(await call({ credentials: { basic: { username: 'u', password: 'p' } } })).toBe(3);
  expect(await call({ credentials: { basic: { password: 'p', username: 'u' } } })).toBe(3);
  expect(await call({ credentials: { basic: { username: 'u', password: 'q' } } })).toBe(4);
});

test('private addresses are rejected without permission', async () => {
  let hits = 0;
  const host = await listen((_message, reply) => {
    hits += 1;
    reply.end();
  });
  const transport = createTransport();
  closers.push(() => transport.close());
  await expect(transport.send(request(host))).rejects.toMatchObject({
    code: 'UPSTREAM_ADDRESS_REFUSED',
    sent: false,
    message: 'cannot connect to the upstream: 127.0.0.1 is loopback; egress.allow "127.0.0.1" permits it',
  });
  expect(hits).toBe(0);
});

test('egress: the message names the host and the entry that permits it, and the cause what the host resolves to', async () => {
  const transport = createTransport({
    egress: { deny: ['*.denied.example'] },
    resolver: async () => [{ address: '10.1.2.3', family: 4 }],
  });
  closers.push(() => transport.close());
  for (const [url, reason] of [
    [
      'http://soap.intranet.example/',
      'soap.intranet.example is private use; egress.allow "soap.intranet.example" permits it',
    ],
    ['http://mail.example:25/', 'port 25 is refused; egress.allow "mail.example:25" permits it'],
    ['http://a.denied.example/', 'a.denied.example is denied by egress.deny "*.denied.example"'],
  ] as const) {
    const message = `cannot connect to the upstream: ${reason}`;
    for (const failed of [transport.send({ ...request('x'), url }), transport.fetchDocument(url)]) {
      await expect(failed).rejects.toMatchObject({ code: 'UPSTREAM_ADDRESS_REFUSED', message });
    }
  }
  await expect(
    transport.send({ ...request('x'), url: 'http://soap.intranet.example/' }),
  ).rejects.toMatchObject({
    cause: { message: expect.stringContaining('(10.1.2.3)') as string },
  });
});

test('attachments are sent as parts after the envelope', async () => {
  let seen: { type: string | undefined; length: string | undefined; body: string } | undefined;
  const host = await listen(async (message, reply) => {
    const { 'content-type': type, 'content-length': length } = message.headers;
    seen = { type, length, body: await bodyOf(message) };
    reply.end('<ok/>');
  });
  const data = Buffer.from('PNG');
  const attachments = [{ contentId: 'a', contentType: 'image/png', data }];
  await textOf(await transportTo(host).send(request(host, { attachments })));
  expect(seen?.type).toMatch(
    /^multipart\/related; type="text\/xml"; boundary="soapstone-[0-9a-f]{36}"; start=/,
  );
  expect(seen?.length).toBe(String(Buffer.byteLength(seen?.body ?? '')));
  expect(seen?.body).toContain(`\r\n\r\n${envelope}\r\n--`);
  expect(seen?.body).toContain('Content-ID: <a>\r\n\r\nPNG\r\n--');
});

describe('an X.509 signature', () => {
  const profile = async (): Promise<CredentialProfile> => ({
    timestamp: {},
    signature: await createIdentity('signer'),
  });
  const secured = (credentials: CredentialProfile): Partial<TransportRequest> => ({
    credentials,
    body: Buffer.from(
      printEnvelope(
        '<a/>',
        securityHeaders(credentials, { soapVersion: '1.1', now: new Date(), random: randomBytes }),
      ),
    ),
  });

  test('is added by send', async () => {
    let seen = '';
    const host = await listen(async (message, reply) => {
      seen = await bodyOf(message);
      reply.end('<ok/>');
    });
    const told: string[] = [];
    const onEnvelope = (bytes: Uint8Array): void => void told.push(Buffer.from(bytes).toString());
    await textOf(await transportTo(host).send(request(host, { ...secured(await profile()), onEnvelope })));
    expect(seen).toMatch(/<ds:SignatureValue>.+<\/ds:Signature><\/wsse:Security>/s);
    expect(told).toEqual([seen]);
  });

  test.each<[string, (credentials: CredentialProfile) => Partial<TransportRequest>, RegExp]>([
    ['without the block to put it in', (credentials) => ({ credentials }), /no wsse:Security header block/],
    [
      'packaged for MTOM',
      (credentials) => ({ ...secured(credentials), packaging: 'mtom' }),
      /packaged for MTOM/,
    ],
  ])('%s is rejected before anything is sent', async (_name, more, message) => {
    const host = '127.0.0.1:1024';
    await expect(transportTo(host).send(request(host, more(await profile())))).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      sent: false,
      message: expect.stringMatching(message),
    });
  });
});

test.each([
  [
    { limits: { deadlineMs: 0 } },
    'option "limits.deadlineMs" of createTransport: expected a number from 1, not 0',
  ],
  [
    { limits: { inFlight: Number.NaN } },
    'option "limits.inFlight" of createTransport: expected a number from 1, not NaN',
  ],
  [
    { limits: { redirects: -1 } },
    'option "limits.redirects" of createTransport: expected a number from 0, not -1',
  ],
  [
    { userAgent: 'a\r\nb' },
    'option "userAgent" of createTransport: expected 1 to 200 visible ASCII characters',
  ],
  [{ egress: { allow: ['http://x'] } }, 'cannot read egress policy entry "http://x"'],
])('options %j are rejected', (options, message) => {
  expect(() => createTransport(options)).toThrow(message);
});
