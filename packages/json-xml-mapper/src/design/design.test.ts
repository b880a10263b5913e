import { describe, expect, test } from 'vitest';
import type { Design } from '../api/design.js';
import type { FillSource } from '../api/fills.js';
import { checkDesign, designNeeds } from '../designs.js';
import { isFillError, isMappingError } from '../errors.js';
import { createMapper } from '../mapper.js';
import { encodeUtf8 } from '../platform.js';
import { queryParameters } from '../query/query-parameters.js';
import { attribute, choice, el, part, SchemaLiteral, sequence, times } from '../testing/schema-literal.js';
import { isDesignError } from './design-error.js';

/** A service with an operation whose input has credentials, an optional object, a list and a choice. */
function shipping() {
  const schema = new SchemaLiteral();
  const credential = schema.complex('Credential', sequence(el('Key', 'string'), el('Password', 'string')));
  const authentication = schema.complex('Authentication', sequence(el('User', credential)));
  const client = schema.complex(
    'Client',
    sequence(el('Account', 'string'), times(el('Language', 'string'), 0, 1)),
  );
  const line = schema.complex('Line', sequence(el('Sku', 'string'), el('Unit', 'string')), {
    attributes: [attribute('lang', 'string')],
  });
  const payment = choice(el('Card', 'string'), el('Invoice', 'int'));
  const input = schema.complex(
    undefined,
    sequence(
      el('Auth', authentication),
      el('Client', client),
      el('Id', 'string'),
      times(el('At', 'dateTime'), 0, 1),
      times(el('Line', line), 0, 'unbounded'),
      payment,
      el('Note', 'string'),
    ),
    { attributes: [attribute('version', 'int', { required: true })] },
  );
  schema.element('Ship', input);
  schema.element('Other', schema.complex(undefined, sequence(el('Auth', authentication))));
  return schema.service({ Ship: { output: 'none' }, Other: { output: 'none' } });
}

const SOURCE: FillSource = {
  secret: (name) => `s-${name}`,
  header: (name) => (name === 'X-Note' ? 'from the header' : undefined),
  uuid: () => '11111111-2222-4333-8444-555555555555',
  now: () => Date.UTC(2026, 0, 2, 3, 4, 5, 6),
};

const DESIGN: Design = {
  fill: {
    '*/Auth/User': { Key: { secret: 'key' }, Password: { secret: 'password' } },
    'Ship/Client/Account': '510087100',
    'Ship/Id': { generate: 'uuid' },
    'Ship/At': { generate: 'timestamp' },
    'Ship/Line/Unit': 'kg',
    'Ship/Line/@lang': 'en',
    'Ship/Card': 'visa',
    'Ship/@version': 3,
    'Ship/Note': { header: 'X-Note' },
  },
};

const text = ({ body }: { readonly body: Uint8Array }) => new TextDecoder().decode(body);

test('DF-1, DF-2: a filled request has the bytes of the request that a client would have sent', () => {
  const model = shipping();
  const plain = createMapper(model).compile('Ship');
  const designed = createMapper(model, { design: DESIGN }).compile('Ship');
  const input = { Line: [{ Sku: 'a' }, { Sku: 'b' }] };
  const whole = {
    '@version': 3,
    Auth: { User: { Key: 's-key', Password: 's-password' } },
    Client: { Account: '510087100' },
    Id: '11111111-2222-4333-8444-555555555555',
    At: '2026-01-02T03:04:05.006Z',
    Line: [
      { '@lang': 'en', Sku: 'a', Unit: 'kg' },
      { '@lang': 'en', Sku: 'b', Unit: 'kg' },
    ],
    Card: 'visa',
    Note: 'from the header',
  };
  const expected = text(plain.toXml(whole));
  expect(text(designed.toXml(input, { fills: SOURCE }))).toBe(expected);
  expect(text(designed.encodeJson(encodeUtf8(JSON.stringify(input)), { fills: SOURCE }))).toBe(expected);
  const client = { Client: { Language: 'de' }, ...input };
  expect(text(designed.encodeJson(encodeUtf8(JSON.stringify(client)), { fills: SOURCE }))).toBe(
    text(plain.toXml({ ...whole, Client: { Account: '510087100', Language: 'de' } })),
  );
  expect(designed.validate(input)).toEqual([]);
  expect(designed.normalise(input)).toEqual(input);
});

test('DF-2: in a group that is written because of a filled member, null still means absent if the schema has a default', () => {
  const schema = new SchemaLiteral();
  const group = times(
    sequence(el('Unit', 'string', { default: 'kg' }), el('Key', 'string'), el('Sku', 'string')),
    0,
    1,
  );
  schema.element('Ship', schema.complex(undefined, sequence(group)));
  const model = schema.service({ Ship: { output: 'none' } });
  const plain = createMapper(model).compile('Ship');
  const designed = createMapper(model, { design: { fill: { 'Ship/Key': 'k' } } }).compile('Ship');
  for (const input of [{ Unit: null, Sku: 's' }, { Sku: 's' }, { Unit: 'g', Sku: 's' }]) {
    expect(designed.validate(input)).toEqual([]);
    expect(text(designed.toXml(input))).toBe(text(plain.toXml({ ...input, Key: 'k' })));
    expect(text(designed.encodeJson(encodeUtf8(JSON.stringify(input))))).toBe(text(designed.toXml(input)));
  }
  expect(designed.normalise({ Unit: null, Sku: 's' })).toEqual({ Unit: 'kg', Sku: 's' });
  expect(designed.validate({ Sku: null })).toMatchObject([{ path: '/Sku' }]);
});

describe('DF-1: clients see no filled member', () => {
  const designed = createMapper(shipping(), { design: DESIGN }).compile('Ship');

  test('the schema and the example have none of them', () => {
    const seen = JSON.stringify([
      designed.jsonSchema('input'),
      designed.example('input'),
      designed.shape.input.root,
    ]);
    for (const name of ['Auth', 'Password', 'Account', 'version', 'Unit', 'Card', 'Invoice', 'Note', 's-key'])
      expect(Object.keys(designed.jsonSchema('input')['properties'] as object)).not.toContain(name);
    expect(JSON.stringify([designed.jsonSchema('input'), designed.example('input')])).not.toMatch(
      /Auth|Password|Account|version|Unit|Card|Invoice|Note|secret|visa|510087100/,
    );
    expect(seen).toContain('Language');
  });

  test.each([
    [{ Auth: {} }, '/Auth'],
    [{ Client: { Account: '1' } }, '/Client/Account'],
    [{ '@version': 1 }, '/@version'],
    [{ Invoice: 1 }, '/Invoice'],
    [{ Line: [{ Sku: 'a', Unit: 'kg' }] }, '/Line/0/Unit'],
  ])('reports where the problem of %j is', (input, path) => {
    const json = encodeUtf8(JSON.stringify(input));
    for (const send of [
      () => designed.toXml(input, { fills: SOURCE }),
      () => designed.encodeJson(json, { fills: SOURCE }),
    ]) {
      const error = errorOf(send);
      expect(isMappingError(error) && error.errors.map((each) => each.path)).toEqual([path]);
    }
    expect(designed.validate(input).map((each) => each.path)).toEqual([path]);
  });

  test('a query string has no parameter for them', () => {
    const names = queryParameters(designed.shape.input).parameters.map(({ name }) => name);
    expect(names.filter((name) => /Auth|Account|version|Unit|Card|Note/.test(name))).toEqual([]);
    expect(errorOf(() => designed.fromQuery('Id=1'))).toSatisfy(isMappingError);
    expect(designed.fromQuery('Client.Language=de')).toEqual({ Client: { Language: 'de' } });
  });
});

describe('DF-3: secrets', () => {
  const designed = createMapper(shipping(), { design: DESIGN }).compile('Ship');
  const input = encodeUtf8('{}');

  test('hidden: previews have stars for all that is not constant', () => {
    const xml = text(designed.encodeJson(input, { fills: 'hidden' }));
    expect(xml).toContain('Key>***<');
    expect(xml).toContain('At>***<');
    expect(xml).toContain('Account>510087100<');
    expect(xml).toBe(text(designed.toXml({}, { fills: 'hidden' })));
  });

  test('a secret that is not set is an error of the owner that names it', () => {
    const error = errorOf(() => designed.encodeJson(input));
    expect(isFillError(error) && [error.code, error.secret, error.message]).toEqual([
      'FILL_MISSING',
      'key',
      'the secret key, which the design fills "Key" with, is not set',
    ]);
  });

  test('a secret that its type refuses is an error without the value', () => {
    const schema = new SchemaLiteral();
    const short = schema.simple('Pin', 'string', { maxLength: 4 });
    schema.element('Op', schema.complex(undefined, sequence(el('Pin', short))));
    const model = schema.service({ Op: { output: 'none' } });
    const operation = createMapper(model, { design: { fill: { 'Op/Pin': { secret: 'pin' } } } }).compile(
      'Op',
    );
    const error = errorOf(() => operation.encodeJson(input, { fills: { secret: () => 'canary-1234' } }));
    expect(isFillError(error) && error.message).toBe(
      'the secret pin cannot be the value of "Pin": it must have at most 4 characters, has 11',
    );
    expect(String(error)).not.toContain('canary');
  });

  test('a missing HTTP header is a problem of the client that names the header and not the member', () => {
    const error = errorOf(() =>
      designed.encodeJson(input, { fills: { ...SOURCE, header: () => undefined } }),
    );
    expect(isMappingError(error) && error.errors).toEqual([
      { path: '', keyword: 'header', message: 'needs the HTTP header X-Note' },
    ]);
  });
});

describe('mistakes of the owner', () => {
  const problemsOf = (fill: Design['fill'] | object) =>
    checkDesign(shipping(), { fill } as Design).problems.map(
      ({ at, message }) => `${at.slice(1).join(' > ')}: ${message}`,
    );

  test('all of them at once, with the nearest name and what was expected', () => {
    expect(
      problemsOf({
        'Shipp/Id': 'a',
        'Ship/Idd': 'a',
        '*/Auth/Usr/Key': 'a',
        'Ship/Id/deeper': 'a',
        'Ship/@version': 'three',
        'Ship/Auth': { secret: 'auth' },
        'Ship/Line': [],
        'Ship/Client': { Account: 5, Accounts: 'x' },
        'Ship/At': 'yesterday',
      }),
    ).toMatchInlineSnapshot(`
      [
        "Shipp/Id: no operation of this service is called "Shipp"; did you mean Ship?",
        "Ship/Idd: the input of Ship has no member "Idd"; did you mean Id?",
        "*/Auth/Usr/Key: contradicts Ship/Auth, which fills the whole member",
        "Ship/Id/deeper: Id of Ship has no members, so no "deeper"",
        "Ship/@version: must be an integer (xs:int), got string "three"",
        "Ship/Auth: is an object: fill its members instead, Auth/User",
        "Ship/Line: is an object: fill its members instead, Line/Sku, Line/Unit, Line/@lang",
        "Ship/Client > Account: must be a string (xs:string), got number 5",
        "Ship/Client > Accounts: Client of Ship has no member "Accounts"; did you mean Account?",
        "Ship/At: must be a date and time (xs:dateTime), got string "yesterday"",
      ]
    `);
  });

  test('what cannot be read and what does not fit are reported together, without problems that follow from lines that were not read', () => {
    const design = {
      fil: { 'Ship/Id': 1 },
      fill: {
        'Ship/Idd': 'x',
        'Ship/@version': 'three',
        'Ship/Note': { secret: 'a name with spaces' },
        'Ship//Id': 'y',
      },
      operations: {
        Ship: { input: { omit: ['Note', 'Nota'] }, hidden: 'yes' },
        Shipp: { hidden: true },
      },
    };
    expect(
      checkDesign(shipping(), design as unknown as Design).problems.map(
        ({ at, message }) => `${at.join(' > ')}: ${message}`,
      ),
    ).toEqual([
      'fil: is not a part of a design: it has fill, session, names, rename, lift, operations, prefixes, declare, base, envelope; did you mean fill?',
      'fill > Ship//Id: must be names separated by /, none of them empty: GetUser/credentials/apiKey',
      'fill > Ship/Note: must name a secret with letters, digits, ".", "_" and "-", at most 64 of them',
      'operations > Ship > hidden: must be true or false, got string "yes"',
      'fill > Ship/Idd: the input of Ship has no member "Idd"; did you mean Id?',
      'fill > Ship/@version: must be an integer (xs:int), got string "three"',
      'operations > Ship > input > omit > 1: the input of Ship has no member "Nota"; did you mean Note?',
      'operations > Shipp: no operation of this service is called "Shipp"; did you mean Ship?',
    ]);
  });

  test('a value that is written wrong is no path', () => {
    const fill = {
      'Ship/Id': { secrt: 'id' },
      'Ship/Note': { secret: ['a'] },
      'Ship/@version': { deeper: 1 },
    } as unknown as NonNullable<Design['fill']>;
    expect(
      checkDesign(shipping(), { fill }).problems.map(({ message, nearest }) => [message, nearest]),
    ).toEqual([
      ['Id of Ship has no members, so no "secrt"; did you mean secret?', 'secret'],
      ['Note of Ship has no members, so no "secret"; as a value, secret takes one text', undefined],
      ['@version of Ship has no members, so no "deeper"', undefined],
    ]);
  });

  test('times of a type with bounds: one that calls will have is enough', () => {
    const problemsOf = (facets: object) => {
      const schema = new SchemaLiteral();
      const type = schema.simple('Bounded', 'dateTime', facets);
      schema.element('Send', schema.complex(undefined, sequence(el('At', type))));
      const model = schema.service({ Send: { output: 'none' } });
      return checkDesign(model, { fill: { 'Send/At': { generate: 'timestamp' } } }).problems.map(
        ({ message }) => message,
      );
    };
    expect(problemsOf({ minInclusive: '2020-01-01T00:00:00Z' })).toEqual([]);
    expect(problemsOf({ minInclusive: '2039-01-01T00:00:00Z' })).toEqual([]);
    expect(problemsOf({ maxInclusive: '2010-01-01T00:00:00Z' })).toEqual([
      'must be at most 2010-01-01T00:00:00Z',
    ]);
  });

  test('two branches of a choice, one member twice, a member and its object', () => {
    expect(problemsOf({ 'Ship/Card': 'a', 'Ship/Invoice': 1 })).toMatchInlineSnapshot(`
      [
        "Ship/Invoice: cannot fill Invoice and Card: the schema wants one of them",
      ]
    `);
    expect(
      problemsOf({ 'Ship/Client/Account': 'a', 'Ship/Client': { Account: 'b' } }),
    ).toMatchInlineSnapshot(`
      [
        "Ship/Client > Account: fills a member that Ship/Client/Account fills already",
      ]
    `);
  });

  test('a line for one operation wins over one for all', () => {
    const fill = { '*/Auth/User/Key': 'all', 'Ship/Auth/User/Key': 'ship', '*/Auth/User/Password': 'p' };
    const mapper = createMapper(shipping(), { design: { fill } });
    const auth = (name: string) => text(mapper.compile(name).toXml(name === 'Ship' ? INPUT : {}));
    expect([auth('Ship'), auth('Other')].map((xml) => /Key>([^<]*)</.exec(xml)?.[1])).toEqual([
      'ship',
      'all',
    ]);
  });

  test.each([
    [[], 'must be an object, got'],
    [{ fil: {} }, 'did you mean fill?'],
    [{ fill: { 'Ship/Id': { secret: 'a b' } } }, 'must name a secret'],
    [{ fill: { 'Ship/Id': { generate: 'guid' } } }, 'must generate uuid or timestamp'],
    [{ fill: { 'Ship/Id': { header: 'X Y' } } }, 'must name an HTTP header'],
    [{ fill: { Ship: 'a' } }, 'must name an operation or *, and a member'],
    [{ fill: { 'Ship//Id': 'a' } }, 'must be names separated by /'],
    [{ fill: { 'Ship/Id': {} } }, 'is empty and changes nothing'],
    [{ fill: { 'Ship/Id': [[1]] } }, 'must be a text, a number'],
    [{ fill: { [`Ship${'/a'.repeat(33)}`]: 'a' } }, 'must have at most 32 keys'],
    [{ fill: { 'Ship/Id': 'a'.repeat(20_000) } }, 'must not have more than 16384 characters'],
    [
      { fill: Object.fromEntries(Array.from({ length: 1_001 }, (_, at) => [`Ship/a${at}`, 'x'])) },
      'must not fill more than 1000',
    ],
    [
      JSON.parse('{"fill":{"__proto__":{"a":1},"Ship/__proto__":1,"constructor/toString":"x"}}'),
      'no operation',
    ],
  ])('data that is no design: %#', (data, message) => {
    expect(
      checkDesign(shipping(), data as Design)
        .problems.map((each) => each.message)
        .join('\n'),
    ).toContain(message);
    expect(isDesignError(errorOf(() => createMapper(shipping(), { design: data as Design })))).toBe(true);
  });

  test('parts that are inside themselves are a problem', () => {
    const fill: Record<string, unknown> = {};
    fill['Ship/Id'] = fill;
    const tables: Record<string, unknown> = {};
    tables['T'] = tables;
    const operations = { Ship: { result: { dataSets: { a: { tables } } }, page: tables } };
    const { problems } = checkDesign(shipping(), { fill, operations } as unknown as Design);
    expect(problems.map(({ message }) => message)).toContain('must have at most 32 keys after the operation');
  });

  test('the search for names that were probably meant is bounded: the last of many lines have none', () => {
    const schema = new SchemaLiteral();
    const members = Array.from({ length: 400 }, (_, at) => el(`member${at}`, 'string'));
    schema.element('Wide', schema.complex(undefined, sequence(...members)));
    const operations = Array.from({ length: 100 }, (_, at) => [
      `Op${at}`,
      { input: { parts: [part('parameters', 'Wide')] }, output: 'none' as const },
    ]);
    const fill = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`*/membr${at}`, 'x']));
    const { problems } = checkDesign(schema.service(Object.fromEntries(operations)), { fill });
    expect(problems).toHaveLength(100);
    expect(problems[0]).toMatchObject({ nearest: 'member0' });
    expect(problems.at(-1)).toEqual({
      at: ['fill', '*/membr99'],
      message: 'no operation has an input with "membr99"',
    });
  });

  test('needs: the secrets and headers that calls have to bring', () => {
    expect(designNeeds(DESIGN)).toEqual({
      secrets: ['key', 'password'],
      headers: ['X-Note'],
      generates: true,
    });
  });
});

const INPUT = { '@version': 1, Client: { Account: 'a' }, Id: 'i', Card: 'c', Note: 'n' };

function errorOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}
