import { describe, expect, test } from 'vitest';
import type { Design } from '../../api/design.js';
import { checkDesign } from '../../designs.js';
import { isMappingError } from '../../errors.js';
import { createMapper } from '../../mapper.js';
import { encodeUtf8 } from '../../platform.js';
import { queryParameters } from '../../query/query-parameters.js';
import { attribute, choice, el, SchemaLiteral, sequence, times } from '../../testing/schema-literal.js';

/** A search with lists in objects of their own, in its input and its result, and members that look like such lists. */
function shop() {
  const schema = new SchemaLiteral();
  const list = (name: string, item: ReturnType<typeof el>) =>
    schema.complex(name, sequence(times(item, 0, 'unbounded')));
  const user = schema.complex(
    'User',
    sequence(el('ID', 'long'), times(el('Tags', list('ArrayOfTag', el('Tag', 'string'))), 0, 1)),
  );
  const users = list('ArrayOfUser', el('User', user));
  const two = schema.complex('Two', sequence(times(el('A', 'int'), 1, 2)));
  const message = (name: string, ...members: ReturnType<typeof el>[]) =>
    schema.element(name, schema.complex(undefined, sequence(...members)));
  message(
    'Find',
    times(el('IDs', list('ArrayOfLong', el('long', 'long'))), 0, 1),
    el('Page', schema.complex('Page', sequence(el('Size', 'int')))),
    times(el('Two', two), 0, 1),
    times(el('Maybe', schema.complex('Maybe', sequence(times(el('Text', 'string'), 0, 1)))), 0, 1),
  );
  message(
    'FindResponse',
    times(el('Users', users, { nillable: true }), 0, 1),
    el('Total', 'int'),
    times(el('Rows', list('ArrayOfRow', el('Row', list('ArrayOfCell', el('Cell', 'decimal'))))), 0, 1),
    times(el('Page', schema.complex('ResultPage', sequence(el('Size', 'int')))), 0, 1),
    times(el('Choice', schema.complex('Choice', choice(el('A', 'int'), el('B', 'int')))), 0, 1),
    times(
      el(
        'Versioned',
        schema.complex('Versioned', sequence(times(el('V', 'int'), 0, 'unbounded')), {
          attributes: [attribute('version', 'int')],
        }),
      ),
      0,
      1,
    ),
    times(el('Nils', schema.complex('Nils', sequence(el('Nil', 'string', { nillable: true })))), 0, 1),
  );
  message('List');
  message('ListResponse', el('ListResult', users));
  return schema.service({ Find: {}, List: {} });
}

const LIFT = {
  input: { lift: ['IDs', 'Page'] },
  result: { lift: ['Users', 'Users/User/Tags', 'Rows', 'Rows/Row', 'Page'] },
};
const designed = (find: object = LIFT, design: object = {}) =>
  createMapper(shop(), {
    design: { operations: { Find: find }, ...design } as Design,
    warnings: 'all',
  }).compile('Find');
const problemsOf = (design: object) =>
  checkDesign(shop(), design as Design).problems.map(({ at, message }) => `${at.join(' > ')}: ${message}`);
const text = ({ body }: { readonly body: Uint8Array }) => new TextDecoder().decode(body);
const bodyOf = (xml: string, name: string) =>
  xml
    .slice(xml.indexOf('>', xml.indexOf(`:${name} `)) + 1, xml.indexOf(`</ns1:${name}>`))
    .replaceAll('ns1:', '');
const envelope = (content: string) =>
  encodeUtf8(
    `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><FindResponse xmlns="urn:t" xmlns:i="http://www.w3.org/2001/XMLSchema-instance">${content}</FindResponse></e:Body></e:Envelope>`,
  );
const resultOf = (operation: ReturnType<typeof designed>, content: string) => {
  const reply = operation.decodeXml(envelope(content));
  const result = new TextDecoder().decode(reply.kind === 'result' ? reply.result : undefined);
  return [result, ...reply.warnings.map(({ code, path }) => `${code} ${path}`)];
};

describe('DF-14: a lifted member', () => {
  const operation = designed();

  test('of an input is written with the element around its value', () => {
    const input = { IDs: [1, 2], Page: 10 };
    const expected = '<IDs><long>1</long><long>2</long></IDs><Page><Size>10</Size></Page>';
    expect(bodyOf(text(operation.toXml(input)), 'Find')).toBe(expected);
    expect(bodyOf(text(operation.encodeJson(encodeUtf8(JSON.stringify(input)))), 'Find')).toBe(expected);
    // Out of order.
    expect(bodyOf(text(operation.encodeJson(encodeUtf8('{"Page":10,"IDs":[]}'))), 'Find')).toBe(
      '<IDs/><Page><Size>10</Size></Page>',
    );
    expect(bodyOf(text(operation.toXml({ IDs: null, Page: 1 })), 'Find')).toBe('<Page><Size>1</Size></Page>');
  });

  test.each([
    [{ Page: { Size: 1 } }, '/Page must be an integer (xs:int), got an object'],
    [{ Page: 1, IDs: { long: [1] } }, '/IDs must be an array, got an object'],
    [{ Page: 1, IDs: [1, 'x'] }, '/IDs/1 must be an integer (xs:long), got string "x"'],
    [{ Page: null }, '/Page must not be null'],
    [{}, '/Page is required'],
  ])('has errors at its own place: %j', (input, expected) => {
    const errors = (call: () => unknown) => {
      try {
        call();
      } catch (error) {
        if (isMappingError(error)) return error.errors.map(({ path, message }) => `${path} ${message}`);
      }
      return [];
    };
    expect(errors(() => operation.toXml(input))).toEqual([expected]);
    expect(errors(() => operation.encodeJson(encodeUtf8(JSON.stringify(input))))).toEqual([expected]);
  });

  test('of a result has the value of its only member, with its digits', () => {
    const user = '<User><ID>9007199254740993</ID><Tags><Tag>a</Tag><Tag>b</Tag></Tags></User>';
    expect(
      resultOf(
        operation,
        `<Users>${user}<User><ID>2</ID></User></Users><Total>2</Total><Page><Size>5</Size></Page>`,
      ),
    ).toEqual(['{"Users":[{"ID":9007199254740993,"Tags":["a","b"]},{"ID":2}],"Total":2,"Page":5}']);
  });

  test('is absent, null or empty like the object around the value', () => {
    expect(resultOf(operation, '<Total>0</Total>')).toEqual(['{"Total":0}']);
    expect(resultOf(operation, '<Users/><Total>0</Total>')).toEqual(['{"Users":[],"Total":0}']);
    expect(resultOf(operation, '<Users i:nil="true"/><Total>0</Total>')).toEqual([
      '{"Users":null,"Total":0}',
    ]);
    expect(resultOf(operation, '<Total>0</Total><Rows><Row><Cell>1.5</Cell></Row><Row/></Rows>')).toEqual([
      '{"Total":0,"Rows":[[1.5],[]]}',
    ]);
    const write = (result: object) => bodyOf(text(operation.responseToXml(result)), 'FindResponse');
    expect(write({ Total: 0 })).toBe('<Total>0</Total>');
    expect(write({ Users: [], Total: 0 })).toBe('<Users/><Total>0</Total>');
    expect(write({ Users: null, Total: 0 })).toBe('<Users xsi:nil="true"/><Total>0</Total>');
    expect(write({ Total: 0, Rows: [[1], []] })).toBe(
      '<Total>0</Total><Rows><Row><Cell>1</Cell></Row><Row/></Rows>',
    );
  });

  test('warns about what is not expected in the object, at its place', () => {
    expect(
      resultOf(
        operation,
        '<Users x="1"><User><ID>1</ID></User><New/>text<User><ID>x</ID></User></Users><Total>0</Total>',
      ),
    ).toEqual([
      '{"Users":[{"ID":1},{"ID":"x"}],"Total":0}',
      'UNKNOWN_ATTRIBUTE /Users/@x',
      'UNKNOWN_ELEMENT /Users',
      'UNEXPECTED_TEXT /Users',
      'INVALID_VALUE /Users/1/ID',
    ]);
    expect(resultOf(operation, '<Total>0</Total><Page/>')).toEqual([
      '{"Total":0,"Page":null}',
      'MISSING_REQUIRED /Page',
    ]);
    expect(resultOf(operation, '<Total>0</Total><Page><Size>1</Size><Size>2</Size></Page>')).toEqual([
      '{"Total":0,"Page":1}',
      'TOO_MANY /Page',
    ]);
  });

  test('has its schema, example, query parameters and names', () => {
    const camel = designed(LIFT, { names: 'camel' });
    expect(Object.keys(camel.example('output') as object)).toEqual([
      'users',
      'total',
      'rows',
      'page',
      'choice',
      'versioned',
      'nils',
    ]);
    const { users, rows, page } = camel.example('output') as Record<string, unknown>;
    expect([users, rows, page]).toEqual([[{ id: 1, tags: ['text'] }], [[1.5]], 1]);
    expect(camel.normalise({ ids: ['7'], page: 3 })).toEqual({ ids: [7], page: 3 });
    expect(camel.jsonSchema('input')).toMatchObject({
      required: ['page'],
      properties: { ids: { type: ['array', 'null'], items: { type: 'integer' } }, page: { type: 'integer' } },
    });
    expect(
      queryParameters(camel.shape.input).parameters.map(({ name, array, required }) => [
        name,
        array,
        required,
      ]),
    ).toEqual([
      ['ids', true, false],
      ['page', false, true],
      ['two.a', true, false],
      ['maybe.text', false, false],
    ]);
  });

  test('is a list that can be read item by item', () => {
    const reader = operation.createItemReader(['Users']);
    const items = [
      ...reader.write(
        envelope('<Users><User><ID>1</ID></User><User><ID>2</ID></User></Users><Total>2</Total>'),
      ),
      ...reader.end().items,
    ];
    expect(items).toEqual([{ ID: 1 }, { ID: 2 }]);
    expect(() => operation.createItemReader(['Users', 'Tags'])).not.toThrow();
    expect(() => operation.createItemReader(['Users', 'User'])).toThrow(
      /there is no such member; the members are ID, Tags/,
    );
    expect(() => operation.createItemReader(['Page'])).toThrow(/it is not a list/);
  });

  test('of every operation is a line at the top', () => {
    const all = createMapper(shop(), {
      design: { names: 'camel', lift: ['Tags', 'Users'] },
      warnings: 'all',
    });
    expect(
      resultOf(all.compile('Find'), '<Users><User><ID>1</ID><Tags/></User></Users><Total>0</Total>'),
    ).toEqual(['{"users":[{"id":1,"tags":[]}],"total":0}']);
    expect(JSON.stringify(all.compile('List').example('output'))).toBe('{"user":[{"id":1,"tags":["text"]}]}');
  });

  test('with members that the design leaves out is lifted, too', () => {
    const two = designed({
      result: { omit: ['Users/User/Tags', 'Choice/B'], lift: ['Users', 'Users/User'] },
    });
    expect(
      resultOf(two, '<Users><User><ID>1</ID><Tags><Tag>x</Tag></Tags></User></Users><Total>0</Total>'),
    ).toEqual(['{"Users":[1],"Total":0}']);
    expect(bodyOf(text(two.responseToXml({ Users: [1], Total: 0 })), 'FindResponse')).toBe(
      '<Users><User><ID>1</ID></User></Users><Total>0</Total>',
    );
  });

  test('DF-15: that would lose something is an error of the file', () => {
    expect(
      problemsOf({
        operations: {
          Find: {
            input: { lift: ['Maybe', 'Page/Size', 'Pag'] },
            result: { lift: ['Users/User', 'Choice', 'Versioned', 'Nils', 'Total'] },
          },
        },
      }),
    ).toEqual([
      'operations > Find > input > lift > 0: cannot lift Maybe: Text can be absent, which would look like an absent Maybe',
      'operations > Find > input > lift > 1: cannot lift Page/Size: Size is no object of elements',
      'operations > Find > result > lift > 4: cannot lift Total: Total is no object of elements',
      'operations > Find > result > lift > 1: cannot lift Choice: Choice has 2 members: A, B',
      'operations > Find > result > lift > 2: cannot lift Versioned: Versioned has the attribute @version',
      'operations > Find > result > lift > 3: cannot lift Nils: Nil can be null, which would look like a null Nils',
      'operations > Find > result > lift > 0: cannot lift Users/User: User has 2 members: ID, Tags',
      'operations > Find > input > lift > 2: the input of Find has no member "Pag"; did you mean Page?',
    ]);
    expect(
      problemsOf({
        lift: ['User', 'ListResult', 'Tag', 'Userz', 'Rows'],
        operations: { Find: { result: { lift: ['Rows', 'Users'], rename: { 'Users/User': 'person' } } } },
      }),
    ).toEqual([
      'operations > Find > result > rename > Users/User: contradicts operations > Find > result > lift > 1: User has no name where it is lifted',
      'operations > Find > result > lift > 0: changes nothing: Rows is lifted in all operations',
      'lift > 0: cannot lift User of ArrayOfUser: User has 2 members: ID, Tags',
      'lift > 2: cannot lift Tag of ArrayOfTag: Tag is no object of elements',
      'lift > 1: cannot lift ListResult: it is a whole result, which is an object',
      'lift > 3: no operation has a member "Userz"; did you mean Users?',
    ]);
    expect(
      problemsOf({ lift: 'Users', operations: { Find: { input: { lift: 'IDs' }, result: { lift: [1] } } } }),
    ).toEqual([
      'lift: must be a list of keys, got string "Users"',
      'operations > Find > input > lift: must be a list of paths, got string "IDs"',
      'operations > Find > result > lift > 0: must be a path, got number 1',
    ]);
    const filled = { fill: { 'Find/Page/Size': 1 }, operations: { Find: { input: { lift: ['Page'] } } } };
    expect(problemsOf(filled)).toEqual([
      'operations > Find > input > lift > 0: cannot lift Page: the design fills members of Page',
    ]);
  });
});
