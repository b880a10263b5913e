import { deepStrictEqual, notDeepStrictEqual } from 'node:assert/strict';
import { inspect, isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { createGeneratedClient } from '../generated.js';
import { type Client, createClient, isOperationNotFoundError } from '../index.js';
import { textWsdl } from '../testing/echo-server.js';

const OPERATIONS = ['GetText', 'ListTexts', 'echo', 'subtract', 'find_text'];

/** A client as untyped programs see it. */
type Untyped = Readonly<Record<string | symbol, unknown>>;

let read: Client;
beforeAll(async () => {
  read = await createClient(textWsdl(OPERATIONS, 'http://127.0.0.1/'));
});

/** The kinds of clients that have operations as members. */
const clients: readonly (readonly [string, () => Untyped])[] = [
  ['a client of a WSDL', () => read as unknown as Untyped],
  ['a client of a port', () => read.$port('Soap12') as unknown as Untyped],
  [
    'a generated client',
    () =>
      createGeneratedClient({
        model: read.$model,
        ports: [['Soap11', read.$model.exposed]],
      }) as unknown as Untyped,
  ],
];

describe.each(clients)('%s', (what, open) => {
  test.each([
    ['a missing letter', 'GetTxt', 'GetText'],
    ['an added letter', 'GetTexts', 'GetText'],
    ['a letter of another case', 'getText', 'GetText'],
    ['the suffix of node-soap', 'GetTextAsync', 'GetText'],
    ['two letters swapped', 'subrtact', 'subtract'],
    ['another style', 'findText', 'find_text'],
    ['a misspelt member of the client', '$oprations', '$operations'],
    ['another operation', 'RemoveText', undefined],
    ['the verb of an operation', 'getWeather', undefined],
  ])('%s: the error names the nearest operation', (_case, name, nearest) => {
    const error = errorOf(() => open()[name]);
    expect(isOperationNotFoundError(error)).toBe(true);
    expect(error).toMatchObject({ code: 'OPERATION_NOT_FOUND', operation: name });
    if (nearest !== undefined) expect(error).toMatchObject({ nearest: [nearest] });
    const meant = nearest === undefined ? '' : `; did you mean ${nearest}?`;
    expect(String(error)).toContain(`no operation "${name}" in this service${meant}`);
    expect(String(error)).toContain('client.$operations lists all of them');
  });

  test.each([
    ['setSecurity', 'option "security" of createClient'],
    ['setEndpoint', 'option "endpoint"'],
    ['addSoapHeader', 'option "soapHeaders"'],
    ['addHttpHeader', 'option "headers"'],
    ['describe', 'client.$operations'],
    ['lastRequest', '"full"'],
  ])('%s of node-soap: the error names what replaces it', (name, replacement) => {
    expect(() => open()[name]).toThrow(`${name} of node-soap is `);
    expect(() => open()[name]).toThrow(replacement);
  });

  test('a port or a service is not an operation: the error says how to reach it', () => {
    if (what !== 'a generated client')
      expect(() => open()['Soap12']).toThrow('it is a port: client.$port("Soap12")');
    expect(() => open()['Texts']).toThrow('it is this service: its operations are members of the client');
  });

  // Names that these look up in any object: promises, JSON.stringify, console.log, vitest, jest, lodash, React, Vue, RxJS,
  // Fastify's `decorate`, NestJS and dependency injection containers.
  test.each([
    ...[
      'then',
      'catch',
      'finally',
      'toJSON',
      'inspect',
      'asymmetricMatch',
      '$$typeof',
      'nodeType',
      'tagName',
    ],
    ...[
      'toPojo',
      '_isMockFunction',
      '@@__IMMUTABLE_ITERABLE__@@',
      'size',
      'length',
      'key',
      'ref',
      '__v_skip',
    ],
    ...['subscribe', 'lift', 'getter', 'setter', 'onModuleInit', 'onModuleDestroy', 'onApplicationBootstrap'],
    ...[
      'dispose',
      'initialize',
      'on',
      'pipe',
      'emit',
      'message',
      'stack',
      'name',
      'isMatcher',
      'getReader',
      '0',
      '',
      '_',
    ],
    ...[
      'beforeApplicationShutdown',
      'onApplicationShutdown',
      'default',
      '__esModule',
      'callback',
      'prototype',
    ],
  ])('has no member %s, and does not throw for it', (name) => {
    const client = open();
    expect(client[name]).toBeUndefined();
    expect(name in client).toBe(false);
  });

  test('can be awaited, printed, logged and compared', async () => {
    const client = open();
    const other = { ...client };
    expect(await Promise.resolve(client)).toBe(client);
    expect(`${client}`).toBe('[object Object]');
    expect(JSON.stringify({ client })).toBe('{"client":{}}');
    expect(inspect(client, { depth: 5, showHidden: true, showProxy: true })).toContain('GetText');
    expect(inspect(client)).toContain('GetText');
    expect(client).toEqual(client);
    expect(client).toStrictEqual(client);
    expect({ client }).toEqual({ client });
    expect(client).not.toEqual({});
    expect(() => expect({}).toEqual(client)).toThrow('to deeply equal');
    deepStrictEqual(client, client);
    notDeepStrictEqual(client, {});
    expect(isDeepStrictEqual(client, other)).toBe(false);
    expect(Object.keys(other)).toEqual(OPERATIONS);
  });

  test('behaves like an ordinary object: in, keys, enumeration, symbols, freezing', () => {
    const client = open();
    expect('GetText' in client).toBe(true);
    expect('GetTxt' in client).toBe(false);
    expect(Object.hasOwn(client, 'GetText')).toBe(true);
    expect(Object.hasOwn(client, 'GetTxt')).toBe(false);
    expect(Object.keys(client)).toEqual(OPERATIONS);
    const inherited: string[] = [];
    for (const name in client) inherited.push(name);
    expect(inherited).toEqual(OPERATIONS);
    expect(client['constructor']).toBe(Object);
    expect(client['valueOf']).toBe(Object.prototype.valueOf);
    expect(client[Symbol.iterator]).toBeUndefined();
    expect(client[Symbol.toStringTag]).toBeUndefined();
    expect(client[Symbol.for('nodejs.util.inspect.custom')]).toBeUndefined();
    expect(Object.isFrozen(client)).toBe(true);
    expect(() => Object.assign(client, { GetTxt: 1 })).toThrow(TypeError);
    // `cloneDeep` of lodash starts with the first of these; a program may derive the second.
    for (const copy of [Object.create(Object.getPrototypeOf(client)), Object.create(client)] as Untyped[])
      expect(copy['GetTxt']).toBeUndefined();
  });

  test('$operation rejects every unknown name, and values that are not names', () => {
    const find = open()['$operation'] as (name: unknown) => unknown;
    expect(errorOf(() => find('then'))).toMatchObject({ code: 'OPERATION_NOT_FOUND', nearest: [] });
    expect(errorOf(() => find('GetTextAsync'))).toMatchObject({ nearest: ['GetText'] });
    expect(errorOf(() => find(5))).toMatchObject({ code: 'INVALID_OPTION', option: 'name' });
  });

  test('a call rejects a callback, because it returns a promise', async () => {
    const call = open()['GetText'] as (input: unknown, callback: unknown) => Promise<unknown>;
    await expect(call({}, () => undefined)).rejects.toMatchObject({
      code: 'INVALID_OPTION',
      message: expect.stringContaining(
        'not a function; it returns a promise and takes no callback',
      ) as string,
    });
  });
});

test('an operation of another service: the error names the service', async () => {
  const address = 'http://127.0.0.1/';
  const service = (
    name: string,
    operation: string,
  ) => `<portType name="${name}"><operation name="${operation}">
      <input message="t:Empty"/></operation></portType>
    <binding name="${name}" type="t:${name}"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/>
      <operation name="${operation}"><s:operation soapAction=""/><input><s:body use="literal"/></input></operation></binding>
    <service name="${name}"><port name="${name}Port" binding="t:${name}"><s:address location="${address}"/></port></service>`;
  const client = await createClient(`<definitions targetNamespace="urn:t" xmlns:t="urn:t"
      xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/"><message name="Empty"/>
    ${service('Orders', 'PlaceOrder')}${service('Stock', 'CountStock')}</definitions>`);
  const stock = await createClient(client.$model, { service: 'Stock' });
  expect(stock.$operations).toEqual(['CountStock']);
  expect(() => client['Stock']).toThrow('it is a service: createClient(client.$model, { service: "Stock" })');
  expect(() => client['CountStock']).toThrow(
    'it is an operation of the service Stock: createClient(client.$model, { service: "Stock" })',
  );
});

test('createClient rejects a callback in either place where node-soap takes it', async () => {
  const untyped = createClient as (...args: unknown[]) => Promise<unknown>;
  const text = textWsdl(OPERATIONS, 'http://127.0.0.1/');
  for (const args of [
    [text, () => undefined],
    [text, {}, () => undefined],
  ]) {
    await expect(untyped(...args)).rejects.toMatchObject({
      code: 'INVALID_OPTION',
      message: expect.stringContaining('returns a promise and takes no callback') as string,
    });
  }
});

function errorOf(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}
