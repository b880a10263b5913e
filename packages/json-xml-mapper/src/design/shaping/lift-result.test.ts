import { describe, expect, test } from 'vitest';
import type { Design } from '../../api/design.js';
import { checkDesign } from '../../designs.js';
import { createMapper } from '../../mapper.js';
import { encodeUtf8 } from '../../platform.js';
import { attribute, el, SchemaLiteral, sequence, times } from '../../testing/schema-literal.js';

/** Results of an object beside others, of an object alone, of a list, and of a text. */
function directory() {
  const schema = new SchemaLiteral();
  const user = schema.complex(
    'User',
    sequence(el('UserID', 'long'), times(el('Mail', 'string'), 0, 'unbounded')),
  );
  const empty = schema.complex(undefined);
  for (const name of ['Get', 'Only', 'List', 'Text', 'Versioned']) schema.element(name, empty);
  schema.element(
    'GetResponse',
    schema.complex(
      undefined,
      sequence(times(el('User', user), 0, 1), el('Code', 'int'), times(el('Note', 'string'), 0, 'unbounded')),
    ),
  );
  schema.element('OnlyResponse', schema.complex(undefined, sequence(el('User', user))));
  schema.element(
    'ListResponse',
    schema.complex(undefined, sequence(times(el('User', user), 0, 'unbounded'))),
  );
  schema.element('TextResponse', schema.complex(undefined, sequence(el('Name', 'string'))));
  schema.element(
    'VersionedResponse',
    schema.complex(undefined, sequence(el('User', user)), { attributes: [attribute('version', 'int')] }),
  );
  return schema.service({ Get: {}, Only: {}, List: {}, Text: {}, Versioned: {} });
}

const GET = { lift: 'User', omit: ['Code', 'Note'] };
const text = ({ body }: { readonly body: Uint8Array }) => new TextDecoder().decode(body);
const designed = (result: object, design: object = {}) =>
  createMapper(directory(), {
    design: { operations: { Get: { result } }, ...design } as Design,
    warnings: 'all',
  }).compile('Get');
const problemsOf = (operations: object) =>
  checkDesign(directory(), { operations } as Design).problems.map(
    ({ at, message }) => `${at.slice(1).join(' > ')}: ${message}`,
  );
const envelope = (content: string) =>
  encodeUtf8(
    `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><GetResponse xmlns="urn:t">${content}</GetResponse></e:Body></e:Envelope>`,
  );
const resultOf = (operation: ReturnType<typeof designed>, content: string) => {
  const reply = operation.decodeXml(envelope(content));
  const result = new TextDecoder().decode(reply.kind === 'result' ? reply.result : undefined);
  return [result, reply.warnings.map(({ code }) => code)];
};

describe('DF-13: a lifted result', () => {
  const user = '<User><UserID>9007199254740993</UserID><Mail>a</Mail></User>';
  const operation = designed(GET);

  test('is the value of the member, regardless of its siblings', () => {
    const expected = ['{"UserID":9007199254740993,"Mail":["a"]}', []];
    expect(resultOf(operation, `${user}<Code>0</Code><Note>x</Note><Note>y</Note>`)).toEqual(expected);
    expect(resultOf(operation, `<Code>0</Code>${user}`)).toEqual(expected);
    expect(resultOf(operation, '<Code>0</Code>')).toEqual(['{}', []]);
    expect(resultOf(operation, `<Other/>${user}`)).toEqual([expected[0], ['UNKNOWN_ELEMENT']]);
  });

  test('is written inside the element around it', () => {
    const written = text(operation.responseToXml({ UserID: 1, Mail: ['a'] }));
    expect(written).toContain(
      '<ns1:GetResponse xmlns:ns1="urn:t"><ns1:User><ns1:UserID>1</ns1:UserID><ns1:Mail>a</ns1:Mail></ns1:User></ns1:GetResponse>',
    );
    expect(() => operation.responseToXml({ UserID: 1, Code: 1 })).toThrow(/Code/);
  });

  test('has its schema, example and names', () => {
    const both = designed(
      { ...GET, rename: { 'User/Mail': 'addresses' }, values: { 'User/UserID': { 1: 'root' } } },
      { names: 'camel' },
    );
    expect(resultOf(both, '<User><UserID>1</UserID><Mail>a</Mail></User>')).toEqual([
      '{"userId":"root","addresses":["a"]}',
      [],
    ]);
    expect(Object.keys(both.example('output') as object)).toEqual(['userId', 'addresses']);
    expect(both.info.resultUnwrap).toBe('record');
    expect(JSON.stringify(both.jsonSchema('output'))).not.toContain('"user"');
    const { changed } = checkDesign(directory(), { operations: { Get: { result: GET } } });
    expect(changed.map(({ change, keys }) => `${change} ${keys}`)).toEqual([
      'lift User',
      'omit Code',
      'omit Note',
    ]);
  });

  test('a result that a service keeps as it is (unwrap: payload) can be lifted', () => {
    const payload = createMapper(directory(), {
      design: { operations: { Only: { result: { lift: 'User' } } } },
      unwrap: 'payload',
    }).compile('Only');
    expect(payload.info.resultUnwrap).toBe('record');
    expect(Object.keys(payload.example('output') as object)).toEqual(['UserID', 'Mail']);
  });

  test('a member that is not the only one, no object, or lifted already cannot be', () => {
    expect(
      problemsOf({
        Get: { result: { lift: 'User', omit: ['Note'] } },
        Only: { result: { lift: 'User' } },
        List: { result: { lift: 'User' } },
        Text: { result: { lift: 'Name' } },
      }),
    ).toEqual([
      'Get > result > lift: cannot lift User: Code would be lost; leave out what is beside it, with omit: [Code]',
      'Only > result > lift: changes nothing: the result is what is in User already',
      'List > result > lift: cannot lift User: it can occur more than once',
      'Text > result > lift: cannot lift Name: it is no object of elements',
    ]);
    expect(
      problemsOf({
        Get: { result: { ...GET, rename: { User: 'person' } } },
        Only: { result: { lift: 'UserID' } },
        Text: { result: { lift: 'Nam' } },
        Versioned: { result: { lift: 'User', omit: ['@version'] } },
      }),
    ).toEqual([
      'Get > result > lift: lifts User, so that its new name is nowhere: leave the rename out',
      'Versioned > result > lift: cannot lift User: the element around it has the attribute @version',
      'Only > result > lift: cannot lift UserID: the result is what is in User already, and one level is lifted',
      'Text > result > lift: the result of Text has no member "Nam"; did you mean Name?',
    ]);
    expect(problemsOf({ Get: { result: { lift: 'User/Mail' } } })).toEqual([
      'Get > result > lift: must be one key: a result is lifted by one level; a list of paths lifts members inside',
    ]);
    expect(problemsOf({ Get: { result: { lift: 1 }, input: { lift: 'User' } } })).toEqual([
      'Get > input > lift: must be a list of paths, got string "User"',
      'Get > result > lift: must be a key or a list of paths, got number 1',
    ]);
  });
});
