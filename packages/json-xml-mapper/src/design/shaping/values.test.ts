import { describe, expect, test } from 'vitest';
import type { Design } from '../../api/design.js';
import { checkDesign } from '../../designs.js';
import { createMapper } from '../../mapper.js';
import { encodeUtf8 } from '../../platform.js';
import { queryParameters } from '../../query/query-parameters.js';
import { attribute, el, SchemaLiteral, sequence, times } from '../../testing/schema-literal.js';

/** An operation with codes: listed ones, free texts, numbers, flags, dates, an attribute and the text of an element. */
function directory() {
  const schema = new SchemaLiteral();
  const status = schema.simple('Status', 'string', { enumeration: ['A', 'L', 'X'] });
  const level = schema.simple('Level', 'int', { enumeration: ['1', '2', '3'] });
  const optional = (...particle: Parameters<typeof el>) => times(el(...particle), 0, 1);
  const user = schema.complex(
    'User',
    sequence(
      el('Status', status),
      times(el('Old', status), 0, 'unbounded'),
      optional('Active', 'string'),
      optional('Level', level),
      optional('Flag', 'boolean'),
      optional('Rank', 'int', { nillable: true }),
      optional('Codes', schema.list('Codes', status)),
      optional('Key', 'QName'),
      optional('Either', schema.union('Either', [status, level])),
      optional(
        'Limit',
        schema.union('Limit', ['int', schema.simple('None', 'string', { enumeration: ['none'] })]),
      ),
      optional('Mode', schema.union('Mode', ['int', 'string'])),
      optional('Keys', schema.list('Keys', 'QName')),
      optional('Whole', schema.list('Whole', status, { enumeration: ['A L'] })),
      optional('Mixed', schema.union('Mixed', [status, schema.list('Levels', level)])),
      optional(
        'Role',
        schema.complex('Role', undefined, {
          content: { kind: 'simple', type: status },
          attributes: [attribute('since', 'int')],
        }),
      ),
    ),
    { attributes: [attribute('kind', status, { default: 'A' })] },
  );
  schema.element('Find', schema.complex(undefined, sequence(el('User', user))));
  schema.element('FindResponse', schema.complex(undefined, sequence(el('User', user), el('Count', 'int'))));
  return schema.service({ Find: {} });
}

const VALUES = {
  'User/Status': { A: 'active', L: 'on-leave' },
  'User/Old': { X: 'gone' },
  'User/Active': { Y: true, N: false },
  'User/Level': { 1: 'low', 2: 'high', 3: 'top' },
  'User/Flag': { true: 'yes', false: 'no' },
  'User/Rank': { 7: 70, 8: 80.5 },
  'User/Role/$value': { A: 'admin', L: 'lead', X: 'none' },
  'User/@kind': { A: 'usual' },
};

const text = ({ body }: { readonly body: Uint8Array }) => new TextDecoder().decode(body);
const json = (value: unknown) => encodeUtf8(JSON.stringify(value));
const designed = (message: object, design: object = {}) => {
  const whole = { operations: { Find: { input: message, result: message } }, ...design } as Design;
  return createMapper(directory(), { design: whole, warnings: 'all' }).compile('Find');
};
const problemsOf = (values: object, input = 'input') =>
  checkDesign(directory(), { operations: { Find: { [input]: { values } } } } as Design).problems.map(
    ({ at, message }) => `${at.slice(4).join(' > ')}: ${message}`,
  );
const plain = createMapper(directory(), { warnings: 'all' }).compile('Find');

const SHOWN = {
  User: {
    '@kind': 'usual',
    Status: 'on-leave',
    Old: ['gone', 'A'],
    Active: false,
    Level: 'high',
    Flag: 'yes',
    Rank: 80.5,
    Role: { '@since': 1, $value: 'lead' },
  },
};
const EXACT = {
  User: {
    '@kind': 'A',
    Status: 'L',
    Old: ['X', 'A'],
    Active: 'N',
    Level: 2,
    Flag: true,
    Rank: 8,
    Role: { '@since': 1, $value: 'L' },
  },
};

describe('DF-12: names of values', () => {
  const operation = designed({ values: VALUES });

  test('a request with them is the request with the values, on every way', () => {
    const expected = text(plain.toXml(EXACT));
    expect(text(operation.toXml(SHOWN))).toBe(expected);
    expect(text(operation.encodeJson(json(SHOWN)))).toBe(expected);
    expect(operation.validate(SHOWN)).toEqual([]);
    expect(JSON.stringify(operation.normalise(SHOWN))).toBe(JSON.stringify(SHOWN));
  });

  test('a result has them, in every spelling of the value', () => {
    const xml = text(plain.responseToXml({ ...EXACT, Count: 1 }));
    expect(text(operation.responseToXml({ ...SHOWN, Count: 1 }))).toBe(xml);
    const spelled = xml.replace('>8<', '> +08 <').replace('>true<', '> 1 <').replace('>2<', '>02<');
    for (const document of [xml, spelled]) {
      const reply = operation.decodeXml(encodeUtf8(document));
      expect(reply.warnings).toEqual([]);
      const result = new TextDecoder().decode(reply.kind === 'result' ? reply.result : undefined);
      expect(result).toBe(JSON.stringify({ ...SHOWN, Count: 1 }));
    }
  });

  test('a value without a name stays what it is in a result, with a warning if the type has no such value', () => {
    const xml = text(plain.responseToXml({ User: { Status: 'X', Active: 'maybe' }, Count: 1 }));
    const reply = operation.decodeXml(encodeUtf8(xml));
    expect(new TextDecoder().decode(reply.kind === 'result' ? reply.result : undefined)).toBe(
      '{"User":{"@kind":"usual","Status":"X","Old":[],"Active":"maybe"},"Count":1}',
    );
    expect(reply.warnings.map(({ code, path }) => `${code} ${path}`)).toEqual(['INVALID_VALUE /User/Active']);
  });

  test('errors list the names, and the texts of XML are no values for clients', () => {
    const problems = operation.validate({ User: { Status: 'A', Active: 'Y', Rank: 7, Level: 1 } });
    expect(problems.map(({ path, keyword, message }) => `${path} ${keyword}: ${message}`)).toEqual([
      '/User/Status enum: must be one of "active", "on-leave", "X"',
      '/User/Active type: must be true or false (xs:boolean), got string "Y"',
      '/User/Level type: must be a string (xs:string), got number 1',
      '/User/Rank enum: must be one of 70, 80.5',
    ]);
    expect(() => operation.encodeJson(json({ User: { Status: 'A' } }))).toThrow(/"on-leave"/);
  });

  test('schemas, examples and query parameters have them', () => {
    const { $defs } = operation.jsonSchema('input') as unknown as {
      $defs: Record<string, { properties: Record<string, object> }>;
    };
    const schema = JSON.stringify($defs);
    expect(schema).toContain('["active","on-leave","X"]');
    expect(schema).toContain('["A","L","gone"]');
    expect(schema).toContain('[70,80.5,null]');
    expect(schema).toContain('"default":"usual"');
    const example = operation.example('input') as { User: Record<string, unknown> };
    expect(example.User).toMatchObject({ Status: 'active', Active: true, Level: 'low', Rank: 70 });
    expect(operation.validate(example as never)).toEqual([]);
    expect(queryParameters(operation.shape.input).parameters.map(({ name }) => name)).toContain('User.Rank');
    expect(operation.fromQuery('User.Status=on-leave&User.Active=false&User.Rank=80.5')).toEqual({
      User: { Status: 'on-leave', Active: false, Rank: 80.5 },
    });
  });

  test('names beside rename, camel case and defaults, which have the values of the service', () => {
    const both = designed(
      { values: { 'User/Status': { A: '__proto__' } }, rename: { 'User/Status': 'state' } },
      {
        names: 'camel',
        operations: {
          Find: {
            input: {
              values: { 'User/Active': { Y: 'yes', N: 'no' } },
              rename: { 'User/Status': 'state' },
              defaults: { 'User/Active': 'Y' },
            },
          },
        },
      },
    );
    const expected = text(plain.toXml({ User: { Status: 'A', Active: 'Y' } }));
    expect(text(both.encodeJson(json({ user: { state: 'A' } })))).toBe(expected);
    expect(text(both.toXml({ user: { state: 'A', active: 'yes' } }))).toBe(expected);
    expect(JSON.stringify(both.jsonSchema('input'))).toContain('"default":"yes"');
  });

  test('many names of one type are one type', () => {
    const letters = Array.from({ length: 40 }, (_, at) => `C${at}`);
    const schema = new SchemaLiteral();
    const code = schema.simple('Code', 'token', { enumeration: letters });
    schema.element('Do', schema.complex(undefined, sequence(el('a', code), el('b', code))));
    schema.element('DoResponse', schema.complex(undefined));
    const names = Object.fromEntries(letters.map((letter) => [letter, `name of ${letter}`]));
    const design = { operations: { Do: { input: { values: { a: names, b: names } } } } };
    const mapper = createMapper(schema.service({ Do: {} }), { design }).compile('Do');
    expect(text(mapper.encodeJson(json({ a: 'name of C7', b: 'name of C39' })))).toContain(
      '<ns1:a>C7</ns1:a><ns1:b>C39</ns1:b>',
    );
    const { $defs } = mapper.jsonSchema('input') as { $defs: object };
    expect(Object.keys($defs)).toEqual(['Code']);
  });
});

describe('DF-12: names in lists and unions', () => {
  const values = {
    'User/Codes': { A: 'active', L: '__proto__' },
    'User/Either': { A: 'any', 1: 'first', 2: 'second', 3: 'third' },
    'User/Limit': { 7: 70, none: 0 },
    'User/Mode': { '01': 'one', 2: 'two' },
  };
  const operation = designed({ values });
  const shown = {
    User: { Status: 'A', Codes: ['__proto__', 'X', 'active'], Either: 'third', Limit: 0, Mode: 'two' },
  };
  const exact = { User: { Status: 'A', Codes: ['L', 'X', 'A'], Either: 3, Limit: 'none', Mode: 2 } };

  test('a request with them is the request with the values, and a result has them', () => {
    const expected = text(plain.toXml(exact));
    expect(text(operation.toXml(shown))).toBe(expected);
    expect(text(operation.encodeJson(json(shown)))).toBe(expected);
    const xml = text(plain.responseToXml({ ...exact, Count: 1 }));
    expect(text(operation.responseToXml({ ...shown, Count: 1 }))).toBe(xml);
    const spelled = xml.replace('>L X A<', '>  L\n X A <').replace('>3<', '>03<').replace('>2<', '> 2 <');
    for (const document of [xml, spelled]) {
      const reply = operation.decodeXml(encodeUtf8(document));
      expect(reply.warnings).toEqual([]);
      const result = JSON.parse(new TextDecoder().decode(reply.kind === 'result' ? reply.result : undefined));
      expect(result.User).toMatchObject(shown.User);
    }
  });

  test('schemas, query strings and errors have them', () => {
    const schema = JSON.stringify(operation.jsonSchema('input'));
    expect(schema).toContain('["active","__proto__","X"]');
    expect(schema).toContain('["any","L","X","first","second","third"]');
    expect(schema).toContain('[70,0]');
    expect(operation.fromQuery('User.Status=A&User.Codes=active&User.Codes=X&User.Either=first')).toEqual({
      User: { Status: 'A', Codes: ['active', 'X'], Either: 'first' },
    });
    const problems = operation.validate({
      User: { Status: 'A', Codes: ['active', 'A'], Either: 'A', Limit: 7 },
    });
    expect(problems.map(({ path, keyword }) => `${path} ${keyword}`)).toEqual([
      '/User/Codes/1 enum',
      '/User/Either enum',
      '/User/Limit enum',
    ]);
    expect(operation.validate(operation.example('input') as never)).toEqual([]);
  });

  test('a value without a name stays what it is, with a warning', () => {
    const xml = text(plain.responseToXml({ User: { Status: 'A', Limit: 8, Mode: 5 }, Count: 1 }));
    const reply = operation.decodeXml(encodeUtf8(xml));
    const result = JSON.parse(new TextDecoder().decode(reply.kind === 'result' ? reply.result : undefined));
    expect(result.User).toMatchObject({ Limit: 8, Mode: '5' });
    expect(reply.warnings.map(({ path }) => path)).toEqual(['/User/Limit', '/User/Mode']);
  });
});

describe('DF-12: what cannot be named', () => {
  test('a text must be a value of the type, once', () => {
    expect(
      problemsOf({
        'User/Level': { 1: 'low', '01': 'lowest', 9: 'x', two: 'y' },
        'User/Status': { AX: 'active' },
      }),
    ).toEqual([
      'User/Status > AX: User/Status has no value "AX"; did you mean A?',
      'User/Level > 9: User/Level has no value "9"; did you mean 1?',
      'User/Level > 01: is the same value of User/Level as "1"',
      'User/Level > two: User/Level has no value "two"',
    ]);
  });

  test('names must be told apart, and be of one kind', () => {
    const status = (names: object) => problemsOf({ 'User/Status': names });
    expect(status({ A: 'same', L: 'same' })).toEqual([
      'User/Status > L: "A" and "L" of User/Status would both be same',
    ]);
    expect(status({ A: 'L' })).toEqual(['User/Status > A: "A" and "L" of User/Status would both be L']);
    expect(status({ A: 'L', L: 'A' })).toEqual([]);
    expect(status({ A: 'A' })).toEqual(['User/Status > A: changes nothing: User/Status has A already']);
    expect(status({ A: 1, L: 'on' })).toEqual(['User/Status > L: must be a number, like "A" of User/Status']);
    expect(status({ A: 1, L: 2 })).toEqual([
      'User/Status: must name "X", too: it would not be a number, like "A" of User/Status',
    ]);
    const level = (names: object) => problemsOf({ 'User/Level': names });
    expect(level({ 1: 'low' })).toEqual([
      'User/Level: must name "2", too: it would not be a text, like "1" of User/Level',
    ]);
    expect(level({ 1: 2 })).toEqual(['User/Level > 1: "1" and "2" of User/Level would both be 2']);
    expect(level({ 1: 2, 2: 1 })).toEqual([]);
    expect(problemsOf({ 'User/Active': { Y: true } })).toEqual([
      'User/Active: must have a value that is true and one that is false',
    ]);
    expect(problemsOf({ 'User/Flag': { true: 'yes' } })).toEqual([
      'User/Flag: must name "false", too: it would not be a text, like "true" of User/Flag',
    ]);
    expect(problemsOf({ 'User/Flag': { true: false, false: true } })).toEqual([]);
  });

  test('a member must have texts', () => {
    expect(
      problemsOf({
        User: { A: 'x' },
        'User/Codes': { A: 'on leave' },
        'User/Key': { A: 'x' },
        'User/Keys': { A: 'x' },
        'User/Whole': { A: 'x' },
        'User/Mixed': { A: 'x' },
        'User/Either': { A: 'x', 1: 'A' },
        'User/Role': { A: 'x' },
        'User/Stauts': { A: 'x' },
        'User/Status/x': { A: 'x' },
      }),
    ).toEqual([
      'User: cannot name values of User: it is an object',
      'User/Codes > A: must not contain white space: it is an item of User/Codes, a list in one text',
      'User/Key: cannot name values of User/Key: its type is xs:QName',
      'User/Either: must name "2", too: it would not be a text, like "A" of User/Either',
      'User/Keys: cannot name values of User/Keys: its type is xs:QName',
      'User/Whole: cannot name values of User/Whole: the schema says what the whole list may be',
      'User/Mixed: cannot name values of User/Mixed: it can be a list in one text, or one value',
      'User/Role: cannot name values of User/Role: it is an object; name those of User/Role/$value',
      'User/Stauts: User of Find has no member "Stauts"; did you mean Status?',
      'User/Status/x: User/Status of Find has no members, so no "x"',
    ]);
    expect(problemsOf({ 'User/Status': {} })).toEqual([
      'User/Status: is empty and changes nothing: leave it out',
    ]);
    expect(problemsOf({ 'User/Status': null })).toEqual([
      'User/Status: must have the names of values: { A: active }',
    ]);
    expect(problemsOf({ 'User/Status': { A: null }, 'User/Old': 'x', 'User/Rank': { 1: 1e300 } })).toEqual([
      'User/Status > A: must be a text, a number, true or false, got null',
      'User/Old: must be an object, got string "x"',
      'User/Rank > 1: must have at most 15 digits',
    ]);
  });

  test('a value that clients need not send must have a name', () => {
    const design = {
      operations: {
        Find: { input: { values: { 'User/Active': { Y: 'yes' } }, defaults: { 'User/Active': 'N' } } },
      },
    };
    expect(checkDesign(directory(), design).problems.map(({ message }) => message)).toEqual([
      'must have "N", which User/Active has if clients leave it out',
    ]);
  });
});
