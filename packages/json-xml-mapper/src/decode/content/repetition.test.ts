import type { Particle } from '@soapstone/soap-model';
import { describe, expect, test } from 'vitest';
import type { OperationShape } from '../../shape/operation-shape.js';
import { decodeContent } from '../../testing/decoding.js';
import { any, choice, el, SchemaLiteral, sequence, times } from '../../testing/schema-literal.js';
import { operationReturning } from '../../testing/service.js';

function operationOf(...particles: readonly Particle[]): OperationShape {
  const schema = new SchemaLiteral();
  return operationReturning(schema, schema.complex(undefined, sequence(...particles)));
}

const unbounded = <P extends Particle>(particle: P, min = 0): P => times(particle, min, 'unbounded');

describe('repeating groups (§8.4)', () => {
  const log = operationOf(
    el('title', 'string'),
    unbounded(choice(el('info', 'string'), el('code', 'int'))),
    unbounded(sequence(el('k', 'string'), el('v', 'string', { minOccurs: 0 })), 1),
  );

  test.each<[string, string, string, string[]]>([
    [
      'one object per repetition, in document order (CM-17, CM-18, CM-20, example 8.3)',
      '<t:title>T</t:title><t:info>a</t:info><t:code>1</t:code><t:info>b</t:info><t:k>x</t:k><t:k>y</t:k><t:v>2</t:v>',
      '{"title":"T","$items":[{"info":"a"},{"code":1},{"info":"b"}],"$items2":[{"k":"x"},{"k":"y","v":"2"}]}',
      [],
    ],
    [
      'an element that cannot continue a repetition starts a new one (CM-19)',
      '<t:title/><t:v>1</t:v><t:k>x</t:k>',
      '{"title":"","$items2":[{"v":"1"},{"k":"x"}]}',
      ['MISSING_REQUIRED /$items2/0/k'],
    ],
    ['a missing required group (TR-3)', '<t:title/>', '{"title":""}', ['MISSING_REQUIRED /$items2']],
    [
      'an unknown element does not end a repetition (L8)',
      '<t:title/><t:k>x</t:k><u/><t:v>1</t:v>',
      '{"title":"","$items2":[{"k":"x","v":"1"}]}',
      ['UNKNOWN_ELEMENT /$items2/0'],
    ],
    [
      'elements outside the group end a repetition (CM-20, L9)',
      '<t:k>x</t:k><t:title>T</t:title><t:v>1</t:v>',
      '{"title":"T","$items2":[{"k":"x"},{"v":"1"}]}',
      ['MISSING_REQUIRED /$items2/1/k'],
    ],
    [
      'a name of another namespace (KY-5)',
      '<t:title/><k>x</k><v>1</v>',
      '{"title":"","$items2":[{"k":"x","v":"1"}]}',
      ['NAMESPACE_MISMATCH /$items2/0/k', 'NAMESPACE_MISMATCH /$items2/0/v'],
    ],
  ])('%s', (_, content, result, warnings) => {
    expect(decodeContent(log, content)).toEqual([result, ...warnings]);
  });

  test('wildcards of a group begin and continue repetitions (AN-1, CM-19)', () => {
    const either = operationOf(
      unbounded(choice(el('c', 'int'), any({ namespaces: { kind: 'not', namespace: 'urn:t' } }))),
    );
    expect(decodeContent(either, '<t:c>1</t:c><x:e xmlns:x="urn:x">5</x:e><t:c>2</t:c>')).toEqual([
      '{"$items":[{"c":1},{"$any":[{"{urn:x}e":"5"}]},{"c":2}]}',
    ]);
    const pairs = operationOf(
      unbounded(sequence(any({ namespaces: { kind: 'not', namespace: 'urn:t' } }), el('c', 'int'))),
    );
    expect(
      decodeContent(pairs, '<e xmlns="urn:x">5</e><t:c>1</t:c><e xmlns="urn:x">6</e><t:c>2</t:c>'),
    ).toEqual(['{"$items":[{"c":1,"$any":[{"{urn:x}e":"5"}]},{"c":2,"$any":[{"{urn:x}e":"6"}]}]}']);
  });

  test('arrays and choices within a repetition (CM-19)', () => {
    const operation = operationOf(
      unbounded(
        sequence(
          el('a', 'int', { maxOccurs: 2 }),
          choice(el('b', 'int'), sequence(el('c', 'int'), el('d', 'int', { minOccurs: 0 }))),
        ),
      ),
    );
    const child = (name: string, i: number): string => `<t:${name}>${i}</t:${name}>`;
    const run = (names: string): string => decodeContent(operation, [...names].map(child).join(''))[0]!;
    expect(run('aab')).toBe('{"$items":[{"a":[0,1],"b":2}]}');
    expect(run('abab')).toBe('{"$items":[{"a":[0],"b":1},{"a":[2],"b":3}]}');
    expect(run('acdac')).toBe('{"$items":[{"a":[0],"c":1,"d":2},{"a":[3],"c":4}]}');
    // A third `a`, or the other branch of the choice, has no place in the same repetition.
    expect(run('aaa')).toBe('{"$items":[{"a":[0,1]},{"a":[2]}]}');
    expect(run('abc')).toBe('{"$items":[{"a":[0],"b":1},{"a":[],"c":2}]}');
  });

  test('a group within a group', () => {
    const inner = unbounded(sequence(el('k', 'string'), el('v', 'string')));
    const operation = operationOf(unbounded(sequence(el('head', 'string'), inner)), el('end', 'string'));
    const content =
      '<t:head>1</t:head><t:k>a</t:k><t:v>b</t:v><t:k>c</t:k><t:v>d</t:v><t:head>2</t:head><t:end>e</t:end>';
    expect(decodeContent(operation, content)).toEqual([
      '{"$items":[{"head":"1","$items":[{"k":"a","v":"b"},{"k":"c","v":"d"}]},{"head":"2"}],"end":"e"}',
    ]);
  });

  test('a wildcard in a group', () => {
    const other = any({ namespaces: { kind: 'not', namespace: 'urn:t' } });
    const operation = operationOf(unbounded(sequence(el('k', 'string'), other)));
    const content = '<t:k>a</t:k><x xmlns="urn:x">1</x><t:k>b</t:k><y xmlns="urn:x">2</y>';
    expect(decodeContent(operation, content)).toEqual([
      '{"$items":[{"k":"a","$any":[{"{urn:x}x":"1"}]},{"k":"b","$any":[{"{urn:x}y":"2"}]}]}',
    ]);
  });

  test('one name inside and outside the group', () => {
    const operation = operationOf(el('a', 'int'), unbounded(sequence(el('b', 'int'), el('a', 'int'))));
    const content = '<t:a>1</t:a><t:b>2</t:b><t:a>3</t:a><t:b>4</t:b><t:a>5</t:a>';
    expect(decodeContent(operation, content)).toEqual(['{"a":1,"$items":[{"b":2,"a":3},{"b":4,"a":5}]}']);
  });
});

describe('mixed and ordered content (§8.10)', () => {
  const schema = new SchemaLiteral();
  const paragraph = schema.complex(undefined, undefined, {
    content: { kind: 'mixed', particle: unbounded(choice(el('b', 'string'), el('i', 'int'))) },
    attributes: [{ name: { namespace: '', localName: 'lang' }, type: 'string', required: false }],
  });
  const onlyText = schema.complex(undefined, undefined, { content: { kind: 'mixed' } });
  const ordered = schema.complex(
    undefined,
    choice(
      sequence(el('a', 'int'), el('b', 'string')),
      sequence(el('b', 'string'), el('a', 'int'), times(any(), 0, 1)),
    ),
  );

  test.each<[string, string, string, string[]]>([
    [
      'text and elements in order (MX-1, example 8.10)',
      'Hello <t:b>world</t:b>, <t:i>1</t:i> of <t:b>you</t:b>',
      '{"$content":["Hello ",{"b":"world"},", ",{"i":1}," of ",{"b":"you"}]}',
      [],
    ],
    [
      'text is exact, and not split by comments and CDATA (MX-1)',
      ' a<!-- - -->b<![CDATA[<c>]]>\n',
      '{"$content":[" ab<c>\\n"]}',
      [],
    ],
    [
      'unknown elements do not split text either (L8)',
      'a<t:u>x</t:u>b',
      '{"$content":["ab"]}',
      ['UNKNOWN_ELEMENT'],
    ],
    [
      'warnings point at the entry',
      'a<t:i>x</t:i>',
      '{"$content":["a",{"i":"x"}]}',
      ['INVALID_VALUE /$content/1/i'],
    ],
    ['nothing at all (MX-4)', '', '{"$content":[]}', []],
    ['a name of another namespace (KY-5)', '<b>x</b>', '{"$content":[{"b":"x"}]}', ['NAMESPACE_MISMATCH']],
  ])('%s', (_, content, result, warnings) => {
    expect(decodeContent(operationReturning(schema, paragraph), content)).toEqual([result, ...warnings]);
  });

  test('attributes next to $content', () => {
    const operation = operationReturning(schema, paragraph);
    expect(decodeContent(operation, 'x', { attributes: ' lang="en"' })).toEqual([
      '{"@lang":"en","$content":["x"]}',
    ]);
  });

  test('a mixed type without elements (MX-4)', () => {
    expect(decodeContent(operationReturning(schema, onlyText), 'text')).toEqual(['{"$content":["text"]}']);
  });

  test('a result has keys, also where they cannot restore the order (CM-8, CM-9)', () => {
    const operation = operationReturning(schema, ordered);
    expect(decodeContent(operation, ' <t:b>x</t:b> <t:a>1</t:a> <w xmlns="urn:w">2</w> ')).toEqual([
      '{"a":1,"b":"x","$any":[{"{urn:w}w":"2"}]}',
    ]);
    expect(decodeContent(operation, '<t:a>1</t:a>text<t:b>x</t:b>')).toEqual([
      '{"a":1,"b":"x"}',
      'UNEXPECTED_TEXT',
    ]);
  });
});
