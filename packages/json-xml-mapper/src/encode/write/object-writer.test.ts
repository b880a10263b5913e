import { describe, expect, test } from 'vitest';
import { contentOf, encoderOf, problemsOf, requestOf, typedEncoder } from '../../testing/encoding.js';
import { all, attribute, choice, el, SchemaLiteral, sequence, times } from '../../testing/schema-literal.js';

describe('nil, absent, empty (§9.1)', () => {
  const encoder = requestOf(
    new SchemaLiteral(),
    el('o', 'string', { minOccurs: 0 }),
    el('on', 'string', { minOccurs: 0, nillable: true }),
    el('r', 'string'),
    el('rn', 'string', { nillable: true }),
  );
  test.each([
    [{ r: 'x', rn: 'y' }, '<ns1:r>x</ns1:r><ns1:rn>y</ns1:rn>'],
    [
      { o: null, on: null, r: '', rn: null },
      '<ns1:on xsi:nil="true"/><ns1:r></ns1:r><ns1:rn xsi:nil="true"/>',
    ],
    [{ o: '', on: '', r: '', rn: '' }, '<ns1:o></ns1:o><ns1:on></ns1:on><ns1:r></ns1:r><ns1:rn></ns1:rn>'],
    [{ o: undefined, r: 'x', rn: 'y' }, '<ns1:r>x</ns1:r><ns1:rn>y</ns1:rn>'],
  ])('NL-1, NL-2: %j', (input, content) => {
    expect(contentOf(encoder, input)).toBe(content);
  });

  test('VE-3: a missing member is reported at its parent and name', () => {
    expect(problemsOf(encoder, {})).toEqual(['/r required', '/rn required']);
    expect(problemsOf(encoder, { r: null, rn: null })).toEqual(['/r nullable']);
  });

  test('NL-3: required elements with default or fixed are inserted, optional ones are not', () => {
    const inserting = requestOf(
      new SchemaLiteral(),
      el('num', 'int', { nillable: true }),
      el('unit', 'string', { default: 'kg' }),
      el('ver', 'string', { fixed: '2' }),
      el('opt', 'string', { default: 'x', minOccurs: 0 }),
    );
    expect(contentOf(inserting, { num: 5 })).toBe(
      '<ns1:num>5</ns1:num><ns1:unit>kg</ns1:unit><ns1:ver>2</ns1:ver>',
    );
    expect(problemsOf(inserting, { num: 5, ver: '3' })).toEqual(['/ver const']);
  });

  test('NL-4: fixed compares values', () => {
    const fixed = requestOf(new SchemaLiteral(), el('n', 'decimal', { fixed: '1.50' }));
    expect(contentOf(fixed, { n: 1.5 })).toBe('<ns1:n>1.5</ns1:n>');
    expect(problemsOf(fixed, { n: 1.51 })).toEqual(['/n const']);
    expect(problemsOf(fixed, { n: 'x' })).toEqual(['/n type']);
  });

  test('NL-5: a nil element with attributes', () => {
    const schema = new SchemaLiteral();
    const price = schema.complex('Price', sequence(el('x', 'int')), { attributes: [attribute('a', 'int')] });
    schema.element(
      'Op',
      schema.complex(undefined, sequence(el('p', price, { nillable: true }), el('q', price))),
    );
    schema.element('OpResponse', schema.complex(undefined));
    const nil = encoderOf(schema.service({ Op: {} }), 'Op');
    const q = { x: 1 };
    expect(contentOf(nil, { p: { $nil: true, '@a': 1 }, q })).toContain('<ns1:p a="1" xsi:nil="true"/>');
    expect(problemsOf(nil, { p: { $nil: true, x: 1 }, q })).toEqual(['/p/x nil']);
    expect(problemsOf(nil, { p: { $nil: false, x: 1 }, q })).toContain('/p/$nil nil');
    expect(problemsOf(nil, { p: null, q: { $nil: true, x: 1 } })).toEqual(['/q/$nil additionalProperties']);
  });
});

describe('arrays (CM-6)', () => {
  const basket = requestOf(
    new SchemaLiteral(),
    el('owner', 'string'),
    times(el('code', 'int'), 0, 'unbounded'),
    times(el('pair', 'int'), 2, 3),
  );
  test.each([
    [
      { owner: 'x', code: [7, 8], pair: [1, 2] },
      '<ns1:owner>x</ns1:owner><ns1:code>7</ns1:code><ns1:code>8</ns1:code><ns1:pair>1</ns1:pair><ns1:pair>2</ns1:pair>',
    ],
    [
      { owner: 'x', code: [], pair: [1, 2] },
      '<ns1:owner>x</ns1:owner><ns1:pair>1</ns1:pair><ns1:pair>2</ns1:pair>',
    ],
    [
      { owner: 'x', code: null, pair: [1, 2] },
      '<ns1:owner>x</ns1:owner><ns1:pair>1</ns1:pair><ns1:pair>2</ns1:pair>',
    ],
  ])('%j', (input, content) => {
    expect(contentOf(basket, input)).toBe(content);
  });
  test.each([
    [{ owner: 'x', code: 7, pair: [1, 2] }, ['/code type']],
    [{ owner: 'x', pair: [] }, ['/pair minItems']],
    [{ owner: 'x' }, ['/pair required']],
    [{ owner: 'x', pair: [1, 2, 3, 4] }, ['/pair maxItems']],
    [{ owner: ['x'], code: [null, 'a'], pair: [1, 2] }, ['/owner type', '/code/0 nullable', '/code/1 type']],
  ])('errors of %j', (input, problems) => {
    expect(problemsOf(basket, input)).toEqual(problems);
  });
});

describe('choices and optional groups', () => {
  const pay = requestOf(
    new SchemaLiteral(),
    choice(el('card', 'string'), sequence(el('iban', 'string'), el('bic', 'string', { minOccurs: 0 }))),
    times(sequence(el('from', 'date'), el('to', 'date', { minOccurs: 0 })), 0, 1),
  );
  test.each([
    [
      { iban: 'D', bic: 'X', from: '2026-01-01' },
      '<ns1:iban>D</ns1:iban><ns1:bic>X</ns1:bic><ns1:from>2026-01-01</ns1:from>',
    ],
    [{ card: '1', iban: null, bic: null }, '<ns1:card>1</ns1:card>'],
  ])('CM-12, CM-13: %j', (input, content) => {
    expect(contentOf(pay, input)).toBe(content);
  });
  test.each([
    [{ card: '1', iban: '2' }, [' choice']],
    [{}, [' choice']],
    [{ bic: 'x' }, ['/iban required']],
    [{ card: '1', to: '2026-01-01' }, ['/from required']],
  ])('errors of %j', (input, problems) => {
    expect(problemsOf(pay, input)).toEqual(problems);
  });
  test('VE-2: the message lists the branches', () => {
    expect(pay.validate({ card: '1', iban: '2' })).toEqual([
      {
        path: '',
        keyword: 'choice',
        message: 'must have exactly one of: card | iban, bic?, got card and iban',
        expected: ['card', 'iban'],
      },
    ]);
  });
  test('CM-13: of branches that share a key, the one whose required keys are present is taken', () => {
    const shared = requestOf(
      new SchemaLiteral(),
      choice(sequence(el('c', 'int'), el('a', 'int')), sequence(times(el('b', 'int'), 0, 1), el('a', 'int'))),
    );
    expect(contentOf(shared, { a: 1 })).toBe('<ns1:a>1</ns1:a>');
    expect(contentOf(shared, { a: 1, c: 2 })).toBe('<ns1:c>2</ns1:c><ns1:a>1</ns1:a>');
  });
  test('xs:all is written in schema order (CM-7)', () => {
    const schema = new SchemaLiteral();
    schema.element('Op', schema.complex(undefined, all(el('x', 'int'), times(el('y', 'int'), 0, 1))));
    schema.element('OpResponse', schema.complex(undefined));
    const encoder = encoderOf(schema.service({ Op: {} }), 'Op');
    expect(contentOf(encoder, { y: 2, x: 1 })).toBe('<ns1:x>1</ns1:x><ns1:y>2</ns1:y>');
  });
});

describe('repeating groups (CM-17 to CM-21)', () => {
  const log = requestOf(
    new SchemaLiteral(),
    el('title', 'string'),
    times(choice(el('info', 'string'), el('code', 'int')), 0, 'unbounded'),
    times(sequence(el('k', 'string'), el('v', 'string', { minOccurs: 0 })), 1, 'unbounded'),
  );
  test('entries are written in their order', () => {
    const input = {
      title: 'T',
      $items: [{ info: 'a' }, { code: 1 }, { info: 'b' }],
      $items2: [{ k: 'x' }, { v: '2', k: 'y' }],
    };
    expect(contentOf(log, input)).toBe(
      '<ns1:title>T</ns1:title><ns1:info>a</ns1:info><ns1:code>1</ns1:code><ns1:info>b</ns1:info><ns1:k>x</ns1:k><ns1:k>y</ns1:k><ns1:v>2</ns1:v>',
    );
  });
  test('errors', () => {
    expect(problemsOf(log, { title: 'T', $items: [{ info: 'a', code: 1 }, {}, 5, { infos: 'x' }] })).toEqual([
      '/$items/0 choice',
      '/$items/1 choice',
      '/$items/2 type',
      '/$items/3 choice',
      '/$items/3/infos additionalProperties',
      '/$items2 required',
    ]);
    expect(problemsOf(log, { title: 'T', $items2: [] })).toEqual(['/$items2 minItems']);
  });
});

describe('unknown keys', () => {
  const encoder = requestOf(
    new SchemaLiteral(),
    el('userName', 'string', { minOccurs: 0 }),
    el('toString', 'string', { minOccurs: 0 }),
  );
  test('are errors with the nearest valid name', () => {
    expect(encoder.validate({ username: 'x', zzz: 1 })).toEqual([
      {
        path: '/username',
        keyword: 'additionalProperties',
        message: 'is not a field of this object; did you mean userName?',
        expected: 'userName',
      },
      { path: '/zzz', keyword: 'additionalProperties', message: 'is not a field of this object' },
    ]);
  });
  test('the keys that other mappings use for attributes and text get a hint', () => {
    const schema = new SchemaLiteral();
    const line = schema.complex('Line', undefined, {
      attributes: [attribute('sku', 'string')],
      content: { kind: 'simple', type: 'string' },
    });
    const lines = requestOf(schema, el('line', line), el('plain', 'string', { minOccurs: 0 }));
    const hintsOf = (input: unknown) =>
      lines.validate(input).flatMap(({ message }) => /did you mean (.*)\?/.exec(message)?.[1] ?? []);
    // node-soap and strong-soap, xml2js, xml-js, fast-xml-parser
    for (const key of ['attributes', '$attributes', '$', '_attributes', '@'])
      expect(hintsOf({ line: { [key]: { sku: 'a' }, $value: 'x' } })).toEqual(['@sku']);
    for (const key of ['_', '_text', '#text', '$t'])
      expect(hintsOf({ line: { [key]: 'x' } })).toEqual(['$value']);
    expect(hintsOf({ line: { $value: 'x' }, attributes: {}, _: 'x' })).toEqual([]);
  });
  test('VO-5: only own keys count', () => {
    expect(contentOf(encoder, {})).toBe('');
    expect(contentOf(encoder, { toString: 'x' })).toBe('<ns1:toString>x</ns1:toString>');
    expect(problemsOf(encoder, JSON.parse('{"__proto__":{"userName":"x"},"constructor":1}'))).toEqual([
      '/__proto__ additionalProperties',
      '/constructor additionalProperties',
    ]);
  });
});

describe('simple content and attributes (SC-1, SC-2)', () => {
  const schema = new SchemaLiteral();
  const currency = schema.simple('Currency', 'token', { length: 3 });
  const price = schema.complex('Price', undefined, {
    content: { kind: 'simple', type: 'decimal' },
    attributes: [
      attribute('currency', currency, { required: true }),
      attribute('v', 'int', { required: true, fixed: '1' }),
    ],
  });
  const encoder = typedEncoder(schema, { p: price });
  test('text and attributes', () => {
    expect(contentOf(encoder, { p: { $value: 10.5, '@currency': ' EUR ' } })).toBe(
      '<ns1:p currency="EUR" v="1">10.5</ns1:p>',
    );
    expect(problemsOf(encoder, { p: 10.5 })).toEqual(['/p type']);
    expect(problemsOf(encoder, { p: { '@currency': 'EURO', '@v': 2 } })).toEqual([
      '/p/@currency length',
      '/p/@v const',
      '/p/$value required',
    ]);
    expect(problemsOf(encoder, { p: { '@currency': null, $value: 'x' } })).toEqual([
      '/p/@currency nullable',
      '/p/$value type',
    ]);
  });
});
