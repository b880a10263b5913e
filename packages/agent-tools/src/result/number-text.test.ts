import { describe, expect, test } from 'vitest';
import { fitsDouble, quoteWideNumbers } from './number-text.js';

describe('numbers of results', () => {
  test.each([
    ['9007199254740993', false],
    ['9007199254740992', true],
    ['12345678901234567890.10', false],
    ['-0.10', true],
    ['0.1000000000000000055511151231257827', false],
    ['1e400', false],
    ['1E2', true],
    ['123456789012345678901234567890', false],
    ['100000000000000000000', true],
    ['-0', true],
    ['0.00000000000000000000', true],
  ])('%s is held by a double: %s', (token, fits) => {
    expect(fitsDouble(token)).toBe(fits);
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

  test('stay as they are beside a string of megabytes', () => {
    const json = `{"data":"${'A1'.repeat(5_000_000)}","n":1}`;
    expect(quoteWideNumbers(json)).toBe(json);
  });
});
