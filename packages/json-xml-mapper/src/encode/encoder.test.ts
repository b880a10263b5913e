import { describe, expect, test } from 'vitest';
import { isMappingError } from '../errors.js';
import {
  bodyOf,
  contentOf,
  encoderOf,
  envelopeOf,
  problemsOf,
  requestOf,
  typedEncoder,
} from '../testing/encoding.js';
import { attribute, el, part, SchemaLiteral, sequence, times } from '../testing/schema-literal.js';

describe('the envelope', () => {
  test('XO-1, XO-2, XO-3: declaration, prefixes on the Body child, no Header without blocks', () => {
    const encoder = requestOf(new SchemaLiteral(), el('userId', 'int'));
    expect(envelopeOf(encoder, { userId: 42 })).toBe(
      '<?xml version="1.0" encoding="UTF-8"?><soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/">' +
        '<soapenv:Body><ns1:Op xmlns:ns1="urn:t"><ns1:userId>42</ns1:userId></ns1:Op></soapenv:Body></soapenv:Envelope>',
    );
  });

  test('XO-2: numbers follow the schema walk, unqualified names have no prefix, xsi is declared if nil is possible', () => {
    const encoder = requestOf(
      new SchemaLiteral(),
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

  test('XO-5: an element without content is an empty-element tag, an empty string is not', () => {
    const schema = new SchemaLiteral();
    const empty = schema.complex('Empty');
    const encoder = typedEncoder(schema, { s: 'string', o: empty });
    expect(contentOf(encoder, { s: '', o: {} })).toBe('<ns1:s></ns1:s><ns1:o/>');
    expect(bodyOf(encoder, {})).toBe('<ns1:Op xmlns:ns1="urn:t"/>');
  });

  test('VE-1: the root is an object', () => {
    const encoder = requestOf(new SchemaLiteral(), el('a', 'int'));
    for (const input of [null, undefined, 1, 'x', [], [{}], true]) {
      expect(encoder.validate(input)).toMatchObject([{ path: '', keyword: 'type' }]);
    }
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
  test('HD-3: the body overrides the HTTP header, which overrides stored blocks, unless they are locked', () => {
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
  test('WA-3: a block of the JSON takes the place of a finished one with the same name', () => {
    const finished = [
      '<w:Auth xmlns:w="urn:h" a="x>y">finished</w:Auth>',
      '<Auth xmlns="urn:other"/>',
      '<w:Auths xmlns:w="urn:h"/>',
      '<To xmlns="urn:a&amp;b">finished</To>',
    ];
    const [, ...others] = finished;
    const given = '<ns2:Auth xmlns:ns2="urn:h"><ns2:Token>abc</ns2:Token></ns2:Auth>';
    const Auth = { Token: 'abc' };
    for (const options of [{ storedHeaders: { Auth } }, { headers: { Auth } }])
      expect(headerOf({}, { ...options, extraHeaders: finished })).toBe(given + others.join(''));
    expect(headerOf({ $headers: { Auth } }, { extraHeaders: finished })).toBe(given + others.join(''));
    expect(headerOf({ $headers: { Auth: null } }, { extraHeaders: finished })).toBe(finished.join(''));
    const stored = { '{urn:a&b}To': 'mine' };
    expect(headerOf({}, { storedHeaders: stored, extraHeaders: finished })).toBe(
      `<x1:To xmlns:x1="urn:a&amp;b">mine</x1:To>${finished.slice(0, 3).join('')}`,
    );
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
  test('a part by type: the Body itself has that type', () => {
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
  test('UW-4, UW-5: results omit their record', () => {
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
