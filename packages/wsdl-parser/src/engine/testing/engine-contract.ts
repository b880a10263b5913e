import type { Diagnostic } from '@soapstone/soap-model';
import { describe, expect, test } from 'vitest';
import { isWsdlError } from '../../errors.js';
import { DEFAULT_PARSE_LIMITS, type ParseLimits } from '../../limits.js';
import { cpuMilliseconds } from '../../testing/cpu-milliseconds.js';
import type { XmlElement } from '../../xml/element.js';
import type { XmlEngine } from '../engine.js';
import { readXml } from '../read-xml.js';

/** Reads `text` with an engine: its tree and diagnostics. Throws the errors of the reader. */
export async function read(
  engine: XmlEngine,
  text: string,
  limits: Partial<ParseLimits> = {},
): Promise<{ readonly root: XmlElement; readonly diagnostics: readonly Diagnostic[] }> {
  const all = { ...DEFAULT_PARSE_LIMITS, ...limits };
  const diagnostics: Diagnostic[] = [];
  const context = {
    limits: all,
    elementsLeft: { count: all.elements },
    report: (d: Diagnostic) => diagnostics.push(d),
  };
  const root = await readXml({ file: 'a.xml', bytes: new TextEncoder().encode(text) }, engine, context);
  return { root, diagnostics };
}

async function refusalOf(
  engine: XmlEngine,
  text: string,
  limits: Partial<ParseLimits> = {},
): Promise<string> {
  try {
    await read(engine, text, limits);
    return 'accepted';
  } catch (error) {
    return isWsdlError(error) ? `${error.code} ${error.message}` : `threw ${String(error)}`;
  }
}

/** One line per element: depth, position, name, attributes, text. */
export function outline(root: XmlElement): string[] {
  const lines: string[] = [];
  const stack: [XmlElement, number][] = [[root, 0]];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const [element, depth] = next;
    const attributes = element.attributes.map((a) => `${a.name.namespace}|${a.name.localName}=${a.value}`);
    const { line, column } = element.location;
    const name = `${element.name.namespace}|${element.name.localName}`;
    lines.push(
      [`${'.'.repeat(depth)}${line}:${column}`, name, ...attributes, JSON.stringify(element.text)].join(' '),
    );
    for (const child of [...element.children].reverse()) stack.push([child, depth + 1]);
  }
  return lines;
}

const ENTITIES = `<!DOCTYPE a PUBLIC "-//W3C//DTD XMLSCHEMA 200102//EN" "http://www.w3.org/2001/XMLSchema.dtd" [
  <!ENTITY dsig 'http://www.w3.org/2000/09/xmldsig#'> <!ENTITY lt2 "a &lt; b &amp; 'c' &quot;&#10;">
  <!ENTITY % p ''>
  <!ATTLIST a b CDATA "default">
]>`;

/** The tests that every XML engine has to pass. */
export function describeEngine(name: string, engine: XmlEngine): void {
  describe(name, () => {
    test.each<[string, string, string[]]>([
      [
        'names, namespaces and positions',
        '<a xmlns="urn:a" xmlns:b="urn:b"\n  x="1" b:x="2">\n  <b:c/>\r\n <c xmlns=""><d xmlns="urn:d"/></c>\r<e/></a>',
        [
          '1:1 urn:a|a |x=1 urn:b|x=2 ""',
          '.3:3 urn:b|c ""',
          '.4:2 |c ""',
          '..4:14 urn:d|d ""',
          '.5:1 urn:a|e ""',
        ],
      ],
      [
        'text, CDATA and references',
        '<a>x&amp;<![CDATA[<y>&z;]]>&#x41;<b/>\n</a>',
        ['1:1 |a "x&<y>&z;A\\n"', '.1:34 |b ""'],
      ],
      ['white space alone is not text', '<a> \n\t<b> </b> </a>', ['1:1 |a ""', '.2:2 |b ""']],
      ['attribute values are normalised', '<a x="1\t2\n3&#10;4 &lt;"/>', ['1:1 |a |x=1 2 3\n4 < ""']],
      [
        'comments and instructions hide tags',
        '<!-- <x> --><a><!--<b>&c;--><?p <b>?></a><!--d-->',
        ['1:13 |a ""'],
      ],
      [
        'documentation has the text of its descendants',
        '<a><documentation>x <b>y<i>z</i></b> w</documentation>t</a>',
        ['1:1 |a "t"', '.1:4 |documentation "x yz w"', '..1:21 |b "y"', '...1:25 |i "z"'],
      ],
      ['characters beyond the first plane', '<a x="𝄞">𝄞</a>', ['1:1 |a |x=𝄞 "𝄞"']],
      ['xml:lang', '<a xml:lang="en"/>', ['1:1 |a http://www.w3.org/XML/1998/namespace|lang=en ""']],
      ['quotes in tags', `<a x='">' y="'>"><b/></a>`, ['1:1 |a |x="> |y=\'> ""', '.1:18 |b ""']],
      [
        'names like properties',
        '<__proto__ constructor="1"><then/></__proto__>',
        ['1:1 |__proto__ |constructor=1 ""', '.1:28 |then ""'],
      ],
      [
        'entities of the DOCTYPE',
        `${ENTITIES}\n<a x="&dsig;-&lt2;">&dsig;&lt2;<!--&no;--></a>`,
        [
          `6:1 |a |x=http://www.w3.org/2000/09/xmldsig#-a < b & 'c' "\n "http://www.w3.org/2000/09/xmldsig#a < b & 'c' \\"\\n"`,
        ],
      ],
    ])('%s', async (_name, text, want) => {
      const { root, diagnostics } = await read(engine, text);
      expect(outline(root)).toEqual(want);
      expect(diagnostics).toEqual([]);
    });

    test('an unbound prefix is reported once and its name matches no other', async () => {
      const { root, diagnostics } = await read(engine, '<a>\n<x:b/><x:b y:c="1"/></a>');
      expect(outline(root)).toEqual([
        '1:1 |a ""',
        '.2:1 unbound-prefix:x|b ""',
        '.2:7 unbound-prefix:x|b unbound-prefix:y|c=1 ""',
      ]);
      expect(diagnostics.map((d) => [d.code, d.line, d.column, d.message])).toEqual([
        ['UNBOUND_PREFIX', 2, 1, 'prefix "x" is not declared'],
        ['UNBOUND_PREFIX', 2, 7, 'prefix "y" is not declared'],
      ]);
    });

    test('scopes resolve prefixes where they are used (MO-2)', async () => {
      const { root } = await read(engine, '<a xmlns:p="urn:1"><b xmlns:p="urn:2" xmlns="urn:3"/></a>');
      const lookups = ['p', '', 'xml', 'q'].map((prefix) => [
        root.scope.lookup(prefix),
        root.children[0]?.scope.lookup(prefix),
      ]);
      expect(lookups).toEqual([
        ['urn:1', 'urn:2'],
        ['', 'urn:3'],
        ['http://www.w3.org/XML/1998/namespace', 'http://www.w3.org/XML/1998/namespace'],
        [undefined, undefined],
      ]);
    });

    test.each<[string, string, string]>([
      ['an end tag that does not match', '<a><b></a>', 'NOT_WELL_FORMED'],
      ['no end', '<a><b>', 'NOT_WELL_FORMED'],
      ['half a tag', '<a', 'NOT_WELL_FORMED'],
      ['two roots', '<a/><b/>', 'NOT_WELL_FORMED'],
      ['no root', '<!-- -->', 'NOT_WELL_FORMED'],
      ['a colon in the target of an instruction', '<!-- <?p:q?> --><?p:q?><a/>', 'NOT_WELL_FORMED a.xml:1:'],
      ['such an instruction inside', '<a><![CDATA[<?p:q?>]]>\n<?p:q x?></a>', 'NOT_WELL_FORMED'],
      ['an entity after the root', '<!DOCTYPE a [<!ENTITY e "">]><a/>&e;', 'NOT_WELL_FORMED'],
      ['text before the root', 'x<a/>', 'NOT_WELL_FORMED'],
      ['an attribute twice', '<a x="1" x="2"/>', 'NOT_WELL_FORMED'],
      ['an attribute twice by namespace', '<a xmlns:p="u" xmlns:q="u" p:x="1" q:x="2"/>', 'NOT_WELL_FORMED'],
      ['a name with two colons', '<a:b:c xmlns:a="u"/>', 'NOT_WELL_FORMED'],
      ['a prefix bound to nothing', '<p:a xmlns:p=""/>', 'NOT_WELL_FORMED'],
      ['"<" in a value', '<a b="<"/>', 'NOT_WELL_FORMED'],
      ['a value without quotes', '<a b=1/>', 'NOT_WELL_FORMED'],
      ['a character that XML does not allow', '<a>\u0001</a>', 'NOT_WELL_FORMED'],
      ['a reference to such a character', '<a>&#0;</a>', 'NOT_WELL_FORMED'],
      ['a reference to half a pair', '<a>&#xD800;</a>', 'NOT_WELL_FORMED'],
      ['a reference out of range', '<a>&#x110000;</a>', 'NOT_WELL_FORMED'],
      ['"]]>" in text', '<a>]]></a>', 'NOT_WELL_FORMED'],
      ['"--" in a comment', '<a><!-- -- --></a>', 'NOT_WELL_FORMED'],
      [
        'an entity that is not declared',
        '<a>\n&foo;</a>',
        'NOT_WELL_FORMED a.xml:2:1: cannot read the XML: nothing declares the entity &foo;, and an "&" itself is written as &amp;',
      ],
      [
        'an entity named like a property',
        '<a>&constructor;</a>',
        'NOT_WELL_FORMED a.xml:1:4: cannot read the XML: nothing declares the entity &constructor;, and an "&" itself is written as &amp;',
      ],
      ['an "&" by itself', '<a b="?x=1&y=2"/>', 'NOT_WELL_FORMED'],
      [
        'an entity that a DOCTYPE may declare elsewhere',
        '<!DOCTYPE a SYSTEM "a.dtd">\n<a>&foo;</a>',
        'DOCTYPE_REFUSED a.xml:2:4: cannot expand the entity &foo;: it is not declared',
      ],
      [
        'an external entity',
        '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>\n<a b="&x;"/>',
        'DOCTYPE_REFUSED a.xml:2:7: cannot expand the entity &x;: it is external',
      ],
      ['a second DOCTYPE', '<!DOCTYPE a><!DOCTYPE a><a/>', 'DOCTYPE_REFUSED'],
    ])('rejects %s', async (_name, text, want) => {
      expect(await refusalOf(engine, text)).toMatch(
        new RegExp(`^${want.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`),
      );
    });

    test('counts what references to entities add', async () => {
      const text = `<!DOCTYPE a [<!ENTITY x "${'x'.repeat(50)}">]><a>${'&x;'.repeat(3)}</a>`;
      expect(await refusalOf(engine, text, { entityText: 149 })).toBe(
        'DOCTYPE_REFUSED a.xml:1:89: cannot expand the entity &x;: the references of the document expand to too much text',
      );
      expect(await refusalOf(engine, text, { entityText: 150 })).toBe('accepted');
    });

    test.each<[string, string, Partial<ParseLimits>, string]>([
      [
        'depth',
        '<a><a><a/></a></a>',
        { depth: 2 },
        'a.xml:1:7: elements nested too deep: the limit is 2 (option "limits.depth", default 100)',
      ],
      [
        'elements',
        '<a><b/><c/></a>',
        { elements: 2 },
        'a.xml:1:8: too many elements in the documents: the limit is 2 (option "limits.elements", default 1000000)',
      ],
      [
        'attributes',
        '<a x="1" y="2" z="3"/>',
        { attributes: 2, namespaceDeclarations: 1 },
        'a.xml:1:1: too many attributes on one element: the limit is 2 (option "limits.attributes", default 100)',
      ],
      [
        'namespace declarations',
        '<a xmlns:x="1" xmlns:y="2"/>',
        { namespaceDeclarations: 1 },
        'a.xml:1:1: too many namespace declarations on one element: the limit is 1 (option "limits.namespaceDeclarations", default 256)',
      ],
      [
        'names of elements',
        '<abcd/>',
        { nameLength: 3 },
        'a.xml:1:1: a name of 4 characters: the limit is 3 (option "limits.nameLength", default 1024)',
      ],
      [
        'names of attributes',
        '<a abcd="1"/>',
        { nameLength: 3 },
        'a.xml:1:1: a name of 4 characters: the limit is 3 (option "limits.nameLength", default 1024)',
      ],
    ])('keeps the limit on %s', async (_name, text, limits, want) => {
      expect(await refusalOf(engine, text, limits)).toBe(`LIMIT_EXCEEDED ${want}`);
    });

    test.each<[string, string]>([
      ['a million levels', '<a>'.repeat(1_000_000)],
      [
        'a hundred thousand attributes',
        `<a ${Array.from({ length: 100_000 }, (_x, i) => `a${i}=""`).join(' ')}/>`,
      ],
      [
        'a hundred thousand prefixes',
        `<a ${Array.from({ length: 100_000 }, (_x, i) => `xmlns:a${i}="u"`).join(' ')}/>`,
      ],
      ['a name of a megabyte', `<${'a'.repeat(1_000_000)}/>`],
      ['two megabytes of "<"', '<'.repeat(2_000_000)],
      ['an attribute without an end', `<a x="${'b'.repeat(1_000_000)}`],
    ])('rejects %s immediately', async (_name, text) => {
      let refused = '';
      const ms = await cpuMilliseconds(async () => {
        refused = await refusalOf(engine, text);
      });
      expect(refused).toMatch(/^(LIMIT_EXCEEDED|NOT_WELL_FORMED) /);
      // A small version; input that is not rejected immediately takes minutes.
      expect(ms).toBeLessThan(5_000);
    });
  });
}
