import { expect } from 'vitest';
import { link, schema } from './link.js';
import { notation } from './notation.js';

/**
 * A pattern of "XML Schema Patterns for Databinding" (Basic and Advanced 1.0) that shapes the model: the name of the
 * pattern, a schema of urn:t that shows it, and what the component `P` is. The notation is that of `notation.ts`.
 */
export type DatabindingPattern = readonly [pattern: string, declarations: string, expected: string];

/** Links the schema of a pattern and compares its component `P`. */
export function expectPattern(declarations: string, expected: string): void {
  const { set, diagnostics } = link([schema(declarations)]);
  expect(diagnostics).toEqual([]);
  const print = notation(set);
  const element = set.elements.find(({ name }) => name.localName === 'P');
  const attribute = set.attributes.find(({ name }) => name.localName === 'P');
  const found =
    element !== undefined
      ? `element t:P:${print.type(element.type)}`
      : attribute !== undefined
        ? `attribute t:P:${print.type(attribute.type)}`
        : print.of('P');
  expect(found).toBe(expected);
}
