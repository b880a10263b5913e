import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import type { Design } from '../../api/design.js';
import { checkDesign } from '../../designs.js';
import { isMappingError } from '../../errors.js';
import { createMapper } from '../../mapper.js';
import { encodeUtf8 } from '../../platform.js';
import { queryParameters } from '../../query/query-parameters.js';
import { attribute, choice, el, SchemaLiteral, sequence, times } from '../../testing/schema-literal.js';
import { camelName } from './camel-name.js';

test.each([
  ['UserID', 'userId'],
  ['DOB', 'dob'],
  ['FIRST_NAME', 'firstName'],
  ['userId', 'userId'],
  ['XMLHttpRequest', 'xmlHttpRequest'],
  ['IDs', 'ids'],
  ['URLsOfUser', 'urlsOfUser'],
  ['Line_1_2', 'line1_2'],
  ['address.line-1', 'addressLine1'],
  ['MP3Player', 'mp3Player'],
  ['__proto__', '__proto__'],
  ['Constructor', 'constructor'],
  ['_Id', '_id'],
  ['@UserID', '@userId'],
  ['@xml:lang', '@xml:lang'],
  ['{urn:A}UserID', '{urn:A}userId'],
  ['Größe', 'größe'],
  ['名前', '名前'],
  ['_', '_'],
])('DF-4: the camel-case spelling of %s is %s', (key, expected) => {
  expect(camelName(key)).toBe(expected);
  expect(camelName(expected)).toBe(expected);
});

/** Two operations that share the recursive type User. */
function directory() {
  const schema = new SchemaLiteral();
  const user = schema.complex(
    'User',
    sequence(
      el('UserID', 'long'),
      times(el('DOB', 'date'), 0, 1),
      choice(el('Mail', 'string'), el('Phone', 'string')),
      times(el('Manager', 'anyType'), 0, 1),
    ),
    { attributes: [attribute('Lang', 'string')] },
  );
  const response = schema.complex(undefined, sequence(el('Status', 'string'), times(el('User', user), 0, 3)));
  schema.element('GetUser', schema.complex(undefined, sequence(el('UserID', 'long'), el('User', user))));
  schema.element('GetUserResponse', response);
  schema.element('Audit', schema.complex(undefined, sequence(el('Reason', 'string'))));
  return schema.service({ GetUser: {}, Audit: { output: 'none' } });
}

const json = (value: unknown) => encodeUtf8(JSON.stringify(value));
const text = ({ body }: { readonly body: Uint8Array }) => new TextDecoder().decode(body);

describe('DF-4, DF-5: names', () => {
  const design: Design = {
    names: 'camel',
    rename: { Phone: 'telephone', '@Lang': 'language' },
    operations: { GetUser: { result: { rename: { 'User/DOB': 'birthDate' } } } },
  };
  const plain = createMapper(directory()).compile('GetUser');
  const designed = createMapper(directory(), { design }).compile('GetUser');

  test('the request has the same bytes, from values and from text', () => {
    const input = {
      userId: 9007199254740993n,
      user: { language: 'en', userId: 2, dob: '2001-02-03', telephone: '1' },
    };
    const exact = {
      UserID: 9007199254740993n,
      User: { '@Lang': 'en', UserID: 2, DOB: '2001-02-03', Phone: '1' },
    };
    const body =
      '{"user":{"telephone":"1","dob":"2001-02-03","userId":2,"language":"en"},"userId":9007199254740993}';
    expect(text(designed.toXml(input))).toBe(text(plain.toXml(exact)));
    expect(text(designed.encodeJson(encodeUtf8(body)))).toBe(text(plain.toXml(exact)));
    expect(designed.validate(input)).toEqual([]);
    expect(designed.normalise(input)).toMatchObject({ user: { dob: '2001-02-03' } });
  });

  test('the result has the names and its digits', () => {
    const whole = {
      Status: 'ok',
      User: [{ '@Lang': 'en', UserID: 9007199254740993n, DOB: '2001-02-03', Mail: 'a@b' }],
    };
    const xml = plain.responseToXml(whole).body;
    expect(
      new TextDecoder().decode(
        designed.decodeXml(xml).kind === 'result'
          ? (designed.decodeXml(xml) as { result: Uint8Array }).result
          : undefined,
      ),
    ).toBe(
      '{"status":"ok","user":[{"language":"en","userId":9007199254740993,"birthDate":"2001-02-03","mail":"a@b"}]}',
    );
    const shaped = {
      status: 'ok',
      user: [{ language: 'en', userId: 9007199254740993n, birthDate: '2001-02-03', mail: 'a@b' }],
    };
    expect(text(designed.responseToXml(shaped))).toBe(text({ body: xml }));
  });

  test('problems point into the designed JSON', () => {
    const input = { userId: 'x', user: { UserID: 2, userId: 1, telephone: '1' } };
    for (const send of [() => designed.toXml(input), () => designed.encodeJson(json(input))]) {
      const error = errorOf(send);
      expect(isMappingError(error) && error.errors.map(({ path, keyword }) => `${path} ${keyword}`)).toEqual([
        '/userId type',
        '/user/UserID additionalProperties',
      ]);
    }
  });

  test('schema, example and query parameters have the names', () => {
    expect(JSON.stringify(designed.jsonSchema('input'))).not.toMatch(/"(?:UserID|DOB|Phone|@Lang)":/);
    expect(Object.keys(designed.example('input'))).toEqual(['userId', 'user']);
    expect(Object.keys(designed.example('output'))).toEqual(['status', 'user']);
    expect(JSON.stringify(designed.jsonSchema('output'))).toContain('"birthDate"');
    expect(queryParameters(designed.shape.input).parameters.map(({ name }) => name)).toContain(
      'user.telephone',
    );
    expect(designed.fromQuery('userId=1&user.userId=2&user.telephone=3')).toEqual({
      userId: 1,
      user: { userId: 2, telephone: '3' },
    });
  });

  test('a path of items has the names', () => {
    expect(() => designed.createItemReader(['user'])).not.toThrow();
    expect(() => designed.createItemReader(['User'])).toThrow();
  });
});

test('names such as __proto__ and constructor are names like any other', () => {
  const schema = new SchemaLiteral();
  schema.element(
    'Op',
    schema.complex(
      undefined,
      sequence(el('__proto__', 'string'), el('Constructor', 'string'), el('B', 'string')),
    ),
  );
  const model = schema.service({ Op: { output: 'none' } });
  const design: Design = { names: 'camel', operations: { Op: { input: { rename: { B: 'toString' } } } } };
  const designed = createMapper(model, { design }).compile('Op');
  const body = '{"__proto__":"a","constructor":"b","toString":"c"}';
  const expected = text(
    createMapper(model).compile('Op').encodeJson(encodeUtf8('{"__proto__":"a","Constructor":"b","B":"c"}')),
  );
  expect(text(designed.encodeJson(encodeUtf8(body)))).toBe(expected);
  const renamed = { rename: JSON.parse('{"__proto__":"proto"}') as Record<string, string> };
  const other = createMapper(model, { design: renamed }).compile('Op');
  expect(text(other.encodeJson(encodeUtf8('{"proto":"a","Constructor":"b","B":"c"}')))).toBe(expected);
});

test('DF-6: lines for all operations need not fit a hidden one', () => {
  const schema = new SchemaLiteral();
  schema.element('Get', schema.complex(undefined, sequence(el('A', 'string'))));
  schema.element('Audit', schema.complex(undefined, sequence(el('A', 'string'), el('B', 'string'))));
  const model = schema.service({ Get: { output: 'none' }, Audit: { output: 'none' } });
  expect(checkDesign(model, { rename: { A: 'B' } }).problems).toHaveLength(1);
  const hiding = { rename: { A: 'B' }, operations: { Audit: { hidden: true } } };
  expect(checkDesign(model, hiding).problems).toEqual([]);
});

test('DF-6: a hidden operation is not there', () => {
  const mapper = createMapper(directory(), { design: { operations: { Audit: { hidden: true } } } });
  expect(mapper.operations.map(({ name }) => name)).toEqual(['GetUser']);
  expect(() => mapper.compile('Audit')).toThrow('no operation "Audit" in this service');
});

describe('mistakes of the owner', () => {
  const problemsOf = (design: object) =>
    checkDesign(directory(), design as Design).problems.map(
      ({ at, message }) => `${at.join(' > ')}: ${message}`,
    );

  test.each<[object, string]>([
    [{ names: 'snake' }, 'names: must be camel or as-is, got string "snake"'],
    [{ rename: { Phon: 'x' } }, 'rename > Phon: no operation has a member "Phon"; did you mean Phone?'],
    [{ rename: { DOB: 'DOB' } }, 'rename > DOB: changes nothing: DOB is called DOB already'],
    [{ names: 'camel', rename: { DOB: 'dob' } }, 'rename > DOB: changes nothing: DOB is called dob already'],
    [
      { rename: { Mail: 'Phone' } },
      'rename > Mail: Mail and Phone of User would both be called Phone; give one of them another name, with rename: { "Phone": … }',
    ],
    [
      { rename: { Mail: '$x' } },
      'rename > Mail: must be a name of at most 128 letters, digits, _ and -, that begins with a letter or _, got string "$x"',
    ],
    [{ rename: { Mail: '@x' } }, 'rename > Mail: must not begin with @: the member is not an attribute'],
    [
      { operations: { GetUsr: { hidden: true } } },
      'operations > GetUsr: no operation of this service is called "GetUsr"; did you mean GetUser?',
    ],
    [
      { operations: { GetUser: {} } },
      'operations > GetUser: changes nothing: give hidden: true, input, result or route',
    ],
    [
      { operations: { GetUser: { hiden: true, hidden: true } } },
      'operations > GetUser > hiden: is not a part of an operation: it has hidden, input, result, route, status, location, body, faults, safe and page; did you mean hidden?',
    ],
    [
      { operations: { GetUser: { hidden: true, input: { rename: { UserID: 'id' } } } } },
      'operations > GetUser > input > rename > UserID: changes nothing: the operation is hidden',
    ],
    [
      { operations: { GetUser: { hidden: false, input: { rename: { UserID: 'id' } } } } },
      'operations > GetUser > hidden: changes nothing: clients see the operation without it',
    ],
    [
      { fill: { 'GetUser/UserID': 1 }, operations: { GetUser: { input: { rename: { UserID: 'id' } } } } },
      'operations > GetUser > input > rename > UserID: changes nothing: clients do not see UserID',
    ],
    [
      { operations: { GetUser: { result: { rename: { 'User/DOBB': 'x' } } } } },
      'operations > GetUser > result > rename > User/DOBB: User of GetUser has no member "DOBB"; did you mean DOB?',
    ],
    [
      { operations: { GetUser: { result: { rename: { 'Status/X': 'x' } } } } },
      'operations > GetUser > result > rename > Status/X: Status of GetUser has no members, so no "X"',
    ],
    [
      { operations: { Audit: { result: { rename: { X: 'x' } } } } },
      'operations > Audit > result > rename > X: Audit has no result',
    ],
  ])('%j', (design, expected) => {
    expect(problemsOf(design)).toContain(expected);
    expect(() => createMapper(directory(), { design: design as Design })).toThrow();
  });

  test('all problems are reported at once', () => {
    expect(problemsOf({ rename: { A1: 'x', B1: 'y' }, operations: { C: { hidden: true } } })).toHaveLength(3);
  });

  test('a collision of spellings names both and the way out, which works', () => {
    const schema = new SchemaLiteral();
    schema.element('Op', schema.complex(undefined, sequence(el('ID', 'string'), el('Id', 'string'))));
    const model = schema.service({ Op: { output: 'none' } });
    expect(checkDesign(model, { names: 'camel' }).problems).toEqual([
      {
        at: ['names'],
        message:
          'ID and Id of Op would both be called id; give one of them another name, with rename: { "Id": … }',
      },
    ]);
    expect(checkDesign(model, { names: 'camel', rename: { Id: 'otherId' } }).problems).toEqual([]);
  });
});

function errorOf(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

test('names in $content are those of its elements, also in a choice that repeats', () => {
  const schema = new SchemaLiteral();
  const particle = sequence(times(choice(el('Bold', 'string'), el('Line-Break', 'string')), 0, 'unbounded'));
  const text = schema.complex('Text', undefined, { content: { kind: 'mixed', particle } });
  schema.element('Do', schema.complex(undefined, sequence(el('Note', text))));
  schema.element('DoResponse', schema.complex(undefined, sequence(el('Note', text), el('Code', 'int'))));
  const operation = createMapper(schema.service({ Do: {} }), { design: { names: 'camel' } }).compile('Do');
  const note = { $content: ['a ', { bold: 'b' }, { lineBreak: '' }, { bold: 'c' }] };
  const written = new TextDecoder().decode(operation.toXml({ note }).body);
  expect(written).toContain(
    '<ns1:Note>a <ns1:Bold>b</ns1:Bold><ns1:Line-Break></ns1:Line-Break><ns1:Bold>c</ns1:Bold></ns1:Note>',
  );
  const response = operation.responseToXml({ note, code: 1 }).body;
  expect(operation.fromXml(response)).toMatchObject({ result: { note, code: 1 } });
});

test('the schema has the names of each place also of elements that others can take the place of', () => {
  const schema = new SchemaLiteral();
  const item = schema.complex('Item', sequence(el('Code', 'string')));
  schema
    .element('head', item)
    .element('other', item, { substitutionGroup: { namespace: 'urn:t', localName: 'head' } });
  const head = (): ReturnType<typeof el> => el('head', item, { global: true });
  const box = schema.complex('Box', sequence(head()));
  schema.element('Do', schema.complex(undefined, sequence(head(), el('Box', box), el('Crate', box))));
  schema.element('DoResponse', schema.complex(undefined, sequence(head(), el('Box', box))));
  const rename = { 'Box/head/Code': 'boxed', 'Crate/head/Code': 'crated' };
  const design = { operations: { Do: { input: { rename }, result: { rename: { 'head/Code': 'first' } } } } };
  const operation = createMapper(schema.service({ Do: {} }), { design }).compile('Do');
  const isInput = new Ajv2020({ strict: false }).compile(operation.jsonSchema('input'));
  for (const [code, boxed, crated, expected] of [
    ['Code', 'boxed', 'crated', true],
    ['boxed', 'boxed', 'crated', false],
    ['Code', 'Code', 'crated', false],
    ['Code', 'boxed', 'boxed', false],
  ] as const) {
    const input = {
      head: { [code]: '1' },
      Box: { head: { [boxed]: '2' } },
      Crate: { head: { [crated]: '3' } },
    };
    expect([input, isInput(input)]).toEqual([input, expected]);
    expect(operation.validate(input).length === 0).toBe(expected);
  }
  const isResult = new Ajv2020({ strict: false }).compile(operation.jsonSchema('output'));
  const result = { head: { first: '1' }, Box: { head: { Code: '2' } } };
  expect(isResult(result)).toBe(true);
  expect(isResult({ ...result, head: { Code: '1' } })).toBe(false);
});
