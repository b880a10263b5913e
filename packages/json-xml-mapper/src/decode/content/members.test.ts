import { describe, expect, test } from 'vitest';
import type { OperationShape } from '../../shape/operation-shape.js';
import { decodeContent } from '../../testing/decoding.js';
import { all, any, choice, el, SchemaLiteral, sequence, times } from '../../testing/schema-literal.js';
import { operationReturning } from '../../testing/service.js';

function basket(): OperationShape {
  const schema = new SchemaLiteral();
  const lines = schema.complex(undefined, sequence(el('line', 'string', { maxOccurs: 3, nillable: true })));
  const type = schema.complex(
    undefined,
    sequence(
      el('owner', 'string'),
      el('code', 'int', { minOccurs: 0, maxOccurs: 'unbounded' }),
      el('lines', lines, { minOccurs: 0 }),
      el('note', 'string', { minOccurs: 0, maxOccurs: 1 }),
    ),
  );
  return operationReturning(schema, type);
}

describe('elements and arrays (§8.2)', () => {
  const operation = basket();
  test.each<[string, string, string, string[]]>([
    [
      'a list of one is a list, nil is null (CM-6, example 8.1)',
      '<t:owner>x</t:owner><t:code>7</t:code><t:lines><t:line>a</t:line><t:line xsi:nil="true"/></t:lines>',
      '{"owner":"x","code":[7],"lines":{"line":["a",null]}}',
      [],
    ],
    [
      'an absent unconditional array is empty, an absent parent leaves no trace (CM-11)',
      '<t:owner>x</t:owner>',
      '{"owner":"x","code":[]}',
      [],
    ],
    [
      'an empty array of a present parent (CM-10, CM-11)',
      '<t:owner/><t:lines/>',
      '{"owner":"","code":[],"lines":{"line":[]}}',
      ['MISSING_REQUIRED /lines/line'],
    ],
    [
      'schema order for elements in any order (CM-7, VO-6, L9)',
      '<t:note>n</t:note><t:code>1</t:code><t:owner>x</t:owner><t:code>2</t:code>',
      '{"owner":"x","code":[1,2],"note":"n"}',
      [],
    ],
    [
      'an empty array keeps its place among late members',
      '<t:note>n</t:note><t:owner>x</t:owner>',
      '{"owner":"x","code":[],"note":"n"}',
      [],
    ],
    ['a missing required element (TR-3)', '<t:code>1</t:code>', '{"code":[1]}', ['MISSING_REQUIRED /owner']],
    [
      'a required element that comes late is not missing',
      '<t:code>1</t:code><t:owner>x</t:owner>',
      '{"owner":"x","code":[1]}',
      [],
    ],
    [
      'one element too many: the first counts (TR-3)',
      '<t:owner>x</t:owner><t:owner>y</t:owner><t:code>1</t:code><t:owner>z</t:owner>',
      '{"owner":"x","code":[1]}',
      ['TOO_MANY /owner', 'TOO_MANY /owner'],
    ],
    [
      'positions of items in warnings, also of an array in several runs (TR-7)',
      '<t:owner>x</t:owner><t:code>1</t:code><t:code>a</t:code><t:note/><t:code>b</t:code>',
      '{"owner":"x","code":[1,"a","b"],"note":""}',
      ['INVALID_VALUE /code/1', 'INVALID_VALUE /code/2'],
    ],
    [
      'unknown elements are skipped (TR-1, L8)',
      '<u:a xmlns:u="urn:u"><t:owner>no</t:owner></u:a><t:owner>x</t:owner><b/>',
      '{"owner":"x","code":[]}',
      ['UNKNOWN_ELEMENT', 'UNKNOWN_ELEMENT'],
    ],
    [
      'a name in another namespace matches the only one with its local name (KY-5)',
      '<owner>x</owner><u:code xmlns:u="urn:u">1</u:code>',
      '{"owner":"x","code":[1]}',
      ['NAMESPACE_MISMATCH /owner', 'NAMESPACE_MISMATCH /code'],
    ],
    [
      'text among elements (TR-5)',
      'a<t:owner>x</t:owner> \n<![CDATA[b]]>',
      '{"owner":"x","code":[]}',
      ['UNEXPECTED_TEXT', 'UNEXPECTED_TEXT'],
    ],
    [
      'comments, processing instructions and white space have no effect (L8)',
      '\n<!-- a --><?b?><t:owner>x<!-- c -->y<?d?></t:owner>\t<!---->',
      '{"owner":"xy","code":[]}',
      [],
    ],
    [
      'an element inside a simple value (TR-5)',
      '<t:owner>a<t:b>no</t:b>c</t:owner><t:code><i/>5</t:code>',
      '{"owner":"ac","code":[5]}',
      ['UNEXPECTED_ELEMENT /owner', 'UNEXPECTED_ELEMENT /code/0'],
    ],
  ])('%s', (_, content, result, warnings) => {
    expect(decodeContent(operation, content)).toEqual([result, ...warnings]);
  });

  test('unknown elements are kept on request (TR-1)', () => {
    const content = '<u:a xmlns:u="urn:u">1</u:a><t:owner>x</t:owner><b><c/></b>';
    expect(decodeContent(operation, content, { unknown: 'keep' })).toEqual([
      '{"owner":"x","code":[],"$unknown":[{"{urn:u}a":"1"},{"b":{"$content":[{"c":""}]}}]}',
      'UNKNOWN_ELEMENT',
      'UNKNOWN_ELEMENT',
    ]);
  });
});

describe('choices, all, optional groups (§8.3)', () => {
  test.each<[string, string]>([
    [
      '<t:iban>D</t:iban><t:bic>X</t:bic><t:from>2026-01-01</t:from>',
      '{"iban":"D","bic":["X"],"from":"2026-01-01"}',
    ],
    // CM-11: an array of a branch that was not taken leaves no trace.
    ['<t:card>1</t:card>', '{"card":"1"}'],
    // CM-15: elements of two branches are both returned.
    [
      '<t:card>1</t:card><t:iban>2</t:iban><t:to>2026-01-02</t:to>',
      '{"card":"1","iban":"2","to":"2026-01-02"}',
    ],
    ['', '{}'],
  ])('like example 8.2: %s (CM-11, CM-15)', (content, result) => {
    const schema = new SchemaLiteral();
    const group = sequence(el('iban', 'string'), el('bic', 'string', { minOccurs: 0, maxOccurs: 2 }));
    const dates = times(sequence(el('from', 'date'), el('to', 'date', { minOccurs: 0 })), 0, 1);
    const type = schema.complex(undefined, sequence(choice(el('card', 'string'), group), dates));
    expect(decodeContent(operationReturning(schema, type), content)).toEqual([result]);
  });

  test('xs:all in any order (CM-7)', () => {
    const schema = new SchemaLiteral();
    const type = schema.complex(undefined, all(el('x', 'int'), el('y', 'int', { minOccurs: 0 })));
    const operation = operationReturning(schema, type);
    expect(decodeContent(operation, '<t:y>2</t:y><t:x>1</t:x>')).toEqual(['{"x":1,"y":2}']);
  });
});

describe('keys and namespaces (§7)', () => {
  test('one local name in two namespaces (KY-3, example 7.1)', () => {
    const schema = new SchemaLiteral();
    const type = schema.complex(
      undefined,
      sequence(
        el('id', 'int'),
        el('id', 'string', { namespace: 'urn:o' }),
        el('note', 'string', { namespace: '', minOccurs: 0 }),
      ),
    );
    const operation = operationReturning(schema, type);
    const content = '<t:id>7</t:id><o:id xmlns:o="urn:o">ext-7</o:id><note>n</note>';
    expect(decodeContent(operation, content)).toEqual(['{"id":7,"{urn:o}id":"ext-7","note":"n"}']);
    // KY-5: an element of no namespace could be either of the two.
    expect(decodeContent(operation, '<id>8</id>')).toEqual([
      '{}',
      'UNKNOWN_ELEMENT',
      'MISSING_REQUIRED /id',
      'MISSING_REQUIRED /{urn:o}id',
    ]);
  });

  test('names with a meaning in JavaScript are ordinary keys (VO-5)', () => {
    const schema = new SchemaLiteral();
    const names = ['__proto__', 'constructor', 'toString', 'then', 'hasOwnProperty', 'valueOf', 'toJSON'];
    const type = schema.complex(undefined, sequence(...names.map((name) => el(name, 'string'))));
    const operation = operationReturning(schema, type);
    const content = names.map((name) => `<t:${name}>v</t:${name}>`).join('');
    expect(decodeContent(operation, content)).toEqual([
      `{${names.map((name) => `"${name}":"v"`).join(',')}}`,
    ]);
  });

  test('keys are the unchanged element names (KY-6)', () => {
    const schema = new SchemaLiteral();
    const type = schema.complex(
      undefined,
      sequence(el('a-b.c', 'string'), el('größe', 'string'), el('名', 'string')),
    );
    const operation = operationReturning(schema, type);
    const content = '<t:a-b.c>1</t:a-b.c><t:größe>2</t:größe><t:名>3</t:名>';
    expect(decodeContent(operation, content)).toEqual(['{"a-b.c":"1","größe":"2","名":"3"}']);
  });
});

describe('wildcards (§8.5)', () => {
  const schema = new SchemaLiteral();
  schema.element('known', 'int');
  const other = times(
    any({ namespaces: { kind: 'not', namespace: 'urn:t' }, processContents: 'lax' }),
    0,
    'unbounded',
  );
  const type = schema.complex(undefined, sequence(el('name', 'string'), times(any(), 0, 'unbounded')));
  const two = schema.complex(
    undefined,
    sequence(
      el('a', 'string'),
      other,
      el('b', 'string'),
      times(any({ processContents: 'skip' }), 0, 'unbounded'),
    ),
  );
  const operation = operationReturning(schema, type);

  test.each<[string, string, string, string[]]>([
    [
      'global elements by their declaration, others untyped (AN-1, example 8.4)',
      '<t:name>n</t:name><x:Extra xmlns:x="urn:x"><x:p>1</x:p></x:Extra><t:known>5</t:known>',
      '{"name":"n","$any":[{"{urn:x}Extra":{"$content":[{"{urn:x}p":"1"}]}},{"{urn:t}known":5}]}',
      [],
    ],
    ['no wildcard content, no key', '<t:name>n</t:name>', '{"name":"n"}', []],
    [
      'a declared element is never put into $any (AN-5)',
      '<t:known>1</t:known><t:name>n</t:name>',
      '{"name":"n","$any":[{"{urn:t}known":1}]}',
      [],
    ],
    [
      'a wildcard takes precedence over a name that matches in its local part only (KY-5)',
      '<t:name>n</t:name><name>m</name>',
      '{"name":"n","$any":[{"name":"m"}]}',
      [],
    ],
    [
      'a warning inside points at the entry',
      '<t:name>n</t:name><t:known>x</t:known>',
      '{"name":"n","$any":[{"{urn:t}known":"x"}]}',
      ['INVALID_VALUE /$any/0/{urn:t}known'],
    ],
    [
      'nil',
      '<t:name/><t:known xsi:nil="1"/><q xsi:nil="true"/>',
      '{"name":"","$any":[{"{urn:t}known":null},{"q":null}]}',
      ['UNEXPECTED_NIL /$any/0/{urn:t}known'],
    ],
  ])('%s', (_, content, result, warnings) => {
    expect(decodeContent(operation, content)).toEqual([result, ...warnings]);
  });

  const foreign = { namespaces: { kind: 'not', namespace: 'urn:t' } } as const;
  test.each<[string, number, number, string, string[]]>([
    ['the first takes what it admits, the second the rest', 1, 9, '"$any":[1],"$any2":[2,3]', []],
    ['both bounded', 2, 1, '"$any":[1,2],"$any2":[3]', []],
    ['more than both admit', 1, 1, '"$any":[1,3],"$any2":[2]', ['TOO_MANY /$any']],
  ])('several wildcards in a row respect their maxima (AN-2): %s', (_, first, second, members, warnings) => {
    const own = new SchemaLiteral();
    const row = sequence(times(any(foreign), 1, first), times(any(foreign), 0, second));
    const rows = operationReturning(own, own.complex(undefined, row));
    const content = '<x xmlns="urn:x">1</x><x xmlns="urn:x">2</x><x xmlns="urn:x">3</x>';
    const result = members.replaceAll(/\b[123]\b(?=[\],])/g, '{"{urn:x}x":"$&"}');
    expect(decodeContent(rows, content)).toEqual([`{${result}}`, ...warnings]);
  });

  test('several wildcards: the first one after the last declared element that admits the name (AN-2, AN-3)', () => {
    const twice = operationReturning(schema, two);
    const content =
      '<x xmlns="urn:x">1</x><t:a/><y xmlns="urn:x">2</y><t:b/><t:known>3</t:known><z xmlns="urn:x">4</z><n/>';
    expect(decodeContent(twice, content)).toEqual([
      '{"a":"","b":"","$any":[{"{urn:x}x":"1"},{"{urn:x}y":"2"}],"$any2":[{"{urn:t}known":"3"},{"{urn:x}z":"4"},{"n":""}]}',
    ]);
  });
});
