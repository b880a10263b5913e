import { describe, expect, test } from 'vitest';
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
      '<!ELEMENT a ANY><!ATTLIST a b CDATA #FIXED "<!ENTITY e 1>"><!ENTITY e "1">',
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
    ['a malformed declaration', '<!ENTITY e>', undefined],
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
