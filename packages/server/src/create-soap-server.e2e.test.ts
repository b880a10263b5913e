import { fileURLToPath } from 'node:url';
import { createClient, SoapFaultError } from '@soapstone/client';
import { stringify } from '@soapstone/json-xml-mapper';
import { createClientAsync } from 'soap';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSoapServer, OptionError, SoapFault, type SoapHandlers, type SoapServer } from './index.js';
import { type ListeningServer, listen } from './node.js';

const DIRECTORY = fileURLToPath(
  new URL('../../../examples/user-directory/user-directory.wsdl', import.meta.url),
);
const NAMESPACE = 'urn:example:user-directory';
const USER = {
  '@id': 1001,
  '@status': 'active',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  birthDate: '1815-12-10',
  salary: { '@currency': 'GBP', $value: 90000.5 },
  manager: null,
  phone: [],
};
const errors: unknown[] = [];

const handlers: SoapHandlers<Record<string, { input: Record<string, unknown>; result: unknown }>> = {
  GetUser: ({ userId }, { respondWithHeaders }) => {
    if (userId === 5) {
      throw new SoapFault({
        reason: 'no such user',
        detail: { UserNotFound: { userId: 5, suggestion: [1001] } },
      });
    }
    if (userId === 6) throw new Error('the password of the database is hunter2');
    if (userId === 7) return { name: 'a user without anything else' };
    if (userId === 8) throw new SoapFault({ reason: 'try later', code: '{urn:x}Busy' });
    respondWithHeaders({});
    return USER;
  },
  ListUsers: async ({ department }) => ({ total: 1, user: [{ ...USER, name: String(department) }] }),
};

let server: SoapServer;
let http: ListeningServer;
beforeAll(async () => {
  server = await createSoapServer(DIRECTORY, handlers, {
    timeout: 1_000,
    onError: (error) => errors.push(error),
  });
  http = await listen(server);
});
afterAll(async () => await http.close());

const SOAP11 = 'http://schemas.xmlsoap.org/soap/envelope/';
const SOAP12 = 'http://www.w3.org/2003/05/soap-envelope';
const envelope = (body: string, header = '', soap = SOAP11): string =>
  `<s:Envelope xmlns:s="${soap}">${header === '' ? '' : `<s:Header>${header}</s:Header>`}<s:Body>${body}</s:Body></s:Envelope>`;
const getUser = (id: string): string => `<GetUser xmlns="${NAMESPACE}"><userId>${id}</userId></GetUser>`;

async function post(
  body: string | Uint8Array,
  headers: Record<string, string> = {},
): Promise<{ status: number; text: string; headers: Headers }> {
  const init = {
    method: 'POST',
    body: body as string,
    headers: { 'content-type': 'text/xml; charset=utf-8', ...headers },
  };
  const response = await server.fetch(new Request('http://localhost/soap', init));
  return { status: response.status, text: await response.text(), headers: response.headers };
}

describe('clients', () => {
  test('our own reads the WSDL from the server, calls it, and gets typed faults', async () => {
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

describe('what is refused', () => {
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
      'an element of no namespace',
      envelope(getUser('1').replace('<userId', '<userId xmlns=""')),
      'NAMESPACE_MISMATCH',
    ],
    [
      'text between elements',
      envelope(getUser('1').replace('</GetUser>', 'text</GetUser>')),
      'UNEXPECTED_TEXT',
    ],
    [
      'nil where the schema has none',
      envelope(
        getUser('').replace(
          '<userId',
          '<userId xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:nil="true"',
        ),
      ),
      'path="/userId"',
    ],
    ['elements out of order', list('<limit>5</limit><department>x</department>'), 'OUT_OF_ORDER'],
    ['a value that is not enumerated', list('<status>gone</status>'), 'path="/status/0"'],
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
      'an xsi:nil that is no boolean',
      envelope(
        getUser('1').replace(
          '<userId',
          '<userId xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:nil="maybe"',
        ),
      ),
      'xsi:nil is no boolean',
    ],
    [
      'an element behind the Body',
      envelope(getUser('1')).replace('</s:Envelope>', '<more xmlns="urn:x"/></s:Envelope>'),
      'EXTRA_ENVELOPE_CHILD',
    ],
    [
      'text behind the Body',
      envelope(getUser('1')).replace('</s:Envelope>', 'x</s:Envelope>'),
      'text beside its Body',
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
      'a mustUnderstand that is no boolean',
      envelope(getUser('1'), '<b xmlns="urn:b" s:mustUnderstand="maybe"/>'),
      'mustUnderstand of b is no boolean',
    ],
    ['an unknown operation', envelope('<Nope xmlns="urn:x"/>'), '{urn:x}Nope'],
    ['an empty Body', envelope(''), 'an empty Body'],
    ['a message that is cut off', envelope(getUser('1')).slice(0, -30), 'Client'],
    ['no XML', 'hello', 'not well-formed'],
    ['nothing', '', 'not'],
    ['another document', '<html/>', 'not a SOAP envelope'],
    ['a DOCTYPE', `<!DOCTYPE x [<!ENTITY a "b">]>${envelope(getUser('1'))}`, 'DOCTYPE'],
  ])('%s is the fault of the client, and says where', async (_, request, expected) => {
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
    ['a header without end', `<s:Envelope xmlns:s="${SOAP11}"><s:Header>${'<b>x</b>'.repeat(100_000)}`],
    [
      'header blocks that must be understood',
      envelope(getUser('1'), '<b xmlns="u" s:mustUnderstand="1"/>'.repeat(3_000)),
    ],
    ['a name of a megabyte', envelope(list(`<${'x'.repeat(1_000_000)}/>`))],
    ['an operation of a megabyte', envelope(`<${'x'.repeat(200_000)}/>`)],
    ['100,000 attributes', envelope(list(`<department ${'a="1" '.repeat(100_000)}/>`))],
    ['100,000 values that are wrong', envelope(list('<status>gone</status>'.repeat(100_000)))],
  ])('%s: the fault is short', async (_, request) => {
    const { status, text } = await post(request);
    expect(status).toBe(500);
    expect(text.length).toBeLessThan(8_000);
  });

  test('every problem at once', async () => {
    const { text } = await post(list('<limit>0</limit><status>gone</status>'));
    expect(text.match(/<p:problem /g)!.length).toBeGreaterThanOrEqual(2);
  });

  test('an envelope of a version that the service does not speak', async () => {
    const { status, text } = await post(envelope(getUser('1'), '', SOAP12), {
      'content-type': 'application/soap+xml',
    });
    expect(text).toContain('<faultcode>soap:VersionMismatch</faultcode>');
    expect(text).toContain(`<env:SupportedEnvelope xmlns:v="${SOAP11}" qname="v:Envelope"/>`);
    expect(status).toBe(500);
    expect((await post(envelope(getUser('1'), '', 'urn:soap'))).text).toContain('VersionMismatch');
  });

  test('a header block that must be understood and is not, unless it is for another node', async () => {
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

  test('an action that is the one of another operation', async () => {
    const { text } = await post(envelope(getUser('1')), {
      soapaction: '"urn:example:user-directory/ListUsers"',
    });
    expect(text).toContain('is not the one of GetUser');
    expect((await post(envelope(getUser('1')), { soapaction: '""' })).status).toBe(200);
  });

  test.each([
    ['a media type that is not SOAP', {}, { 'content-type': 'application/json' }, 415],
    ['the media type of the other version', {}, { 'content-type': 'application/soap+xml' }, 415],
    ['a content coding', {}, { 'content-encoding': 'gzip' }, 415],
    ['a longer message than the limit', {}, { 'content-length': '99999999' }, 413],
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

  test('options and handlers that cannot be used', async () => {
    const refused = async (given: object, options: object = {}): Promise<string> => {
      const error: unknown = await createSoapServer(DIRECTORY, given, options).catch(
        (thrown: unknown) => thrown,
      );
      expect(error).toBeInstanceOf(OptionError);
      return (error as Error).message;
    };
    expect(await refused({ GetUsr: () => ({}) })).toContain('GetUser');
    expect(await refused({ GetUser: 5 })).toContain('handlers.GetUser');
    expect(await refused({}, { stric: true })).toContain('strict');
    expect(await refused({}, { complete: true })).toContain('handler for every operation');
    expect(await refused({}, { service: 'Nope' })).toContain('UserDirectory');
    await expect(createSoapServer('https://example.com/?wsdl', {})).rejects.toThrow(OptionError);
  });
});

describe('the fault of the server', () => {
  test.each([
    ['a handler that throws', '6'],
    ['a result that does not match the schema', '7'],
  ])('%s tells the caller nothing', async (_, id) => {
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

  test('a code of one’s own', async () => {
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
    ['a code of one’s own, as a subcode', '8', 400, ':Busy<'],
    ['a handler that throws', '6', 500, 'env:Receiver'],
    ['an invalid request', 'x', 400, 'env:Sender'],
  ])('%s', async (_, id, status, expected) => {
    const answer = await send(getUser(id));
    expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(expected)]);
  });

  test('header blocks that are not understood are named, ten at most', async () => {
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

  test('an answer to elsewhere is refused, and a fault', async () => {
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

  test('the WSDL refers to its schema here', async () => {
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
