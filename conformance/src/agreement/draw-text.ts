import fc from 'fast-check';
import type { Draw } from '../laws/draw.js';
import type { PublishedSchema } from './published-schema.js';

/** Texts that any string accepts; some need escaping in XML. */
const TEXTS = ['text', 'a b', 'ä€😀', '<&>"\'', 'x'.repeat(40), '0', ' edge '] as const;

/** Sample values of types that are only named in `x-xsd-type` (OA-7), because JSON Schema has no keyword for them. */
const BY_XSD_TYPE: Readonly<Record<string, readonly string[]>> = {
  token: ['a token', 't'],
  normalizedString: ['one line', 'x  y'],
  language: ['en', 'de-CH'],
  Name: ['Name', 'a:b'],
  NCName: ['Name', 'n.1'],
  NMTOKEN: ['1token', 'a-b'],
  ID: ['id1'],
  IDREF: ['id1'],
  ENTITY: ['entity'],
  NOTATION: ['{urn:n}name'],
  QName: ['{urn:q}name', 'name'],
  anyURI: ['http://example.com/?a=b', 'urn:x', ''],
  duration: ['P1D', '-PT1.5S', 'P1Y2M3DT4H5M6S'],
  dateTime: ['2024-02-29T23:59:59Z', '2001-01-01T00:00:00.125+05:30'],
  time: ['23:59:59Z', '00:00:00'],
  date: ['2024-02-29', '1999-12-31Z'],
  gYearMonth: ['2024-02'],
  gYear: ['2024', '-0044'],
  gMonthDay: ['--02-29'],
  gDay: ['---31'],
  gMonth: ['--12'],
  hexBinary: ['', '0F', 'ABCDEF'],
  base64Binary: ['', 'AQID', 'AA=='],
};

/** Draws a text for a schema of type `string`. */
export function drawText(draw: Draw, schema: PublishedSchema): string {
  const { pattern, minLength = 0, maxLength } = schema;
  const xsdType = String(schema['x-xsd-type'] ?? '');
  if (pattern !== undefined && BY_XSD_TYPE[xsdType] === undefined) {
    const matching = drawMatching(draw, pattern);
    if (matching !== undefined) return matching;
  }
  if (schema.format === 'byte' || schema.contentEncoding === 'base64') return draw.pick(['', 'AQID', 'AA==']);
  const known = BY_XSD_TYPE[xsdType];
  const text = draw.pick<string>(known ?? TEXTS);
  const padded = text.length < minLength ? text.padEnd(minLength, 'x') : text;
  return maxLength === undefined ? padded : [...padded].slice(0, maxLength).join('');
}

/** fast-check supports most of ECMAScript's syntax and reports what it does not. */
const readable = new Map<string, fc.Arbitrary<string> | undefined>();

function drawMatching(draw: Draw, pattern: string): string | undefined {
  if (!readable.has(pattern)) {
    let arbitrary: fc.Arbitrary<string> | undefined;
    try {
      arbitrary = fc.stringMatching(new RegExp(pattern, 'u'), { size: 'small' });
      fc.sample(arbitrary, { numRuns: 1, seed: 1 });
    } catch {
      arbitrary = undefined;
    }
    readable.set(pattern, arbitrary);
  }
  const arbitrary = readable.get(pattern);
  return arbitrary === undefined
    ? undefined
    : fc.sample(arbitrary, { numRuns: 1, seed: draw.int(0, 1_000_000) })[0];
}
