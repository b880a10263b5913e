import { describe, expect, test } from 'vitest';
import { decode, envelope } from '../testing/decoding.js';
import { attribute, el, SchemaLiteral, sequence } from '../testing/schema-literal.js';
import { operationShape } from '../testing/shapes.js';

const schema = new SchemaLiteral();
schema.element('Say', schema.complex(undefined));
schema.element(
  'SayResponse',
  schema.complex(
    undefined,
    sequence(
      el('text', 'string'),
      el('name', 'token', { minOccurs: 0 }),
      el('any', 'anyType', { minOccurs: 0 }),
    ),
    { attributes: [attribute('mood', 'string')] },
  ),
);
const shape = operationShape(schema.service({ Say: {} }), 'Say');
const answer = (content: string, attributes = '') =>
  envelope(`<t:SayResponse${attributes}>${content}</t:SayResponse>`);
const WARNING = 'SURROGATE_REFERENCE';

/** U+1F600, as Axis writes it; in decimal; and between other text. */
const PAIR = '&#xD83D;&#xDE00;';

describe('TR-10: two references to the halves of a surrogate pair', () => {
  test.each<[string, string, string, string]>([
    ['alone', `<t:text>${PAIR}</t:text>`, '', '{"text":"😀"}'],
    ['in decimal', '<t:text>a&#55357;&#56832;b</t:text>', '', '{"text":"a😀b"}'],
    ['the largest character', '<t:text>&#xDBFF;&#xDFFD;</t:text>', '', '{"text":"\u{10fffd}"}'],
    ['two in a row', `<t:text>${PAIR}${PAIR}</t:text>`, '', '{"text":"😀😀"}'],
    ['in an attribute', '<t:text>a</t:text>', ` mood="x${PAIR}"`, '{"@mood":"x😀","text":"a"}'],
    ['in a token', `<t:text>a</t:text><t:name> ${PAIR} </t:name>`, '', '{"text":"a","name":"😀"}'],
    [
      'in an untyped value',
      `<t:text>a</t:text><t:any><x>${PAIR}</x></t:any>`,
      '',
      '{"text":"a","any":{"$content":[{"x":"😀"}]}}',
    ],
  ])('%s: they become its character, with one warning', (_, content, attributes, result) => {
    const reply = decode(shape, answer(content, attributes));
    expect(reply.result).toBe(result);
    expect(reply.warnings).toEqual([WARNING]);
  });

  test('they may be split at any byte', () => {
    const xml = answer(`<t:text>a${PAIR}b</t:text>`, ` mood="${PAIR}"`);
    for (let chunk = 1; chunk < 40; chunk++) {
      const reply = decode(shape, xml, { chunk });
      expect(reply).toEqual({ result: '{"@mood":"😀","text":"a😀b"}', warnings: [WARNING] });
    }
  });

  test('they cause a warning for the document that has them, and for no other', () => {
    expect(decode(shape, answer('<t:text>&#x1F600;</t:text>')).warnings).toEqual([]);
    decode(shape, answer(`<t:text>${PAIR}</t:text>`));
    expect(decode(shape, answer('<t:text>😀</t:text>')).warnings).toEqual([]);
  });

  test.each([
    ['the first half alone', '&#xD83D;'],
    ['the first half before text', '&#xD83D;x'],
    ['the first half before another reference', '&#xD83D;&amp;'],
    ['the first half twice', '&#xD83D;&#xD83D;'],
    ['the second half alone', '&#xDE00;'],
    ['the halves in the wrong order', '&#xDE00;&#xD83D;'],
    ['the halves apart', '&#xD83D; &#xDE00;'],
    ['the first half before a letter', '&#xD83D;&#65;'],
  ])('%s is not XML', (_, text) => {
    expect(() => decode(shape, answer(`<t:text>${text}</t:text>`))).toThrow(/XML does not allow/);
  });
});
