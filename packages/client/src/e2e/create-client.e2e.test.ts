import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseWsdlText } from '@soapstone/wsdl-parser';
import { zipSync } from 'fflate';
import { afterAll, describe, expect, expectTypeOf, test } from 'vitest';
import {
  type CheckedPath,
  type Client,
  type ClientOptions,
  createClient,
  type ItemAt,
  type JsonValue,
} from '../index.js';
import { envelope, type HttpServer, startHttpServer, textWsdl } from '../testing/echo-server.js';

const example = fileURLToPath(new URL('../../../../examples/user-directory/', import.meta.url));
const wsdl = readFileSync(join(example, 'user-directory.wsdl'), 'utf8');
const xsd = readFileSync(join(example, 'user-directory.xsd'), 'utf8');
const OPERATIONS = ['GetUser', 'ListUsers', 'CreateUser'];
const folder = mkdtempSync(join(tmpdir(), 'soapstone-client-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('sources', () => {
  const file = join(example, 'user-directory.wsdl');
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  const zip = zipSync({ 'user-directory.wsdl': bytes(wsdl), 'user-directory.xsd': bytes(xsd) });
  const archive = join(folder, 'directory.zip');
  writeFileSync(archive, zip);

  test.each([
    ['a path', file],
    ['a file: address', pathToFileURL(file).href],
    ['a file: URL', pathToFileURL(file)],
    ['the path of a zip archive', archive],
    ['the bytes of a zip archive', zip],
    ['a bundle as an object', { 'user-directory.wsdl': wsdl, 'user-directory.xsd': bytes(xsd) }],
    [
      'a bundle as a Map',
      new Map([
        ['user-directory.wsdl', wsdl],
        ['user-directory.xsd', xsd],
      ]),
    ],
  ])('%s', async (_what, source) => {
    await using client = await createClient(source);
    expect([client.$operations, client.$diagnostics]).toEqual([OPERATIONS, []]);
  });

  test.each([
    ['text', (text: string) => text],
    ['text after a byte order mark', (text: string) => `\uFEFF \n${text}`],
    ['bytes', bytes],
  ])('a WSDL as %s', async (_what, form) => {
    await using client = await createClient(form(textWsdl(['A', 'B'], 'http://127.0.0.1/')));
    expect(client.$operations).toEqual(['A', 'B']);
  });

  test('a ServiceModel, with its own selection or another one', async () => {
    const { model } = await parseWsdlText(textWsdl(['A'], 'http://127.0.0.1/'), {
      select: { port: 'Soap12' },
    });
    await using same = await createClient(model);
    await using other = await createClient(model, { port: 'Soap11' });
    expect([same, other].map((client) => client.$operation('A').info.soapVersion)).toEqual(['1.2', '1.1']);
  });

  test('relative imports of a WSDL passed as text are missing: an error, unless the caller wants to go on', async () => {
    await expect(createClient(wsdl)).rejects.toMatchObject({
      code: 'INCOMPLETE',
      message: expect.stringContaining('pass a bundle that contains user-directory.xsd') as string,
    });
    await using client = await createClient(wsdl, { incomplete: 'allow' });
    expect(client.$diagnostics).toContainEqual(
      expect.objectContaining({
        code: 'LOAD_FAILED',
        message: expect.stringContaining('pass a bundle that contains') as string,
      }),
    );
  });

  test.each<[string, unknown, object]>([
    ['a path that does not exist', './no-such.wsdl', { name: 'WsdlError', code: 'LOAD_FAILED' }],
    [
      'an address that nothing listens on',
      'http://127.0.0.1:9/?wsdl',
      { name: 'WsdlError', code: 'LOAD_FAILED' },
    ],
    ['text that is not a WSDL', '<a/>', { name: 'WsdlError', code: 'NOT_WSDL' }],
    ['a bundle without a WSDL', { 'a.txt': 'x' }, { name: 'WsdlError', code: 'LOAD_FAILED' }],
    ['a number', 5, { name: 'OptionError', option: 'source' }],
    ['nothing', undefined, { name: 'OptionError', option: 'source' }],
    ['null', null, { name: 'OptionError', option: 'source' }],
    ['a list', [], { name: expect.stringMatching(/OptionError|WsdlError/) as string }],
    ['a function', () => wsdl, { name: 'OptionError', option: 'source' }],
  ])('%s is rejected with a typed error', async (_what, source, expected) => {
    await expect(createClient(source as string)).rejects.toMatchObject(expected);
  });

  test('a WSDL without a SOAP operation is rejected', async () => {
    const empty = '<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" targetNamespace="urn:e"/>';
    await expect(createClient(empty)).rejects.toMatchObject({ name: 'WsdlError', code: 'SELECTION_EMPTY' });
  });
});

describe('services and ports', () => {
  test('$port gives the operations through every port, by name', async () => {
    const server = await startHttpServer(() => ({ body: envelope('<t:AResponse xmlns:t="urn:t"/>') }));
    await using client = await createClient(textWsdl(['A'], server.address));
    expect(client.$ports).toEqual(['Soap11', 'Soap12']);
    await client.$operation('A')();
    await client.$port('Soap12').$operation('A')();
    expect(server.received.map(({ headers }) => headers['content-type'])).toEqual([
      'text/xml; charset=utf-8',
      'application/soap+xml; charset=utf-8; action="urn:t#A"',
    ]);
    expect(() => client.$port('Soap13')).toThrow(/did you mean "Soap11"/);
    await server.stop();
  });

  test.each<[ClientOptions, object]>([
    [
      { port: 'Soap13' },
      { code: 'SELECTION_EMPTY', message: expect.stringContaining('Texts/Soap12') as string },
    ],
    [{ service: 'Text' }, { code: 'SELECTION_EMPTY' }],
  ])('%o selects nothing, and the error lists what there is', async (options, expected) => {
    await expect(createClient(textWsdl(['A'], 'http://127.0.0.1/'), options)).rejects.toMatchObject(expected);
  });

  test('soapVersion and port choose the operations of the client itself', async () => {
    const text = textWsdl(['A'], 'http://127.0.0.1/');
    for (const options of [
      { soapVersion: '1.2' as const },
      { port: 'Soap12' },
      { service: '{urn:t}Texts', port: 'Soap12' },
    ]) {
      await using client = await createClient(text, options);
      expect(client.$operation('A').info.port).toBe('Soap12');
    }
  });
});

describe('operations with the names of JavaScript built-ins', () => {
  const names = [
    'then',
    'constructor',
    '__proto__',
    'toString',
    'hasOwnProperty',
    'length',
    'name',
    'catch',
    'toJSON',
  ];
  let server: HttpServer;
  let client: Client;

  test('await returns the client, not the result of an operation named then', async () => {
    server = await startHttpServer(({ headers }) => {
      const name = /#(\w+)/.exec(String(headers['soapaction']))?.[1] ?? '';
      return {
        body: envelope(`<t:${name}Response xmlns:t="urn:t"><t:text>${name}</t:text></t:${name}Response>`),
      };
    });
    client = await createClient(textWsdl(names, server.address));
    expect(await Promise.resolve(client)).toBe(client);
    expect(client.$operations).toEqual(names);
    expect(server.received).toEqual([]);
  });

  test.each(names)('%s can be called', async (name) => {
    expect(await client.$operation(name)()).toEqual({ text: [name] });
    if (name !== 'then') expect(await client[name]?.()).toEqual({ text: [name] });
  });

  test('then is not a member of the client', async () => {
    expect(client['then']).toBeUndefined();
    expect('then' in client).toBe(false);
    await client.$close();
    await server.stop();
  });

  test('an unknown name is rejected with the nearest one', async () => {
    await using texts = await createClient(textWsdl(['GetText'], 'http://127.0.0.1/'));
    expect(() => texts.$operation('GetTxt')).toThrow(
      'no operation "GetTxt" in this service; did you mean GetText?',
    );
    expect(() => texts.$operation(5 as never)).toThrow('expected a string');
  });
});

describe('options', () => {
  const text = textWsdl(['A'], 'http://127.0.0.1/');

  test.each<[string, object, string, string]>([
    ['a misspelt option', { securty: {} }, 'securty', 'did you mean "security"'],
    [
      'a misspelt kind of security',
      { security: { usernametoken: {} } },
      'security.usernametoken',
      '"usernameToken"',
    ],
    ['security that is a Map', { security: [new Map()] }, 'security.0', 'an instance of a class'],
    [
      'a misspelt limit',
      { limits: { responseByte: 1 } },
      'limits.responseByte',
      'did you mean "responseBytes"',
    ],
    ['a misspelt mode', { numbers: 'bigInt' }, 'numbers', 'did you mean "bigint"'],
    ['a timeout that is a string', { timeout: '5s' }, 'timeout', 'expected a number from 1'],
    [
      'an endpoint without a scheme',
      { endpoint: 'example.com' },
      'endpoint',
      'expected an http: or https: URL',
    ],
    ['a hook that is not a function', { hooks: { request: 'log' } }, 'hooks.request', 'expected a function'],
    ['a transport without a send method', { transport: {} }, 'transport', 'method "send"'],
    ['a signal that is not an AbortSignal', { signal: true }, 'signal', 'expected an AbortSignal'],
    [
      'an egress policy over fetch',
      { fetch: () => undefined, egress: {} },
      'egress',
      'fetch takes no egress',
    ],
    ['a proxy over fetch', { fetch: () => undefined, proxy: 'http://p:1' }, 'proxy', 'fetch takes no proxy'],
    [
      'a transport beside fetch',
      { fetch: () => undefined, transport: { send: () => undefined } },
      'transport',
      'none beside the option "fetch"',
    ],
    ['a misspelt member of a proxy', { proxy: { url: 'p:1', noproxy: '' } }, 'proxy.noproxy', '"noProxy"'],
    [
      'an operation that the service does not have',
      { unwrapByOperation: { Aa: 'none' } },
      'unwrapByOperation.Aa',
      'did you mean "A"',
    ],
    ['a misspelt egress policy', { egress: { alow: [] } }, 'egress.alow', 'did you mean "allow"'],
  ])('%s is rejected', async (_what, options, option, message) => {
    await expect(createClient(text, options)).rejects.toMatchObject({
      name: 'OptionError',
      code: 'INVALID_OPTION',
      option,
      message: expect.stringContaining(message) as string,
    });
  });

  test.each<[string, unknown, string]>([
    ['a misspelt option of a call', { timout: 5 }, 'did you mean "timeout"'],
    ['options that are a number', 5, 'expected an object'],
    ['headers that are a list', { headers: [] }, 'expected an object'],
    ['a header with a space in its name', { headers: { 'X Tenant': 'a' } }, 'option "headers"'],
  ])('%s is rejected', async (_what, options, message) => {
    await using client = await createClient(text);
    for (const form of ['full', 'request'] as const) {
      await expect(client.$operation('A')[form]({}, options as object)).rejects.toMatchObject({
        name: 'OptionError',
        message: expect.stringContaining(message) as string,
      });
    }
  });

  test('an unknown port is rejected, and the error lists the known ones', async () => {
    await using client = await createClient(text);
    const [port] = client.$ports;
    expect(() => client.$port('Nowhere')).toThrow(new RegExp(`option "name" of \\$port: expected "${port}"`));
  });

  test('an HTTP header that controls framing is rejected before anything is sent', async () => {
    await using client = await createClient(text);
    await expect(client.$operation('A')({}, { headers: { 'Content-Length': '5' } })).rejects.toMatchObject({
      name: 'TransportError',
      code: 'INVALID_REQUEST',
      sent: false,
    });
  });

  test('private addresses can be called unless an egress policy is given', async () => {
    await using guarded = await createClient(text, { egress: {}, endpoint: 'http://127.0.0.1:9/' });
    await expect(guarded.$operation('A')()).rejects.toMatchObject({
      code: 'UPSTREAM_ADDRESS_REFUSED',
      sent: false,
      message: expect.stringContaining('egress.allow "127.0.0.1:9" permits it') as string,
    });
  });

  test('a WSDL without an address: the error asks for an endpoint', async () => {
    await using client = await createClient(text.replaceAll(/<soap(12)?:address[^>]*>/g, ''));
    await expect(client.$operation('A')()).rejects.toMatchObject({ name: 'OptionError', option: 'endpoint' });
  });
});

test('types: operations have the input and result of the printed types', async () => {
  interface Texts {
    A: { input: { text?: string[] }; result: { text: string[] } };
    then: { input: { text: string }; result: Record<string, never> };
  }
  await using client = await createClient<Texts>(textWsdl(['A', 'then'], 'http://127.0.0.1:9/'));
  const given: Parameters<typeof client.A>[] = [[], [{ text: ['x'] }], [{}, { timeout: 1 }]];
  expect(given).toHaveLength(3);
  expectTypeOf(client.A).returns.resolves.toEqualTypeOf<{ text: string[] }>();
  const then = client.$operation('then');
  // @ts-expect-error: the input of this operation has a required member, so it cannot be left out
  const empty: Parameters<typeof then> = [];
  expect(empty).toEqual([]);
  // @ts-expect-error: as a member it would make the client a thenable
  expect(client.then).toBeUndefined();
  // @ts-expect-error: there is no operation B
  expect(() => client.B).toThrow('no operation "B" in this service');
});

test('types: items have the type of the list at the path', async () => {
  interface User {
    readonly name: string;
    readonly phones?: { readonly phone: { readonly $value: string }[] };
    readonly manager?: User | null;
    readonly role: { readonly a: { readonly id: bigint }[] } | { readonly b: string[] };
    readonly 'x.y': number[];
    readonly extra?: unknown;
  }
  interface Service {
    List: { input: { limit?: number }; result: { total: number; user: User[]; tags: string[] | null } };
    Open: { input: Record<string, never>; result: unknown };
  }
  const check = (client: Client<Service>, runTime: string) => {
    const { List, Open } = client;
    expectTypeOf(List.items({}, 'user')).toEqualTypeOf<AsyncGenerator<User, void, undefined>>();
    expectTypeOf(List.items({}, ['user'])).toEqualTypeOf<AsyncGenerator<User, void, undefined>>();
    expectTypeOf(List.items({}, 'tags')).toEqualTypeOf<AsyncGenerator<string, void, undefined>>();
    expectTypeOf(List.items({}, 'user.phones.phone')).toEqualTypeOf<
      AsyncGenerator<{ readonly $value: string }, void, undefined>
    >();
    expectTypeOf(List.items({}, 'user.manager.manager.role.a')).toEqualTypeOf<
      AsyncGenerator<{ readonly id: bigint }, void, undefined>
    >();
    expectTypeOf(List.items({}, ['user', 'x.y'])).toEqualTypeOf<AsyncGenerator<number, void, undefined>>();
    expectTypeOf<ItemAt<User, 'extra.of.any.depth'>>().toEqualTypeOf<JsonValue>();
    expectTypeOf(List.items({}, runTime)).toEqualTypeOf<AsyncGenerator<JsonValue, void, undefined>>();
    expectTypeOf(Open.items({}, 'any.path')).toEqualTypeOf<AsyncGenerator<JsonValue, void, undefined>>();
    // @ts-expect-error: the list is called user
    List.items({}, 'users');
    // @ts-expect-error: a number is not a list
    List.items({}, 'total');
    // @ts-expect-error: an object is not a list
    List.items({}, 'user.phones');
    // @ts-expect-error: there is no such key on the way
    List.items({}, ['user', 'phone', 'phone']);
  };
  expect(check).toBeTypeOf('function');
  expectTypeOf<CheckedPath<Service['List']['result'], 'users'>>().toEqualTypeOf<'user' | 'tags'>();
  expectTypeOf<CheckedPath<Service['List']['result'], 'user.phone'>>().toEqualTypeOf<
    'user.phones' | 'user.manager' | 'user.role' | 'user.extra'
  >();
  expectTypeOf<CheckedPath<Service['List']['result'], 'user.phones'>>().toEqualTypeOf<'user.phones.phone'>();
  const untyped = (client: Client) => client.$operation('List').items<User>({}, 'user');
  expectTypeOf(untyped).returns.toEqualTypeOf<AsyncGenerator<User, void, undefined>>();
});

test('cache: a second client of equal documents uses the model of the first one', async () => {
  const text = textWsdl(['A'], 'http://127.0.0.1/');
  const cache = join(folder, 'models');
  const bundle = { 'a.wsdl': wsdl, 'user-directory.xsd': xsd };
  for (const source of [text, bundle, join(example, 'user-directory.wsdl')]) {
    const given = source as string;
    await using plain = await createClient(given);
    await using first = await createClient(given, { cache });
    await using second = await createClient(given, { cache });
    expect(first.$model).toEqual(plain.$model);
    expect(second.$model).toEqual(plain.$model);
    expect(second.$diagnostics).toEqual(plain.$diagnostics);
  }
  expect(readdirSync(cache)).toHaveLength(3);
  await expect(createClient(text, { cache: '' })).rejects.toMatchObject({ option: 'cache' });
  await expect(createClient(text, { cache: 5 as never })).rejects.toMatchObject({ option: 'cache' });
});

describe('misuse of a call ends in an error that names the way out', () => {
  const wsdl = textWsdl(['Echo'], 'http://127.0.0.1:9/');

  test('a function of the program that does not look at the signal', async () => {
    const client = await createClient(wsdl, { fetch: () => new Promise(() => undefined) });
    const call = client.$operation('Echo');
    await expect(call({ text: ['x'] }, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'TransportError',
      code: 'ABORTED',
    });
    await expect(call({ text: ['x'] }, { timeout: 20 })).rejects.toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
  });

  test('a callback after the options of a call', async () => {
    const client = await createClient(wsdl);
    const call = client.$operation('Echo') as unknown as (...given: unknown[]) => Promise<unknown>;
    await expect(call({ text: ['x'] }, {}, () => undefined)).rejects.toThrow(
      /it returns a promise and takes no callback/,
    );
    await client.$close();
  });

  test('a signal that was aborted before', async () => {
    const created = createClient(wsdl, { signal: AbortSignal.abort() });
    await expect(created).rejects.toMatchObject({ name: 'WsdlError', code: 'LOAD_FAILED' });
  });
});
