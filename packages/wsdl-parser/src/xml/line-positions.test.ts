import { describe, expect, test } from 'vitest';
import { createLineCursor, linePosition } from './line-positions.js';

describe('lines and columns', () => {
  test.each([
    ['abc', 0, '1:1'],
    ['abc', 2, '1:3'],
    ['a\nb', 1, '1:2'],
    ['a\nb', 2, '2:1'],
    ['a\r\nb', 2, '1:3'],
    ['a\r\nb', 3, '2:1'],
    ['a\rb', 2, '2:1'],
    ['\n\n\n', 3, '4:1'],
    ['\r\r\n\n', 4, '4:1'],
    ['a\nb', 9, '2:8'],
  ])('of %j at %i', (text, offset, want) => {
    const { line, column } = linePosition(text, offset);
    expect(`${line}:${column}`).toBe(want);
  });

  test('a cursor moves on and may stay', () => {
    const at = createLineCursor('a\nbc\r\n\nd');
    expect([0, 0, 2, 3, 6, 7].map((offset) => Object.values(at(offset)).join(':'))).toEqual([
      '1:1',
      '1:1',
      '2:1',
      '2:2',
      '3:1',
      '4:1',
    ]);
  });
});
