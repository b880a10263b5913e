import type { Particle } from '@soapstone/soap-model';
import { describe, expect, test } from 'vitest';
import { isMappingError } from '../errors.js';
import { bodyOf, contentOf, encoderOf, envelopeOf, problemsOf, typedEncoder } from '../testing/encoding.js';
import {
  all,
  attribute,
  choice,
  el,
  part,
  SchemaLiteral,
  sequence,
  times,
} from '../testing/schema-literal.js';
import type { MessageEncoder } from './encoder.js';

/** An encoder for `Op`, whose Body child has the given content. */
function requestOf(...particles: readonly Particle[]): MessageEncoder {
  const schema = new SchemaLiteral();
  schema.element('Op', schema.complex(undefined, sequence(...particles)));
  schema.element('OpResponse', schema.complex(undefined));
  return encoderOf(schema.service({ Op: {} }), 'Op');
}

describe('the envelope', () => {
  test('XO-1, XO-2, XO-3: declaration, prefixes on the Body child, no Header without blocks', () => {
    const encoder = requestOf(el('userId', 'int'));
    expect(envelopeOf(encoder, { userId: 42 })).toBe(
      '<?xml version="1.0" encoding="UTF-8"?><soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/">' +
        '<soapenv:Body><ns1:Op xmlns:ns1="urn:t"><ns1:userId>42</ns1:userId></ns1:Op></soapenv:Body></soapenv:Envelope>',
    );
  });

  test('XO-2: numbers follow the schema walk, unqualified names have no prefix, xsi is declared where nil is possible', () => {
    const encoder = requestOf(
      el('b', 'int', { namespace: 'urn:b', minOccurs: 0 }),
      el('a', 'int', { namespace: '', nillable: true }),
      el('c', 'int', { namespace: 'urn:c' }),
    );
    expect(bodyOf(encoder, { c: 1, a: null })).toBe(
      '<ns1:Op xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:ns1="urn:t" xmlns:ns2="urn:b" xmlns:ns3="urn:c">' +
        '<a xsi:nil="true"/><ns3:c>1</ns3:c></ns1:Op>',
    );
  });

  test('XO-4, TY-4: text and attributes are escaped', () => {
    const schema = new SchemaLiteral();
    const type = schema.complex(undefined, sequence(el('t', 'string')), {
      attributes: [attribute('a', 'string')],
    });
    schema.element('Op', type).element('OpResponse', schema.complex(undefined));
    const encoder = encoderOf(schema.service({ Op: {} }), 'Op');
    const text = `<&>"'\r\n\t]]>`;
    expect(bodyOf(encoder, { '@a': text, t: text })).toBe(
      `<ns1:Op xmlns:ns1="urn:t" a="&lt;&amp;&gt;&quot;'&#xD;&#xA;&#x9;]]&gt;"><ns1:t>&lt;&amp;&gt;"'&#xD;\n\t]]&gt;</ns1:t></ns1:Op>`,
    );
  });

  test('XO-5: an empty element is written short, an empty string is not', () => {
    const schema = new SchemaLiteral();
    const empty = schema.complex('Empty');
    const encoder = typedEncoder(schema, { s: 'string', o: empty });
    expect(contentOf(encoder, { s: '', o: {} })).toBe('<ns1:s></ns1:s><ns1:o/>');
    expect(bodyOf(encoder, {})).toBe('<ns1:Op xmlns:ns1="urn:t"/>');
  });

  test('VE-1: the root is an object', () => {
    const encoder = requestOf(el('a', 'int'));
    for (const input of [null, undefined, 1, 'x', [], [{}], true]) {
      expect(encoder.validate(input)).toMatchObject([{ path: '', keyword: 'type' }]);
    }
  });
});

describe('nil, absent, empty (§9.1)', () => {
  const encoder = requestOf(
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
    const fixed = requestOf(el('n', 'decimal', { fixed: '1.50' }));
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
  test('CM-13: of branches that share a key, the one whose required keys are there', () => {
    const shared = requestOf(
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
    el('userName', 'string', { minOccurs: 0 }),
    el('toString', 'string', { minOccurs: 0 }),
  );
  test('are errors with the nearest legal name', () => {
    expect(encoder.validate({ username: 'x', zzz: 1 })).toEqual([
      {
        path: '/username',
        keyword: 'additionalProperties',
        message: 'is not a field of this object, did you mean userName',
        expected: 'userName',
      },
      { path: '/zzz', keyword: 'additionalProperties', message: 'is not a field of this object' },
    ]);
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

describe('headers (HD-1 to HD-4)', () => {
  const schema = new SchemaLiteral();
  schema.element('Op', schema.complex(undefined, sequence(el('a', 'int', { minOccurs: 0 }))));
  schema.element('OpResponse', schema.complex(undefined));
  schema.element('Auth', schema.complex(undefined, sequence(el('Token', 'string', { namespace: 'urn:h' }))), {
    namespace: 'urn:h',
  });
  const header = {
    part: { kind: 'element', name: 'h', element: { namespace: 'urn:h', localName: 'Auth' } },
    use: 'literal',
    required: false,
    faults: [],
  } as const;
  const model = schema.service({ Op: { input: { headers: [header] } } });
  const encoder = encoderOf(model, 'Op');
  const headerOf = (input: unknown, options?: Parameters<typeof envelopeOf>[2], given = encoder): string =>
    /<soapenv:Header>(.*)<\/soapenv:Header>/s.exec(envelopeOf(given, input, options))?.[1] ?? '';

  test('declared blocks', () => {
    expect(headerOf({ $headers: { Auth: { Token: 'abc' } } })).toBe(
      '<ns2:Auth xmlns:ns2="urn:h"><ns2:Token>abc</ns2:Token></ns2:Auth>',
    );
    expect(headerOf({})).toBe('');
    expect(problemsOf(encoder, { $headers: { Auth: {} } })).toEqual(['/$headers/Auth/Token required']);
    expect(problemsOf(encoder, { $headers: 5 })).toEqual(['/$headers type']);
    expect(problemsOf(encoder, { $headers: { Auth: null } })).toEqual([]);
    expect(problemsOf(encoder, { $headers: { Outh: null } })).toEqual(['/$headers/Outh header']);
  });
  test('HD-3: body over HTTP header over stored, unless locked', () => {
    const block = (token: string) => ({ Auth: { Token: token } });
    const options = { headers: block('http'), storedHeaders: block('stored') };
    expect(headerOf({ $headers: block('body') }, options)).toContain('>body<');
    expect(headerOf({}, options)).toContain('>http<');
    expect(headerOf({}, { storedHeaders: block('stored') })).toContain('>stored<');
    expect(
      problemsOf(encoder, { $headers: block('x') }, { storedHeaders: block('s'), lockedHeaders: ['Auth'] }),
    ).toEqual(['/$headers/Auth header']);
    expect(headerOf({}, { extraHeaders: ['<w:x xmlns:w="urn:w"/>'] })).toBe('<w:x xmlns:w="urn:w"/>');
  });
  test('HD-4: undeclared blocks', () => {
    const input = { $headers: { '{urn:x}Trace': { '{urn:x}id': '1' } } };
    expect(problemsOf(encoder, input)).toEqual(['/$headers/{urn:x}Trace header']);
    const open = encoderOf(model, 'Op', { allowUndeclaredHeaders: true });
    expect(headerOf(input, undefined, open)).toBe('<x1:Trace xmlns:x1="urn:x"><x1:id>1</x1:id></x1:Trace>');
    expect(problemsOf(open, { $headers: { Bare: 1 } })).toEqual(['/$headers/Bare header']);
  });
  test('VE-5: values below $headers are never echoed', () => {
    const [error] = encoder.validate({ $headers: { Auth: { Token: 123456 } } });
    expect(error?.message).not.toContain('123456');
  });
});

describe('roots (§4.1)', () => {
  test('rpc/literal: a wrapper with unqualified accessors (UW-9)', () => {
    const model = new SchemaLiteral().service({
      add: { style: 'rpc', input: { parts: [part('a', { type: 'int' }), part('b', { type: 'int' })] } },
    });
    const encoder = encoderOf(model, 'add');
    expect(bodyOf(encoder, { b: 2, a: 1 })).toBe('<ns1:add xmlns:ns1="urn:t"><a>1</a><b>2</b></ns1:add>');
    expect(problemsOf(encoder, { a: null })).toEqual(['/a nullable', '/b required']);
  });
  test('simple element, several parts, no part', () => {
    const schema = new SchemaLiteral()
      .element('price', 'decimal')
      .element('n', 'int', { namespace: 'urn:n' });
    const model = schema.service({
      One: { input: { parts: [part('p', 'price')] } },
      Two: {
        input: {
          parts: [
            part('p', 'price'),
            { kind: 'element', name: 'n', element: { namespace: 'urn:n', localName: 'n' } },
          ],
        },
      },
      None: { input: { parts: [] } },
    });
    expect(bodyOf(encoderOf(model, 'One'), { price: 9.5 })).toBe(
      '<ns1:price xmlns:ns1="urn:t">9.5</ns1:price>',
    );
    expect(bodyOf(encoderOf(model, 'Two'), { n: 1, price: 9.5 })).toBe(
      '<ns1:price xmlns:ns1="urn:t">9.5</ns1:price><ns2:n xmlns:ns2="urn:n">1</ns2:n>',
    );
    expect(envelopeOf(encoderOf(model, 'None'), {})).toContain('<soapenv:Body/>');
  });
  test('a part by type: the Body has it', () => {
    const schema = new SchemaLiteral();
    const type = schema.complex('P', sequence(el('x', 'int')), { attributes: [attribute('a', 'int')] });
    const model = schema.service({
      Op: { input: { parts: [part('p', { type })] } },
      V: { input: { parts: [part('p', { type: 'int' })] } },
    });
    expect(envelopeOf(encoderOf(model, 'Op'), { x: 1, '@a': 2 })).toContain(
      '<soapenv:Body xmlns:ns1="urn:t" a="2"><ns1:x>1</ns1:x></soapenv:Body>',
    );
    expect(envelopeOf(encoderOf(model, 'V'), { p: 5 })).toContain('<soapenv:Body>5</soapenv:Body>');
  });
  test('UW-4, UW-5: results leave their record out', () => {
    const schema = new SchemaLiteral();
    const user = schema.complex('User', sequence(el('id', 'int')));
    schema.element('Op', schema.complex(undefined));
    schema.element(
      'OpResponse',
      schema.complex(undefined, sequence(el('OpResult', user, { minOccurs: 0, nillable: true }))),
    );
    const encoder = encoderOf(schema.service({ Op: {} }), 'Op', { message: 'output' });
    expect(contentOf(encoder, { id: 1 })).toBe('<ns1:OpResult><ns1:id>1</ns1:id></ns1:OpResult>');
    expect(contentOf(encoder, {})).toBe('');
    expect(contentOf(encoder, { $nil: true })).toBe('<ns1:OpResult xsi:nil="true"/>');
    expect(problemsOf(encoder, { id: 'x', y: 1 })).toEqual(['/id type', '/y additionalProperties']);
  });
});

describe('limits (SE-2, SE-6)', () => {
  test('depth, elements, errors', () => {
    const schema = new SchemaLiteral();
    const tree = schema.complex('Tree', (self) =>
      sequence(times(el('c', self), 0, 'unbounded'), el('n', 'int', { minOccurs: 0 })),
    );
    const encoder = typedEncoder(
      schema,
      { t: tree },
      { limits: { requestDepth: 10, requestNodes: 50, errors: 5 } },
    );
    let deep: unknown = {};
    for (let depth = 0; depth < 20; depth++) deep = { c: [deep] };
    expect(problemsOf(encoder, { t: deep })).toEqual([`/t${'/c/0'.repeat(9)} limit`]);
    const cycle: { c: unknown[] } = { c: [] };
    cycle.c.push(cycle);
    expect(problemsOf(encoder, { t: cycle })[0]).toContain('limit');
    expect(problemsOf(encoder, { t: { c: Array.from({ length: 60 }, () => ({})) } })).toEqual([
      '/t/c/48 limit',
    ]);
    const wrong = { t: { c: Array.from({ length: 20 }, () => ({ n: 'x' })) } };
    expect(problemsOf(encoder, wrong)).toHaveLength(5);
    try {
      encoder.toXml(wrong);
      expect.unreachable();
    } catch (error) {
      if (!isMappingError(error)) throw error;
      expect(error).toMatchObject({ code: 'VALIDATION', truncated: true });
    }
  });
});
