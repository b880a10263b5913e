import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest';
import { createGeneratedClient } from '../generated.js';
import {
  basic,
  bearer,
  type Client,
  type ClientChanges,
  createClient,
  type OptionError,
  usernameToken,
} from '../index.js';
import { envelope, type HttpServer, startHttpServer, textWsdl } from '../testing/echo-server.js';

interface Operations {
  A: { input: { text?: string[] }; result: { text?: string[] } };
}

const answer = () => ({ body: envelope('<t:AResponse xmlns:t="urn:t"><t:text>back</t:text></t:AResponse>') });
let server: HttpServer;
let other: HttpServer;
let client: Client<Operations>;
beforeAll(async () => {
  server = await startHttpServer(answer);
  other = await startHttpServer(answer);
  client = await createClient<Operations>(textWsdl(['A'], server.address), {
    headers: { 'X-Tenant': 'one', 'X-Both': 'kept' },
    soapHeaders: { '{urn:h}Session': { id: 'one' } },
    allowUndeclaredHeaders: true,
  });
});
afterAll(async () => {
  await client.$close();
  await Promise.all([server.stop(), other.stop()]);
});

const last = (from: HttpServer = server) => {
  const seen = from.received.at(-1);
  return { headers: seen?.headers ?? {}, body: String(seen?.body) };
};

describe('$with', () => {
  test('the new client has the changed options, and the first one keeps its own', async () => {
    const changed = client.$with({
      endpoint: other.address,
      security: [bearer('token'), usernameToken({ username: 'ada', password: 'secret' })],
      headers: { 'x-tenant': 'two' },
      soapHeaders: { '{urn:h}Trace': { id: 'two' } },
    });
    expectTypeOf(changed).toEqualTypeOf<Client<Operations>>();
    expect(await changed.A({ text: ['a'] })).toEqual({ text: ['back'] });
    expect(last(other).headers).toMatchObject({
      authorization: 'Bearer token',
      'x-tenant': 'two',
      'x-both': 'kept',
    });
    expect(last(other).body).toContain('<id>one</id>');
    expect(last(other).body).toContain('<id>two</id>');
    expect(last(other).body).toContain('Username>ada<');

    await client.A({ text: ['a'] });
    expect(last().headers).toMatchObject({ 'x-tenant': 'one', 'x-both': 'kept' });
    expect(last().headers['authorization']).toBeUndefined();
    expect(last().body).not.toMatch(/<id>two<|Username/);
  });

  test('a block of the same name takes the place of that of the client', async () => {
    await client.$with({ soapHeaders: { '{urn:h}Session': { id: 'two' } } }).A({});
    expect(last().body).toContain('<id>two</id>');
    expect(last().body).not.toContain('<id>one</id>');
  });

  test('changes add up, `undefined` changes nothing, and an option of a call wins', async () => {
    const first = client.$with({ security: basic('a', 'b'), headers: { 'x-first': '1' } });
    const second = first.$with({ security: undefined, headers: { 'x-second': '2' } });
    await second.A({}, { headers: { 'x-second': 'call' } });
    expect(last().headers).toMatchObject({
      authorization: `Basic ${btoa('a:b')}`,
      'x-first': '1',
      'x-second': 'call',
    });
  });

  test('timeout: a call that takes longer fails', async () => {
    const silent = await startHttpServer(() => ({
      body: (async function* () {
        await new Promise(() => {});
      })(),
    }));
    const hasty = client.$with({ endpoint: silent.address, timeout: 50 });
    await expect(hasty.A({})).rejects.toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
    await silent.stop();
  });

  test('hooks: those of the new client see its calls alone', async () => {
    const seen: string[] = [];
    const watched = client.$with({ hooks: { request: ({ operation }) => void seen.push(operation) } });
    await client.A({});
    expect(seen).toEqual([]);
    await watched.A({});
    expect(seen).toEqual(['A']);
  });

  test('ports keep the changes, and a client of a port keeps its port', async () => {
    const changed = client.$with({ headers: { 'x-tenant': 'two' } });
    await changed.$port('Soap12').A({});
    expect(last().headers).toMatchObject({
      'x-tenant': 'two',
      'content-type': 'application/soap+xml; charset=utf-8; action="urn:t#A"',
    });
    const port = client.$port('Soap12').$with({ headers: { 'x-tenant': 'three' } });
    await port.A({});
    expect(last().headers).toMatchObject({
      'x-tenant': 'three',
      'content-type': 'application/soap+xml; charset=utf-8; action="urn:t#A"',
    });
    expect([changed.$ports, port.$operations]).toEqual([['Soap11', 'Soap12'], ['A']]);
  });

  test('operations are compiled once for all clients', () => {
    // `info` belongs to the compiled operation.
    expect(client.$with({ timeout: 5 }).A.info).toBe(client.A.info);
    expect(client.$with({ timeout: 5 }).$port('Soap12').A.info).toBe(client.$port('Soap12').A.info);
    expect(client.$with({ timeout: 5 }).$model).toBe(client.$model);
  });

  test('closing a client from $with ends nothing; closing the first one ends the calls of all', async () => {
    const owner = await createClient<Operations>(textWsdl(['A'], server.address));
    {
      await using borrowed = owner.$with({ headers: { 'x-tenant': 'two' } });
      await borrowed.A({});
      await borrowed.$port('Soap12').$close();
    }
    const kept = owner.$with({ timeout: 5_000 });
    expect(await owner.A({})).toEqual({ text: ['back'] });
    await owner.$close();
    await expect(kept.A({})).rejects.toMatchObject({
      name: 'TransportError',
      code: 'ABORTED',
      sent: false,
      message: 'the client is closed; create another one',
    });
    await expect(owner.A({})).rejects.toMatchObject({ code: 'ABORTED' });
  });

  test.each<[string, unknown, string, RegExp]>([
    ['a misspelt option', { endpont: 'http://a/' }, 'endpont', /did you mean "endpoint"\?/],
    ['a compiled option', { numbers: 'bigint' }, 'numbers', /createClient\(client\.\$model, options\)/],
    ['limits', { limits: {} }, 'limits', /decided when a client is created/],
    ['a transport', { transport: null }, 'transport', /decided when a client is created/],
    ['a wrong address', { endpoint: 'ftp://a' }, 'endpoint', /http/],
    ['a wrong timeout', { timeout: 0 }, 'timeout', /number from 1/],
    [
      'credentials that exclude each other',
      { security: [basic('a', 'b'), basic('c', 'd')] },
      'security',
      /twice/,
    ],
    ['nothing', undefined, '', /expected an object/],
    ['a function', () => {}, '', /takes no callback/],
  ])('%s: OptionError', (_what, changes, option, message) => {
    expect(() => client.$with(changes as ClientChanges)).toThrow(message);
    expect(() => client.$with(changes as ClientChanges)).toThrow(
      expect.objectContaining({
        name: 'OptionError',
        option,
        message: expect.stringContaining('$with') as string,
      }) as OptionError,
    );
  });

  test('a generated client has it, too', async () => {
    await using generated = createGeneratedClient<Operations>(
      { model: client.$model, ports: client.$ports.map((name) => [name, client.$model.exposed]) },
      {},
    );
    const changed = generated.$with({ headers: { 'x-tenant': 'generated' } });
    expect(await changed.A({ text: ['a'] })).toEqual({ text: ['back'] });
    expect(last().headers['x-tenant']).toBe('generated');
    expect(() => (changed as unknown as { $wth: object }).$wth).toThrow(/\$with/);
  });
});
