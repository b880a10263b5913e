import { describe, expect, test } from 'vitest';
import { formatJson } from './format-json.js';

describe('JSON for people', () => {
  test.each([
    ['{}', '{}'],
    ['[]', '[]'],
    ['"a"', '"a"'],
    ['{"a":[]}', '{\n  "a": []\n}'],
    ['{"a":{"b":[1,2]},"c":null}', '{\n  "a": {\n    "b": [\n      1,\n      2\n    ]\n  },\n  "c": null\n}'],
    // Punctuation in strings is text.
    ['{"a,b":"{[:,]}\\"\\\\"}', '{\n  "a,b": "{[:,]}\\"\\\\"\n}'],
  ])('%s', (text, formatted) => {
    expect(formatJson(text)).toBe(formatted);
    expect(formatJson(formatted)).toBe(formatted);
  });

  test('keeps every digit', () => {
    expect(formatJson('{"a":9007199254740993,"b":1.10,"c":-1E+400}')).toBe(
      '{\n  "a": 9007199254740993,\n  "b": 1.10,\n  "c": -1E+400\n}',
    );
  });

  test.each(['', '{', '{"a":}', 'not json', '<x/>'])('leaves %j unchanged', (text) => {
    expect(formatJson(text)).toBe(text);
  });
});
