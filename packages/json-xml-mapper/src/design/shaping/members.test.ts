import { describe, expect, test } from 'vitest';
import type { Design } from '../../api/design.js';
import { checkDesign } from '../../designs.js';
import { parseNumberToken as exact } from '../../json/json-number.js';
import { createMapper } from '../../mapper.js';
import { encodeUtf8 } from '../../platform.js';
import { queryParameters } from '../../query/query-parameters.js';
import { attribute, choice, el, SchemaLiteral, sequence, times } from '../../testing/schema-literal.js';

/** An operation with optional, required and repeated members, a choice and attributes. */
function directory() {
  const schema = new SchemaLiteral();
  const user = schema.complex(
    'User',
    sequence(
      el('UserID', 'long'),
      el('Legacy', 'string'),
      times(el('Internal', 'string'), 0, 'unbounded'),
      el('Status', 'string'),
    ),
    { attributes: [attribute('version', 'int', { required: true }), attribute('lang', 'string')] },
  );
  schema.element(
    'Find',
    schema.complex(
      undefined,
      sequence(
        el('Name', 'string'),
        times(el('MaxRows', 'decimal'), 0, 1),
        times(el('Old', 'string'), 0, 1),
        choice(el('Card', 'string'), el('Invoice', 'string')),
        times(
          el(
            'Options',
            schema.complex(undefined, sequence(el('Sort', 'string'), times(el('Deep', 'boolean'), 0, 1))),
          ),
          0,
          1,
        ),
      ),
      { attributes: [attribute('page', 'int'), attribute('trace', 'string')] },
    ),
  );
  schema.element(
    'FindResponse',
    schema.complex(undefined, sequence(times(el('User', user), 0, 'unbounded'), el('Count', 'int'))),
  );
  return schema.service({ Find: {} });
}

const json = (value: unknown) => encodeUtf8(JSON.stringify(value));
const text = ({ body }: { readonly body: Uint8Array }) => new TextDecoder().decode(body);
const designed = (operation: object) => {
  const design = { operations: { Find: operation } } as Design;
  return createMapper(directory(), { design, warnings: 'all' }).compile('Find');
};
const problemsOf = (operation: object) =>
  checkDesign(directory(), { operations: { Find: operation } } as Design).problems.map(
    ({ at, message }) => `${at.slice(2).join(' > ')}: ${message}`,
  );

describe('DF-8: omitted members', () => {
  const result = { omit: ['User/Legacy', 'User/Internal', 'User/@version', 'Count'] };
  const xml = encodeUtf8(
    '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><FindResponse xmlns="urn:t">' +
      '<User version="2" lang="en"><UserID>9007199254740993</UserID><Legacy>x</Legacy><Internal>a</Internal><Internal>b</Internal><Status>A</Status></User>' +
      '<Count>1</Count></FindResponse></e:Body></e:Envelope>',
  );

  test('a result is read without them and without warnings, in any order', () => {
    const operation = designed({ result });
    const swapped = encodeUtf8(
      new TextDecoder()
        .decode(xml)
        .replace('<Legacy>x</Legacy>', '')
        .replace('<UserID>', '<Legacy>x</Legacy><UserID>'),
    );
    for (const document of [xml, swapped]) {
      const reply = operation.decodeXml(document);
      expect(new TextDecoder().decode(reply.kind === 'result' ? reply.result : undefined)).toBe(
        '{"User":[{"@lang":"en","UserID":9007199254740993,"Status":"A"}]}',
      );
      expect(reply.warnings).toEqual([]);
    }
  });

  test('schemas and examples do not have them, and a result that is written lacks them', () => {
    const operation = designed({ result });
    const schema = JSON.stringify(operation.jsonSchema('output'));
    for (const key of ['Legacy', 'Internal', '@version', 'Count']) expect(schema).not.toContain(key);
    const example = operation.example('output') as { User: object[] };
    expect(Object.keys(example)).toEqual(['User']);
    const written = text(operation.responseToXml({ User: [{ UserID: 1, Status: 'A' }] }));
    expect(written).toContain(
      '<ns1:User><ns1:UserID>1</ns1:UserID><ns1:Status>A</ns1:Status></ns1:User></ns1:FindResponse>',
    );
    expect(() => operation.responseToXml({ User: [{ UserID: 1, Status: 'A', Legacy: 'x' }] })).toThrow(
      /Legacy/,
    );
    expect(() => operation.responseToXml({ User: [{ UserID: 1, Status: 'A', $omitted: 'x' }] })).toThrow(
      /omitted/,
    );
  });

  test('clients cannot send omitted members of an input, and a choice keeps its other branches', () => {
    const operation = designed({ input: { omit: ['Old', 'Card', '@trace', 'Options/Deep'] } });
    const { parameters } = queryParameters(operation.shape.input);
    expect(parameters.map(({ name }) => name)).toEqual([
      '@page',
      'Name',
      'MaxRows',
      'Invoice',
      'Options.Sort',
    ]);
    const good = { Name: 'x', Invoice: '1', Options: { Sort: 'a' } };
    expect(text(operation.toXml(good))).toBe(text(createMapper(directory()).compile('Find').toXml(good)));
    expect(text(operation.encodeJson(json(good)))).toBe(text(operation.toXml(good)));
    const path = (input: object) => operation.validate(input).map((each) => `${each.path} ${each.keyword}`);
    expect(path({ ...good, Old: 'x' })).toEqual(['/Old additionalProperties']);
    expect(path({ ...good, '@trace': 'x' })).toEqual(['/@trace additionalProperties']);
    expect(path({ Name: 'x', Card: 'x' })).toEqual([' choice', '/Card additionalProperties']);
    expect(operation.validate({ Name: 'x' })[0]?.message).toBe('must have exactly one of: Invoice');
    expect(() => operation.encodeJson(json({ Name: 'x' }))).toThrow(/Invoice/);
  });

  test('a result that has an omitted branch of a choice has none of the others, and its schema says so', () => {
    const schema = new SchemaLiteral();
    schema.element('Pay', schema.complex(undefined, sequence()));
    const branches = choice(el('Card', 'string'), el('Invoice', 'int'));
    schema.element('PayResponse', schema.complex(undefined, sequence(el('Id', 'int'), branches)));
    const operation = createMapper(schema.service({ Pay: {} }), {
      design: { operations: { Pay: { result: { omit: ['Card'] } } } },
      warnings: 'all',
    }).compile('Pay');
    expect(operation.jsonSchema('output')).toMatchObject({ required: ['Id'] });
    const { body } = operation.responseToXml({ Id: 1 });
    expect(operation.fromXml(body)).toMatchObject({ kind: 'result', result: { Id: 1 }, warnings: [] });
  });

  test('another member may take the name of an omitted one', () => {
    const operation = designed({ input: { omit: ['Old'], rename: { Name: 'Old' } } });
    const expected = text(createMapper(directory()).compile('Find').toXml({ Name: 'x', Card: 'c' }));
    expect(text(operation.encodeJson(json({ Old: 'x', Card: 'c' })))).toBe(expected);
    expect(text(operation.toXml({ Old: 'x', Card: 'c' }))).toBe(expected);
    expect(operation.validate({ Name: 'x', Card: 'c' }).map(({ path }) => path)).toEqual(['/Old', '/Name']);
  });

  test('DF-9, DF-11: a line must name a member, once, that the service does not require', () => {
    expect(
      problemsOf({
        input: {
          omit: ['Nam', 'Name', 'Old', 'Old', 'Card', 'Invoice', 'Options', 'Options/Deep', '__proto__'],
        },
        result: { omit: ['User/Legazy', 'User/Status', 'constructor'], rename: { 'User/Status': 'state' } },
      }),
    ).toEqual([
      'input > omit > 3: changes nothing: it is in the list already',
      'input > omit > 0: the input of Find has no member "Nam"; did you mean Name?',
      'input > omit > 1: cannot omit Name: the service requires it; give it a value with fill',
      'input > omit > 4: cannot omit Card: the service requires it; give it a value with fill',
      'input > omit > 5: cannot omit Invoice: the service requires it; give it a value with fill',
      'input > omit > 7: contradicts operations > Find > input > omit > 6, which leaves out the whole member',
      'input > omit > 8: the input of Find has no member "__proto__"',
      'result > omit > 0: User of Find has no member "Legazy"; did you mean Legacy?',
      'result > omit > 2: the result of Find has no member "constructor"',
      'result > rename > User/Status: User of Find has no member "Status"',
    ]);
    expect(problemsOf({ input: { omit: 'Old' }, result: { omit: [3] } })).toEqual([
      'input > omit: must be a list of paths, got string "Old"',
      'result > omit > 0: must be a path, got number 3',
    ]);
  });
});

describe('DF-10: defaults', () => {
  const operation = designed({ input: { defaults: { MaxRows: 50, '@page': 1, 'Options/Deep': true } } });
  const plain = createMapper(directory()).compile('Find');

  test.each([
    [{}, { MaxRows: 50, '@page': 1 }],
    [{ MaxRows: 7 }, { MaxRows: 7, '@page': 1 }],
    [
      { MaxRows: null, '@page': 3 },
      { MaxRows: 50, '@page': 3 },
    ],
    [{ Options: { Sort: 'a' } }, { MaxRows: 50, '@page': 1, Options: { Sort: 'a', Deep: true } }],
    [
      { Options: { Sort: 'a', Deep: false } },
      { MaxRows: 50, '@page': 1, Options: { Sort: 'a', Deep: false } },
    ],
  ])('%j is written like %j', (given, whole) => {
    const base = { Name: 'x', Card: 'c' };
    const expected = text(plain.toXml({ ...base, ...whole }));
    expect(text(operation.toXml({ ...base, ...given }))).toBe(expected);
    expect(text(operation.encodeJson(json({ ...base, ...given })))).toBe(expected);
    expect(JSON.stringify(operation.normalise({ ...base, ...given }))).toBe(
      JSON.stringify(plain.normalise({ ...base, ...whole })),
    );
  });

  test('an attribute of a nil element has its default where the input has the object, not where it is null', () => {
    const schema = new SchemaLiteral();
    const note = schema.complex('Note', sequence(el('Text', 'string')), {
      attributes: [attribute('kind', 'string')],
    });
    schema.element('Do', schema.complex(undefined, sequence(el('Note', note, { nillable: true }))));
    const design: Design = { operations: { Do: { input: { defaults: { 'Note/@kind': 'plain' } } } } };
    const nil = createMapper(schema.service({ Do: { output: 'none' } }), { design }).compile('Do');
    for (const [input, element, normal] of [
      [{ Note: null }, '<ns1:Note xsi:nil="true"/>', { Note: null }],
      [
        { Note: { $nil: true } },
        '<ns1:Note kind="plain" xsi:nil="true"/>',
        { Note: { $nil: true, '@kind': 'plain' } },
      ],
    ] as const) {
      expect(text(nil.toXml(input))).toContain(element);
      expect(text(nil.encodeJson(json(input)))).toContain(element);
      expect(nil.normalise(input)).toEqual(normal);
    }
  });

  test('the schema has the default and does not require the member, and query parameters have it', () => {
    const { $defs, ...schema } = operation.jsonSchema('input') as {
      $defs?: unknown;
      properties: object;
      required: string[];
    };
    expect(schema.properties).toMatchObject({ MaxRows: { default: 50 }, '@page': { default: 1 } });
    expect(schema.required).toEqual(['Name']);
    const { parameters } = queryParameters(operation.shape.input);
    expect(parameters.find(({ name }) => name === 'MaxRows')).toMatchObject({
      default: '50',
      required: false,
    });
  });

  test('a required member with a default is not required any more, and its digits are kept', () => {
    const required = designed({
      input: { defaults: { Name: 'none', MaxRows: exact('12345678901234567890.1') } },
    });
    expect(text(required.encodeJson(json({ Card: 'c' })))).toContain(
      '<ns1:Name>none</ns1:Name><ns1:MaxRows>12345678901234567890.1</ns1:MaxRows>',
    );
    expect(
      required.validate({ Name: null, Card: 'c' }).map(({ path, keyword }) => `${path} ${keyword}`),
    ).toEqual(['/Name nullable']);
    expect((required.jsonSchema('input') as { required?: string[] }).required).toBeUndefined();
  });

  test('a value must be one of its type, and the place one that has values of its own', () => {
    expect(
      problemsOf({
        input: {
          defaults: {
            MaxRows: 'many',
            Options: 'x',
            Card: 'c',
            Nmae: 'x',
            '@trace': ['a'],
            'Options/Sort': 'a',
            Old: 'x',
          },
          omit: ['Old'],
        },
      }),
    ).toEqual([
      'input > omit > 0: contradicts another line about the same member',
      'input > defaults > MaxRows: must be a number (xs:decimal), got string "many"',
      'input > defaults > Options: is an object: give its members defaults instead, Options/Sort',
      'input > defaults > Card: cannot have a default: Card is in a choice or a group that can be absent',
      'input > defaults > Nmae: the input of Find has no member "Nmae"; did you mean Name?',
      'input > defaults > @trace: must be a string (xs:string), got an array',
      'input > defaults > Options/Sort: contradicts operations > Find > input > defaults > Options, which is about the whole member',
    ]);
    expect(problemsOf({ input: { defaults: { Old: null } }, result: { defaults: { Count: 1 } } })).toEqual([
      'result > defaults: is not a part of the result of an operation: it has lift, rename, values, omit, raw, documents, short and dataSets',
      'input > defaults > Old: must be a text, a number, true, false or a list of those, got null',
    ]);
  });
});
