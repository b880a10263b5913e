import { describe, expect, test } from 'vitest';
import { isResponseError, type ResponseErrorCode } from '../errors.js';
import { encodeUtf8 } from '../platform.js';
import { envelope, messageDecoder } from '../testing/decoding.js';
import { el, SchemaLiteral, sequence } from '../testing/schema-literal.js';
import { operationReturning } from '../testing/service.js';

/**
 * What a hostile or broken upstream may send (issue: depth, breadth, names, references). Time is bounded against the time of
 * an ordinary document of the same size, generously: what these tests guard against is not a slow machine but a quadratic loop.
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

function attempt(xml: string | Uint8Array): { code: ResponseErrorCode | 'ok'; ms: number; message: string } {
  const bytes = typeof xml === 'string' ? encodeUtf8(xml) : xml;
  const start = performance.now();
  const end = (
    code: ResponseErrorCode | 'ok',
    message = '',
  ): { code: ResponseErrorCode | 'ok'; ms: number; message: string } => ({
    code,
    message,
    ms: performance.now() - start,
  });
  try {
    const reader = decoder.createDecoder();
    for (let at = 0; at < bytes.length; at += 65_536) reader.write(bytes.subarray(at, at + 65_536));
    reader.end();
    return end('ok');
  } catch (error) {
    if (isResponseError(error)) return end(error.code, error.message);
    throw error;
  }
}

const inRoot = (content: string): string => envelope(`<t:OpResponse>${content}</t:OpResponse>`);
const MEGABYTE = 1 << 20;

/** What an ordinary megabyte costs here and now, warm. */
const ordinary = ((): number => {
  const xml = inRoot('<t:child><t:n>some text</t:n></t:child>'.repeat(MEGABYTE / 40));
  return Math.max(5, Math.min(...Array.from({ length: 5 }, () => attempt(xml).ms)));
})();

describe('hostile documents (A1, A2, A3, §21)', () => {
  const million = 1_000_000;
  const cases: [string, () => string, ResponseErrorCode | 'ok', RegExp][] = [
    ['depth 10^6', () => inRoot('<t:child>'.repeat(million)), 'LIMIT', /more than 128 open elements/],
    [
      'depth 10^6 of unknown elements',
      () => inRoot('<a>'.repeat(million)),
      'LIMIT',
      /more than 128 open elements/,
    ],
    [
      'depth 10^6 under anyType',
      () => inRoot(`<t:free>${'<a>'.repeat(million)}`),
      'LIMIT',
      /more than 128 open elements/,
    ],
    ['depth 10^6 before any envelope', () => '<a>'.repeat(million), 'NOT_SOAP', /root element is a/],
    ['10^6 siblings', () => inRoot('<t:child/>'.repeat(million)), 'LIMIT', /more than 1000000 elements/],
    ['10^6 unknown siblings', () => inRoot('<a/>'.repeat(million)), 'LIMIT', /more than 1000000 elements/],
    [
      '10^5 attributes',
      () => inRoot(`<t:child ${Array.from({ length: 100_000 }, (_, i) => `a${i}="1"`).join(' ')}/>`),
      'LIMIT',
      /more than 256 attributes/,
    ],
    [
      '10^5 namespace declarations',
      () => inRoot(`<t:child ${Array.from({ length: 100_000 }, (_, i) => `xmlns:a${i}="u"`).join(' ')}/>`),
      'LIMIT',
      /more than 32 namespace declarations/,
    ],
    [
      'declarations piled up',
      () =>
        inRoot(
          Array.from(
            { length: 20 },
            (_, d) => `<a ${Array.from({ length: 30 }, (__, i) => `xmlns:p${d}x${i}="u"`).join(' ')}>`,
          ).join(''),
        ),
      'LIMIT',
      /more than 256 namespace declarations in scope/,
    ],
    [
      'other declarations on each of 10^5 siblings',
      () => inRoot(Array.from({ length: 100_000 }, (_, i) => `<a xmlns:p${i}="urn:${i}"/>`).join('')),
      'ok',
      /^$/,
    ],
    ['a name of a megabyte', () => inRoot(`<${'a'.repeat(MEGABYTE)}/>`), 'LIMIT', /name is too long/],
    ['a prefix of a megabyte', () => inRoot(`<${'a'.repeat(MEGABYTE)}:b/>`), 'LIMIT', /name is too long/],
    [
      'an attribute name of a megabyte',
      () => inRoot(`<a ${'a'.repeat(MEGABYTE)}="1"/>`),
      'LIMIT',
      /name is too long/,
    ],
    ['a target of a megabyte', () => inRoot(`<?${'a'.repeat(MEGABYTE)}?>`), 'LIMIT', /too long/],
    ['an attribute value of a megabyte', () => inRoot(`<a b="${'x'.repeat(MEGABYTE)}"/>`), 'ok', /^$/],
    [
      'an attribute that never ends',
      () => inRoot(`<a b="${'x'.repeat(4 * MEGABYTE)}`),
      'NOT_XML',
      /< in an attribute value/,
    ],
    ['text of four megabytes', () => inRoot(`<t:n>${'x'.repeat(4 * MEGABYTE)}</t:n>`), 'ok', /^$/],
    ['text with a quote in every place', () => inRoot(`<t:n>${'"'.repeat(4 * MEGABYTE)}</t:n>`), 'ok', /^$/],
    ['10^6 numeric references', () => inRoot(`<t:n>${'&#65;'.repeat(million)}</t:n>`), 'ok', /^$/],
    ['10^6 references in an attribute', () => inRoot(`<a b="${'&amp;'.repeat(million)}"/>`), 'ok', /^$/],
    [
      'a reference that never ends',
      () => inRoot(`<t:n>&#${'0'.repeat(MEGABYTE)}65;</t:n>`),
      'LIMIT',
      /character reference is too long/,
    ],
    ['10^5 comments', () => inRoot('<!-- x -->'.repeat(100_000)), 'ok', /^$/],
    ['a comment of four megabytes', () => inRoot(`<!--${' -'.repeat(2 * MEGABYTE)} -->`), 'ok', /^$/],
    ['unfinished comments', () => inRoot('<!--'.repeat(MEGABYTE)), 'NOT_XML', /-- in a comment/],
    ['CDATA sections', () => inRoot(`<t:n>${'<![CDATA[]]]]>'.repeat(MEGABYTE / 8)}</t:n>`), 'ok', /^$/],
    ['a flood of <', () => '<'.repeat(2 * MEGABYTE), 'NOT_XML', /expected a name/],
    ['a flood of white space', () => ' '.repeat(4 * MEGABYTE), 'NOT_XML', /unexpected end/],
    ['white space in an end tag', () => inRoot(`<t:n></t:n${' '.repeat(MEGABYTE)}>`), 'ok', /^$/],
    ['members that go back and forth', () => inRoot('<t:n/><t:child/>'.repeat(200_000)), 'ok', /^$/],
    ['one member too often', () => inRoot(`<t:child/><t:n/>${'<t:n/>'.repeat(300_000)}`), 'ok', /^$/],
    [
      'late members at every depth',
      () =>
        inRoot(`${'<t:child>'.repeat(100)}${'<t:child/>'.repeat(50_000)}${'<t:n/></t:child>'.repeat(100)}`),
      'ok',
      /^$/,
    ],
    ['mixed untyped content', () => inRoot(`<t:free>${'x<a>y</a>'.repeat(200_000)}</t:free>`), 'ok', /^$/],
    [
      'more than ten megabytes',
      () => inRoot('x'.repeat(11 * MEGABYTE)),
      'LIMIT',
      /larger than 10485760 bytes/,
    ],
    [
      'a DOCTYPE (A1)',
      () => `<!DOCTYPE x [<!ENTITY a "b">]>${inRoot('')}`,
      'NOT_XML',
      /document type declaration/,
    ],
    [
      'a billion laughs (A2)',
      () =>
        `<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>${inRoot('<t:n>&b;</t:n>')}`,
      'NOT_XML',
      /document type/,
    ],
    [
      'XInclude, schemaLocation and the like are inert (A4)',
      () =>
        `<?xml-stylesheet href="http://127.0.0.1/x.xsl"?>${inRoot('<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file:///etc/passwd"/>')}`,
      'ok',
      /^$/,
    ],
  ];

  test.each(cases)('%s', (_, make, code, message) => {
    const xml = make();
    const result = attempt(xml);
    expect(result.code).toBe(code);
    expect(result.message).toMatch(message);
    const budget = 250 + 40 * ordinary * Math.max(1, xml.length / MEGABYTE);
    expect(result.ms).toBeLessThan(budget);
  });

  test('a token that comes byte by byte costs linear time', () => {
    const bytes = encodeUtf8(inRoot(`<a b="${'x'.repeat(200_000)}"/>`));
    const reader = decoder.createDecoder();
    const start = performance.now();
    for (let at = 0; at < bytes.length; at++) reader.write(bytes.subarray(at, at + 1));
    expect(reader.end().kind).toBe('result');
    expect(performance.now() - start).toBeLessThan(2000 + 400 * ordinary);
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

  test('doubling the input costs about twice the time (L10)', () => {
    const time = (count: number): number => {
      const xml = inRoot(
        '<t:child><t:n>some text &amp; more</t:n><t:free><a>1</a></t:free></t:child>'.repeat(count),
      );
      return Math.min(...Array.from({ length: 5 }, () => attempt(xml).ms));
    };
    time(5000);
    expect(time(40_000) / time(10_000)).toBeLessThan(4 * 2.3);
  });
});
