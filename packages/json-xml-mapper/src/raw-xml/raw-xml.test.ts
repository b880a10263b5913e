import type { ServiceModel } from '@soapstone/soap-model';
import { describe, expect, test } from 'vitest';
import type { MapperOptions } from '../api/options.js';
import { createMapper } from '../mapper.js';
import type { EncodingOptions } from '../testing/encoding.js';
import { bodyOf, contentOf, encoderOf, requestOf } from '../testing/encoding.js';
import { any, attribute, el, part, SchemaLiteral, sequence, T, times } from '../testing/schema-literal.js';

const GOODS = `<t:goods xmlns:t="${T}" id="a"><t:qty>5</t:qty><!-- five --><t:note><![CDATA[<&]]></t:note></t:goods>`;

/** A service with a declared element, wildcards of each kind, untyped and mixed content. */
function schemaOf() {
  const schema = new SchemaLiteral();
  const goods = schema.complex(
    'Goods',
    sequence(el('qty', 'int'), times(el('note', 'string'), 0, 'unbounded')),
    {
      attributes: [attribute('id', 'token')],
    },
  );
  schema.element('goods', goods);
  schema.element('known', 'int');
  return { schema, goods };
}

const encoder = (() => {
  const { schema, goods } = schemaOf();
  return requestOf(
    schema,
    times(el('goods', goods, { global: true }), 0, 2),
    times(el('size', 'int'), 0, 1),
    times(el('open', 'anyType'), 0, 1),
    times(any({ processContents: 'strict' }), 0, 9),
    times(any({ namespaces: { kind: 'list', list: ['urn:s'] }, processContents: 'skip' }), 0, 9),
  );
})();

const problemsOf = (input: unknown, coder = encoder): string[] =>
  coder.validate(input).map(({ path, keyword, message }) => `${path} ${keyword}: ${message}`);

describe('XM-1: a finished element stands where an element may be', () => {
  test.each<[string, unknown, string]>([
    ['a declared element', { goods: [{ $xml: GOODS }] }, GOODS],
    [
      'beside JSON',
      { goods: [{ qty: 1 }, { $xml: GOODS }] },
      `<ns1:goods><ns1:qty>1</ns1:qty></ns1:goods>${GOODS}`,
    ],
    ['a simple element', { size: { $xml: `<size xmlns="${T}">7</size>` } }, `<size xmlns="${T}">7</size>`],
    [
      'an entry of a wildcard',
      { $any: [{ $xml: '<x:a xmlns:x="urn:x">1</x:a>' }] },
      '<x:a xmlns:x="urn:x">1</x:a>',
    ],
    [
      'a declared entry',
      { $any: [{ $xml: `<known xmlns="${T}">5</known>` }] },
      `<known xmlns="${T}">5</known>`,
    ],
    ['a skipped entry', { $any2: [{ $xml: '<a xmlns="urn:s"><b/></a>' }] }, '<a xmlns="urn:s"><b/></a>'],
    [
      'an anyType',
      { open: { $xml: `<o:open xmlns:o="${T}"><a b="c"/></o:open>` } },
      `<o:open xmlns:o="${T}"><a b="c"/></o:open>`,
    ],
    ['untyped content', { open: { $content: [{ $xml: '<a/>' }] } }, '<ns1:open><a/></ns1:open>'],
    [
      'an undeclared element',
      { $any: [{ '{urn:x}a': { $xml: "<a xmlns='urn:x'/>" } }] },
      "<a xmlns='urn:x'/>",
    ],
    ['an element of no namespace', { $any: [{ $xml: '<a/>' }] }, '<a/>'],
  ])('%s', (_what, input, want) => {
    expect(problemsOf(input)).toEqual([]);
    expect(contentOf(encoder, input)).toBe(want);
    expect(contentOf(encoder, JSON.parse(JSON.stringify(input)))).toBe(want);
    const json = new TextEncoder().encode(JSON.stringify(input));
    expect(new TextDecoder().decode(encoder.encodeJson(json).body)).toContain(want);
  });

  test('the root of a request', () => {
    const xml = `<Op xmlns="${T}"><size>1</size></Op>`;
    expect(problemsOf({ $xml: xml })).toEqual([]);
    expect(bodyOf(encoder, { $xml: xml })).toBe(xml);
  });

  test('only the element is sent: an XML declaration, a byte order mark and white space around it are not', () => {
    const text = `\u{feff}<?xml version="1.0" encoding="ISO-8859-1"?>\r\n <!-- a --><a>\u{e9}</a>\n<!-- b -->`;
    expect(contentOf(encoder, { $any: [{ $xml: text }] })).toBe('<a>\u{e9}</a>');
  });

  test('XM-2: no namespace of the envelope reaches an element without a prefix', () => {
    const body = bodyOf(encoder, { $any: [{ $xml: '<a><b/></a>' }] });
    expect(body).not.toMatch(/ xmlns=/);
  });

  test('mixed and ordered content', () => {
    const { schema, goods } = schemaOf();
    const mixed = schema.complex('Mixed', undefined, {
      content: {
        kind: 'mixed',
        particle: sequence(
          el('goods', goods, { global: true }),
          times(any({ processContents: 'lax' }), 0, 3),
        ),
      },
    });
    const coder = requestOf(schema, el('m', mixed));
    const input = { m: { $content: ['a', { $xml: GOODS }, 'b', { $xml: '<x xmlns="urn:x"/>' }] } };
    expect(problemsOf(input, coder)).toEqual([]);
    expect(contentOf(coder, input)).toBe(`<ns1:m>a${GOODS}b<x xmlns="urn:x"/></ns1:m>`);
    const wrong = { m: { $content: [{ $xml: '<x xmlns="urn:x"/>' }] } };
    expect(problemsOf(wrong, coder)).toEqual(['/m/$content/0 content: is not allowed here, expected goods']);
  });
});

test('XM-1: the canonical form of an input keeps finished elements', () => {
  const input = {
    goods: [{ $xml: GOODS }],
    open: { $content: [{ $xml: '<a/>' }] },
    $any: [{ $xml: '<b/>' }, { '{urn:x}a': { $xml: '<a xmlns="urn:x"/>' } }],
  };
  expect(encoder.normalise(input)).toEqual(input);
  expect(encoder.normalise({ $xml: `<Op xmlns="${T}"/>` })).toEqual({ $xml: `<Op xmlns="${T}"/>` });
});

describe('XM-3: a finished element is validated as its JSON would be', () => {
  test.each<[string, unknown, string[]]>([
    [
      'another element',
      { goods: [{ $xml: '<goods/>' }] },
      [`/goods/0/$xml content: must be the element {${T}}goods, got goods`],
    ],
    [
      'a wrong value, with its place',
      { goods: [{ $xml: `<t:goods xmlns:t="${T}">\n  <t:qty>five</t:qty></t:goods>` }] },
      ['/goods/0/$xml format: is not valid: /qty INVALID_VALUE: not an xs:int (line 2, column 3)'],
    ],
    [
      'a missing element',
      { goods: [{ $xml: `<t:goods xmlns:t="${T}"/>` }] },
      [
        '/goods/0/$xml required: is not valid: /qty MISSING_REQUIRED: a required element is missing (line 1, column 1)',
      ],
    ],
    [
      'an unknown element',
      { goods: [{ $xml: `<t:goods xmlns:t="${T}"><t:qty>1</t:qty><t:price/></t:goods>` }] },
      ['/goods/0/$xml additionalProperties: is not valid: UNKNOWN_ELEMENT: {urn:t}price (line 1, column 1)'],
    ],
    [
      'an undeclared element of a strict wildcard',
      { $any: [{ $xml: `<other xmlns="${T}"/>` }] },
      [
        '/$any/0/$xml wildcard: is not valid: must be an element that the schema declares (the setting wildcards: "lax" accepts any) (line 1, column 1)',
      ],
    ],
    [
      'a namespace that the wildcard does not admit',
      { $any2: [{ $xml: '<a/>' }] },
      ['/$any2/0/$xml wildcard: is not valid: must be in urn:s (line 1, column 1)'],
    ],
    [
      'an element that is declared beside the wildcard',
      { $any: [{ $xml: `<size xmlns="${T}">1</size>` }] },
      [
        '/$any/0/$xml wildcard: is not valid: must be given as size: the element is declared here (line 1, column 1)',
      ],
    ],
    [
      'a declared element in untyped content',
      { open: { $content: [{ $xml: `<a><known xmlns="${T}">x</known></a>` }] } },
      [],
    ],
    [
      'a type whose prefix the envelope might declare',
      { $any: [{ $xml: '<a xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:type="ns1:Goods"/>' }] },
      [
        '/$any/0/$xml xsiType: is not valid: UNKNOWN_XSI_TYPE: xsi:type ns1:Goods is not known (line 1, column 1)',
      ],
    ],
    [
      'a member beside it',
      { size: { $xml: '<size/>', $value: 2 } },
      ['/size/$value additionalProperties: must not be given: $xml is the whole element'],
    ],
    [
      'no string',
      { size: { $xml: 5 } },
      ['/size/$xml type: must be a string with one XML element, got number 5'],
    ],
  ])('%s', (_what, input, want) => {
    const problems = problemsOf(input);
    if (want.length > 0) expect(problems).toEqual(want);
    else expect(problems).not.toEqual([]);
    expect(() => encoder.toXml(input)).toThrow();
  });
});

describe('XM-4: attacks', () => {
  const refused = (xml: string, coder = encoder) => problemsOf({ $any: [{ $xml: xml }] }, coder).join('\n');
  test.each<[string, string, string]>([
    [
      'a document type',
      '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
      'a document type declaration is not allowed (line 1, column 1)',
    ],
    ['an entity', '<a>\n&b;</a>', '(line 2, column 1)'],
    [
      'a processing instruction',
      '<a><?php echo 1?></a>',
      'a processing instruction is not allowed: SOAP messages have none (line 1, column 4)',
    ],
    [
      'an instruction before it',
      '<?xml-stylesheet href="a"?><a/>',
      'a processing instruction is not allowed',
    ],
    ['unbalanced markup', '<a></a></soapenv:Body>', 'an end tag without a start tag (line 1, column 8)'],
    ['an open element', '<a><b></a>', '(line 1, column 7)'],
    ['two elements', '<a/><b/>', 'a second root element (line 1, column 5)'],
    ['text', 'a', 'content before the root element'],
    ['text after it', '<a/>b', 'content after the root element'],
    ['nothing', '', 'unexpected end of the document'],
    ['a comment alone', '<!-- a -->', 'unexpected end of the document'],
    ['CDATA alone', '<![CDATA[<a/>]]>', 'a CDATA section outside the root element'],
    [
      'a prefix of the envelope',
      '<soapenv:a/>',
      'the prefix of an element is not declared (line 1, column 1)',
    ],
    ['a prefix of an attribute', '<a ns1:b="1"/>', 'not declared'],
    [
      'a prefix declared inside only',
      '<a><b xmlns:p="urn:p"/><p:c/></a>',
      'the prefix of an element is not declared',
    ],
    ['the prefix xml rebound', '<a xmlns:xml="urn:x"/>', 'xml'],
    ['the prefix xmlns', '<a xmlns:xmlns="urn:x"/>', 'a namespace declaration that is not allowed'],
    ['an attribute twice', '<a xmlns:p="urn:p" xmlns:q="urn:p" p:b="1" q:b="2"/>', 'attribute'],
    ['a lone surrogate', '<a>\ud800</a>', 'must not contain U+D800'],
    ['a control character', '<a>\u0001</a>', 'must not contain U+0001'],
  ])('%s', (_what, xml, want) => {
    expect(refused(xml)).toContain(want);
  });

  test('a rebound prefix keeps its own meaning, and that of the envelope does not reach it', () => {
    const xml = '<soapenv:a xmlns:soapenv="urn:x"><ns1:b xmlns:ns1="urn:y"/></soapenv:a>';
    expect(contentOf(encoder, { $any: [{ $xml: xml }] })).toBe(xml);
  });

  test('markup in strings stays text', () => {
    expect(contentOf(encoder, { open: '{"$xml":"<a/>"}' })).not.toContain('<a/>');
    expect(contentOf(encoder, { $any: [{ '{urn:x}a': '<b/>' }] })).toContain('&lt;b/&gt;');
  });
});

describe('XM-5: limits of a request', () => {
  const limited = (limits: EncodingOptions['limits']) => {
    const schema = new SchemaLiteral();
    schema.element('Op', schema.complex(undefined, sequence(times(any(), 0, 9))));
    schema.element('OpResponse', schema.complex(undefined));
    return encoderOf(schema.service({ Op: {} }), 'Op', { limits: limits ?? {} });
  };
  test('depth, nodes, bytes, work', () => {
    const deep = `${'<a>'.repeat(70)}${'</a>'.repeat(70)}`;
    expect(problemsOf({ $any: [{ $xml: deep }] }, limited({}))).toEqual([
      '/$any/0/$xml limit: must not be nested more than 64 levels deep (option "limits.requestDepth", default 64)',
    ]);
    const many = `<a>${'<b c="1"/>'.repeat(600)}</a>`;
    expect(problemsOf({ $any: [{ $xml: many }] }, limited({ requestNodes: 1000 }))).toEqual([
      '/$any/0/$xml limit: must not produce more than 1000 elements and attributes (option "limits.requestNodes", default 100000)',
    ]);
    expect(
      problemsOf({ $any: [{ $xml: many }, { $xml: many }] }, limited({ requestNodes: 2000 }))[0],
    ).toContain('/$any/1/$xml limit');
    const large = `<a>${'x'.repeat(3000)}</a>`;
    expect(
      problemsOf({ $any: [{ $xml: large }] }, limited({ outputBytes: 2000, requestBytes: 200 }))[0],
    ).toContain('/$any/0/$xml limit: produces an XML message of more than 2000 bytes');
    expect(problemsOf({ $any: [{ $xml: many }] }, limited({ work: 100 }))).toEqual([]);
  });
});

describe('XM-6: where a finished element cannot be', () => {
  const problemsIn = (model: ServiceModel, operation: string, input: unknown, options: MapperOptions = {}) =>
    createMapper(model, options)
      .compile(operation)
      .validate(input)
      .map(({ path, keyword, message }) => `${path} ${keyword}: ${message}`);

  test('rpc/encoded messages', () => {
    const message = { use: 'encoded', parts: [part('v', { type: 'anyType' })] } as const;
    const model = new SchemaLiteral().service({ put: { style: 'rpc', input: message, output: 'none' } });
    expect(problemsIn(model, 'put', { v: { $xml: '<v/>' } })).toEqual([
      '/v/$xml content: must be JSON here: the message is rpc/encoded',
    ]);
  });

  test('header blocks', () => {
    const headers = { '{urn:s}open': { $content: [{ $xml: '<a/>' }] } };
    const schema = new SchemaLiteral();
    schema.element('Op', schema.complex(undefined));
    schema.element('OpResponse', schema.complex(undefined));
    const coder = encoderOf(schema.service({ Op: {} }), 'Op', { allowUndeclaredHeaders: true });
    expect(coder.validate({}, { headers }).map(({ message }) => message)).toEqual([
      'must be JSON here: header blocks are written by their declarations',
    ]);
  });

  test('elements with members that a design fills', () => {
    const schema = new SchemaLiteral();
    const line = schema.complex('Line', sequence(el('Sku', 'string'), el('Unit', 'string')));
    schema.element('Op', schema.complex(undefined, sequence(el('Line', line), el('Free', line))));
    const design = { fill: { 'Op/Line/Unit': 'kg' } };
    const element = (name: string) => ({
      $xml: `<${name} xmlns="${T}"><Sku>a</Sku><Unit>t</Unit></${name}>`,
    });
    const model = schema.service({ Op: { output: 'none' } });
    expect(problemsIn(model, 'Op', { Line: element('Line'), Free: element('Free') }, { design })).toEqual([
      '/Line/$xml content: must be JSON here: the design of the service fills or hides members of this element',
    ]);
    expect(problemsIn(model, 'Op', { Line: element('Line'), Free: element('Free') })).toEqual([]);
  });
});
