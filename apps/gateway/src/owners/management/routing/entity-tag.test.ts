import { describe, expect, test } from 'vitest';
import { entityTag, isMatch, readIfMatch } from './entity-tag.js';

const state = { shown: { name: 'A', settings: { timeoutMs: 1000 } } };
const tag = entityTag(state);

describe('the entity-tag of a state', () => {
  test('is a strong one (RFC 9110 §8.8.3), and depends on every member', () => {
    expect(tag).toMatch(/^"[\x21\x23-\x7e]{20,}"$/);
    expect(entityTag({ shown: { name: 'A', settings: { timeoutMs: 1000 } } })).toBe(tag);
    const others = [
      { shown: { name: 'B', settings: { timeoutMs: 1000 } } },
      { shown: { name: 'A', settings: { timeoutMs: 1001 } } },
      { shown: { name: 'A', settings: { timeoutMs: null } } },
      { shown: { name: 'A' } },
      { ...state, sealed: 'v1:one' },
      { ...state, sealed: 'v1:two' },
    ].map(entityTag);
    expect(new Set([tag, ...others]).size).toBe(7);
  });
});

describe('If-Match (RFC 9110 §13.1.1)', () => {
  test.each([
    [tag, true],
    ['*', true],
    [' * ', true],
    [`"other", ${tag}`, true],
    [`${tag},"other"`, true],
    [`, ,"with,comma",${tag} ,`, true],
    ['"other"', false],
    ['""', false],
    // The comparison is strong (§8.8.3.2): a weak entity-tag matches nothing.
    [`W/${tag}`, false],
    [`W/${tag}, ${tag}`, true],
  ])('%s', (sent, matches) => {
    expect(isMatch(readIfMatch(sent)!, state)).toBe(matches);
  });

  test('no condition holds for a resource that does not exist, not even *', () => {
    expect(isMatch('*', undefined)).toBe(false);
    expect(isMatch(readIfMatch(tag)!, undefined)).toBe(false);
    expect(readIfMatch(undefined)).toBeUndefined();
  });

  test.each([
    '',
    ',',
    'abc',
    '"abc',
    'abc"',
    `w/${tag}`,
    `${tag} "b"`,
    `*, ${tag}`,
    '"a b"',
    '"\u0000"',
    Array.from({ length: 101 }, () => '"a"').join(),
  ])('%j is rejected', (sent) => {
    expect(() => readIfMatch(sent)).toThrow(expect.objectContaining({ code: 'IF_MATCH_INVALID' }));
  });

  test('a header of 60 KB is read in linear work', () => {
    expect(() => readIfMatch(`"${'a'.repeat(60_000)}`)).toThrow();
    expect(() => readIfMatch(','.repeat(60_000))).toThrow();
    expect(() => readIfMatch(`"a"${' '.repeat(60_000)}b`)).toThrow();
  });
});
