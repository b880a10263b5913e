import { expect, test } from 'vitest';
import { createRandom, pick, type Random } from '../testing/random.js';
import { bytesOf, readEvents, saxesEvents } from '../testing/xml-events.js';
import { XmlError } from './xml-error.js';

/**
 * The reader against saxes: generated documents and mutants of them must be accepted or rejected by both, and mean the
 * same, however the bytes are cut.
 */
const RUNS = 1500 * Number(process.env['SOAPSTONE_DEPTH']);

test(
  `${RUNS} documents, well-formed or not, are accepted and read as by saxes`,
  () => {
    let accepted = 0;
    for (let seed = 1; seed <= RUNS; seed++) {
      const random = createRandom(seed);
      const text = makeDocument(random);
      if (isQuirk(text)) continue;
      const expected = saxesEvents(text);
      const chunks = Array.from({ length: 8 }, () => 1 + random(random(3) === 0 ? 3 : 40));
      const actual = eventsOrRefusal(bytesOf(text), chunks);
      const whole = eventsOrRefusal(bytesOf(text), [1 << 30]);
      const label = `seed ${seed}: ${JSON.stringify(text)}`;
      expect(whole, label).toEqual(expected);
      expect(actual, `${label} in chunks ${chunks}`).toEqual(expected);
      if (expected !== undefined) accepted++;
    }
    // The comparison means something only if both kinds occur.
    expect(accepted).toBeGreaterThan(RUNS / 20);
    expect(accepted).toBeLessThan(RUNS * 0.9);
  },
  400 * RUNS,
);

/** Whether this is a case in which saxes departs from the recommendations. */
function isQuirk(text: string): boolean {
  // It lets a local part begin with a character that may only continue a name (Namespaces in XML 1.0 [11]).
  if (/:(?:[-.0-9\u00B7\u203F\u2040]|[\u0300-\u036F])/.test(text)) return true;
  // It requires no white space after the target of a processing instruction if a `?` follows (XML 1.0 [16]).
  if (/<\?[^\t\n\r ?]+\?(?!>)/.test(text)) return true;
  // It trims namespace names, although they must be compared as written (Namespaces in XML 1.0 §2.3).
  return /xmlns[^=]*=\s*(?:"[^"]*[\s#][^"]*"|'[^']*[\s#][^']*')/.test(text);
}

function eventsOrRefusal(bytes: Uint8Array, chunks: readonly number[]): readonly string[] | undefined {
  try {
    // saxes reads strings, so the encoding in the declaration must not matter here either.
    return readEvents(bytes, chunks, { charset: 'utf-8' });
  } catch (error) {
    if (error instanceof XmlError) return undefined;
    throw error;
  }
}

const PREFIXES = ['', '', 'a:', 'b:', 'xml:', 'ü:', 'c:'];
const LOCALS = [
  'x',
  'y',
  'name',
  'a-b.c',
  'é',
  '名前',
  'x·',
  '_1',
  'lang',
  'x\u{10000}',
  'verylongname'.repeat(4),
];
const NAMESPACES = [
  'urn:a',
  'urn:b',
  '',
  'http://www.w3.org/XML/1998/namespace',
  'urn:a&amp;b',
  'http://www.w3.org/2000/xmlns/',
];
const TEXTS = [
  'text',
  ' ',
  '\n\t',
  '\r\n',
  '\r',
  ']',
  ']]',
  ']]&gt;',
  '&amp;',
  '&lt;',
  '&gt;',
  '&quot;',
  '&apos;',
  '&#65;',
  '&#x20AC;',
  '&#x1F600;',
  'ünïcödé',
  '漢字',
  '\u{1F600}',
  '\uFFFD',
  '\uFEFF',
  '\u2028',
  '"',
  "'",
  '>',
  '=',
  '&#10;',
  '&#13;',
  '&#9;',
  '\u0085',
  '<![CDATA[ a < b & c ]]>',
  '<![CDATA[]]>',
  '<![CDATA[]]]]>',
  '<![CDATA[\r\n]]>',
  '<!-- c -->',
  '<!---->',
  '<?pi?>',
  '<?pi  data ? > ?>',
  'x'.repeat(70),
];
/** Mutations that break documents, and mutations that only look as if they did. */
const ODDITIES = [
  '<',
  '>',
  '&',
  '&;',
  '&#0;',
  '&#x110000;',
  '&#xD800;',
  '&#xFFFE;',
  '&nope;',
  '&#;',
  '&#x;',
  '&am',
  ']]>',
  '<!DOCTYPE x>',
  '<!',
  '<!-',
  '<!--',
  '--',
  '-->',
  '--->',
  '<?xml?>',
  '<?XML version="1.0"?>',
  '<?xml version="1.0"?>',
  '<?',
  '?>',
  '</',
  '/>',
  '<x',
  '</x>',
  '<x/>',
  '<a:x/>',
  '"',
  "'",
  '=',
  ' ',
  '\u0001',
  '\u000B',
  '\uFFFE',
  '\uFFFF',
  '\u0000',
  ' x="1"',
  ' x="1" x="2"',
  ' a:x="1" b:x="2"',
  ' xmlns:a="urn:b"',
  ' xmlns="urn:c"',
  ' xmlns:a=""',
  ' xmlns:xml="urn:x"',
  ' xmlns:xmlns="urn:x"',
  ' xmlns=""',
  ' xmlns:b="urn:a"',
  ' a:b:c="1"',
  ' :x="1"',
  ' x:="1"',
  ' x=1',
  ' x',
  ' x="<"',
  ' x="&lt;"',
  " x='\"'",
  ' x="\t\n\r\n"',
  ' x="&#10;"',
  '<![CDATA[',
  ']]',
  '<1/>',
  '<-x/>',
  '<.x/>',
  '<a:1/>',
  '<a:x:y/>',
  '<:x/>',
  '<x:/>',
  '\u0300',
  '\u00B7',
  '×',
];

function makeDocument(random: Random): string {
  let text = pick(random, [
    '',
    '',
    '<?xml version="1.0"?>',
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    "<?xml version='1.0' standalone='yes' ?>\r\n",
  ]);
  text += pick(random, ['', '', ' ', '<!-- before -->', '<?before?>']);
  text += makeElement(random, 4);
  text += pick(random, ['', '', '\n', '<!-- after -->', '<?after it?>\n']);
  const mutations = random(3) === 0 ? 0 : 1 + random(3);
  for (let i = 0; i < mutations; i++) text = mutate(random, text);
  // A lone surrogate is not text at all, and XML 1.1 is read by other rules.
  return text
    .replaceAll(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, '')
    .replace('version="1.1"', 'version="1.0"');
}

function makeElement(random: Random, depth: number): string {
  const name = pick(random, PREFIXES) + pick(random, LOCALS);
  let tag = `<${name}`;
  if (depth === 4 || random(4) === 0)
    tag += pick(random, [
      ' xmlns:a="urn:a" xmlns:b="urn:b" xmlns:ü="urn:u" xmlns:c="urn:a"',
      ' xmlns="urn:d"',
      ` xmlns:a="${pick(random, NAMESPACES)}"`,
    ]);
  for (let i = random(4); i > 0; i--) {
    const value = pick(random, ['', 'v', 'a &amp; b', '\t\n', 'é', '&#10;', '>', "'"]);
    tag += `${pick(random, [' ', '  ', '\n'])}${pick(random, PREFIXES)}${pick(random, LOCALS)}${pick(random, ['=', ' = '])}"${value}"`;
  }
  tag += pick(random, ['', '', ' ', '\r\n']);
  if (random(5) === 0) return `${tag}/>`;
  let content = '';
  for (let i = random(4); i > 0; i--) {
    content += depth > 0 && random(2) === 0 ? makeElement(random, depth - 1) : pick(random, TEXTS);
  }
  return `${tag}>${content}</${name}${pick(random, ['', '', ' ', '\n'])}>`;
}

function mutate(random: Random, text: string): string {
  const at = random(text.length + 1);
  const length = random(6);
  switch (random(6)) {
    case 0:
      return text.slice(0, at) + text.slice(at + length);
    case 1:
      return text.slice(0, at);
    case 2: {
      const from = random(text.length + 1);
      return text.slice(0, at) + text.slice(from, from + length + 4) + text.slice(at);
    }
    case 3:
      return text.slice(0, at) + pick(random, TEXTS) + text.slice(at);
    default:
      return text.slice(0, at) + pick(random, ODDITIES) + text.slice(at);
  }
}
