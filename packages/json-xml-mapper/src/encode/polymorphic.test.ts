import { describe, expect, test } from 'vitest';
import { bodyOf, contentOf, encoderOf, problemsOf, requestOf, typedEncoder } from '../testing/encoding.js';
import { attribute, el, part, SchemaLiteral, sequence, T, times } from '../testing/schema-literal.js';

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
  test('xsi:type is written only if the type differs from the declared one', () => {
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
      message: 'must be one of Circle, Ring, got string "Circel"; did you mean Circle?',
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
  test('$element names the substitute for the head', () => {
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
