import { describe, expect, test } from 'vitest';
import { isDecodeError } from '../errors.js';
import { encodeUtf8 } from '../platform.js';
import type { OperationShape } from '../shape/operation-shape.js';
import { type Decoded, decode, envelope, messageDecoder } from '../testing/decoding.js';
import { createRandom } from '../testing/random.js';
import { any, attribute, choice, el, SchemaLiteral, sequence, times } from '../testing/schema-literal.js';
import { operationReturning } from '../testing/service.js';

const schema = new SchemaLiteral();
const base = schema.complex('Base', sequence(el('a', 'int')));
schema.complex('Derived', sequence(el('a', 'int'), el('b', 'QName')), { base, derivation: 'extension' });
const all = schema.complex(
  undefined,
  sequence(
    el('name', 'string'),
    el('many', 'int', { minOccurs: 0, maxOccurs: 'unbounded' }),
    el('poly', base, { minOccurs: 0 }),
    times(choice(el('p', 'string'), el('q', 'int')), 0, 'unbounded'),
    el('free', 'anyType', { minOccurs: 0 }),
    el(
      'mixed',
      schema.complex(undefined, undefined, {
        content: { kind: 'mixed', particle: times(el('i', 'string'), 0, 9) },
      }),
      { minOccurs: 0 },
    ),
    times(any({ namespaces: { kind: 'not', namespace: 'urn:t' } }), 0, 'unbounded'),
  ),
  { attributes: [attribute('k', 'QName')] },
);
const rich = operationReturning(schema, all, { unwrap: 'payload' });
const plain = operationReturning(
  schema,
  schema.complex(
    undefined,
    sequence(
      el('x', 'string'),
      el('y', 'int', { minOccurs: 0, maxOccurs: 9 }),
      el('r', base, { minOccurs: 0 }),
      el('z', 'date', { minOccurs: 0 }),
    ),
  ),
  { unwrap: 'payload' },
);

const RICH =
  '<t:OpResponse k="t:v"><t:name>a &amp; b</t:name><t:many>1</t:many><t:many>2</t:many><t:poly xsi:type="t:Derived"><t:a>1</t:a><t:b>t:c</t:b></t:poly>' +
  '<t:p>x</t:p><t:q>2</t:q><t:p>y</t:p><t:free w="1">t<t:q>s</t:q></t:free><t:mixed>m <t:i>i</t:i> n</t:mixed><o xmlns="urn:o"><p>1</p></o></t:OpResponse>';
const RICH_JSON =
  '{"@k":"{urn:t}v","name":"a & b","many":[1,2],"poly":{"$type":"Derived","a":1,"b":"{urn:t}c"},"$items":[{"p":"x"},{"q":2},{"p":"y"}],' +
  '"free":{"@w":"1","$content":["t",{"{urn:t}q":"s"}]},"mixed":{"$content":["m ",{"i":"i"}," n"]},"$any":[{"{urn:o}o":{"$content":[{"{urn:o}p":"1"}]}}]}';

describe('laws (§22)', () => {
  test('the document of these tests', () => {
    expect(decode(rich, envelope(RICH))).toEqual({ result: RICH_JSON, warnings: [] });
  });

  test.each<[string, (xml: string) => string]>([
    [
      'another prefix',
      (xml) =>
        xml
          .replaceAll(/\bt:/g, 'zz:')
          .replace('xmlns:t', 'xmlns:zz')
          .replace('mlns:zz="urn:t"', 'mlns:zz="urn:t"'),
    ],
    [
      'a default namespace',
      (xml) => xml.replaceAll(/(<\/?)t:/g, '$1').replace('xmlns:t=', 'xmlns="urn:t" xmlns:t='),
    ],
    [
      'other prefixes for the envelope and xsi',
      (xml) =>
        xml
          .replaceAll(/(<\/?)s:/g, '$1SOAP-ENV:')
          .replace('xmlns:s=', 'xmlns:SOAP-ENV=')
          .replaceAll('xsi:type', 'i:type')
          .replace('xmlns:xsi', 'xmlns:i'),
    ],
    [
      'prefixes declared on inner elements',
      (xml) => xml.replace(' xmlns:t="urn:t"', '').replace('<t:OpResponse', '<t:OpResponse xmlns:t="urn:t"'),
    ],
    [
      'a prefix that is shadowed',
      (xml) => xml.replaceAll(/<t:p>(.)<\/t:p>/g, '<s:p xmlns:s="urn:t">$1</s:p>'),
    ],
    ['the same declaration again', (xml) => xml.replaceAll('<t:many', '<t:many xmlns:t="urn:t"')],
  ])('L7: %s changes nothing', (_, change) => {
    const changed = change(envelope(RICH));
    expect(changed).not.toBe(envelope(RICH));
    for (const chunk of [1, 30, 1 << 20])
      expect(decode(rich, changed, { chunk })).toEqual({ result: RICH_JSON, warnings: [] });
  });

  test('L8: comments, processing instructions, white space, unknown elements and attributes change only the warnings', () => {
    const xml = envelope(
      '<t:OpResponse><t:x>v</t:x><t:y>1</t:y><t:r><t:a>2</t:a></t:r><t:z>2026-01-01</t:z></t:OpResponse>',
    );
    const expected = decode(plain, xml).result;
    for (let seed = 1; seed <= 300; seed++) {
      const random = createRandom(seed);
      const noise = [
        '<!-- c -->',
        '<?p d?>',
        '\n ',
        '<u:n xmlns:u="urn:u" a="1"><t:x>no</t:x>text</u:n>',
        '\t<n/>',
      ];
      // Between tags of elements that contain elements only; and attributes on any of them.
      const noisy = xml
        .replaceAll(/>(?=<(?!\/t:[xyza]>))/g, () => `>${random(2) === 0 ? noise[random(noise.length)]! : ''}`)
        .replaceAll(/<t:([a-zA-Z]+)/g, (tag) =>
          random(4) === 0 ? `${tag} unknown="1" u:a="&lt;" xmlns:u="urn:u"` : tag,
        );
      const decoded = decode(plain, noisy, { chunk: 1 + random(100) });
      expect(decoded.result, noisy).toBe(expected);
      expect(
        decoded.warnings.every((warning) => /^UNKNOWN_ELEMENT|^EXTRA_BODY_CHILD/.test(warning)),
        noisy,
      ).toBe(true);
    }
  });

  test('L9: the order of elements changes nothing', () => {
    const children = ['<t:x>v</t:x>', '<t:y>1</t:y>', '<t:r><t:a>2</t:a></t:r>', '<t:z>2026-01-01</t:z>'];
    for (const order of permutations(children)) {
      const { result } = decode(plain, envelope(`<t:OpResponse>${order.join('')}</t:OpResponse>`));
      expect(result).toBe('{"x":"v","y":[1],"r":{"a":2},"z":"2026-01-01"}');
    }
  });

  test('L10: every truncation and every changed byte gives a result or a DecodeError', () => {
    const bytes = encodeUtf8(envelope(RICH));
    for (let length = 0; length < bytes.length; length++) {
      expect(outcome(rich, bytes.subarray(0, length)), `cut to ${length}`).toBe('refused');
    }
    for (let i = 0; i < bytes.length; i++) {
      for (const byte of [0x3c, [0x00, 0x26, 0x22, 0x80, 0xff][i % 5]!]) {
        const changed = bytes.slice();
        changed[i] = byte;
        outcome(rich, changed);
      }
    }
  });

  test('L13: both SOAP versions give the same result', () => {
    expect(decode(rich, envelope(RICH, { version: '1.2' }))).toEqual(decode(rich, envelope(RICH)));
  });

  test('a document gives the same result however it is split', () => {
    const xml = envelope(RICH);
    for (let chunk = 1; chunk < 80; chunk++)
      expect(decode(rich, xml, { chunk })).toEqual({ result: RICH_JSON, warnings: [] });
  });
});

describe('streams (L17)', () => {
  const record = schema.complex(
    'Row',
    sequence(
      el('id', 'int'),
      el('text', 'string'),
      el('free', 'anyType', { minOccurs: 0 }),
      el('tag', 'string', { minOccurs: 0, maxOccurs: 'unbounded' }),
    ),
  );
  const rows = operationReturning(
    schema,
    schema.complex(
      undefined,
      sequence(
        el('row', record, { minOccurs: 0, maxOccurs: 'unbounded' }),
        el('total', 'int', { minOccurs: 0 }),
      ),
    ),
  );
  const row = (i: number): string =>
    `<t:row><t:id>${i}</t:id><t:text>${'some text & more'.replace('&', '&amp;').repeat(i % 5)}</t:text><t:free>${i % 2 === 0 ? 'x'.repeat(i % 300) : '<a>1</a> '}</t:free>${'<t:tag>t</t:tag>'.repeat(i % 4)}</t:row>`;
  const content = Array.from({ length: 3000 }, (_, i) => row(i)).join('');

  function stream(body: string, chunk: number): { pieces: number; largest: number; decoded: Decoded } {
    const reader = messageDecoder(rows).createStream();
    const bytes = encodeUtf8(envelope(body));
    let text = '';
    let pieces = 0;
    let largest = 0;
    const utf8 = new TextDecoder();
    for (let at = 0; at < bytes.length; at += chunk) {
      const piece = reader.write(bytes.subarray(at, at + chunk));
      if (piece.length > 0) pieces++;
      largest = Math.max(largest, piece.length);
      text += utf8.decode(piece, { stream: true });
    }
    const reply = reader.end();
    const warnings = reply.warnings.map(({ code, path }) => `${code} ${path}`.trim());
    if (reply.kind === 'fault') return { pieces, largest, decoded: { fault: reply.fault, warnings } };
    return { pieces, largest, decoded: { result: text + utf8.decode(reply.result), warnings } };
  }

  test.each([1000, 4096, 65_536, 10_000_000])(
    'the pieces of a response in chunks of %d join to the whole result',
    (chunk) => {
      const body = `<t:OpResponse>${content}<t:total>3000</t:total></t:OpResponse>`;
      const whole = decode(rows, envelope(body));
      const { decoded, pieces, largest } = stream(body, chunk);
      expect(decoded).toEqual(whole);
      if (chunk > 1_000_000) return;
      expect(pieces).toBeGreaterThan(5);
      expect(largest).toBeLessThan(3 * Math.max(chunk, 1 << 15));
    },
  );

  test('a fault is recognised before the first byte is returned', () => {
    const { pieces, decoded } = stream(
      `<s:Fault><faultcode>s:Server</faultcode><faultstring>${'no '.repeat(50_000)}</faultstring></s:Fault>`,
      5000,
    );
    expect(pieces).toBe(0);
    expect(decoded.fault?.code).toBe('{http://schemas.xmlsoap.org/soap/envelope/}Server');
  });

  test('an object out of order is held back until it is in order', () => {
    const { decoded } = stream(`<t:OpResponse><t:total>1</t:total>${content}</t:OpResponse>`, 4096);
    expect(decoded).toEqual(
      decode(rows, envelope(`<t:OpResponse><t:total>1</t:total>${content}</t:OpResponse>`)),
    );
  });

  test('a late member stays where it arrives once earlier output was returned, and a late array item is an error', () => {
    const interrupted = `<t:OpResponse>${content}<t:total>1</t:total>${row(1)}</t:OpResponse>`;
    expect(() => stream(interrupted, 4096)).toThrow(
      /cannot stream the response: elements of row are not contiguous/,
    );
    const late = operationReturning(
      schema,
      schema.complex(
        undefined,
        sequence(
          el('total', 'int', { minOccurs: 0 }),
          el('row', record, { minOccurs: 0, maxOccurs: 'unbounded' }),
        ),
      ),
    );
    const reader = messageDecoder(late).createStream();
    const bytes = encodeUtf8(envelope(`<t:OpResponse>${content}<t:total>1</t:total></t:OpResponse>`));
    let text = '';
    for (let at = 0; at < bytes.length; at += 4096)
      text += new TextDecoder().decode(reader.write(bytes.subarray(at, at + 4096)));
    const reply = reader.end();
    text += reply.kind === 'result' ? new TextDecoder().decode(reply.result) : '';
    expect(text.endsWith('],"total":1}')).toBe(true);
    expect((JSON.parse(text) as { row: unknown[] }).row).toHaveLength(3000);
  });

  test('strict mode rejects at the first deviation', () => {
    const reader = messageDecoder(rows, { strictResponses: true }).createStream();
    expect(() =>
      reader.write(encodeUtf8(envelope('<t:OpResponse><t:row><t:id>x</t:id></t:row></t:OpResponse>'))),
    ).toThrow('the response does not match the WSDL');
  });
});

function permutations<T>(list: readonly T[]): T[][] {
  if (list.length < 2) return [[...list]];
  return list.flatMap((first, i) => permutations(list.toSpliced(i, 1)).map((rest) => [first, ...rest]));
}

function outcome(operation: OperationShape, bytes: Uint8Array): 'result' | 'refused' {
  try {
    decode(operation, bytes);
    return 'result';
  } catch (error) {
    if (isDecodeError(error)) return 'refused';
    throw error;
  }
}
