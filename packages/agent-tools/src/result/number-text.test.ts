import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fitsDouble } from './exact-number.js';
import { quoteWideNumbers } from './number-text.js';

describe('numbers of results', () => {
  test.each([
    ['9007199254740993', false],
    ['9007199254740992', true],
    ['9223372036854775807', false],
    ['-9223372036854775808', true],
    ['9223372036854774785', false],
    ['9223372036854774784', true],
    ['9999999999999997952', true],
    ['9999999999999998976', false],
    ['12345678901234567890.10', false],
    ['-0.10', true],
    ['0.1000000000000000055511151231257827', false],
    ['1e400', false],
    ['1E2', true],
    ['123456789012345678901234567890', false],
    ['100000000000000000000', true],
    ['-0', true],
    ['0.00000000000000000000', true],
  ])('%s fits a double: %s', (token, fits) => {
    expect(fitsDouble(token)).toBe(fits);
  });

  test('an integer fits a double exactly if the double has its value', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 10n ** 19n }), fc.nat(12), (value, zeros) => {
        const whole = (value >> BigInt(zeros)) << BigInt(zeros);
        expect(fitsDouble(String(whole))).toBe(BigInt(Number(whole)) === whole);
      }),
    );
  });

  test('are quoted only where a double would change them, and never inside strings', () => {
    expect(
      quoteWideNumbers(
        '{"a":9007199254740993,"b":[1.50,-12345678901234567890.10],"9007199254740993":"x\\" 9007199254740993 \\\\"}',
      ),
    ).toBe(
      '{"a":"9007199254740993","b":[1.50,"-12345678901234567890.10"],"9007199254740993":"x\\" 9007199254740993 \\\\"}',
    );
  });

  test('are told apart from look-alikes in strings, in generated documents', () => {
    const wide = '9007199254740993';
    const text = fc.array(
      fc.constantFrom(wide, '":', '":1e5,', ':', ',', '[', '{', '"', '\\', ' ', 'a', '1e999'),
      {
        maxLength: 6,
      },
    );
    const value = fc.letrec((tie) => ({
      value: fc.oneof(
        fc.constantFrom(
          { json: wide, told: `"${wide}"` },
          { json: '1e400', told: '"1e400"' },
          { json: '15', told: '15' },
        ),
        text.map((parts) => JSON.stringify(parts.join(''))).map((json) => ({ json, told: json })),
        fc.array(tie('value') as fc.Arbitrary<Told>, { maxLength: 3 }).map((items) => all('[', items, ']')),
        fc.array(fc.tuple(text, tie('value') as fc.Arbitrary<Told>), { maxLength: 3 }).map((members) =>
          all(
            '{',
            members.map(([key, { json, told }]) => withKey(key.join(''), json, told)),
            '}',
          ),
        ),
      ),
    })).value as fc.Arbitrary<Told>;
    fc.assert(
      fc.property(value, ({ json, told }) => {
        expect(quoteWideNumbers(json)).toBe(told);
      }),
      { numRuns: 2000 },
    );
  });

  test('that are not wide stay as they are next to a string of megabytes', () => {
    const json = `{"data":"${'A1'.repeat(5_000_000)}","n":1}`;
    expect(quoteWideNumbers(json)).toBe(json);
  });

  test.each([
    ['a string of zeros', `{"a":"${'0'.repeat(1_000_000)}1"}`],
    ['a string that looks like a member', `{"a":",1${'0'.repeat(1_000_000)}1,1e5,"}`],
    ['a string of such strings', JSON.stringify(JSON.stringify({ a: `:1${'0'.repeat(1_000_000)}1` }))],
    ['a string of backslashes', JSON.stringify({ a: `${'\\'.repeat(500_000)}":1${'0'.repeat(400_000)}1` })],
  ])('are read in work linear in %s', (_name, json) => {
    expect(quoteWideNumbers(json)).toBe(json);
  });

  test('of a million digits, and thousands of long ones, are read in linear work', () => {
    const rows = `1${'0'.repeat(500_000)}1${'0'.repeat(500_000)}`;
    expect(quoteWideNumbers(`[${rows}.5]`)).toBe(`["${rows}.5"]`);
    const decimals = Array.from(
      { length: 8000 },
      (_, at) => `${at + 1}.${'0'.repeat(120)}1${'0'.repeat(120)}`,
    );
    expect(quoteWideNumbers(`[${decimals}]`)).toBe(JSON.stringify(decimals));
  });

  test('are found in a long list, and not in a string that looks like a list', () => {
    const list = `[${'9007199254740993,'.repeat(50_000)}1]`;
    expect(quoteWideNumbers(list).length).toBe(list.length + 100_000);
    const text = JSON.stringify(list);
    expect(quoteWideNumbers(text)).toBe(text);
  });
});

/** A JSON text, and the expected result. */
interface Told {
  readonly json: string;
  readonly told: string;
}

function all(open: string, items: readonly Told[], close: string): Told {
  const join = (member: keyof Told): string => open + items.map((each) => each[member]).join() + close;
  return { json: join('json'), told: join('told') };
}

function withKey(key: string, json: string, told: string): Told {
  const before = `${JSON.stringify(key)}:`;
  return { json: before + json, told: before + told };
}
