import { expect, test } from 'vitest';
import { isDecodeError } from '../errors.js';
import { encodeUtf8 } from '../platform.js';
import { decode, envelope, messageDecoder } from '../testing/decoding.js';
import { decodeNaively } from '../testing/naive-decoder.js';
import { createRandom, pick, type Random } from '../testing/random.js';
import { attribute, choice, el, SchemaLiteral, sequence } from '../testing/schema-literal.js';
import { operationReturning } from '../testing/service.js';

/**
 * The decoder against a naive one on saxes: documents of one operation, in and out of order, with and without mistakes, and
 * mutants of their text. Both must reject the same ones and give the same JSON text, however the bytes are cut, and although
 * the decoder has learned from all documents before.
 */
const RUNS = 600 * Number(process.env['SOAPSTONE_DEPTH']);

const schema = new SchemaLiteral();
const money = schema.complex('Money', undefined, {
  content: { kind: 'simple', type: 'decimal' },
  attributes: [attribute('currency', 'string', { required: true }), attribute('rate', 'double')],
});
const line = schema.complex(
  'Line',
  sequence(
    el('sku', 'string'),
    el('quantity', 'int'),
    el('price', money, { minOccurs: 0, nillable: true }),
    el('note', 'token', { minOccurs: 0, maxOccurs: 'unbounded' }),
  ),
  { attributes: [attribute('no', 'int', { default: '1' })] },
);
const root = schema.complex(
  'Order',
  (self) =>
    sequence(
      el('number', 'long'),
      el('reference', 'string', { default: 'none' }),
      el('paid', 'boolean'),
      el('placed', 'dateTime', { minOccurs: 0, nillable: true }),
      el('due', 'date', { minOccurs: 0 }),
      el('weight', 'double', { minOccurs: 0 }),
      el('tag', 'string', { minOccurs: 0, maxOccurs: 'unbounded' }),
      choice(el('card', 'string'), el('iban', 'NMTOKEN', { maxOccurs: 2 })),
      el('sizes', schema.list(undefined, 'short'), { minOccurs: 0 }),
      el('qname', 'QName', { minOccurs: 0 }),
      el('data', 'base64Binary', { minOccurs: 0 }),
      el('line', line, { minOccurs: 0, maxOccurs: 'unbounded' }),
      el('part', self, { minOccurs: 0 }),
    ),
  { attributes: [attribute('id', 'string', { required: true }), attribute('active', 'boolean')] },
);
const operation = operationReturning(schema, root, { unwrap: 'payload' });
const shared = messageDecoder(operation);

test(
  `${RUNS} documents decode to the same JSON as with a naive decoder`,
  () => {
    let accepted = 0;
    let encoded = 0;
    for (let seed = 1; seed <= RUNS; seed++) {
      const random = createRandom(seed);
      const xml = makeDocument(random);
      // saxes trims namespace names, although they must be compared as written (Namespaces in XML 1.0 §2.3).
      if (/xmlns[^=]*=(?:"\s|"[^"]*\s")/.test(xml)) continue;
      const label = `seed ${seed}: ${JSON.stringify(xml)}`;
      const expected = decodeNaively(operation, xml);
      expect(decodeShared(xml, [1 << 30]), label).toBe(expected);
      const sizes = Array.from({ length: 6 }, () => 1 + random(random(4) === 0 ? 4 : 200));
      expect(decodeShared(xml, sizes), `${label} in pieces of ${sizes}`).toBe(expected);
      for (const charset of CHARSETS) {
        const bytes = encodeAs(xml, charset);
        if (bytes === undefined) continue;
        expect(decodeBytes(bytes, charset, sizes), `${label} in ${charset}, in pieces of ${sizes}`).toBe(
          expected,
        );
        encoded++;
      }
      if (expected !== undefined) accepted++;
    }
    expect(encoded).toBeGreaterThan(RUNS);
    expect(accepted).toBeGreaterThan(RUNS / 3);
    expect(accepted).toBeLessThan(RUNS);
  },
  1_000 * RUNS,
);

/** Uses the decoder that all documents share: what it learns from one must not affect the next. */
function decodeShared(xml: string, sizes: readonly number[]): string | undefined {
  return decodeBytes(encodeUtf8(xml), 'utf-8', sizes);
}

const CHARSETS = ['utf-16le', 'utf-16be', 'iso-8859-1'] as const;

/** The document in another encoding (TR-9); `undefined` if the encoding cannot represent it. */
function encodeAs(xml: string, charset: (typeof CHARSETS)[number]): Uint8Array | undefined {
  // UTF-8 has no lone surrogates, and browsers read C1 controls of ISO-8859-1 as windows-1252.
  if (/\p{Surrogate}/u.test(xml)) return undefined;
  if (charset === 'iso-8859-1')
    return /[^\0-\x7f\xa0-\xff]/.test(xml) ? undefined : Buffer.from(xml, 'latin1');
  const bytes = Buffer.from(xml, 'utf16le');
  return charset === 'utf-16be' ? bytes.swap16() : bytes;
}

function decodeBytes(bytes: Uint8Array, charset: string, sizes: readonly number[]): string | undefined {
  const decoder = shared.createDecoder({ contentType: `text/xml; charset=${charset}` });
  try {
    for (let at = 0, i = 0; at < bytes.length; i++) {
      const size = sizes[i % sizes.length]!;
      decoder.write(bytes.subarray(at, at + size));
      at += size;
    }
    const reply = decoder.end();
    return reply.kind === 'result' ? new TextDecoder().decode(reply.result) : undefined;
  } catch (error) {
    if (isDecodeError(error)) return undefined;
    throw error;
  }
}

const VALUES: Readonly<Record<string, readonly string[]>> = {
  number: [
    '1',
    '9007199254740993',
    '-5',
    '+7',
    '0012',
    ' 3 ',
    '',
    'x',
    '9223372036854775808',
    '1<!-- -->2',
    '<![CDATA[4]]>',
    '&#53;',
    '-0',
  ],
  reference: [
    'a',
    '',
    ' a  b ',
    'a&amp;b &lt;c&gt; "q" \\',
    'é漢\u{1F600}',
    '\t\r\n',
    ']]&gt;',
    '<![CDATA[<x>]]>',
    'a<!-- c -->b<?p?>',
    'long '.repeat(30),
    '&#13;&#x41;',
  ],
  paid: ['true', 'false', '1', '0', ' true ', 'TRUE', 'yes', ''],
  placed: [
    '2026-01-02T03:04:05Z',
    '2026-01-02T03:04:05.678+01:00',
    '2024-02-29T24:00:00',
    '2026-02-29T00:00:00',
    'soon',
    '',
  ],
  due: ['2026-12-31', '2026-02-30', '2026-02-28+14:00', '20261231'],
  weight: [
    '1.50',
    '1e3',
    '.5',
    '5.',
    '-0',
    'INF',
    'NaN',
    '0.30000000000000004',
    '0.0000001',
    '12345678901234567',
    'x',
  ],
  tag: ['new', '', 'gift & co'.replace('&', '&amp;')],
  card: ['4111'],
  iban: ['DE02', ' DE 02 ', 'a:b.c-d'],
  sizes: ['1 2 3', '', ' 4\n5 ', '1 x', '40000'],
  qname: ['t:a', 'b', 'u:c', 'nope:d', ''],
  data: ['AQID', ' AQ\nID ', 'AQI', '', '====', 'AQI='],
  sku: ['SKU-1', '', '名'],
  quantity: ['1', '2147483647', '2147483648', ' 5'],
  price: ['10.50', '0.00', '-0.5', '1e2', ''],
  note: ['a b', ' a  b ', '', 'x"y'],
};
const ORDER = [
  'number',
  'reference',
  'paid',
  'placed',
  'due',
  'weight',
  'tag',
  'tag',
  'card',
  'iban',
  'sizes',
  'qname',
  'data',
  'line',
  'line',
  'part',
];
const LINE = ['sku', 'quantity', 'price', 'note', 'note'];

function makeDocument(random: Random): string {
  let text = envelope(makeElement(random, 'OpResponse', 2));
  // L7: another prefix, or none.
  const prefix = random(8);
  if (prefix === 0) text = text.replaceAll(/(<\/?)t:/g, '$1u:').replace('xmlns:t', 'xmlns:u="urn:t" xmlns:t');
  if (prefix === 1) text = text.replaceAll(/(<\/?)t:/g, '$1').replace('xmlns:t', 'xmlns="urn:t" xmlns:t');
  if (random(4) === 0) text = `<?xml version="1.0" encoding="UTF-8"?>\n${text}\n`;
  if (random(6) === 0) text = mutate(random, text);
  return text;
}

function makeElement(random: Random, name: string, depth: number): string {
  const isLine = name === 'line';
  const names = (isLine ? LINE : ORDER).filter((child) =>
    child === 'part' ? depth > 0 && random(4) === 0 : random(5) > 0,
  );
  if (random(4) === 0) shuffle(random, names);
  const space = random(4) === 0 ? pick(random, ['\n  ', ' ', '<!-- x -->', '\r\n']) : '';
  let content = '';
  for (const child of names) {
    content += space;
    if (random(40) === 0)
      content += pick(random, [
        '<u:unknown xmlns:u="urn:u"><t:number>9</t:number></u:unknown>',
        'text',
        '<x/>',
      ]);
    content +=
      child === 'line' || child === 'part' ? makeElement(random, child, depth - 1) : makeLeaf(random, child);
  }
  const attributes = isLine
    ? pick(random, ['', ' no="2"', " no='x'", ' no=" 3 " unknown="1"'])
    : pick(random, [
        ' id="o-1"',
        ' id="o&amp;2" active="true"',
        ' active="0" id=""',
        '',
        ' xsi:nil="false" id="é"',
        ' xmlns:z="urn:z" id="z"',
      ]);
  return `<t:${name}${attributes}>${content}${space}</t:${name}>`;
}

function makeLeaf(random: Random, name: string): string {
  const tag = random(30) === 0 ? name : `t:${name}`;
  let attributes = '';
  if (name === 'price') attributes = pick(random, [' currency="EUR"', ' rate="1.50" currency="E&lt;R"', '']);
  if ((name === 'price' || name === 'placed') && random(5) === 0)
    return `<${tag}${attributes} xsi:nil="${pick(random, ['true', '1'])}"/>`;
  const value = random(4) === 0 ? pick(random, VALUES[name]!) : VALUES[name]![0]!;
  if (value === '' && random(2) === 0) return `<${tag}${attributes}/>`;
  return `<${tag}${attributes}${random(20) === 0 ? ' ' : ''}>${value}</${tag}${random(20) === 0 ? ' ' : ''}>`;
}

function shuffle<T>(random: Random, list: T[]): void {
  for (let i = list.length - 1; i > 0; i--) {
    const k = random(i + 1);
    [list[i], list[k]] = [list[k]!, list[i]!];
  }
}

function mutate(random: Random, text: string): string {
  const at = random(text.length);
  const piece = pick(random, [
    '<',
    '>',
    '&',
    '"',
    ' ',
    '/',
    '<!--',
    ']]>',
    '\u0001',
    '<t:tag>',
    '</t:line>',
    'x',
    '=',
  ]);
  return random(2) === 0
    ? text.slice(0, at) + text.slice(at + 1 + random(4))
    : text.slice(0, at) + piece + text.slice(at);
}

test('each document is also decoded by a fresh decoder', () => {
  const xml = makeDocument(createRandom(7));
  expect(decode(operation, xml).result).toBe(decodeShared(xml, [3]));
});
