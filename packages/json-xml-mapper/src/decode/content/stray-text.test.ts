import { describe, expect, test } from 'vitest';
import type { OperationShape } from '../../shape/operation-shape.js';
import { decodeContent } from '../../testing/decoding.js';
import { any, choice, el, SchemaLiteral, sequence, times } from '../../testing/schema-literal.js';
import { operationReturning } from '../../testing/service.js';

/** Sections as a server of .NET declares them: an attribute, then any element. */
function sections(): OperationShape {
  const schema = new SchemaLiteral();
  const section = schema.complex('Section', sequence(times(any({ processContents: 'lax' }), 0, 1)));
  const empty = schema.complex('Empty', sequence());
  const line = times(choice(el('k', 'string'), el('v', 'int')), 0, 'unbounded');
  const log = schema.complex('Log', sequence(line));
  const para = schema.complex('Para', undefined, {
    content: { kind: 'mixed', particle: sequence(el('i', 'string', { minOccurs: 0 })) },
  });
  return operationReturning(
    schema,
    schema.complex(
      undefined,
      sequence(
        el('section', section, { minOccurs: 0, maxOccurs: 'unbounded' }),
        el('empty', empty, { minOccurs: 0 }),
        el('log', log, { minOccurs: 0 }),
        el('para', para, { minOccurs: 0 }),
      ),
    ),
  );
}

const keep = { unknown: 'keep' } as const;

describe('text in element-only content (TR-5)', () => {
  const operation = sections();

  test.each<[string, string, string, string[]]>([
    [
      'CDATA is a string of $unknown, unchanged',
      '<t:section><![CDATA[ Sunday <br> 08:00 ]]></t:section>',
      '{"section":[{"$unknown":[" Sunday <br> 08:00 "]}]}',
      ['UNEXPECTED_TEXT /section/0'],
    ],
    [
      'comments and CDATA sections do not end a run; white space next to text belongs to it',
      '<t:section>\n a<!-- c -->b<![CDATA[&c]]> <b xmlns="">x</b>\n</t:section>',
      '{"section":[{"$any":[{"b":"x"}],"$unknown":["\\n ab&c "]}]}',
      ['UNEXPECTED_TEXT /section/0'],
    ],
    [
      'elements end a run',
      '<t:section>one<b xmlns="">x</b>two</t:section><t:section>\n<!-- c -->\n</t:section>',
      '{"section":[{"$any":[{"b":"x"}],"$unknown":["one","two"]},{}]}',
      ['UNEXPECTED_TEXT /section/0', 'UNEXPECTED_TEXT /section/0'],
    ],
    [
      'between members that are read in the fast lane',
      '<t:section/>a<t:section/>b<t:section/>',
      '{"section":[{},{},{}],"$unknown":["a","b"]}',
      ['UNEXPECTED_TEXT', 'UNEXPECTED_TEXT'],
    ],
    [
      'in an empty type',
      '<t:empty>x</t:empty>',
      '{"section":[],"empty":{"$unknown":["x"]}}',
      ['UNEXPECTED_TEXT /empty'],
    ],
    [
      'in a repetition',
      '<t:log><t:k>1</t:k>x<t:v>2</t:v></t:log>',
      '{"section":[],"log":{"$items":[{"k":"1","$unknown":["x"]},{"v":2}]}}',
      ['UNEXPECTED_TEXT /log/$items/0'],
    ],
    [
      'beside mixed content, whose unknown elements are entries (TR-1)',
      '<t:para>x<t:c>y</t:c></t:para>z',
      '{"section":[],"para":{"$content":["x",{"{urn:t}c":"y"}]},"$unknown":["z"]}',
      ['UNKNOWN_ELEMENT /para', 'UNEXPECTED_TEXT'],
    ],
  ])('%s', (_, content, result, warnings) => {
    expect(decodeContent(operation, content, keep)).toEqual([result, ...warnings]);
  });

  // `decodeContent` also decodes in chunks (L17).
  test('white space at the edges of a run', () => {
    const content = '<t:section>\n one <b xmlns="">x</b>\n<![CDATA[ two]]>\n </t:section>  z\n<t:section/> ';
    expect(decodeContent(operation, content, keep)[0]).toBe(
      '{"section":[{"$any":[{"b":"x"}],"$unknown":["\\n one ","\\n two\\n "]},{}],"$unknown":["  z\\n"]}',
    );
  });

  test('without the option the text is dropped, with a warning', () => {
    expect(decodeContent(operation, '<t:section>x</t:section>')).toEqual([
      '{"section":[{}]}',
      'UNEXPECTED_TEXT /section/0',
    ]);
  });
});
