import { describe, expect, test } from 'vitest';
import { contentOf, problemsOf, typedEncoder } from '../testing/encoding.js';
import { attribute, SchemaLiteral } from '../testing/schema-literal.js';

describe('QNames (QN-1)', () => {
  const schema = new SchemaLiteral();
  const kind = schema.simple('Kind', 'QName', { enumeration: ['{urn:t}a', '{urn:q}b', 'c'] });
  const type = schema.complex('Named', undefined, {
    attributes: [attribute('q', 'QName')],
    content: { kind: 'simple', type: 'QName' },
  });
  const list = schema.list('Names', 'QName');
  const encoder = typedEncoder(schema, { q: 'QName', k: kind, n: type, l: list });
  test.each([
    [{ q: '{urn:t}x' }, '<ns1:q>ns1:x</ns1:q>'],
    [{ q: '{urn:o}x' }, '<ns1:q xmlns:x1="urn:o">x1:x</ns1:q>'],
    [{ q: 'x' }, '<ns1:q>x</ns1:q>'],
    [{ k: '{urn:q}b' }, '<ns1:k xmlns:x1="urn:q">x1:b</ns1:k>'],
    [
      { n: { '@q': '{urn:o}x', $value: '{urn:p}y' } },
      '<ns1:n xmlns:x1="urn:o" xmlns:x2="urn:p" q="x1:x">x2:y</ns1:n>',
    ],
    [{ l: ['{urn:o}x', '{urn:o}y', 'z'] }, '<ns1:l xmlns:x1="urn:o">x1:x x1:y z</ns1:l>'],
  ])('%j', (input, content) => {
    expect(contentOf(encoder, input)).toBe(content);
  });
  test('errors', () => {
    expect(problemsOf(encoder, { q: 'a:b', k: '{urn:q}x', l: ['{}x'] })).toEqual([
      '/q format',
      '/k enum',
      '/l/0 format',
    ]);
    // No prefix may be bound to this namespace (Namespaces in XML 1.0 §3).
    expect(problemsOf(encoder, { q: '{http://www.w3.org/2000/xmlns/}x' })).toEqual(['/q format']);
  });
});
