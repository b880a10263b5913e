import { expect, test } from 'vitest';
import { describeText } from './identify.js';

test.each([
  ['<!DOCTYPE html><p>', 'an HTML page'],
  ['<?xml version="1.0"?> <!-- a --> <!-- b -->\n<html lang="en">', 'an HTML page'],
  ['<!-- a --><definitions>', undefined],
  // A pattern for the comments would try every way to divide them.
  [`${'<!---->'.repeat(500)}<definitions>`, undefined],
  [`${'<!--'.repeat(1000)}`, undefined],
])('%s is described', (text, expected) => {
  expect(describeText(text)).toBe(expected);
});
