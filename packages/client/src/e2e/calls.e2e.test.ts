import { createServer } from 'node:net';
import { createTransport } from '@soapstone/soap-transport';
import { startUserDirectory, type UserDirectory } from '@soapstone/testing/user-directory';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compilePatterns, createGeneratedClient } from '../generated.js';
import {
  type Client,
  type ClientOptions,
  createClient,
  JsonNumber,
  ResponseError,
  SoapFaultError,
  TransportError,
  type UntypedOperations,
  ValidationError,
} from '../index.js';
import { envelope, startHttpServer, textWsdl } from '../testing/echo-server.js';

let server: UserDirectory;

beforeAll(async () => {
  server = await startUserDirectory();
});
afterAll(async () => {
  await server.stop();
});

/** A client behaves the same over undici and over fetch. */
describe.each([
  ['undici', {}],
  ['fetch', { fetch: (input: string, init?: RequestInit) => fetch(input, init) }],
])('a client over %s', (_name, way) => {
  let directory: Client;
  beforeAll(async () => {
    directory = await createClient(server.wsdlAddress, way);
  });
  afterAll(async () => {
    await directory.$close();
  });

  test('a call resolves to the result, exact numbers included', async () => {
    const user = await directory.$operation('GetUser')({ userId: 9007199254740993n });
    expect(user).toMatchObject({
      '@id': new JsonNumber('9007199254740993'),
      name: 'Grace Hopper',
      manager: 1001,
    });
    // A list of one stays a list.
    expect(user['phone']).toEqual([{ '@kind': 'office', $value: '+1 202 555 0143' }]);
  });

  test('full returns the details of the exchange', async () => {
    const full = await directory.$operation('GetUser').full({ userId: 1001 });
    expect(full).toMatchObject({ status: 200, soapHeaders: {}, warnings: [], attachments: [] });
    expect(full.result['name']).toBe('Ada Lovelace');
    expect(Buffer.from(full.body).toString()).toContain('<name>Ada Lovelace</name>');
    expect(full.headers['content-type']).toMatch(/^text\/xml/);
    expect(full.request).toMatchObject({
      method: 'POST',
      url: server.address,
      headers: { soapaction: '"urn:example:user-directory/GetUser"' },
    });
    expect(full.timings.totalMs).toBeGreaterThanOrEqual(full.timings.headersMs);
  });

  test('a fault that the WSDL declares has its name and its detail', async () => {
    const error = await failureOf(directory.$operation('GetUser')({ userId: 5 }));
    expect(error).toBeInstanceOf(SoapFaultError);
    expect(error).toMatchObject({
      name: 'SoapFaultError',
      code: 'SOAP_FAULT',
      operation: 'GetUser',
      faultName: 'UserNotFound',
      detail: { UserNotFound: { userId: 5, suggestion: [1001] } },
      fault: { version: '1.1', reason: 'There is no user 5' },
    });
  });

  test('SOAP headers of the call reach the server', async () => {
    const user = {
      name: 'Alan Turing',
      email: 'alan@example.com',
      birthDate: '1912-06-23',
      salary: { '@currency': 'GBP', $value: 100 },
      manager: null,
    };
    const create = directory.$operation('CreateUser');
    const refused = await failureOf(create({ user }));
    expect(refused).toMatchObject({ faultName: 'NotPermitted' });
    const created = await create({ user }, { soapHeaders: { Session: { token: 'letmein' } } }).catch(
      (error: unknown) => error,
    );
    expect(created).not.toMatchObject({ name: 'ValidationError' });
  });

  test('an aborted call throws ABORTED, even if the signal was aborted beforehand', async () => {
    for (const signal of [AbortSignal.abort(), AbortSignal.timeout(0)]) {
      const error = await failureOf(directory.$operation('GetUser')({ userId: 1001 }, { signal }));
      expect(error).toBeInstanceOf(TransportError);
      expect(error).toMatchObject({ code: 'ABORTED', cause: signal.reason as unknown });
    }
  });

  test('a header that cannot be sent is named as the option has it', async () => {
    const headers = { 'x-tenant': 'a\r\nb: c' };
    const error = await failureOf(directory.$operation('GetUser')({ userId: 1001 }, { headers }));
    expect(error).toMatchObject({ code: 'INVALID_REQUEST', sent: false });
    expect((error as Error).message).toMatch(/^cannot use header "x-tenant": /);
  });

  test('an unreachable server throws a TransportError that is safe to retry', async () => {
    const gone = await startHttpServer(() => ({}));
    await gone.stop();
    const lost = await createClient(server.wsdlAddress, { ...way, endpoint: gone.address });
    const error = await failureOf(lost.$operation('GetUser')({ userId: 1 }));
    expect(error).toMatchObject({ name: 'TransportError', code: 'UPSTREAM_CONNECT', sent: false });
    await lost.$close();
  });

  test('a server that does not answer in time throws UPSTREAM_TIMEOUT', async () => {
    const silent = await startHttpServer(() => ({
      body: (async function* () {
        yield Buffer.from('<s:Envelope');
        await new Promise(() => undefined);
      })(),
    }));
    const error = await failureOf(
      createClient(server.wsdlAddress, { ...way, endpoint: silent.address }).then((client) =>
        client.$operation('GetUser')({ userId: 1 }, { timeout: 50 }),
      ),
    );
    expect(error).toMatchObject({
      code: 'UPSTREAM_TIMEOUT',
      sent: true,
      message: 'no complete response within 50 ms (option "timeout", default 30000)',
    });
    await silent.stop();
  });

  test('a hook overrides HTTP headers of the call, which override those of the client', async () => {
    const echo = await startHttpServer(() => ({ body: envelope('<t:AResponse xmlns:t="urn:t"/>') }));
    const client = await createClient(textWsdl(['A'], echo.address), {
      ...way,
      headers: { 'X-One': 'client', 'X-Two': 'client', 'X-Three': 'client' },
      hooks: { request: ({ headers }) => void Object.assign(headers, { 'x-three': 'hook' }) },
    });
    await client.$operation('A')({}, { headers: { 'x-two': 'call', 'x-three': 'call' } });
    expect(echo.received[0]?.headers).toMatchObject({
      'x-one': 'client',
      'x-two': 'call',
      'x-three': 'hook',
    });
    await client.$close();
    await echo.stop();
  });

  test.each([
    ['an error status without a fault', 503, 'Service Unavailable', 'HTTP_STATUS'],
    ['a page instead of an envelope', 200, '<html><body>Hello</body></html>', 'NOT_SOAP'],
    ['a body that is not XML', 200, 'hello', 'NOT_XML'],
    ['the response of another operation', 200, envelope('<x:Other xmlns:x="urn:x"/>'), 'UNEXPECTED_ELEMENT'],
  ])('%s is a ResponseError with an excerpt', async (_what, status, body, code) => {
    const odd = await startHttpServer(() => ({ status, body }));
    const client = await createClient(textWsdl(['A'], odd.address), way);
    const error = await failureOf(client.$operation('A')());
    expect(error).toBeInstanceOf(ResponseError);
    expect(error).toMatchObject({ code, status, operation: 'A', excerpt: body });
    await client.$close();
    await odd.stop();
  });

  test('MIME attachments become base64 in JSON, and base64 becomes a part', async () => {
    const wsdl = textWsdl(['A'], 'http://127.0.0.1/')
      .replace('type="xs:string"', 'type="ref:swaRef"')
      .replace(
        '<xs:complexType',
        '<xs:import namespace="http://ws-i.org/profiles/basic/1.1/xsd"/><xs:complexType',
      )
      .replace('<xs:schema', '<xs:schema xmlns:ref="http://ws-i.org/profiles/basic/1.1/xsd"');
    const data = Buffer.from('hello, part').toString('base64');
    const files = await startHttpServer(() => ({
      headers: { 'content-type': 'multipart/related; boundary=b; type="text/xml"' },
      body: [
        '--b\r\nContent-Type: text/xml; charset=utf-8\r\n\r\n',
        envelope('<t:AResponse xmlns:t="urn:t"><t:text>cid:one@x</t:text></t:AResponse>'),
        '\r\n--b\r\nContent-Type: text/plain\r\nContent-ID: <one@x>\r\n\r\nhello, part\r\n--b--\r\n',
      ].join(''),
    }));
    const client = await createClient(wsdl, { ...way, endpoint: files.address });
    const reply = await client.$operation('A').full({ text: [{ contentType: 'text/plain', data }] });
    expect(reply.result).toEqual({ text: [{ contentType: 'text/plain', data }] });
    expect(reply.attachments).toMatchObject([{ contentId: 'one@x', contentType: 'text/plain' }]);
    const [request] = files.received;
    expect(request?.headers['content-type']).toMatch(/^multipart\/related; type="text\/xml"; boundary="/);
    expect(request?.body.toString()).toMatch(/Content-Type: text\/plain\r\n(?:.*\r\n)*\r\nhello, part\r\n--/);
    await client.$close();
    await files.stop();
  });
});

describe('before anything is sent', () => {
  test('an input that does not match throws every problem with its pointer', async () => {
    await using directory = await createClient(server.wsdlAddress);
    const error = await failureOf(
      directory.$operation('ListUsers')({ limit: 'x', status: ['active', 'gone'], no: 1 }),
    );
    expect(error).toBeInstanceOf(ValidationError);
    const { code, problems } = error as ValidationError;
    expect([code, problems.map(({ path, keyword }) => [path, keyword])]).toEqual([
      'VALIDATION',
      expect.arrayContaining([
        ['/limit', 'type'],
        ['/status/1', 'enum'],
        ['/no', 'additionalProperties'],
      ]),
    ]);
    expect(directory.$operation('ListUsers').validate({ limit: 1 })).toEqual([]);
  });

  test('request returns the envelope without sending it', async () => {
    await using client = await createClient(textWsdl(['A'], 'http://127.0.0.1:9/'), {
      headers: { 'X-Key': 'k' },
    });
    const { url, headers, body } = await client.$operation('A').request({ text: ['x & y'] });
    expect([url, headers]).toEqual([
      'http://127.0.0.1:9/',
      { 'content-type': 'text/xml; charset=utf-8', soapaction: '"urn:t#A"', 'x-key': 'k' },
    ]);
    expect(Buffer.from(body).toString()).toContain('x &amp; y');
  });

  test('the examples of an operation are valid', async () => {
    await using directory = await createClient(server.wsdlAddress);
    const operation = directory.$operation('GetUser');
    expect(operation.validate(await operation.example('input'))).toEqual([]);
    expect(await operation.example('result')).toHaveProperty('name');
    expect(operation.info).toMatchObject({ name: 'GetUser', soapVersion: '1.1' });
  });
});

describe('numbers and shapes of results', () => {
  test.each([
    ['number', { manager: 1001, salary: { $value: new JsonNumber('120000.123456789012345678') } }],
    ['string', { manager: '1001', salary: { $value: '120000.123456789012345678' } }],
    ['bigint', { manager: 1001n, salary: { $value: '120000.123456789012345678' } }],
  ] as const)('numbers: %s', async (numbers, expected) => {
    await using directory = await createClient(server.wsdlAddress, { numbers });
    expect(await directory.$operation('GetUser')({ userId: '9007199254740993' })).toMatchObject(expected);
  });

  test('digits: lexical keeps the digits as written, in a result and in its JSON text', async () => {
    const options = { numbers: 'string', digits: 'lexical' } as const;
    await using directory = await createClient(server.wsdlAddress, options);
    const call = directory.$operation('GetUser');
    expect(await call({ userId: 1001 })).toMatchObject({ salary: { $value: '98500.10' } });
    let text = '';
    for await (const bytes of call.stream({ userId: 1001 })) text += new TextDecoder().decode(bytes);
    expect(text).toContain('98500.10');
  });

  test('unwrap: payload keeps the element inside the wrapper', async () => {
    await using directory = await createClient(server.wsdlAddress, {
      unwrapByOperation: { GetUser: 'payload' },
    });
    expect(await directory.$operation('GetUser')({ userId: 1001 })).toMatchObject({
      user: { name: 'Ada Lovelace' },
    });
  });

  test('a generated client without uncommon content loads it for an undeclared header block', async () => {
    const { $model: model, $ports: ports } = await createClient(server.wsdlAddress);
    const service = {
      model,
      ports: ports.map((port) => [port, model.exposed] as const),
      patterns: compilePatterns,
    };
    const soapHeaders = { '{urn:example}Session': { token: 'letmein' } };
    await using bare = createGeneratedClient<UntypedOperations>(service);
    await using client = createGeneratedClient<UntypedOperations>(service, { soapHeaders });
    const call = client.$operation('GetUser');
    expect(Buffer.from((await call.request({ userId: 1001 })).body).toString()).toContain(
      '<token>letmein</token>',
    );
    expect(await call({ userId: 1001 })).toEqual(await bare.$operation('GetUser')({ userId: 1001 }));
    const names: unknown[] = [];
    for await (const { name } of bare.$operation('ListUsers').items<{ name: string }>({}, 'user'))
      names.push(name);
    expect(names).toContain('Ada Lovelace');
  });

  test('objects in results have the ordinary prototype unless prototypes is none', async () => {
    await using ordinary = await createClient(server.wsdlAddress);
    await using bare = await createClient(server.wsdlAddress, { prototypes: 'none' });
    const prototypes = await Promise.all(
      [ordinary, bare].map(async (client) =>
        Object.getPrototypeOf(await client.$operation('GetUser')({ userId: 1001 })),
      ),
    );
    expect(prototypes).toEqual([Object.prototype, null]);
  });
});

async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return await promise.then(
    (value) => {
      throw new Error(`expected a failure, got ${JSON.stringify(value)}`);
    },
    (error: unknown) => error,
  );
}

describe('compatibility', () => {
  test('it reaches the WSDL and the calls, over a transport of its own and a shared one', async () => {
    const lines: string[] = [];
    const upstream = createServer((socket) => {
      socket.on('error', () => {});
      socket.on('data', (data) => {
        const text = data.toString('latin1');
        if (!text.includes('HTTP/1.')) return;
        lines.push(text.split('\r\n', 1)[0] ?? '', ...(text.includes('SOAPAction: ') ? ['SOAPAction'] : []));
        socket.end('HTTP/1.0 500 Busy\r\nContent-Type: text/plain\r\n\r\nbusy');
      });
    });
    await new Promise<void>((listening) => upstream.listen(0, '127.0.0.1', listening));
    const address = `http://127.0.0.1:${(upstream.address() as { port: number }).port}`;
    const compatibility = { http: '1.0', headerNames: 'specification' } as const;
    await failureOf(createClient(`${address}/users?wsdl`, { compatibility }));
    const transport = createTransport({ egress: 'unguarded' });
    for (const options of [{ compatibility }, { compatibility, transport }]) {
      const client = await createClient(server.wsdlAddress, { endpoint: `${address}/`, ...options });
      await failureOf(client.$operation('GetUser')({ userId: 1 }));
      await client.$close();
    }
    await transport.close();
    upstream.close();
    expect(lines).toEqual([
      'GET /users?wsdl HTTP/1.0',
      ...['POST / HTTP/1.0', 'SOAPAction'],
      ...['POST / HTTP/1.0', 'SOAPAction'],
    ]);
  });

  test('a status that a member would mend names the member', async () => {
    const upstream = createServer((socket) => {
      socket.on('error', () => {});
      socket.on('data', () => socket.end('HTTP/1.0 505 No\r\nContent-Type: text/plain\r\n\r\nno'));
    });
    await new Promise<void>((listening) => upstream.listen(0, '127.0.0.1', listening));
    const endpoint = `http://127.0.0.1:${(upstream.address() as { port: number }).port}/`;
    const client = await createClient(server.wsdlAddress, { endpoint });
    const error = await failureOf(client.$operation('GetUser')({ userId: 1 }));
    await client.$close();
    upstream.close();
    expect((error as Error).message).toMatch(
      /it does not speak HTTP\/1\.1 \(505\); it is text.* \(option "compatibility\.http" allows it with "1\.0", at the risk/,
    );
  });

  test('a wrong member is refused when the client is created, and so is fetch', async () => {
    const wrong = { compatibility: { minimumTls: '1.3' } } as unknown as ClientOptions;
    await expect(createClient(server.wsdlAddress, wrong)).rejects.toThrow('compatibility.minimumTls');
    const options = { compatibility: { http: '1.0' }, fetch: globalThis.fetch } as const;
    await expect(createClient(server.wsdlAddress, options)).rejects.toThrow('fetch takes no compatibility');
  });
});

describe('lenientHttp', () => {
  /** A client of a server that ends its lines with LF alone. */
  async function clientWith(options: ClientOptions): Promise<string> {
    const body = envelope(
      '<s:Fault><faultcode>s:Server</faultcode><faultstring>was read</faultstring></s:Fault>',
    );
    const upstream = createServer((socket) => {
      socket.on('error', () => {});
      socket.on('data', (data) => {
        if (!data.toString('latin1').includes('Envelope>')) return;
        socket.end(
          `HTTP/1.1 200 OK\nContent-Type: text/xml\nContent-Length: ${Buffer.byteLength(body)}\n\n${body}`,
        );
      });
    });
    await new Promise<void>((listening) => upstream.listen(0, '127.0.0.1', listening));
    const endpoint = `http://127.0.0.1:${(upstream.address() as { port: number }).port}/`;
    const client = await createClient(server.wsdlAddress, { endpoint, ...options });
    try {
      return await client
        .$operation('GetUser')({ userId: 1 })
        .then(
          () => 'a result',
          (error: unknown) => (error instanceof SoapFaultError ? error.message : Promise.reject(error)),
        );
    } finally {
      await client.$close();
      upstream.close();
    }
  }

  test('off: the message names the rule and the option', async () => {
    await expect(clientWith({})).rejects.toThrow(
      /does not end with CR and LF.*option "lenientHttp" reads it/,
    );
  });

  test('on: a response that breaks the syntax of HTTP is read, over a transport of its own and a shared one', async () => {
    expect(await clientWith({ lenientHttp: true })).toContain('was read');
    const transport = createTransport({ egress: 'unguarded' });
    expect(await clientWith({ lenientHttp: true, transport })).toContain('was read');
    await transport.close();
  });

  test('a value that is no boolean is refused', async () => {
    const options = { lenientHttp: 'yes' } as unknown as ClientOptions;
    await expect(createClient(server.wsdlAddress, options)).rejects.toThrow('lenientHttp');
  });
});

test('a fetch that resolves to no Response is an error that names the option', async () => {
  const wrong = { fetch: async () => undefined } as unknown as ClientOptions;
  const { $model } = await createClient(server.wsdlAddress);
  const client = await createClient($model, wrong);
  await expect(client.$operation('GetUser')({ userId: 1 })).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
    message: expect.stringMatching(/the option "fetch" resolved to: expected a Response, not undefined/),
  });
  await client.$close();
});
