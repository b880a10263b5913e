import { describe, expect, test } from 'vitest';
import { certificateExpiries } from './certificate-expiry.js';

const assertion = (conditions: string): string =>
  `<s:Assertion xmlns:s="urn:oasis:names:tc:SAML:2.0:assertion" ID="_1"><s:Subject>CANARY</s:Subject>${conditions}</s:Assertion>`;

describe('the end of an assertion', () => {
  const now = Date.parse('2026-11-25T00:00:00Z');
  test.each([
    ['2026-12-24T00:00:00Z', true],
    ['2027-12-24T00:00:00.123Z', false],
  ])('is reported for %s, and whether it is near', (end, endsSoon) => {
    const saml = {
      assertion: assertion(`<s:Conditions\n NotBefore="2026-01-01T00:00:00Z" NotOnOrAfter = "${end}"/>`),
    };
    const [expiry, ...more] = certificateExpiries({ saml }, now);
    expect([expiry, more]).toEqual([
      { kind: 'saml', subject: 'SAML assertion', validTo: new Date(end).toISOString(), endsSoon },
      [],
    ]);
  });

  test.each([
    '',
    '<s:Conditions/>',
    '<s:Conditions NotOnOrAfter="CANARY"/>',
    '<Other NotOnOrAfter="2026-12-24T00:00:00Z"/>',
  ])('is unknown for %j', (conditions) => {
    expect(certificateExpiries({ saml: { assertion: assertion(conditions) } }, now)).toEqual([]);
  });

  test('is searched for in a long text without backtracking', () => {
    const hostile = '<s:Conditions '.repeat(18_000);
    expect(certificateExpiries({ saml: { assertion: hostile } }, now)).toEqual([]);
  });
});
