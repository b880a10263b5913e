import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isJsonNumber, type MapperOptions, parseJson, stringify } from './index.js';
import { attribute, el, SchemaLiteral, sequence, times } from './testing/schema-literal.js';
import { compileTyped, problemEnvelope, typedEnvelope } from './testing/typed-operation.js';

const LEXICAL = { digits: 'lexical' } as const;
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

const optional = (element: ReturnType<typeof el>) => times(element, 0, 1);

/** An operation with decimals wherever a value can appear, in both directions. */
function operationOf(options: MapperOptions = {}) {
  const schema = new SchemaLiteral();
  const fields = sequence(
    times(el('n', 'decimal'), 0, 'unbounded'),
    optional(el('whole', 'integer')),
    optional(el('bounded', schema.simple(undefined, 'decimal', { minInclusive: '-10', fractionDigits: 2 }))),
    optional(el('one', schema.simple(undefined, 'decimal', { enumeration: ['1.50', '2'] }))),
    optional(el('zip', schema.simple(undefined, 'decimal', { patterns: ['[0-9.]+'] }))),
    optional(el('list', schema.list(undefined, 'decimal'))),
    optional(el('either', schema.union(undefined, ['boolean', 'decimal']))),
    optional(el('ratio', 'double')),
    optional(el('text', 'string')),
    optional(el('any', 'anyType')),
  );
  const type = schema.complex(undefined, fields, { attributes: [attribute('at', 'decimal')] });
  return compileTyped(schema, type, 'decimal', options);
}

const response = (fields: string, attributes = ''): string =>
  typedEnvelope(`<t:OpResponse><t:r${attributes}>${fields}</t:r></t:OpResponse>`);

const operation = operationOf();

/** The JSON text of a result, from every decoder of the operation. They agree. */
function resultOf(xml: string, by = operation): string {
  const bytes = utf8(xml);
  const whole = by.decodeXml(bytes, LEXICAL);
  if (whole.kind !== 'result') throw new Error('a fault');
  const text = textOf(whole.result);
  for (const decoder of [by.createDecoder(LEXICAL), by.createStream(LEXICAL)]) {
    let pieces = '';
    for (let at = 0; at < bytes.length; at += 7)
      pieces += textOf(decoder.write(bytes.subarray(at, at + 7)) ?? new Uint8Array());
    const end = decoder.end();
    expect(end.kind === 'result' && pieces + textOf(end.result)).toBe(text);
  }
  const values = by.fromXml(xml, LEXICAL);
  expect(values.kind === 'result' && stringify(values.result)).toBe(text);
  return text;
}

/** Lexical forms of xs:decimal (XML Schema Part 2, 3.2.3.1), and the JSON number with their digits, by hand. */
const FORMS: readonly (readonly [string, string])[] = [
  ['-0.10', '-0.10'],
  ['12345678901234567890.10', '12345678901234567890.10'],
  ['0', '0'],
  ['7', '7'],
  ['+7.00', '7.00'],
  ['007', '7'],
  ['-007.50', '-7.50'],
  ['.50', '0.50'],
  ['-.5', '-0.5'],
  ['5.', '5'],
  ['0.', '0'],
  ['-0', '0'],
  ['-00', '0'],
  ['-0.00', '-0.00'],
  ['+0.0', '0.0'],
  [' 1.20 ', '1.20'],
  [`${'9'.repeat(60)}.${'0'.repeat(60)}`, `${'9'.repeat(60)}.${'0'.repeat(60)}`],
];

describe('NM-8: lexical digits of a response', () => {
  test.each(FORMS)('%s is %s in JSON, wherever it appears', (lexical, json) => {
    const list = lexical.trim();
    expect(
      resultOf(
        response(
          `<t:n>${lexical}</t:n><t:n>${lexical}</t:n><t:zip>${list}</t:zip><t:list>${list} ${list}</t:list>` +
            `<t:either>${lexical}</t:either><t:any xsi:type="xs:decimal">${lexical}</t:any>`,
          ` at="${lexical}"`,
        ),
      ),
    ).toBe(
      // A number with a pattern is a string as it is written (NM-5), even if, like the signed ones here, it violates the
      // pattern.
      `{"@at":${json},"n":[${json},${json}],"zip":"${list}","list":[${json},${json}],"either":${list === '0' ? 'false' : json},` +
        `"any":{"$type":"xs:decimal","$value":${json}}}`,
    );
  });

  test('integers have no fraction to keep, and binary numbers are unchanged', () => {
    expect(resultOf(response('<t:whole>+007</t:whole><t:ratio>1.50</t:ratio><t:text>1.50</t:text>'))).toBe(
      '{"n":[],"whole":7,"ratio":1.5,"text":"1.50"}',
    );
    expect(resultOf(response('<t:whole>-0</t:whole><t:ratio>-0</t:ratio>'))).toBe(
      '{"n":[],"whole":0,"ratio":-0}',
    );
    expect(resultOf(response('<t:ratio>1.5E-9</t:ratio>'))).toBe(
      textOf((operation.decodeXml(utf8(response('<t:ratio>1.5E-9</t:ratio>'))) as never)['result']),
    );
  });

  test('numbers in strings have the same digits', () => {
    expect(
      resultOf(
        response('<t:n>-0.10</t:n><t:n>+.5</t:n><t:whole>007</t:whole>'),
        operationOf({ numbers: 'string' }),
      ),
    ).toBe('{"n":["-0.10","0.5"],"whole":"7"}');
  });

  test('bigints stay bigints, next to decimals with their digits', () => {
    const by = operationOf({ numbers: 'bigint' });
    const reply = by.fromXml(response('<t:n>-0.10</t:n><t:whole>007</t:whole>'), LEXICAL);
    expect(reply).toMatchObject({ kind: 'result', result: { n: ['-0.10'], whole: 7n } });
  });

  test('header blocks, items and the detail of a fault keep them too', () => {
    const header = '<t:Auth><t:token>5.00</t:token></t:Auth>';
    const reply = operation.fromXml(typedEnvelope('<t:OpResponse><t:r/></t:OpResponse>', header), LEXICAL);
    expect(reply.kind === 'result' && stringify(reply.headers)).toBe('{"Auth":{"token":5.00}}');

    const reader = operation.createItemReader(['n'], LEXICAL);
    const items = reader.write(utf8(response('<t:n>1.0</t:n><t:n>-0.10</t:n>')));
    expect(stringify([...items, ...reader.end().items])).toBe('[1.0,-0.10]');
    expect(items.every(isJsonNumber)).toBe(true);

    const failed = operation.fromXml(problemEnvelope('100.00'), LEXICAL);
    expect(failed.kind === 'fault' && stringify(failed.fault.detail)).toBe('{"Problem":{"number":100.00}}');
  });

  test('trailing zeros are removed without the option, before and after a call that has it', () => {
    const xml = response('<t:n>-0.10</t:n>');
    const canonical = (): unknown => {
      const reply = operation.decodeXml(utf8(xml));
      return reply.kind === 'result' && textOf(reply.result);
    };
    expect(canonical()).toBe('{"n":[-0.1]}');
    expect(resultOf(xml)).toBe('{"n":[-0.10]}');
    expect(canonical()).toBe('{"n":[-0.1]}');
  });

  test('every decimal has the value of the canonical form and the digits of the text', () => {
    const digits = fc.string({ unit: fc.constantFrom('0', '0', '1', '5', '9'), maxLength: 45 });
    const decimal = fc
      .tuple(fc.constantFrom('', '-', '+'), digits, fc.boolean(), digits)
      .filter(([, whole, point, fraction]) => whole !== '' || (point && fraction !== ''))
      .map(([sign, whole, point, fraction]) => `${sign}${whole}${point ? `.${fraction}` : ''}`);
    fc.assert(
      fc.property(decimal, (lexical) => {
        const xml = response(`<t:n>${lexical}</t:n>`, ` at="${lexical}"`);
        const text = /^\{"@at":(.*),"n":\[(.*)\]\}$/.exec(resultOf(xml))!;
        expect(text[1]).toBe(text[2]);
        expect(text[1]).toMatch(/^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/);
        expect(text[1]!.split('.')[1] ?? '').toBe(lexical.split('.')[1] ?? '');
        const reply = operation.decodeXml(utf8(xml));
        const canonical = parseJson(reply.kind === 'result' ? textOf(reply.result) : '');
        // Compared as values: JavaScript prints the number 0.0000001 as 1e-7, which is the same number (NM-1).
        expect(operation.normalise(parseJson(`{"@at":${text[1]},"n":[${text[1]}]}`))).toEqual(canonical);
      }),
      { examples: [['.0000001'], ['-0.0000001000'], ['+.00000000000000000009']] },
    );
  });
});

/** The XML of a request, from JSON text on its fast and its slow path, and from values. They agree. */
function requestOf(json: string, by = operation): string {
  const body = (bytes: Uint8Array): string => /<ns1:Op[ >].*<\/ns1:Op>/.exec(textOf(bytes))?.[0] ?? '';
  const written = body(by.encodeJson(utf8(json), LEXICAL).body);
  expect(body(by.toXml(parseJson(json, LEXICAL), LEXICAL).body)).toBe(written);
  const unusual = `${json.slice(0, -1)},"text":null}`;
  expect(body(by.encodeJson(utf8(unusual), LEXICAL).body)).toBe(written);
  return written.replaceAll(/ xmlns:\w+="[^"]*"/g, '').replaceAll('ns1:', '');
}

describe('NM-8: lexical digits of a request', () => {
  test.each([
    ['-0.10', '-0.10'],
    ['12345678901234567890.10', '12345678901234567890.10'],
    ['-0.00', '-0.00'],
    ['1.0', '1.0'],
    ['-0', '0'],
    ['1.50e1', '15'],
    ['1e2', '100'],
    ['"-0.10"', '-0.10'],
    ['"+007.50"', '+007.50'],
    ['" .5 "', '.5'],
  ])('%s is written as %s, wherever it appears', (json, lexical) => {
    expect(requestOf(`{"@at":${json},"n":[${json}],"list":[${json}],"either":${json}}`)).toBe(
      `<Op at="${lexical}"><n>${lexical}</n><list>${lexical}</list><either>${lexical}</either></Op>`,
    );
  });

  test('integers are written without a point, and facets apply to the value', () => {
    expect(requestOf('{"whole":5.0,"bounded":1.5000,"one":1.5,"ratio":1.50}')).toBe(
      '<Op><whole>5</whole><bounded>1.5000</bounded><one>1.5</one><ratio>1.5</ratio></Op>',
    );
    expect(() => operation.encodeJson(utf8('{"bounded":-10.001}'), LEXICAL)).toThrow(/bounded/);
    expect(() => operation.encodeJson(utf8('{"whole":"5.0"}'), LEXICAL)).toThrow(/whole/);
  });

  test('untyped numbers keep their digits unless they are whole', () => {
    expect(requestOf('{"any":{"a":-0.10,"b":2.0}}')).toMatch(/>-0\.10<.*>2</);
  });

  test('a long fraction of zeros counts against the limit like other digits', () => {
    const long = `1.${'0'.repeat(2000)}`;
    expect(() => operation.encodeJson(utf8(`{"n":[${long}]}`), LEXICAL)).toThrow(/1000 digits/);
  });

  test('numbers come back as they were sent', () => {
    const json = '{"@at":-0.10,"n":[12345678901234567890.10,9007199254740993,0.0]}';
    const { body } = operation.encodeJson(utf8(json), LEXICAL);
    expect(stringify(operation.requestFromXml(body, LEXICAL).input)).toBe(json);
  });

  test('an unknown kind of digits is an OptionError', () => {
    expect(() => operation.encodeJson(utf8('{}'), { digits: 'all' as never })).toThrow(/digits/);
    expect(() => parseJson('1', { digits: 'all' as never })).toThrow(/digits/);
  });
});
