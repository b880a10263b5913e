import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import soap, { createClientAsync, HttpClient, listen } from './index.js';
import type { Loose } from './loosely-typed-values.js';
import { SHOP } from './testing/judge.js';
import { envelope } from './testing/programs/calls.js';

const failure = async (run: () => unknown): Promise<Loose> => {
  try {
    await run();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
};

/** An agent that connects in a way of its own. */
class OddAgent {}

/** A client whose messages go nowhere: they are returned as they would be sent. */
async function offline(answer = '', options = {}): Promise<Loose> {
  const httpClient = {
    request: (_: string, __: string, callback: Loose) => callback(null, { status: 200, headers: {} }, answer),
  };
  return await createClientAsync(SHOP, {
    httpClient,
    disableCache: true,
    endpoint: 'http://localhost/',
    ...options,
  });
}

describe('options', () => {
  test.each([
    [{ endpointt: 'x' }, 'endpointt', /not an option of node-soap: did you mean "endpoint"/],
    [{ zzz: 1 }, 'zzz', /has no effect there: remove it/],
    [{ returnSaxStream: true }, 'returnSaxStream', /operation\.stream/],
    [{ attributesKey: 5 }, 'attributesKey', /expected a text, not/],
    [{ wsdl_options: { fixedPath: true } }, 'wsdl_options.fixedPath', /@soapstone\/client/],
  ])('createClientAsync: %j is a typed error that names the option', async (options, option, message) => {
    const error = await failure(() => createClientAsync(SHOP, { disableCache: true, ...options }));
    expect(error).toMatchObject({ name: 'OptionError', option, message: expect.stringMatching(message) });
  });

  test.each([
    [{ proxy: { port: 1 } }, 'proxy.host', /expected the host/],
    [{ httpAgent: new OddAgent() }, 'httpAgent', /axios instance/],
    [{ attachments: [{ contentId: 'a', mimetype: 'b', body: 5 }] }, 'attachments.0.body', /expected bytes/],
    [{ forceGzip: true }, 'forceGzip', /remove it/],
    [{ timeOut: 5 }, 'timeOut', /did you mean "timeout"/],
    // Closer than "time", which it contains.
    [{ timeot: 5 }, 'timeot', /did you mean "timeout"/],
  ])('a call: %j is a typed error that names the option', async (options, option, message) => {
    const client = await createClientAsync(SHOP, { endpoint: 'http://127.0.0.1:1/' });
    const error = await failure(() => client['EchoAsync']({ text: 'x' }, options));
    expect(error).toMatchObject({ name: 'OptionError', option, message: expect.stringMatching(message) });
  });

  test('false is accepted for an option that cannot be used', async () => {
    expect(await createClientAsync(SHOP, { returnSaxStream: false })).toBeInstanceOf(soap.Client);
  });

  test('a server whose WSDL cannot be read emits an error unless it has a callback', async () => {
    const server = listen(createServer(), '/x', {}, '<x/>');
    const [error] = await once(server, 'error').catch((reason) => [reason]);
    expect(error).toMatchObject({ code: 'NOT_WSDL' });
    const callback = vi.fn();
    listen(createServer(), { path: '/x', services: {}, xml: '<x/>', callback });
    await expect.poll(() => callback.mock.calls[0]?.[0]).toMatchObject({ code: 'NOT_WSDL' });
  });

  test('misuse of the functions is a typed error', async () => {
    expect(await failure(() => (soap.createClient as Loose)(SHOP))).toMatchObject({ name: 'OptionError' });
    expect(await failure(() => (createClientAsync as Loose)(42))).toMatchObject({ name: 'OptionError' });
    expect(await failure(() => listen({}, '/x', {}))).toMatchObject({ option: 'xml' });
    expect(await failure(() => listen({}, '/x', {}, SHOP))).toMatchObject({ option: 'server' });
    const server = createServer();
    expect(await failure(() => listen(server, '/x', undefined, SHOP))).toMatchObject({ option: 'services' });
    const client = await offline('');
    expect(await failure(() => client.setSecurity('secret'))).toMatchObject({ option: 'security' });
    client.setSecurity(null);
    expect(await failure(() => listen({}, { path: '/x', cert: 'c', xml: SHOP }))).toMatchObject({
      option: 'cert',
    });
    const wrong = { additionalReferences: ['my:Header'] };
    const error = await failure(() => new soap.WSSecurityCert('key', 'cert', '', wrong));
    expect(error).toMatchObject({
      option: 'additionalReferences',
      message: expect.stringMatching(/x509Signature/),
    });
  });
});

describe('hostile messages', () => {
  const read = async (body: string): Promise<Loose> =>
    (await (await offline(envelope(body))).EchoAsync({ text: 'x' }))[0];

  test('an element named __proto__ is a member and changes no prototype', async () => {
    const result = await read(
      '<EchoResponse xmlns="urn:example:shop"><__proto__ polluted="1"><a>1</a></__proto__></EchoResponse>',
    );
    expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
    expect(Object.keys(result)).toEqual(['__proto__']);
    expect(({} as Loose).polluted).toBeUndefined();
  });

  test.each(['constructor', 'toString', 'hasOwnProperty'])(
    'an element named %s is a member',
    async (name) => {
      expect(
        await read(`<EchoResponse xmlns="urn:example:shop"><${name}>1</${name}></EchoResponse>`),
      ).toEqual({ [name]: '1' });
    },
  );

  test('deep nesting and a document type are refused', async () => {
    const deep = `${'<a>'.repeat(600)}${'</a>'.repeat(600)}`;
    const error = await failure(() => read(`<EchoResponse xmlns="urn:example:shop">${deep}</EchoResponse>`));
    expect(error).toMatchObject({
      Fault: { faultstring: 'Invalid XML', detail: expect.stringMatching(/500 levels/) },
    });
    const client = await offline('<!DOCTYPE a [<!ENTITY e "x">]><a>&e;</a>');
    expect((await failure(() => client.EchoAsync({ text: 'x' }))).Fault.detail).toMatch(/DOCTYPE/);
  });

  test('arguments that contain themselves end in an error', async () => {
    const part: Loose = { customer: 'c' };
    part.part = part;
    const error = await failure(async () => (await offline()).PlaceOrderAsync({ order: part }));
    expect(error.message).toMatch(/more than 500 levels, or a value that contains itself/);
  });

  test('a text cannot leave its element, also with CDATA', async () => {
    const client = await offline('');
    await client.EchoAsync({ text: '<![CDATA[a]]><evil/><![CDATA[b]]>' });
    expect(client.lastRequest).toContain('&lt;evil/&gt;');
  });

  test('a request that is too long is refused', async () => {
    const { createServer } = await import('node:http');
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    await new Promise<void>((resolve) => listen(server, '/shop', {}, SHOP, () => resolve()));
    const { port } = server.address() as { port: number };
    const body = `<a>${' '.repeat(11 * 1024 * 1024)}</a>`;
    const response = await fetch(`http://127.0.0.1:${port}/shop`, { method: 'POST', body });
    expect(response.status).toBe(413);
    server.closeAllConnections();
    server.close();
  });
});

test('client.soapstone: a client of @soapstone/client for the same WSDL, which is not read again', async () => {
  const client = await createClientAsync(SHOP, { endpoint: 'http://localhost/elsewhere' });
  const typed = await client.soapstone();
  expect(typed.$operations).toContain('GetOrder');
  const request = await typed.$operation('GetOrder').request({ id: 7 });
  expect(request.url).toBe('http://localhost/elsewhere');
});

test('WSDL: an import of a document of others names no file', async () => {
  const schema = new URL('../../../examples/user-directory/user-directory.xsd', import.meta.url).pathname;
  const imports = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" targetNamespace="urn:w"><types><schema xmlns="http://www.w3.org/2001/XMLSchema">
    <import namespace="urn:a" schemaLocation="http://files.invalid${schema}"/><import namespace="urn:b" schemaLocation="file://${schema}"/>
  </schema></types></definitions>`;
  const asked: string[] = [];
  const httpClient = {
    request(url: string, _data: unknown, callback: (error: Error) => void) {
      asked.push(url);
      callback(new Error('not here'));
    },
  };
  const wsdl = new soap.WSDL(imports, 'https://example.com/w.wsdl', { httpClient });
  await new Promise<void>((done) => wsdl.onReady(() => done()));
  expect(asked).toEqual([`http://files.invalid${schema}`]);
});

test('HttpClient: a URL that is none is an error of the callback', async () => {
  const error = await new Promise<Loose>((resolve) => {
    void new HttpClient().request('not a url', '<a/>', resolve);
  });
  expect(error).toBeInstanceOf(Error);
});

test('compat: every value and type that node-soap exports is here by its name', async () => {
  const folder = join(dirname(createRequire(import.meta.url).resolve('soap/package.json')), 'lib');
  const declared = ['soap', 'types'].flatMap((name) => {
    const text = readFileSync(join(folder, `${name}.d.ts`), 'utf8');
    const lists = [...text.matchAll(/^export \{([^}]*)\}/gm)].flatMap(([, names = '']) => names.split(','));
    const single = /^export (?:declare )?(?:interface|type|class|const|function) (\w+)/gm;
    return [...lists.map((each) => each.trim()), ...[...text.matchAll(single)].map(([, each = '']) => each)];
  });
  const names = [...new Set(declared)].sort();
  expect(names.length).toBeGreaterThan(40);
  const report = readFileSync(new URL('../api.txt', import.meta.url), 'utf8');
  const ours = new Set(
    [...report.matchAll(/^(?:\w+ )*?(?:interface|type|class|const|function) (\w+)/gm)].map(
      ([, each]) => each,
    ),
  );
  expect(names.filter((each) => !ours.has(each))).toEqual([]);
});
