import { describe, expect, test } from 'vitest';
import { bytesOf, readEvents } from '../testing/xml-events.js';
import { XmlError, type XmlErrorCode } from './xml-error.js';
import type { XmlLimits } from './xml-limits.js';

/** The events of a document, which must be the same however it is split. */
function events(text: string, limits: Partial<XmlLimits> = {}): readonly string[] {
  const bytes = bytesOf(text);
  const whole = readEvents(bytes, undefined, { limits });
  for (const size of [1, 2, 3, 7]) expect(readEvents(bytes, [size], { limits })).toEqual(whole);
  return whole;
}

function refusal(text: string, limits: Partial<XmlLimits> = {}): [XmlErrorCode, string] {
  for (const size of [1, 1 << 20]) {
    try {
      readEvents(bytesOf(text), [size], { limits });
    } catch (error) {
      if (!(error instanceof XmlError)) throw error;
      if (size > 1) return [error.code, error.message];
      continue;
    }
    throw new Error(`accepted in chunks of ${size}`);
  }
  throw new Error('unreachable');
}

describe('documents', () => {
  test.each<[string, string, readonly string[]]>([
    ['an empty element', '<a/>', ['<a', '/a']],
    ['text', '<a>x</a>', ['<a', '"x', '/a']],
    [
      'attributes, either quote, white space',
      '<a b="1" c = \'2"\'\n\td="&lt;>"/>',
      ['<a b=1 c=2" d=<>', '/a'],
    ],
    [
      'namespaces',
      '<p:a xmlns:p="u" xmlns="v" p:b="1" c="2"><d/><p:e xmlns:p="w"/></p:a>',
      ['<{u}a c=2 {u}b=1', '<{v}d', '/{v}d', '<{w}e', '/{w}e', '/{u}a'],
    ],
    [
      'a default namespace that is undeclared',
      '<a xmlns="u"><b xmlns=""><c/></b></a>',
      ['<{u}a', '<b', '<c', '/c', '/b', '/{u}a'],
    ],
    [
      'the xml prefix',
      '<xml:a xml:lang="de"/>',
      [
        '<{http://www.w3.org/XML/1998/namespace}a {http://www.w3.org/XML/1998/namespace}lang=de',
        '/{http://www.w3.org/XML/1998/namespace}a',
      ],
    ],
    [
      'one prefix with two names for one namespace',
      '<a xmlns:p="u" xmlns:q="u"><p:b/><q:b/></a>',
      ['<a', '<{u}b', '/{u}b', '<{u}b', '/{u}b', '/a'],
    ],
    ['references', '<a>&lt;&gt;&amp;&quot;&apos;&#65;&#x1F600;&#x000041;</a>', ['<a', '"<>&"\'A😀A', '/a']],
    [
      'line ends (XML 1.0 §2.11)',
      '<a b="x\r\ny\rz\t">1\r\n2\r3\n&#13;</a>',
      ['<a b=x y z ', '"1\n2\n3\n\r', '/a'],
    ],
    ['CDATA', '<a>x<![CDATA[<&]]]]>y</a>', ['<a', '"x<&]]y', '/a']],
    [
      'comments and instructions',
      '<?a?><!-- - -->\n<a><!---->x<?b  c ??>y</a> <?d?><!-- -->\n',
      ['<a', '"xy', '/a'],
    ],
    ['brackets', '<a>] ]] ]]&gt; ]&#93;></a>', ['<a', '"] ]] ]]> ]]>', '/a']],
    ['names beyond ASCII', '<größe 名="1" x·="2"/>', ['<größe x·=2 名=1', '/größe']],
    [
      'a declaration and a mark',
      '\uFEFF<?xml version="1.0" encoding=\'utf-8\' standalone="no" ?><a/>',
      ['<a', '/a'],
    ],
    ['version 1.1 is read as 1.0', '<?xml version="1.1"?><a/>', ['<a', '/a']],
    ['white space in tags', '<a \n><b\t/></a\r\n>', ['<a', '<b', '/b', '/a']],
  ])('%s', (_, text, expected) => {
    expect(events(text)).toEqual(expected);
  });

  test.each<[string, string, XmlErrorCode, RegExp]>([
    ['nothing', '', 'SYNTAX', /unexpected end of the document at byte 0/],
    ['an open element', '<a><b></b>', 'SYNTAX', /unexpected end/],
    ['the wrong end tag', '<a></b>', 'SYNTAX', /expected <\/a> at byte 3/],
    ['another prefix for the same name', '<p:a xmlns:p="u" xmlns:q="u"></q:a>', 'SYNTAX', /expected <\/p:a>/],
    ['an end tag only', '</a>', 'SYNTAX', /end tag without a start tag/],
    ['two roots', '<a/><b/>', 'SYNTAX', /a second root element at byte 4/],
    ['text after the root', '<a/>x', 'SYNTAX', /content after the root/],
    ['text before the root', 'x<a/>', 'SYNTAX', /content before the root/],
    ['a reference outside', '<a/>&#32;', 'SYNTAX', /content after the root/],
    ['CDATA outside', '<![CDATA[]]><a/>', 'SYNTAX', /outside the root/],
    ['no name', '< a/>', 'SYNTAX', /expected a name after </],
    ['a name that begins with a digit', '<1a/>', 'SYNTAX', /expected a name after </],
    ['a name with an invalid character', '<a×/>', 'SYNTAX', /not a name/],
    ['one colon too many', '<a xmlns:a="u"><a:b:c/></a>', 'SYNTAX', /not a name/],
    ['an empty prefix', '<:a/>', 'SYNTAX', /not a name/],
    ['an empty local part', '<a xmlns:p="u"><p:/></a>', 'SYNTAX', /not a name/],
    ['an unbound prefix', '<p:a/>', 'SYNTAX', /prefix of an element is not declared/],
    ['an unbound prefix of an attribute', '<a p:b="1"/>', 'SYNTAX', /prefix of an attribute is not declared/],
    ['a prefix out of scope', '<a><b xmlns:p="u"/><p:c/></a>', 'SYNTAX', /not declared/],
    ['xmlns as a prefix', '<xmlns:a/>', 'SYNTAX', /not declared/],
    ['a prefix undeclared', '<a xmlns:p=""/>', 'SYNTAX', /not allowed/],
    ['xml bound to something else', '<a xmlns:xml="u"/>', 'SYNTAX', /not allowed/],
    [
      'something else bound to xml',
      '<a xmlns:p="http://www.w3.org/XML/1998/namespace"/>',
      'SYNTAX',
      /not allowed/,
    ],
    ['xmlns declared', '<a xmlns:xmlns="u"/>', 'SYNTAX', /not allowed/],
    ['the namespace of xmlns', '<a xmlns="http://www.w3.org/2000/xmlns/"/>', 'SYNTAX', /not allowed/],
    ['a prefix declared twice', '<a xmlns:p="u" xmlns:p="u"/>', 'SYNTAX', /two declarations/],
    ['an attribute twice', '<a b="1" b="2"/>', 'SYNTAX', /two attributes with one name/],
    [
      'an attribute twice by its expanded name',
      '<a xmlns:p="u" xmlns:q="u" p:b="1" q:b="2"/>',
      'SYNTAX',
      /two attributes with one name/,
    ],
    [
      'an attribute twice among many',
      `<a ${'bcdefghijklm'.replaceAll(/./g, (c) => `${c}="1" `)}c="2"/>`,
      'SYNTAX',
      /two attributes with one name/,
    ],
    ['no quotes', '<a b=1/>', 'SYNTAX', /quoted attribute value/],
    ['no value', '<a b/>', 'SYNTAX', /expected = after/],
    ['no space between attributes', '<a b="1"c="2"/>', 'SYNTAX', /white space before an attribute/],
    ['< in a value', '<a b="<"/>', 'SYNTAX', /< in an attribute value/],
    ['a slash that does not end the tag', '<a/ >', 'SYNTAX', /expected > after \//],
    ['an entity', '<a>&nbsp;</a>', 'SYNTAX', /starts no known reference/],
    ['an ampersand', '<a>a & b</a>', 'SYNTAX', /starts no known reference/],
    ['an empty reference', '<a>&#;</a>', 'SYNTAX', /starts no known reference/],
    ['a reference to nothing', '<a>&#0;</a>', 'SYNTAX', /reference to a character/],
    ['a reference to a surrogate', '<a>&#xD800;</a>', 'SYNTAX', /reference to a character/],
    ['a reference beyond Unicode', '<a>&#x110000;</a>', 'SYNTAX', /reference to a character/],
    ['a reference of many digits', `<a>&#${'9'.repeat(50)};</a>`, 'SYNTAX', /reference to a character/],
    [']]> in text', '<a>]]></a>', 'SYNTAX', /\]\]> in character data/],
    ['a control character', '<a>\u0001</a>', 'SYNTAX', /character that XML does not allow at byte 3/],
    ['a NUL', '<a>\u0000</a>', 'SYNTAX', /character that XML does not allow/],
    ['a NUL in a tag', '<a\u0000/>', 'SYNTAX', /white space before an attribute/],
    ['U+FFFE', '<a>\uFFFE</a>', 'SYNTAX', /character that XML does not allow/],
    ['U+FFFF in an attribute', '<a b="\uFFFF"/>', 'SYNTAX', /character that XML does not allow/],
    [
      'a control character in a comment',
      '<a><!--\u0002--></a>',
      'SYNTAX',
      /character that XML does not allow/,
    ],
    ['-- in a comment', '<a><!-- -- --></a>', 'SYNTAX', /-- in a comment/],
    ['--->', '<a><!-- ---></a>', 'SYNTAX', /-- in a comment/],
    ['an unfinished comment', '<a><!-- ', 'SYNTAX', /unexpected end/],
    ['an instruction without a target', '<a><? b?></a>', 'SYNTAX', /target of a processing/],
    ['an instruction for xml', '<a><?XML b?></a>', 'SYNTAX', /not at the start/],
    ['a declaration that is late', ' <?xml version="1.0"?><a/>', 'SYNTAX', /not at the start/],
    ['a declaration without a version', '<?xml encoding="utf-8"?><a/>', 'SYNTAX', /not an XML declaration/],
    ['other markup', '<a><!ELEMENT a></a>', 'SYNTAX', /comment or a CDATA section/],
    ['a DOCTYPE', '<!DOCTYPE a><a/>', 'DOCTYPE', /document type declaration is not allowed at byte 0/],
    ['a DOCTYPE inside', '<a><!DOCTYPE a></a>', 'DOCTYPE', /not allowed/],
  ])('%s is rejected', (_, text, code, message) => {
    expect(refusal(text)).toEqual([code, expect.stringMatching(message)]);
  });

  test.each<[keyof XmlLimits, number, string, string]>([
    ['depth', 2, '<a><b/></a>', '<a><b><c/></b></a>'],
    ['nodes', 3, '<a b="1"><c/></a>', '<a b="1"><c/><d/></a>'],
    ['attributesPerElement', 2, '<a b="1" c="2"/>', '<a b="1" c="2" d="3"/>'],
    ['namespacesPerElement', 1, '<a xmlns="u"/>', '<a xmlns="u" xmlns:p="v"/>'],
    [
      'namespacesInScope',
      2,
      '<a xmlns="u"><b xmlns="v"/></a>',
      '<a xmlns="u"><b xmlns="v"><c xmlns="w"/></b></a>',
    ],
    ['nameLength', 3, '<abc/>', '<abcd/>'],
    ['bytes', 6, '<abc/>', '<abcd/>'],
  ])('the limit of %s (§21)', (name, limit, within, beyond) => {
    expect(events(within, { [name]: limit })).not.toEqual([]);
    expect(refusal(beyond, { [name]: limit })[0]).toBe('LIMIT');
  });
});
