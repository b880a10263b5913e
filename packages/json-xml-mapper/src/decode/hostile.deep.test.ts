import { describe, expect, test } from 'vitest';
import { type DecodeErrorCode, isDecodeError } from '../errors.js';
import { encodeUtf8 } from '../platform.js';
import { envelope, messageDecoder } from '../testing/decoding.js';
import { el, SchemaLiteral, sequence } from '../testing/schema-literal.js';
import { operationReturning } from '../testing/service.js';

/**
 * Documents that a hostile or broken upstream may send: depth, breadth, names, references. These tests guard against loops of
 * more than linear cost: each case is compared with a smaller one of its kind, never with a fixed time. `pnpm conformance hostile`
 * sends such documents through a gateway.
 */
const schema = new SchemaLiteral();
const tree = schema.complex('Tree', (self) =>
  sequence(
    el('n', 'string', { minOccurs: 0 }),
    el('child', self, { minOccurs: 0, maxOccurs: 'unbounded' }),
    el('free', 'anyType', { minOccurs: 0 }),
  ),
);
const decoder = messageDecoder(operationReturning(schema, tree));

const CHUNK = 1 << 16;

interface Outcome {
  readonly code: DecodeErrorCode | 'ok';
  readonly message: string;
}

function attempt(xml: string, chunk = CHUNK): Outcome {
  const bytes = encodeUtf8(xml);
  try {
    const reader = decoder.createDecoder();
    for (let at = 0; at < bytes.length; at += chunk) reader.write(bytes.subarray(at, at + chunk));
    reader.end();
    return { code: 'ok', message: '' };
  } catch (error) {
    if (isDecodeError(error)) return { code: error.code, message: error.message };
    throw error;
  }
}

/** The ratio of the two sizes. Linear work grows eightfold, quadratic work sixty-four-fold. */
const STEP = 8;
const MOST = 24;
/** Times below this many milliseconds of CPU count as this many, because clock resolution and garbage collection dominate them. */
const NOTHING = 2;

/** Asserts that eight times the input takes far less than sixty-four times the work. Repeats, because disturbances pass. */
function expectLinear(small: string, large: string, chunk = CHUNK): void {
  let least = { small: Number.POSITIVE_INFINITY, large: Number.POSITIVE_INFINITY };
  const growth = (): number => least.large / Math.max(least.small, NOTHING);
  for (let round = 0; round < 5 && !(growth() < MOST); round++) {
    least = {
      small: Math.min(
        least.small,
        cpuTime(() => attempt(small, chunk)),
      ),
      large: Math.min(
        least.large,
        cpuTime(() => attempt(large, chunk)),
      ),
    };
  }
  expect(growth()).toBeLessThan(MOST);
}

/** Milliseconds of CPU time, which excludes other processes. */
function cpuTime(work: () => void): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

const inRoot = (content: string): string => envelope(`<t:OpResponse>${content}</t:OpResponse>`);
const list = (count: number, item: (i: number) => string, separator = ''): string =>
  Array.from({ length: count }, (_, i) => item(i)).join(separator);
const MILLION = 1_000_000;
const MEGABYTE = 1 << 20;

describe('hostile documents (A1, A2, A3, §21)', () => {
  const cases: [
    name: string,
    size: number,
    make: (n: number) => string,
    code: Outcome['code'],
    message: RegExp,
  ][] = [
    ['depth 10^6', MILLION, (n) => inRoot('<t:child>'.repeat(n)), 'LIMIT', /more than 128 open elements/],
    [
      'depth 10^6 of unknown elements',
      MILLION,
      (n) => inRoot('<a>'.repeat(n)),
      'LIMIT',
      /more than 128 open elements/,
    ],
    [
      'depth 10^6 under anyType',
      MILLION,
      (n) => inRoot(`<t:free>${'<a>'.repeat(n)}`),
      'LIMIT',
      /more than 128 open elements/,
    ],
    ['depth 10^6 before any envelope', MILLION, (n) => '<a>'.repeat(n), 'NOT_SOAP', /root element is a/],
    [
      '10^6 siblings',
      MILLION,
      (n) => inRoot('<t:child/>'.repeat(n)),
      'RESPONSE_TOO_COMPLEX',
      /becomes more JSON than it may at \/child\/811637/,
    ],
    [
      '10^6 unknown siblings',
      MILLION,
      (n) => inRoot('<a/>'.repeat(n)),
      'LIMIT',
      /more than 1000000 elements/,
    ],
    ['10^5 siblings of as many names', 100_000, (n) => inRoot(list(n, (i) => `<a${i}/>`)), 'ok', /^$/],
    [
      '10^5 attributes',
      100_000,
      (n) => inRoot(`<t:child ${list(n, (i) => `a${i}="1"`, ' ')}/>`),
      'LIMIT',
      /more than 256 attributes/,
    ],
    [
      '10^5 namespace declarations',
      100_000,
      (n) => inRoot(`<t:child ${list(n, (i) => `xmlns:a${i}="u"`, ' ')}/>`),
      'LIMIT',
      /more than 32 namespace declarations/,
    ],
    [
      'declarations at every depth',
      24,
      (n) => inRoot(list(n, (d) => `<a ${list(30, (i) => `xmlns:p${d}x${i}="u"`, ' ')}>`)),
      'LIMIT',
      /more than 256 namespace declarations in scope/,
    ],
    [
      'another declaration on each of 10^5 siblings',
      100_000,
      (n) => inRoot(list(n, (i) => `<a xmlns:p${i}="urn:${i}"/>`)),
      'ok',
      /^$/,
    ],
    [
      'the same, under anyType',
      100_000,
      (n) => inRoot(`<t:free>${list(n, (i) => `<p:a xmlns:p="urn:${i}"/>`)}</t:free>`),
      'ok',
      /^$/,
    ],
    ['a name of a megabyte', MEGABYTE, (n) => inRoot(`<${'a'.repeat(n)}/>`), 'LIMIT', /name is too long/],
    ['a prefix of a megabyte', MEGABYTE, (n) => inRoot(`<${'a'.repeat(n)}:b/>`), 'LIMIT', /name is too long/],
    [
      'an attribute name of a megabyte',
      MEGABYTE,
      (n) => inRoot(`<a ${'a'.repeat(n)}="1"/>`),
      'LIMIT',
      /name is too long/,
    ],
    ['a target of a megabyte', MEGABYTE, (n) => inRoot(`<?${'a'.repeat(n)}?>`), 'LIMIT', /too long/],
    ['an attribute value of a megabyte', MEGABYTE, (n) => inRoot(`<a b="${'x'.repeat(n)}"/>`), 'ok', /^$/],
    [
      'an attribute that never ends',
      4 * MEGABYTE,
      (n) => inRoot(`<a b="${'x'.repeat(n)}`),
      'NOT_XML',
      /< in an attribute value/,
    ],
    ['text of four megabytes', 4 * MEGABYTE, (n) => inRoot(`<t:n>${'x'.repeat(n)}</t:n>`), 'ok', /^$/],
    [
      'text with a quote in every place',
      4 * MEGABYTE,
      (n) => inRoot(`<t:n>${'"'.repeat(n)}</t:n>`),
      'ok',
      /^$/,
    ],
    ['10^6 numeric references', MILLION, (n) => inRoot(`<t:n>${'&#65;'.repeat(n)}</t:n>`), 'ok', /^$/],
    ['10^6 references in an attribute', MILLION, (n) => inRoot(`<a b="${'&amp;'.repeat(n)}"/>`), 'ok', /^$/],
    [
      'a reference that never ends',
      MEGABYTE,
      (n) => inRoot(`<t:n>&#${'0'.repeat(n)}65;</t:n>`),
      'LIMIT',
      /character reference is too long/,
    ],
    ['10^5 comments', 100_000, (n) => inRoot('<!-- x -->'.repeat(n)), 'ok', /^$/],
    ['a comment of four megabytes', 2 * MEGABYTE, (n) => inRoot(`<!--${' -'.repeat(n)} -->`), 'ok', /^$/],
    ['unfinished comments', MEGABYTE, (n) => inRoot('<!--'.repeat(n)), 'NOT_XML', /-- in a comment/],
    ['CDATA sections', MEGABYTE / 8, (n) => inRoot(`<t:n>${'<![CDATA[]]]]>'.repeat(n)}</t:n>`), 'ok', /^$/],
    ['a flood of <', 2 * MEGABYTE, (n) => '<'.repeat(n), 'NOT_XML', /expected a name/],
    ['a flood of white space', 4 * MEGABYTE, (n) => ' '.repeat(n), 'NOT_XML', /unexpected end/],
    ['white space in an end tag', MEGABYTE, (n) => inRoot(`<t:n></t:n${' '.repeat(n)}>`), 'ok', /^$/],
    ['members that go back and forth', 200_000, (n) => inRoot('<t:n/><t:child/>'.repeat(n)), 'ok', /^$/],
    [
      'one member too many times',
      300_000,
      (n) => inRoot(`<t:child/><t:n/>${'<t:n/>'.repeat(n)}`),
      'ok',
      /^$/,
    ],
    [
      'late members at every depth',
      50_000,
      (n) => inRoot(`${'<t:child>'.repeat(100)}${'<t:child/>'.repeat(n)}${'<t:n/></t:child>'.repeat(100)}`),
      'ok',
      /^$/,
    ],
    [
      'mixed untyped content',
      200_000,
      (n) => inRoot(`<t:free>${'x<a>y</a>'.repeat(n)}</t:free>`),
      'ok',
      /^$/,
    ],
    [
      'text, entities and untyped content (L10)',
      40_000,
      (n) => inRoot('<t:child><t:n>some text &amp; more</t:n><t:free><a>1</a></t:free></t:child>'.repeat(n)),
      'ok',
      /^$/,
    ],
    [
      'more than ten megabytes',
      11 * MEGABYTE,
      (n) => inRoot('x'.repeat(n)),
      'LIMIT',
      /larger than 10485760 bytes/,
    ],
  ];

  test.each(cases)('%s', (_, size, make, code, message) => {
    const large = make(size);
    expect(attempt(large)).toEqual({ code, message: expect.stringMatching(message) });
    expectLinear(make(size / STEP), large);
  });

  test.each([
    ['a DOCTYPE (A1)', `<!DOCTYPE x [<!ENTITY a "b">]>${inRoot('')}`, 'NOT_XML', /document type declaration/],
    [
      'a billion laughs (A2)',
      `<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>${inRoot('<t:n>&b;</t:n>')}`,
      'NOT_XML',
      /document type/,
    ],
    [
      'XInclude, schemaLocation and the like are inert (A4)',
      `<?xml-stylesheet href="http://127.0.0.1/x.xsl"?>${inRoot('<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file:///etc/passwd"/>')}`,
      'ok',
      /^$/,
    ],
  ])('%s', (_, xml, code, message) => {
    expect(attempt(xml)).toEqual({ code, message: expect.stringMatching(message) });
  });

  test('a token that arrives byte by byte costs linear time', () => {
    const token = (size: number): string => inRoot(`<a b="${'x'.repeat(size)}"/>`);
    expect(attempt(token(40_000), 1).code).toBe('ok');
    expectLinear(token(40_000 / STEP), token(40_000), 1);
  });

  test('memory stays within a hundred times the input', () => {
    const xml = inRoot('<t:child><t:free><a b="1">x<c/></a></t:free></t:child>'.repeat(20_000));
    attempt(xml);
    globalThis.gc?.();
    const before = process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers;
    attempt(xml);
    const after = process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers;
    expect(after - before).toBeLessThan(100 * xml.length);
  });
});
