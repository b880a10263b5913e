import { describe, expect, test } from 'vitest';
import { isWsdlError } from '../errors.js';
import { cpuMilliseconds } from '../testing/cpu-milliseconds.js';
import type { Entity } from './entities.js';
import { readProlog } from './prolog.js';

const BUDGET = 100;
const prolog = (text: string) => readProlog(text, 'a.xsd', BUDGET);
const entity = (subset: string, name: string): Entity | undefined =>
  prolog(`<!DOCTYPE a [${subset}]><a/>`).entities?.get(name);
const plain = (text: string): Entity => ({ kind: 'text', text });
const refused = (reason: string): Entity => ({ kind: 'refused', reason });

describe('the prolog', () => {
  test.each([
    ['nothing before the root', '<a/>', '<a/>'],
    ['an XML declaration', '<?xml version="1.0"?>\n<a/>', '                     \n<a/>'],
    ['white space before it', '\n  <?xml version="1.0"?><a/>', '\n                       <a/>'],
    ['a processing instruction stays', '<?xml-stylesheet x?><a/>', '<?xml-stylesheet x?><a/>'],
    [
      'all of a declaration',
      "<?xml version = '1.1'\tencoding='UTF-8' standalone=\"no\" ?><a/>",
      `${' '.repeat(57)}<a/>`,
    ],
    ['a DOCTYPE', '<!--c--><!DOCTYPE a SYSTEM "x">\n<a/>', '<!--c-->                       \n<a/>'],
    [
      'a DOCTYPE with ">" in a value',
      "<!DOCTYPE a [<!ENTITY e '>]>'>]><a/>",
      '                                <a/>',
    ],
    ['a DOCTYPE with "]" in a comment', '<!DOCTYPE a [<!--]>-->]><a/>', '                        <a/>'],
    ['a DOCTYPE with "]" in an instruction', '<!DOCTYPE a [<?p ]> ?>]><a/>', '                        <a/>'],
  ])('%s: what is removed is replaced by white space', (_, given, want) => {
    expect(prolog(given).text).toBe(want);
  });

  test('a DOCTYPE that does not end is rejected with its place', () => {
    expect(() => prolog('\n <!DOCTYPE a [ <a/>')).toThrow(
      'a.xsd:2:2: cannot read the DOCTYPE: it is not closed',
    );
  });

  test('a DOCTYPE that is too long is rejected', () => {
    expect(() => prolog(`<!DOCTYPE a [${' '.repeat(70_000)}]><a/>`)).toThrow('it is over 65536 characters');
  });
});

describe('the entities of a DOCTYPE', () => {
  test.each<[string, string, Entity | undefined]>([
    [
      'plain text',
      '<!ENTITY e "http://www.w3.org/2000/09/xmldsig#">',
      plain('http://www.w3.org/2000/09/xmldsig#'),
    ],
    ['single quotes', "<!ENTITY e 'a\"b'>", plain('a"b')],
    ['character references', '<!ENTITY e "&#65;&#x42;">', plain('AB')],
    ['predefined references', '<!ENTITY e "a&lt;b">', plain('a<b')],
    ['a reference to an earlier one', '<!ENTITY d "x"><!ENTITY e "&d;&d;">', plain('xx')],
    ['the first declaration counts', '<!ENTITY e "1"><!ENTITY e "2">', plain('1')],
    [
      'other declarations around it',
      '<!ELEMENT a ANY><!ATTLIST a b CDATA #FIXED "!ENTITY e 1>"><!ENTITY e "1">',
      plain('1'),
    ],
    [
      'comments and instructions around it',
      '<!-- <!ENTITY e "0"> --><?p <!ENTITY e "0">?><!ENTITY e "1">',
      plain('1'),
    ],
    ['a name like a property', '<!ENTITY constructor "x"><!ENTITY e "&constructor;">', plain('x')],
    ['an external one', '<!ENTITY e SYSTEM "file:///etc/passwd">', refused('it is external')],
    ['a public one', '<!ENTITY e PUBLIC "-//x" "http://x">', refused('it is external')],
    ['an unparsed one', '<!ENTITY e SYSTEM "x.gif" NDATA gif>', refused('it is external')],
    ['markup', '<!ENTITY e "<b/>">', refused('it contains markup')],
    ['markup by character references', '<!ENTITY e "&#60;b/>">', refused('it contains markup')],
    [
      'a reference to a later one',
      '<!ENTITY e "&d;"><!ENTITY d "x">',
      refused('it refers to an entity that is not declared before it'),
    ],
    [
      'a reference to itself',
      '<!ENTITY e "&e;">',
      refused('it refers to an entity that is not declared before it'),
    ],
    ['a reference to an external one', '<!ENTITY d SYSTEM "x"><!ENTITY e "&d;">', refused('it is external')],
    [
      'too much text',
      `<!ENTITY e "${'x'.repeat(101)}">`,
      refused('the entities of the document expand to too much text'),
    ],
    ['a parameter entity', '<!ENTITY % e "x">', undefined],
    [
      'what comes after a parameter entity reference',
      '<!ENTITY % p "<!ENTITY e \'x\'>">%p;<!ENTITY e "y">',
      undefined,
    ],
  ])('%s', (_, subset, want) => {
    expect(entity(subset, 'e')).toEqual(want);
  });

  test('the billion laughs stay within the budget', () => {
    const lines = ['<!ENTITY l0 "ha">'];
    for (let i = 1; i < 40; i += 1) lines.push(`<!ENTITY l${i} "&l${i - 1};&l${i - 1};">`);
    expect(entity(lines.join(''), 'l3')).toEqual(plain('ha'.repeat(8)));
    expect(entity(lines.join(''), 'l39')).toEqual(
      refused('the entities of the document expand to too much text'),
    );
  });
});

describe('a malformed XML declaration is rejected at its place', () => {
  const DECLARATION =
    'NOT_WELL_FORMED: a.xsd:1:1: cannot read the XML: its declaration is malformed: it has a version, then an encoding and standalone="yes" or "no" if at all, in quotes';
  test.each([
    '<?xml VERSION="1.0"?>',
    '<?xml encoding="UTF-8"?>',
    '<?xml encoding="UTF-8" version="1.0"?>',
    '<?xml version="1.0" standalone="YES"?>',
    '<?xml version="1.0" standalone="no" encoding="UTF-8"?>',
    '<?xml version="1.0"encoding="UTF-8"?>',
    '<?xml version="1.0" encoding=" UTF-8"?>',
    '<?xml version="1.0" encoding=UTF-8?>',
    '<?xml version="2.0"?>',
    '<?xml version="1.0" foo="1"?>',
    '<?xml?>',
    '<?xml ?>',
    '<?xml version="1.0" <!--c--> ?>',
    `<?xml version="1.0"${' '.repeat(2000)}?>`,
    '<?xml version="1.0"',
  ])('%s', (declaration) => {
    expect(mistakeIn(`${declaration}<a/>`)).toBe(DECLARATION);
  });
});

/** The code and message of the error, or `read`. */
function mistakeIn(text: string): string {
  try {
    prolog(text);
    return 'read';
  } catch (error) {
    return isWsdlError(error) ? `${error.code}: ${error.message}` : String(error);
  }
}

// The productions of XML 1.0 (fifth edition) decide, not what this reader did.
describe('the grammar of a DOCTYPE', () => {
  const inSubset = (declarations: string) => `<!DOCTYPE a [\n${declarations}\n]><a/>`;

  test.each([
    '<!ELEMENT a EMPTY><!ELEMENT b ANY><!ELEMENT c (#PCDATA)><!ELEMENT d ( #PCDATA )*>',
    '<!ELEMENT a (#PCDATA | b | c)*><!ELEMENT e (b)><!ELEMENT f (b?, (c | d+)*, ( e ))+ >',
    '<!ELEMENT a ((((b))))><!ELEMENT c:d (e:f|g)?>',
    '<!ATTLIST a><!ATTLIST a b CDATA #IMPLIED c ID #REQUIRED d IDREFS "x y">',
    '<!ATTLIST a b (x | 1y|-z) \'x\' c NOTATION (n | m) #FIXED "n" d NMTOKENS #IMPLIED >',
    '<!ENTITY e "v"><!ATTLIST a b CDATA "&e; &lt; &#65; &#x10FFFF;">',
    '<!ENTITY e SYSTEM "u"><!ENTITY f PUBLIC "p" \'u"\'><!ENTITY g SYSTEM "u" NDATA n>',
    '<!ENTITY % p "v"><!ENTITY % q SYSTEM "u">%p; %q;',
    '<!NOTATION n SYSTEM "u"><!NOTATION m PUBLIC "-//x//y"><!NOTATION o PUBLIC "p" "u">',
    '<!-- - c - -->',
    '<?p?><?p q?><?xmlx y?>',
    // A later declaration may be in the external part.
    '<!ENTITY % p SYSTEM "u">%p;<!ATTLIST a b CDATA "&later;">',
  ])('accepts %s', (declarations) => {
    expect(mistakeIn(inSubset(declarations))).toBe('read');
  });

  test.each([
    ['<!ELEMENT a>', 1, 12],
    ['<!ELEMENT a (b>', 1, 15],
    ['<!ELEMENT a (b, c | d)>', 1, 19],
    ['<!ELEMENT a ()>', 1, 14],
    ['<!ELEMENT a (#PCDATA | b)>', 1, 26],
    ['<!ELEMENT a (b | #PCDATA)>', 1, 18],
    ['<!ELEMENT a EMPTYX>', 1, 18],
    ['<!ELEMENT a (b) -- c -->', 1, 17],
    ['<!ELEMENT (a|b) ANY>', 1, 11],
    ['<!element a ANY>', 1, 1],
    ['<!ATTLIST a b>', 1, 14],
    ['<!ATTLIST a b CDATA>', 1, 20],
    ['<!ATTLIST a b cdata #IMPLIED>', 1, 15],
    ['<!ATTLIST a b (x,y) #IMPLIED>', 1, 17],
    ['<!ATTLIST a b CDATA #implied>', 1, 21],
    ['<!ATTLIST a b CDATA "<">', 1, 22],
    ['<!ATTLIST a b CDATA "a & b">', 1, 24],
    ['<!ATTLIST a b CDATA "&none;">', 1, 22],
    ['<!ATTLIST a b CDATA "x"c CDATA "y">', 1, 24],
    ['<!ENTITY e SYSTEM "u"><!ATTLIST a b CDATA "&e;">', 1, 44],
    ['<!ENTITY e "&#60;x/>"><!ATTLIST a b CDATA "&e;">', 1, 44],
    ['<!ENTITY e "&f;"><!ENTITY f "&e;"><!ATTLIST a b CDATA "&e;">', 1, 56],
    ['<!ENTITY e>', 1, 11],
    ['<!ENTITY e v>', 1, 12],
    ['<!ENTITY e "100%">', 1, 16],
    ['<!ENTITY e "%p;">', 1, 13],
    ['<!ENTITY e "a & b">', 1, 15],
    ['<!ENTITY e "&#0;">', 1, 13],
    ['<!ENTITY e "&#x110000;">', 1, 13],
    ['<!ENTITY e "&#99999999999999999999;">', 1, 13],
    ['<!ENTITY e PUBLIC "p">', 1, 22],
    ['<!ENTITY e PUBLIC "{" "u">', 1, 20],
    ['<!ENTITY e SYSTEM "u"NDATA n>', 1, 22],
    ['<!ENTITY e "v" NDATA n>', 1, 16],
    ['<!ENTITY % p SYSTEM "u" NDATA n>', 1, 25],
    ['<!ENTITY 1e "v">', 1, 10],
    ['<!ENTITY e:f "v">', 1, 10],
    ['<!NOTATION n>', 1, 13],
    ['<!NOTATION n "u">', 1, 14],
    ['<!-- a -- b -->', 1, 8],
    ['<?xml version="1.0"?>', 1, 3],
    ['<?XML x?>', 1, 3],
    ['<?p:q x?>', 1, 3],
    ['<? p?>', 1, 3],
    ['%p', 1, 3],
    ['text', 1, 1],
    ['<a/>', 1, 1],
    ['<![INCLUDE[<!ELEMENT a ANY>]]>', 1, 1],
    ['<!ENTITY % p "v"><!ELEMENT a (%p;)>', 1, 31],
    ['<!ELEMENT a ANY>\n <!ENTITY e "\u0001">', 2, 14],
  ])('rejects %s', (declarations, line, column) => {
    expect(mistakeIn(inSubset(declarations))).toMatch(
      new RegExp(`^NOT_WELL_FORMED: a\\.xsd:${line + 1}:${column}: cannot read the DOCTYPE: `),
    );
  });

  test.each([
    ['<!DOCTYPE><a/>', 10],
    ['<!DOCTYPEa><a/>', 10],
    ['<!DOCTYPE a "x"><a/>', 13],
    ['<!DOCTYPE a SYSTEM><a/>', 19],
    ['<!DOCTYPE a PUBLIC "x"><a/>', 23],
    ['<!DOCTYPE a PUBLIC "x""y"><a/>', 23],
    ['<!DOCTYPE a b><a/>', 13],
    ['<!DOCTYPE a [] x><a/>', 16],
  ])('rejects %s', (text, column) => {
    expect(mistakeIn(text)).toMatch(
      new RegExp(`^NOT_WELL_FORMED: a\\.xsd:1:${column}: cannot read the DOCTYPE: `),
    );
  });

  test.each([
    ['groups', (n: number) => `<!ELEMENT a ${'('.repeat(n)}b${')'.repeat(n)}>`],
    ['open groups', (n: number) => `<!ELEMENT a ${'('.repeat(n)}>`],
    [
      'entities',
      (n: number) => Array.from({ length: n / 20 }, (_, i) => `<!ENTITY e${i} "&e${i + 1};">`).join(''),
    ],
    [
      'defaults that refer to a chain of entities',
      (n: number) => {
        const chain = Array.from({ length: n / 60 }, (_, i) => `<!ENTITY e${i} "&e${i + 1};">`).join('');
        return `${chain}<!ENTITY e${n / 60} ""><!ATTLIST a ${Array.from({ length: n / 60 }, (_, i) => `a${i} CDATA "&e0;"`).join(' ')}>`;
      },
    ],
  ])('takes time in proportion to its length: %s', async (_, declarations) => {
    // Quadratic work on 60,000 characters would take seconds.
    const text = inSubset(declarations(60_000));
    expect(await cpuMilliseconds(() => mistakeIn(text))).toBeLessThan(1000);
  });
});
