import type { Particle } from '@soapstone/soap-model';
import { describe, expect, test } from 'vitest';
import type { WildcardMode } from '../api/options.js';
import { JsonNumber } from '../json/json-number.js';
import { bodyOf, contentOf, encoderOf, envelopeOf, problemsOf, typedEncoder } from '../testing/encoding.js';
import {
  any,
  attribute,
  choice,
  el,
  part,
  SchemaLiteral,
  sequence,
  T,
  times,
} from '../testing/schema-literal.js';
import type { MessageEncoder } from './encoder.js';

function requestOf(schema: SchemaLiteral, ...particles: readonly Particle[]): MessageEncoder {
  schema.element('Op', schema.complex(undefined, sequence(...particles)));
  schema.element('OpResponse', schema.complex(undefined));
  return encoderOf(schema.service({ Op: {} }), 'Op');
}

describe('strict wildcards ask for a declaration in namespaces that the service has a schema of (AN-3, AN-4)', () => {
  const encoder = (wildcards?: WildcardMode, declaresBare = false) => {
    const schema = new SchemaLiteral().element('known', 'int');
    if (declaresBare) schema.element('bare', 'int', { namespace: '' });
    const type = schema.complex(undefined, sequence(times(any({ processContents: 'strict' }), 0, 9)), {
      attributeWildcard: { namespaces: { kind: 'any' }, processContents: 'strict' },
    });
    schema.element('Op', type);
    schema.element('OpResponse', schema.complex(undefined));
    return encoderOf(schema.service({ Op: {} }), 'Op', wildcards === undefined ? {} : { wildcards });
  };
  const foreign = { $any: [{ '{urn:x}a': 'v' }], $anyAttributes: { '{urn:x}b': 'w' } };
  const own = { $any: [{ '{urn:t}a': 'v' }], $anyAttributes: { '{urn:t}b': 'w' } };
  const refusedForeign = ['/$anyAttributes/{urn:x}b wildcard', '/$any/0/{urn:x}a wildcard'];
  const refusedOwn = ['/$anyAttributes/{urn:t}b wildcard', '/$any/0/{urn:t}a wildcard'];
  test.each<[WildcardMode | undefined, string[], string[]]>([
    [undefined, [], refusedOwn],
    ['known', [], refusedOwn],
    ['lax', [], []],
    ['strict', refusedForeign, refusedOwn],
  ])('wildcards: %s', (mode, foreignProblems, ownProblems) => {
    expect(problemsOf(encoder(mode), foreign)).toEqual(foreignProblems);
    expect(problemsOf(encoder(mode), own)).toEqual(ownProblems);
    expect(problemsOf(encoder(mode), { $any: [{ '{urn:t}known': 5 }] })).toEqual([]);
    expect(problemsOf(encoder(mode), { $any: [{ '{urn:t}known': 'five' }] })).toEqual([
      '/$any/0/{urn:t}known type',
    ]);
  });
  test('no namespace is one as well', () => {
    expect(problemsOf(encoder(), { $any: [{ undeclared: 'v' }] })).toEqual([]);
    expect(problemsOf(encoder(undefined, true), { $any: [{ undeclared: 'v' }] })).toEqual([
      '/$any/0/undeclared wildcard',
    ]);
    expect(problemsOf(encoder('lax', true), { $any: [{ undeclared: 'v' }] })).toEqual([]);
  });
  test('the message names the setting', () => {
    expect(encoder().validate(own)[1]?.message).toContain('wildcards: "lax"');
  });
});

describe('wildcards (AN-1 to AN-5)', () => {
  const schema = new SchemaLiteral()
    .element('known', 'int')
    .element('foreign', 'int', { namespace: 'urn:f' });
  const encoder = requestOf(
    schema,
    el('name', 'string', { minOccurs: 0 }),
    times(any({ processContents: 'lax' }), 0, 2),
    times(any({ namespaces: { kind: 'not', namespace: T }, processContents: 'strict' }), 0, 'unbounded'),
    times(
      any({ namespaces: { kind: 'list', list: ['', 'urn:l'] }, processContents: 'skip' }),
      0,
      'unbounded',
    ),
  );
  test('declared elements are typed, others are not; foreign namespaces are declared where they are used', () => {
    const input = {
      $any: [
        { '{urn:x}Extra': { $content: [{ '{urn:x}p': '1' }, { q: { '@{urn:y}a': 'v' } }] } },
        { '{urn:t}known': 5 },
      ],
      $any2: [{ '{urn:f}foreign': 7 }],
      $any3: [{ plain: 'a' }, { '{urn:l}b': '' }],
    };
    expect(contentOf(encoder, input)).toBe(
      '<x1:Extra xmlns:x1="urn:x"><x1:p>1</x1:p><q xmlns:x2="urn:y" x2:a="v"/></x1:Extra><ns1:known>5</ns1:known>' +
        '<ns2:foreign xmlns:ns2="urn:f">7</ns2:foreign><plain>a</plain><x3:b xmlns:x3="urn:l"></x3:b>',
    );
  });
  test.each([
    [{ $any: [{ '{urn:t}known': 'x' }] }, ['/$any/0/{urn:t}known type']],
    [{ $any: [{ '{urn:t}name': 'x' }] }, ['/$any/0/{urn:t}name wildcard']],
    [{ $any: [{ a: 1, b: 2 }, {}, 5, { 'not a name': 1 }].slice(0, 2) }, ['/$any/0 type', '/$any/1 type']],
    [{ $any: [5, { 'not a name': 1 }] }, ['/$any/0 type', '/$any/1/not a name wildcard']],
    [{ $any: [{ '{urn:x}a><b': 1 }] }, ['/$any/0/{urn:x}a><b wildcard']],
    [{ $any: [{ a: 1 }, { a: 1 }, { a: 1 }] }, ['/$any maxItems']],
    [{ $any: { a: 1 } }, ['/$any type']],
    [{ $any2: [{ '{urn:t}known': 1 }] }, ['/$any2/0/{urn:t}known wildcard']],
    [{ $any2: [{ '{urn:f}unknown': 1 }] }, ['/$any2/0/{urn:f}unknown wildcard']],
    [{ $any3: [{ '{urn:x}a': 1 }] }, ['/$any3/0/{urn:x}a wildcard']],
  ])('errors of %j', (input, problems) => {
    expect(problemsOf(encoder, input).map((problem) => problem.replaceAll('~1', '/'))).toEqual(problems);
  });
  test.each([
    ['{urn:t}known', 'must be in a namespace other than urn:t'],
    ['plain', 'must be in a namespace other than urn:t'],
  ])('AN-3: the refusal of %s under ##other says what is admitted', (name, message) => {
    const problems = encoder.validate({ $any2: [{ [name]: 1 }] });
    expect(problems.map((problem) => problem.message)).toEqual([message]);
  });
  test('AN-4: attributes', () => {
    const open = new SchemaLiteral();
    const type = open.complex('Open', undefined, {
      attributes: [attribute('a', 'int')],
      attributeWildcard: { namespaces: { kind: 'any' }, processContents: 'lax' },
    });
    const request = typedEncoder(open, { o: type });
    expect(contentOf(request, { o: { '@a': 1, $anyAttributes: { '{urn:x}f': '<"', b: '2' } } })).toBe(
      '<ns1:o xmlns:x1="urn:x" a="1" b="2" x1:f="&lt;&quot;"/>',
    );
    expect(
      problemsOf(request, {
        o: {
          $anyAttributes: {
            a: '1',
            b: 2,
            'x y': '',
            xmlns: 'urn:evil',
            '{http://www.w3.org/2001/XMLSchema-instance}nil': 'true',
          },
        },
      }),
    ).toEqual([
      '/o/$anyAttributes/a wildcard',
      '/o/$anyAttributes/b type',
      '/o/$anyAttributes/x y wildcard',
      '/o/$anyAttributes/xmlns wildcard',
      '/o/$anyAttributes/{http:~1~1www.w3.org~12001~1XMLSchema-instance}nil wildcard',
    ]);
  });
});

describe('anyType and anySimpleType (AN-6 to AN-8)', () => {
  const schema = new SchemaLiteral();
  schema.complex('User', sequence(el('id', 'int')), { attributes: [attribute('a', 'string')] });
  schema.simple('Color', 'token', { enumeration: ['red', 'blue'] });
  schema.element('known', 'int');
  schema.element('open', 'anyType');
  const encoder = typedEncoder(schema, { v: 'anyType', s: 'anySimpleType' });
  test.each([
    ['plain text', '<ns1:v xsi:type="xsd:string">plain text</ns1:v>'],
    ['', '<ns1:v xsi:type="xsd:string"></ns1:v>'],
    [{ $content: ['a', '<b'] }, '<ns1:v xsi:type="xsd:string">a&lt;b</ns1:v>'],
    [{ '@a': '1', $content: ['t'] }, '<ns1:v a="1">t</ns1:v>'],
    [{ '{urn:t}open': 'x' }, '<ns1:v><ns1:open xsi:type="xsd:string">x</ns1:open></ns1:v>'],
    [null, ''],
    [5, '<ns1:v xsi:type="xsd:int">5</ns1:v>'],
    [2147483648, '<ns1:v xsi:type="xsd:long">2147483648</ns1:v>'],
    [
      new JsonNumber('1000000000000000000000000000000'),
      '<ns1:v xsi:type="xsd:integer">1000000000000000000000000000000</ns1:v>',
    ],
    [1.5, '<ns1:v xsi:type="xsd:decimal">1.5</ns1:v>'],
    [1e300, '<ns1:v xsi:type="xsd:double">1e300</ns1:v>'],
    [true, '<ns1:v xsi:type="xsd:boolean">true</ns1:v>'],
    [
      { $type: 'xs:dateTime', $value: '2026-01-01T00:00:00Z' },
      '<ns1:v xsi:type="xsd:dateTime">2026-01-01T00:00:00Z</ns1:v>',
    ],
    [{ $type: 'User', id: 1, '@a': 'x' }, '<ns1:v xsi:type="ns1:User" a="x"><ns1:id>1</ns1:id></ns1:v>'],
    [{ $type: '{urn:t}Color', $value: 'red' }, '<ns1:v xsi:type="ns1:Color">red</ns1:v>'],
    [{ $type: 'xs:QName', $value: '{urn:q}n' }, '<ns1:v xsi:type="xsd:QName" xmlns:x1="urn:q">x1:n</ns1:v>'],
    [
      { '@a': '1', $content: ['x ', { '{urn:x}c': true }, ' ', { d: null }] },
      '<ns1:v a="1">x <x1:c xmlns:x1="urn:x" xsi:type="xsd:boolean">true</x1:c><d xsi:nil="true"/></ns1:v>',
    ],
    [
      { b: [1, 'x'], '{urn:t}known': 3, '@xml:lang': 'en' },
      '<ns1:v xml:lang="en"><b xsi:type="xsd:int">1</b><b>x</b><ns1:known>3</ns1:known></ns1:v>',
    ],
    [{ $nil: true, '@a': '1' }, '<ns1:v a="1" xsi:nil="true"/>'],
    [{}, '<ns1:v xsi:type="xsd:string"></ns1:v>'],
  ])('AN-7: %j', (v, content) => {
    expect(contentOf(encoder, { v })).toBe(content);
  });
  test.each([
    [[1], ['/v type']],
    [
      { '@xml:lang': 'en', '@{http://www.w3.org/XML/1998/namespace}lang': 'de' },
      ['/v/@{http:~1~1www.w3.org~1XML~11998~1namespace}lang additionalProperties'],
    ],
    [{ $type: 'Nowhere' }, ['/v/$type xsiType']],
    [{ $type: 5 }, ['/v/$type xsiType']],
    [{ $type: 'xs:anyType', x: 1 }, ['/v/$type xsiType']],
    [{ $type: 'xs:int', $value: 'x' }, ['/v/$value type']],
    [{ $type: 'xs:int' }, ['/v/$value required']],
    [{ $type: 'xs:int', $value: 1, x: 2 }, ['/v/x additionalProperties']],
    [{ $type: 'User', id: 'x', y: 1 }, ['/v/id type', '/v/y additionalProperties']],
    [{ $content: [], x: 1 }, ['/v content']],
    [{ $items: [] }, ['/v/$items additionalProperties']],
    [{ $content: [{ a: 1, b: 2 }, 5] }, ['/v/$content/0 type', '/v/$content/1 type']],
    [{ 'a b': 1 }, ['/v/a b additionalProperties']],
    [{ '@a b': '1' }, ['/v/@a b additionalProperties']],
    [{ '@a': 1 }, ['/v/@a type']],
    ['\u0000', ['/v xmlChar']],
  ])('errors of %j', (v, problems) => {
    expect(problemsOf(encoder, { v })).toEqual(problems);
  });
  test.each([
    ['a<b', '<ns1:s xsi:type="xsd:string">a&lt;b</ns1:s>'],
    [5, '<ns1:s xsi:type="xsd:int">5</ns1:s>'],
    [false, '<ns1:s xsi:type="xsd:boolean">false</ns1:s>'],
    [{ $type: 'Color', $value: 'blue' }, '<ns1:s xsi:type="ns1:Color">blue</ns1:s>'],
  ])('AN-8: %j', (s, content) => {
    expect(contentOf(encoder, { s })).toBe(content);
  });
  test('AN-8 errors', () => {
    expect(problemsOf(encoder, { s: { $type: 'User', id: 1 } })).toEqual(['/s/$type xsiType']);
    expect(problemsOf(encoder, { s: [] })).toEqual(['/s type']);
  });
});

describe('derived types (PY-1 to PY-4)', () => {
  const schema = new SchemaLiteral();
  const shape = schema.complex('Shape', sequence(el('id', 'int')), { abstract: true });
  const circle = schema.complex('Circle', sequence(el('id', 'int'), el('r', 'double')), {
    base: shape,
    derivation: 'extension',
  });
  schema.complex('Ring', sequence(el('id', 'int'), el('r', 'double'), el('hole', 'double')), {
    base: circle,
    derivation: 'extension',
    attributes: [attribute('a', 'int')],
  });
  const encoder = typedEncoder(schema, { s: shape, c: circle });
  test('xsi:type is written iff the type differs from the declared one', () => {
    expect(contentOf(encoder, { s: { $type: 'Circle', id: 1, r: 2.5 }, c: { id: 1, r: 2 } })).toBe(
      '<ns1:s xsi:type="ns1:Circle"><ns1:id>1</ns1:id><ns1:r>2.5</ns1:r></ns1:s><ns1:c><ns1:id>1</ns1:id><ns1:r>2</ns1:r></ns1:c>',
    );
    expect(contentOf(encoder, { c: { $type: 'Circle', id: 1, r: 2 } })).toBe(
      '<ns1:c><ns1:id>1</ns1:id><ns1:r>2</ns1:r></ns1:c>',
    );
    expect(contentOf(encoder, { c: { $type: '{urn:t}Ring', id: 1, r: 2, hole: 1, '@a': 3 } })).toBe(
      '<ns1:c xsi:type="ns1:Ring" a="3"><ns1:id>1</ns1:id><ns1:r>2</ns1:r><ns1:hole>1</ns1:hole></ns1:c>',
    );
  });
  test.each([
    [{ s: { id: 1 } }, ['/s/$type abstract']],
    [{ s: { $type: 'Shape', id: 1 } }, ['/s/$type xsiType']],
    [{ c: { $type: 'Shape', id: 1 } }, ['/c/$type xsiType']],
    [{ c: { $type: 'Circel', id: 1 } }, ['/c/$type xsiType']],
    [{ c: { $type: 'Circle', id: 1, r: 1, hole: 2 } }, ['/c/hole additionalProperties']],
    [{ s: 5 }, ['/s type']],
  ])('errors of %j', (input, problems) => {
    expect(problemsOf(encoder, input)).toEqual(problems);
  });
  test('VE-4: expected lists the allowed types', () => {
    expect(encoder.validate({ c: { $type: 'Circel', id: 1 } })[0]).toEqual({
      path: '/c/$type',
      keyword: 'xsiType',
      message: 'must be one of Circle, Ring, got string "Circel", did you mean Circle',
      expected: ['Circle', 'Ring'],
    });
  });
});

describe('substitution groups (SG-1 to SG-3)', () => {
  const schema = new SchemaLiteral();
  const pub = schema.complex('Pub', sequence(el('title', 'string')));
  const head = { substitutionGroup: { namespace: T, localName: 'pub' } };
  schema.element('pub', pub, { abstract: true });
  schema.element(
    'book',
    schema.complex('Book', sequence(el('title', 'string'), el('isbn', 'string')), {
      base: pub,
      derivation: 'extension',
    }),
    head,
  );
  schema.element('mag', pub, { ...head, nillable: true });
  schema
    .element('tag', 'string')
    .element('code', 'token', { namespace: 'urn:c', substitutionGroup: { namespace: T, localName: 'tag' } });
  const encoder = requestOf(
    schema,
    times(el('pub', pub, { global: true }), 0, 'unbounded'),
    times(el('tag', 'string', { global: true }), 0, 'unbounded'),
  );
  test('$element names what stands for the head', () => {
    const input = {
      pub: [
        { $element: 'mag', title: 'M' },
        { $element: 'book', title: 'B', isbn: '1' },
        { $element: 'mag', $nil: true },
      ],
      tag: ['plain', { $element: 'code', $value: 'c' }, { $element: '{urn:c}code', $value: 'd' }],
    };
    expect(contentOf(encoder, input)).toBe(
      '<ns1:mag><ns1:title>M</ns1:title></ns1:mag><ns1:book><ns1:title>B</ns1:title><ns1:isbn>1</ns1:isbn></ns1:book><ns1:mag xsi:nil="true"/>' +
        '<ns1:tag>plain</ns1:tag><ns2:code>c</ns2:code><ns2:code>d</ns2:code>',
    );
  });
  test.each([
    [{ pub: [{ title: 'M' }] }, ['/pub/0/$element abstract']],
    [{ pub: [{ $element: 'pub', title: 'M' }] }, ['/pub/0/$element substitution']],
    [{ pub: [{ $element: 'boook', title: 'M' }] }, ['/pub/0/$element substitution']],
    [{ pub: [{ $element: 'book', $nil: true }] }, ['/pub/0/$nil nil']],
    [{ tag: [{ $element: 'code' }] }, ['/tag/0/$value required']],
    [
      { tag: [{ $element: 'code', $value: 1, x: 2 }] },
      ['/tag/0/x additionalProperties', '/tag/0/$value type'],
    ],
  ])('errors of %j', (input, problems) => {
    expect(problemsOf(encoder, input)).toEqual(problems);
  });
  test('a nil substitute of a head that may be nil itself', () => {
    const literal = new SchemaLiteral();
    const type = literal.complex('P', sequence(el('x', 'int')), { attributes: [attribute('a', 'string')] });
    literal
      .element('h', type, { nillable: true })
      .element('m', type, { nillable: true, substitutionGroup: { namespace: T, localName: 'h' } });
    const nil = requestOf(literal, times(el('h', type, { global: true, nillable: true }), 0, 'unbounded'));
    expect(
      contentOf(nil, {
        h: [
          { $nil: true, '@a': '1' },
          { $element: 'm', $nil: true, '@a': '2' },
        ],
      }),
    ).toBe('<ns1:h a="1" xsi:nil="true"/><ns1:m a="2" xsi:nil="true"/>');
    expect(problemsOf(nil, { h: [{ $element: 'm', $nil: false }] })).toEqual(['/h/0/$nil nil']);
  });
  test('a head as Body child declares its namespaces on the substitute', () => {
    const model = schema.service({ Put: { input: { parts: [part('p', 'pub')] }, output: { parts: [] } } });
    expect(bodyOf(encoderOf(model, 'Put'), { pub: { $element: 'book', title: 'B', isbn: '1' } })).toMatch(
      /^<ns1:book xmlns:xsi="[^"]*" xmlns:ns1="urn:t"><ns1:title>/,
    );
  });
});

describe('$content (MX-1 to MX-4)', () => {
  const schema = new SchemaLiteral().element('x', 'int', { namespace: 'urn:x' });
  const para = schema.complex('Para', undefined, {
    attributes: [attribute('lang', 'string')],
    content: {
      kind: 'mixed',
      particle: times(
        choice(el('b', 'string'), el('i', 'int'), any({ namespaces: { kind: 'not', namespace: T } })),
        0,
        'unbounded',
      ),
    },
  });
  const ordered = schema.complex(
    'Ordered',
    sequence(
      el('a', 'int'),
      times(el('b', 'int'), 0, 1),
      times(el('a', 'int'), 1, 2),
      times(sequence(el('c', 'int'), el('b', 'int')), 0, 1),
    ),
  );
  const text = schema.complex('Text', undefined, { content: { kind: 'mixed' } });
  const encoder = typedEncoder(schema, { p: para, o: ordered, t: text });

  test('text and elements in order', () => {
    expect(
      contentOf(encoder, {
        p: { '@lang': 'en', $content: ['Hello ', { b: 'w<' }, ', ', { i: 1 }, { '{urn:x}x': 2 }, '&'] },
      }),
    ).toBe(
      '<ns1:p lang="en">Hello <ns1:b>w&lt;</ns1:b>, <ns1:i>1</ns1:i><ns2:x xmlns:ns2="urn:x">2</ns2:x>&amp;</ns1:p>',
    );
    expect(contentOf(encoder, { t: { $content: ['x'] } })).toBe('<ns1:t>x</ns1:t>');
    expect(contentOf(encoder, { t: { $content: [] } })).toBe('<ns1:t/>');
    expect(contentOf(encoder, { o: { $content: [{ a: 1 }, { a: 2 }, { c: 3 }, { b: 4 }] } })).toBe(
      '<ns1:o><ns1:a>1</ns1:a><ns1:a>2</ns1:a><ns1:c>3</ns1:c><ns1:b>4</ns1:b></ns1:o>',
    );
  });
  test.each([
    [{ o: { $content: [{ a: 1 }, { b: 2 }] } }, ['/o/$content required']],
    [{ o: { $content: [{ a: 1 }, { c: 2 }, { a: 'x' }] } }, ['/o/$content/1 content']],
    [{ o: { $content: [{ a: 'x' }, { a: 2 }, 'text'] } }, ['/o/$content/0/a type', '/o/$content/2 content']],
    [{ o: { a: 1 } }, ['/o/$content required', '/o/a additionalProperties']],
    [{ p: { $content: [{ b: null }] } }, ['/p/$content/0/b nullable']],
    [{ p: { $content: [{ '{urn:t}b': 'x' }] } }, ['/p/$content/0 content']],
    [{ p: { $content: 'x' } }, ['/p/$content type']],
    [{ t: { $content: [{ b: 1 }] } }, ['/t/$content/0 content']],
    [{ t: { $content: ['\uffff'] } }, ['/t/$content/0 xmlChar']],
  ])('MX-3: errors of %j', (input, problems) => {
    expect(problemsOf(encoder, input)).toEqual(problems);
  });
  test('CM-8: values of a key at several places are dealt out from left to right', () => {
    const request = requestOf(
      new SchemaLiteral(),
      el('a', 'int'),
      el('b', 'int'),
      times(el('a', 'int'), 0, 'unbounded'),
      el('c', 'int'),
    );
    expect(contentOf(request, { a: [1, 2, 3], b: 0, c: 9 })).toBe(
      '<ns1:a>1</ns1:a><ns1:b>0</ns1:b><ns1:a>2</ns1:a><ns1:a>3</ns1:a><ns1:c>9</ns1:c>',
    );
    expect(problemsOf(request, { a: [], b: 0, c: 9 })).toEqual(['/a minItems']);
    expect(problemsOf(request, { b: 0, c: 9 })).toEqual(['/a required']);
  });
});

describe('rpc/encoded (EN-1, EN-2)', () => {
  const schema = new SchemaLiteral();
  const point = schema.complex('Point', sequence(el('x', 'int'), el('y', 'int')));
  const strings = schema.complex('ArrayOfString', undefined, {
    soapArray: { itemType: 'string', dimensions: [1] },
  });
  const matrix = schema.complex('Matrix', undefined, { soapArray: { itemType: 'int', dimensions: [2] } });
  const jagged = schema.complex('Jagged', undefined, { soapArray: { itemType: point, dimensions: [1, 1] } });
  const model = schema.service({
    put: {
      style: 'rpc',
      input: {
        use: 'encoded',
        parts: [
          part('tags', { type: strings }),
          part('n', { type: 'int' }),
          part('p', { type: point }),
          part('m', { type: matrix }),
          part('j', { type: jagged }),
          part('v', { type: 'anyType' }),
        ],
      },
    },
  });
  const declarations =
    'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:soapenc="http://schemas.xmlsoap.org/soap/encoding/" xmlns:ns1="urn:t"';
  const input = {
    tags: ['a', null],
    n: 3,
    p: { x: 1 },
    m: [
      [1, 2],
      [3, 4],
    ],
    j: [[{ y: 1 }], []],
    v: 'x',
  };
  test('SOAP 1.1', () => {
    expect(bodyOf(encoderOf(model, 'put'), input)).toBe(
      `<ns1:put ${declarations} soapenv:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/">` +
        '<tags xsi:type="soapenc:Array" soapenc:arrayType="xsd:string[2]"><item xsi:type="xsd:string">a</item><item xsi:nil="true"/></tags>' +
        '<n xsi:type="xsd:int">3</n><p xsi:type="ns1:Point"><x xsi:type="xsd:int">1</x></p>' +
        '<m xsi:type="soapenc:Array" soapenc:arrayType="xsd:int[2,2]"><item xsi:type="xsd:int">1</item><item xsi:type="xsd:int">2</item><item xsi:type="xsd:int">3</item><item xsi:type="xsd:int">4</item></m>' +
        '<j xsi:type="soapenc:Array" soapenc:arrayType="ns1:Point[][2]"><item xsi:type="soapenc:Array" soapenc:arrayType="ns1:Point[1]"><item xsi:type="ns1:Point"><y xsi:type="xsd:int">1</y></item></item><item xsi:type="soapenc:Array" soapenc:arrayType="ns1:Point[0]"/></j>' +
        '<v xsi:type="xsd:string">x</v></ns1:put>',
    );
  });
  test('SOAP 1.2', () => {
    const text = bodyOf(encoderOf(model, 'put', { soapVersion: '1.2' }), input);
    expect(text).toContain('soapenv:encodingStyle="http://www.w3.org/2003/05/soap-encoding"');
    expect(text).toContain('<m xsi:type="soapenc:Array" soapenc:itemType="xsd:int" soapenc:arraySize="2 2">');
    expect(text).toContain(
      '<j xsi:type="soapenc:Array" soapenc:itemType="soapenc:Array" soapenc:arraySize="2">',
    );
  });
  test('errors', () => {
    const encoder = encoderOf(model, 'put');
    expect(problemsOf(encoder, { ...input, m: [[1, 2], [3]], tags: 'x' })).toEqual([
      '/tags type',
      '/m/1 array',
    ]);
    expect(problemsOf(encoder, { ...input, n: null, p: null, tags: null })).toEqual([]);
  });
});

describe('attachments (AT-2, AT-3)', () => {
  const schema = new SchemaLiteral();
  schema.element('Op', schema.complex(undefined, sequence(el('title', 'string'))));
  schema.element('OpResponse', schema.complex(undefined));
  const model = schema.service({
    Op: { input: { attachments: [{ name: 'file', contentTypes: ['image/*', 'image/png'] }] } },
  });
  const encoder = encoderOf(model, 'Op');
  test('AT-2 a swaRef URL contains the Content-ID unchanged', () => {
    const swa = 'http://ws-i.org/profiles/basic/1.1/xsd';
    const other = new SchemaLiteral();
    const reference = other.simple('swaRef', 'anyURI');
    other.types[reference] = {
      ...other.types[reference]!,
      name: { namespace: swa, localName: 'swaRef' },
      targetNamespace: swa,
    };
    other.element('Op', other.complex(undefined, sequence(el('file', reference, { maxOccurs: 2 }))));
    other.element('OpResponse', other.complex(undefined));
    const message = encoderOf(other.service({ Op: {} }), 'Op').toXml({
      file: [{ data: 'AQID' }, { data: 'BAUG' }],
    });
    const ids = message.attachments.map(({ contentId }) => contentId);
    // RFC 3986 §2.3: these and the `@` of the Content-ID are never percent-encoded in a path.
    expect(ids.filter((id) => /^[\w.~-]+@[\w.~-]+$/.test(id))).toEqual(ids);
    const xml = new TextDecoder().decode(message.body);
    expect([...xml.matchAll(/>cid:([^<]*)</g)].map(([, id]) => id)).toEqual(ids);
    expect(new Set(ids).size).toBe(2);
  });
  test('parts are returned next to the envelope', () => {
    const message = encoder.toXml({
      title: 't',
      $attachments: { file: { data: 'AQID', filename: 'x.png' } },
    });
    expect(message.attachments).toEqual([
      {
        contentId: 'file=1@soapstone.invalid',
        contentType: 'image/png',
        data: Uint8Array.of(1, 2, 3),
        filename: 'x.png',
      },
    ]);
  });
  test.each([
    [{}, ['/$attachments/file required']],
    [{ file: { data: '!' } }, ['/$attachments/file/data format']],
    [{ file: { data: 1 } }, ['/$attachments/file/data type']],
    [{ file: {} }, ['/$attachments/file/data required']],
    [{ file: { data: '', contentType: 'a\r\nb' } }, ['/$attachments/file/contentType format']],
    [{ file: { data: '', filename: 'a\n' } }, ['/$attachments/file/filename format']],
    [{ file: { data: '' }, files: {} }, ['/$attachments/files additionalProperties']],
  ])('errors of %j', ($attachments, problems) => {
    expect(problemsOf(encoder, { title: 't', $attachments })).toEqual(problems);
  });
});

describe('QNames (QN-1)', () => {
  const schema = new SchemaLiteral();
  const kind = schema.simple('Kind', 'QName', { enumeration: ['{urn:t}a', '{urn:q}b', 'c'] });
  const type = schema.complex('Named', undefined, {
    attributes: [attribute('q', 'QName')],
    content: { kind: 'simple', type: 'QName' },
  });
  const list = schema.list('Names', 'QName');
  const encoder = typedEncoder(schema, { q: 'QName', k: kind, n: type, l: list });
  test.each([
    [{ q: '{urn:t}x' }, '<ns1:q>ns1:x</ns1:q>'],
    [{ q: '{urn:o}x' }, '<ns1:q xmlns:x1="urn:o">x1:x</ns1:q>'],
    [{ q: 'x' }, '<ns1:q>x</ns1:q>'],
    [{ k: '{urn:q}b' }, '<ns1:k xmlns:x1="urn:q">x1:b</ns1:k>'],
    [
      { n: { '@q': '{urn:o}x', $value: '{urn:p}y' } },
      '<ns1:n xmlns:x1="urn:o" xmlns:x2="urn:p" q="x1:x">x2:y</ns1:n>',
    ],
    [{ l: ['{urn:o}x', '{urn:o}y', 'z'] }, '<ns1:l xmlns:x1="urn:o">x1:x x1:y z</ns1:l>'],
  ])('%j', (input, content) => {
    expect(contentOf(encoder, input)).toBe(content);
  });
  test('errors', () => {
    expect(problemsOf(encoder, { q: 'a:b', k: '{urn:q}x', l: ['{}x'] })).toEqual([
      '/q format',
      '/k enum',
      '/l/0 format',
    ]);
    // No prefix may be bound to it.
    expect(problemsOf(encoder, { q: '{http://www.w3.org/2000/xmlns/}x' })).toEqual(['/q format']);
  });
});

describe('normalise (§22 N)', () => {
  const schema = new SchemaLiteral().element('known', 'int');
  const shape = schema.complex('Base', sequence(el('id', 'long')), {
    attributes: [attribute('v', 'int', { default: '1' })],
  });
  schema.complex('Derived', sequence(el('id', 'long'), el('n', 'hexBinary')), {
    base: shape,
    derivation: 'extension',
  });
  const encoder = requestOf(
    schema,
    el('b', shape, { minOccurs: 0 }),
    times(el('list', 'decimal'), 0, 'unbounded'),
    el('unit', 'token', { default: 'kg' }),
    times(choice(times(el('x', 'int'), 0, 2), el('y', 'string')), 0, 10),
    el('any', 'anyType', { minOccurs: 0 }),
    times(any({ namespaces: { kind: 'not', namespace: T } }), 0, 'unbounded'),
  );
  test.each([
    [{}, { list: [], unit: 'kg' }],
    [
      { unit: ' a  b ', list: ['007.50', 1e3], b: null },
      { list: [7.5, 1000], unit: 'a b' },
    ],
    [{ b: { id: '+5', $type: 'Base' } }, { b: { '@v': 1, id: 5 }, list: [], unit: 'kg' }],
    [
      { b: { $type: '{urn:t}Derived', id: 5, n: 'ff' } },
      { b: { $type: 'Derived', id: 5, n: 'FF' }, list: [], unit: 'kg' },
    ],
    [
      { $items: [{ x: [1] }, {}, { x: [2] }, { x: [3] }, { y: 'a' }] },
      { list: [], unit: 'kg', $items: [{ x: [1, 2] }, { x: [3] }, { y: 'a' }] },
    ],
    [
      { any: 5, $any: [] },
      { list: [], unit: 'kg', any: { $type: 'xs:int', $value: 5 } },
    ],
    [
      { any: { a: [true, null], '{urn:t}known': '07' } },
      {
        list: [],
        unit: 'kg',
        any: { $content: [{ a: { $type: 'xs:boolean', $value: true } }, { a: null }, { '{urn:t}known': 7 }] },
      },
    ],
    [
      { any: { $content: ['a', '', 'b'] } },
      { list: [], unit: 'kg', any: { $type: 'xs:string', $value: 'ab' } },
    ],
    [{ any: {} }, { list: [], unit: 'kg', any: { $type: 'xs:string', $value: '' } }],
    [
      { $any: [{ '{urn:z}q': { p: 'x' } }] },
      { list: [], unit: 'kg', $any: [{ '{urn:z}q': { $content: [{ p: 'x' }] } }] },
    ],
  ])('%j', (input, normal) => {
    const result = encoder.normalise(input);
    expect(JSON.parse(JSON.stringify(result))).toEqual(normal);
    expect(encoder.normalise(result)).toEqual(result);
    if (!('b' in normal)) expect(envelopeOf(encoder, result)).toBe(envelopeOf(encoder, input));
  });
  test('throws where the input is not valid', () => {
    expect(() => encoder.normalise({ list: 'x' })).toThrow(
      'cannot encode the request for operation Op: /list must be an array',
    );
  });
});
