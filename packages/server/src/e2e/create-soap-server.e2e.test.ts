import { createClient, SoapFaultError } from '@soapstone/client';
import { stringify } from '@soapstone/json-xml-mapper';
import { createClientAsync } from 'soap';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSoapServer, type SoapServer } from '../index.js';
import { type ListeningServer, listen } from '../node.js';
import {
  DIRECTORY,
  envelope,
  errors,
  getUser,
  handlers,
  NAMESPACE,
  post,
  SOAP11,
  SOAP12,
  server,
  USER,
} from '../testing/user-directory-server.js';

let http: ListeningServer;
beforeAll(async () => {
  http = await listen(server);
});
afterAll(async () => await http.close());

describe('clients', () => {
  test('@soapstone/client reads the WSDL from the server, calls it, and gets typed faults', async () => {
    const wsdl = await (await fetch(`${http.address}?wsdl`)).text();
    expect(wsdl).toContain(`location="${http.address}"`);
    const client = await createClient(new URL(`${http.address}?wsdl`));
    expect(stringify(await client.$operation('GetUser')({ userId: 1001 }))).toBe(stringify(USER));
    const listed = await client.$operation('ListUsers')({ department: 'engines & more' });
    expect(listed).toMatchObject({ total: 1, user: [{ name: 'engines & more' }] });
    const refused = client.$operation('GetUser')({ userId: 5 });
    await expect(refused).rejects.toThrow(SoapFaultError);
    await expect(refused).rejects.toMatchObject({
      faultName: 'UserNotFound',
      detail: { UserNotFound: { userId: 5, suggestion: [1001] } },
      fault: { code: `{${SOAP11}}Client`, reason: 'no such user' },
    });
    await client.$close();
  });

  test('node-soap', async () => {
    const client = await createClientAsync(`${http.address}?wsdl`);
    const [result] = (await client['GetUserAsync']({ userId: 1001 })) as [{ user: { name: string } }];
    expect(result.user.name).toBe('Ada Lovelace');
    await expect(client['GetUserAsync']({ userId: 5 })).rejects.toMatchObject({
      root: { Envelope: { Body: { Fault: { detail: { UserNotFound: { userId: '5' } } } } } },
    });
  });
});

describe('faults of the server', () => {
  test.each([
    ['a handler that throws', '6'],
    ['a result that does not match the schema', '7'],
  ])('%s: the fault reveals nothing to the caller', async (_, id) => {
    errors.length = 0;
    const { status, text } = await post(envelope(getUser(id)));
    expect(status).toBe(500);
    expect(text).toContain(
      '<faultcode>soap:Server</faultcode><faultstring xml:lang="en">the service failed</faultstring>',
    );
    expect(text).not.toContain('hunter2');
    expect(errors).toHaveLength(1);
  });

  test('an operation without a handler', async () => {
    const user = {
      name: 'A',
      email: 'a@example.com',
      birthDate: '1990-01-01',
      salary: { '@currency': 'EUR', $value: 1 },
      manager: null,
    };
    const client = await createClient(DIRECTORY, { endpoint: http.address });
    await expect(client.$operation('CreateUser')({ user })).rejects.toMatchObject({
      message: expect.stringContaining('CreateUser'),
    });
    await client.$close();
  });

  test('a custom fault code', async () => {
    const { text } = await post(envelope(getUser('8')));
    expect(text).toMatch(
      /<faultcode[^>]*xmlns:(\w+)="urn:x"[^>]*>\1:Busy<\/faultcode>|xmlns:(\w+)="urn:x".*>\2:Busy</,
    );
  });

  test('a handler that takes too long', async () => {
    const slow = await createSoapServer(
      DIRECTORY,
      { GetUser: () => new Promise(() => undefined) },
      { timeout: 50, onError: () => undefined },
    );
    const request = new Request('http://localhost/', {
      method: 'POST',
      body: envelope(getUser('1')),
      headers: { 'content-type': 'text/xml' },
    });
    const response = await slow.fetch(request);
    expect(await response.text()).toContain('did not answer within 50 ms');
  });
});

describe('SOAP 1.2', () => {
  let modern: SoapServer;
  beforeAll(async () => {
    const wsdl = await (await server.fetch(new Request('http://localhost/?wsdl'))).text();
    const xsd = await (await server.fetch(new Request('http://localhost/?xsd=1'))).text();
    const files = {
      'users.wsdl': wsdl
        .replaceAll('schemas.xmlsoap.org/wsdl/soap/', 'schemas.xmlsoap.org/wsdl/soap12/')
        .replace('http://localhost/?xsd=1', 'users.xsd'),
      'users.xsd': xsd,
    };
    modern = await createSoapServer(files, handlers, { onError: (error) => errors.push(error) });
  });
  const send = async (body: string, header?: string): Promise<{ status: number; text: string }> => {
    const init = { method: 'POST', body: envelope(body, header, SOAP12) };
    const headers = { 'content-type': 'application/soap+xml' };
    const response = await modern.fetch(new Request('http://localhost/', { ...init, headers }));
    return { status: response.status, text: await response.text() };
  };

  test.each([
    ['a result', '1', 200, 'Ada Lovelace'],
    ['a declared fault', '5', 400, ':Sender<'],
    ['a custom fault code, as a subcode', '8', 400, ':Busy<'],
    ['a handler that throws', '6', 500, 'env:Receiver'],
    ['an invalid request', 'x', 400, 'env:Sender'],
  ])('%s', async (_, id, status, expected) => {
    const answer = await send(getUser(id));
    expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(expected)]);
  });

  test('a fault names at most ten header blocks that are not understood', async () => {
    const blocks = Array.from(
      { length: 50 },
      (_, index) => `<b${index} xmlns="urn:b" s:mustUnderstand="true"/>`,
    );
    const { status, text } = await send(getUser('1'), blocks.join(''));
    expect(status).toBe(500);
    expect(text.match(/<env:NotUnderstood /g)).toHaveLength(10);
  });
});

describe('WS-Addressing', () => {
  const WSA = 'http://www.w3.org/2005/08/addressing';
  const blocks = (replyTo: string): string =>
    `<a:Action xmlns:a="${WSA}" s:mustUnderstand="1">urn:example:user-directory/GetUser</a:Action><a:MessageID xmlns:a="${WSA}">urn:m</a:MessageID><a:ReplyTo xmlns:a="${WSA}"><a:Address>${replyTo}</a:Address></a:ReplyTo>`;

  test('the response relates to its request', async () => {
    const { text } = await post(envelope(getUser('1'), blocks(`${WSA}/anonymous`)));
    expect(text).toContain('RelatesTo');
    expect(text).toContain('urn:m');
  });

  // Expectations from WS-Addressing Metadata §4.4 and SOAP Binding §6.
  test.each([
    [
      'a response: the default pattern',
      getUser('1'),
      'urn:example:user-directory:UserDirectory:GetUserResponse',
    ],
    ['a declared fault', getUser('5'), 'urn:example:user-directory:UserDirectory:GetUser:Fault:UserNotFound'],
    ['a fault of the server', getUser('x'), `${WSA}/soap/fault`],
  ])('the action of %s', async (_message, body, action) => {
    const { text } = await post(envelope(body, blocks(`${WSA}/anonymous`)));
    expect(/<wsa:Action[^>]*>([^<]*)</.exec(text)?.[1]).toBe(action);
  });

  test('the action of a fault about WS-Addressing itself', async () => {
    const { text } = await post(envelope(getUser('1'), blocks('http://169.254.169.254/')));
    expect(/<wsa:Action[^>]*>([^<]*)</.exec(text)?.[1]).toBe(`${WSA}/fault`);
  });

  test('the default pattern is not the action of an operation with a SOAPAction', async () => {
    const action = 'urn:example:user-directory:UserDirectory:GetUserRequest';
    const other = blocks(`${WSA}/anonymous`).replace('urn:example:user-directory/GetUser', action);
    expect((await post(envelope(getUser('1'), other))).text).toContain(`the action "${action}"`);
  });

  test('a ReplyTo or FaultTo other than anonymous is rejected', async () => {
    const { text } = await post(envelope(getUser('1'), blocks('http://169.254.169.254/')));
    expect(text).toContain('OnlyAnonymousAddressSupported');
    const faultTo = blocks(`${WSA}/anonymous`).replaceAll('ReplyTo', 'FaultTo');
    expect((await post(envelope(getUser('1'), faultTo))).status).toBe(200);
    expect(
      (await post(envelope(getUser('1'), faultTo.replace(`${WSA}/anonymous<`, 'http://x/<')))).text,
    ).toContain('OnlyAnonymous');
  });
});

describe('GET', () => {
  const get = async (query: string): Promise<{ status: number; text: string; type: string | null }> => {
    const response = await server.fetch(new Request(`http://localhost/soap${query}`));
    return {
      status: response.status,
      text: await response.text(),
      type: response.headers.get('content-type'),
    };
  };

  test('the WSDL refers to its schema by the address of the server', async () => {
    const wsdl = await get('?WSDL');
    expect(wsdl.text).toContain('schemaLocation="http://localhost/soap?xsd=1"');
    expect(wsdl.text).toContain('location="http://localhost/soap"');
    expect((await get('?xsd=1')).text).toContain('name="NewUser"');
    expect((await get('?xsd=9')).status).toBe(404);
    expect((await get('?xsd=__proto__')).status).toBe(404);
  });

  test('a page for browsers', async () => {
    const page = await get('');
    expect(page.type).toContain('text/html');
    expect(page.text).toContain('GetUser');
  });
});

describe('a response of more than 10 MiB and 100,000 elements', () => {
  const many = { total: 1, user: Array.from({ length: 30_000 }, () => ({ ...USER, name: 'x'.repeat(300) })) };
  const respond = async (limits?: { responseBytes: number }): Promise<{ status: number; bytes: number }> => {
    const large = await createSoapServer(
      DIRECTORY,
      { ListUsers: () => many },
      { limits, onError: (error) => errors.push(error) },
    );
    const body = envelope(`<ListUsers xmlns="${NAMESPACE}"/>`);
    const headers = { 'content-type': 'text/xml' };
    const response = await large.fetch(new Request('http://localhost/', { method: 'POST', body, headers }));
    return { status: response.status, bytes: (await response.arrayBuffer()).byteLength };
  };

  test('is a Server fault, and the error names the option', async () => {
    expect((await respond()).status).toBe(500);
    expect(String(errors.at(-1))).toContain('limits.responseBytes');
  });

  test('is sent if the option allows it', async () => {
    const { status, bytes } = await respond({ responseBytes: 50_000_000 });
    expect(status).toBe(200);
    expect(bytes).toBeGreaterThan(10_485_760);
  });
});
