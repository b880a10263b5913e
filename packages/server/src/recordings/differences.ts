import { isJsonNumber } from '@soapstone/json-xml-mapper';
import { isPlain } from './member-rules.js';

/**
 * A place at which two values differ.
 *
 * - `missing`: only the recorded value has the member
 * - `added`: only the other value has it
 * - `type`: the values are of different types: text, number, boolean, list or object
 * - `value`: the same type with different content; for a list, a different length
 */
export interface Difference {
  /** A JSON Pointer. */
  readonly path: string;
  readonly kind: 'missing' | 'added' | 'type' | 'value';
  readonly recorded?: unknown;
  readonly received?: unknown;
}

/** Whether a difference concerns the shape of a message rather than its content. */
export function isOfShape({ kind }: Difference): boolean {
  return kind !== 'value';
}

/** Finds the differences between two values, at most `most`. */
export function findDifferences(recorded: unknown, received: unknown, most: number): readonly Difference[] {
  const found: Difference[] = [];
  compare('', recorded, received, found, most);
  return found;
}

function compare(
  path: string,
  recorded: unknown,
  received: unknown,
  found: Difference[],
  most: number,
): void {
  if (found.length >= most) return;
  if (isPlain(recorded) && isPlain(received)) {
    for (const name of new Set([...Object.keys(recorded), ...Object.keys(received)])) {
      if (found.length >= most) return;
      const place = `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      if (!Object.hasOwn(received, name))
        found.push({ path: place, kind: 'missing', recorded: recorded[name] });
      else if (!Object.hasOwn(recorded, name))
        found.push({ path: place, kind: 'added', received: received[name] });
      else compare(place, recorded[name], received[name], found, most);
    }
    return;
  }
  if (Array.isArray(recorded) && Array.isArray(received)) {
    const both = Math.min(recorded.length, received.length);
    for (let index = 0; index < both; index++)
      compare(`${path}/${index}`, recorded[index], received[index], found, most);
    if (recorded.length !== received.length && found.length < most) {
      const [before, now] = [`${recorded.length} items`, `${received.length} items`];
      found.push({ path, kind: 'value', recorded: before, received: now });
    }
    return;
  }
  if (textOf(recorded) === textOf(received) && kindOf(recorded) === kindOf(received)) return;
  const isSameKind = kindOf(recorded) === kindOf(received) || recorded === null || received === null;
  found.push({ path, kind: isSameKind ? 'value' : 'type', recorded, received });
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'bigint' || isJsonNumber(value)) return 'number';
  return typeof value;
}

function textOf(value: unknown): string {
  if (isPlain(value)) return '{}';
  return isJsonNumber(value) ? value.text : String(value);
}
