import { describe, expect, test } from 'vitest';
import { API_VERSIONS, keepsPromise } from './api-versions.js';
import { deprecationHeaders, mergeDeprecations } from './deprecation.js';

const at = Date.parse('2026-03-01T00:00:00Z');
const sunset = Date.parse('2027-01-31T23:59:59Z');

test('headers have the format of RFC 9745 and RFC 8594', () => {
  expect(deprecationHeaders({ at })).toEqual({ Deprecation: '@1772323200' });
  expect(deprecationHeaders({ at, sunset, link: 'https://example.com/next?a=<b>' })).toEqual({
    Deprecation: '@1772323200',
    Sunset: 'Sun, 31 Jan 2027 23:59:59 GMT',
    Link: '<https://example.com/next?a=%3Cb%3E>; rel="deprecation"; type="text/html"',
  });
});

test('the earliest dates of several deprecations apply', () => {
  expect(mergeDeprecations(undefined, undefined)).toBeUndefined();
  const one = { at, sunset: sunset + 1 };
  expect(mergeDeprecations(undefined, one)).toBe(one);
  expect(mergeDeprecations({ at: at + 5, sunset, link: 'https://a.example' }, one)).toEqual({
    at,
    sunset,
    link: 'https://a.example',
  });
});

describe('versions of the proxy path', () => {
  test.each([
    ['2026-03-01T00:00:00Z', '2026-09-01T00:00:00Z', true],
    ['2026-03-01T00:00:00Z', '2026-08-31T23:59:59Z', false],
    ['2026-08-31T00:00:00Z', '2027-02-28T00:00:00Z', true],
    ['2026-08-31T00:00:00Z', '2027-02-27T00:00:00Z', false],
  ])('deprecated at %s, removed at %s: %s', (from, to, kept) => {
    expect(keepsPromise({ at: Date.parse(from), sunset: Date.parse(to) })).toBe(kept);
  });

  test('every version stays for six months after its deprecation', () => {
    for (const deprecation of Object.values(API_VERSIONS)) {
      if (deprecation !== undefined) expect(keepsPromise(deprecation)).toBe(true);
    }
  });
});
