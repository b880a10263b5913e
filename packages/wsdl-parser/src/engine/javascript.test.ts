import type { Diagnostic } from '@soapstone/soap-model';
import { describe, expect, test } from 'vitest';
import { isWsdlError } from '../errors.js';
import { DEFAULT_PARSE_LIMITS } from '../limits.js';
import { BUNDLED_NAMESPACES, bundledSchema } from '../schema/bundled/index.js';
import type { XmlEngine } from './engine.js';
import { readXmlInJavaScript } from './javascript.js';
import { readOrdinaryMarkup } from './ordinary-markup.js';
import { readXmlWithSaxes } from './saxes.js';
import { describeEngine, outline } from './testing/engine-contract.js';
import { createTreeBuilder } from './tree-builder.js';

describeEngine('javascript', readXmlInJavaScript);

/** Everything that a caller sees of one document. */
async function whole(engine: XmlEngine, text: string): Promise<unknown> {
  const diagnostics: Diagnostic[] = [];
  const elementsLeft = { count: 100 };
  const limits = {
    ...DEFAULT_PARSE_LIMITS,
    depth: 6,
    attributes: 4,
    namespaceDeclarations: 3,
    nameLength: 9,
  };
  try {
    const root = await engine(
      { text, file: 'a.xml', entities: undefined },
      { limits, elementsLeft, report: (each) => diagnostics.push(each) },
    );
    return { outline: outline(root), diagnostics, left: elementsLeft.count };
  } catch (error) {
    return isWsdlError(error) ? `${error.code} ${error.message}` : error;
  }
}

function isOrdinary(text: string): boolean {
  const context = { limits: DEFAULT_PARSE_LIMITS, elementsLeft: { count: 1_000_000 }, report: () => {} };
  return readOrdinaryMarkup(text, createTreeBuilder({ text, file: 'a.xml', entities: undefined }, context));
}

describe('ordinary documents are read without saxes', () => {
  test.each([
    ['elements, attributes and text', '<a b="1" c=\'2\'>t<d/> <e ></e\n></a>'],
    ['white space around attributes', '<a\r\n\tb = "1"\n  c="2" />'],
    ['references that XML predefines', '<a b="&lt;&amp;&quot;">&#x41;&#10;&apos;</a>'],
    ['comments, CDATA and instructions', '\uFEFF<?p x?><!-- - > --><a><![CDATA[<b>&]]><?q?></a>\n<!---->'],
    ['characters beyond ASCII', '<a b="é">漢字 𝄞</a>'],
    ['many attributes', `<a ${Array.from({ length: 30 }, (_, index) => `a${index}="${index}"`).join(' ')}/>`],
  ])('%s', async (_what, text) => {
    expect(isOrdinary(text)).toBe(true);
    expect(await whole(readXmlInJavaScript, text)).toEqual(await whole(readXmlWithSaxes, text));
  });

  test('every bundled schema', () => {
    for (const each of BUNDLED_NAMESPACES) expect(isOrdinary(bundledSchema(each) ?? ''), each).toBe(true);
  });
});

/** Pieces of documents, well-formed ones more often than others. */
const PIECES = [
  ...['<a>', '<b:c>', '<a b="1">', '<a xmlns="u" xmlns:b="v">', '<documentation>', '<a\r\nb="1">'],
  ...['</a>', '</b:c>', '</documentation>', '</a >', '</a\r\n>', '</a>', '</a>'],
  ...['<a/>', '<b />', '<a b="1" c=\'2\'/>', '<b\n\tb:x="&lt;\r\n"\rc=" &#9;"/>', '<é/>', '<a b="1" b="2"/>'],
  ...[
    'text',
    ' ',
    '\n',
    '\r\n',
    '\r',
    '\t',
    '𝄞',
    'é',
    '&amp;',
    '&#x41;',
    '&#13;',
    '&#1;',
    '&no;',
    '&',
    ']]>',
  ],
  ...['<!-- x -->', '<!---->', '<!-- -- -->', '<![CDATA[<x>]]>', '<![CDATA[\r\n]]]]>', '<?p?>', '<?p x?y?>'],
  ...['<?xml version="1.0"?>', '<?XML?>', '<!DOCTYPE a>', '<a b="1"c="2"/>', '<a b=1/>', '<a b/>', '<a/ >'],
  ...['<', '>', '"', "'", '=', '/', '\u0001', '\ud834', '\udd1e', '\ufffe', '\uFEFF', '\u0085', '\u2028'],
];

test('saxes agrees on every document of random pieces: tree, positions, diagnostics, limits and errors', async () => {
  let state = 20_261_126;
  const random = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const pick = (): string => PIECES[random(random(3) === 0 ? PIECES.length : 30)] as string;
  let ordinary = 0;
  for (let round = 0; round < 4_000; round += 1) {
    const inner = Array.from({ length: random(9) }, pick).join('');
    const text =
      random(8) === 0
        ? inner
        : `${random(6) === 0 ? pick() : ''}<a>${inner}</a>${random(6) === 0 ? pick() : ''}`;
    const found = await whole(readXmlInJavaScript, text);
    expect(found, JSON.stringify(text)).toEqual(await whole(readXmlWithSaxes, text));
    if (typeof found === 'object' && isOrdinary(text)) ordinary += 1;
  }
  // Otherwise the comparison would be one of saxes with itself.
  expect(ordinary).toBeGreaterThan(300);
});
