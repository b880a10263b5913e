import { type Node, parseTree } from 'jsonc-parser';
import { segmentsOf } from '../text/pointer.js';

/** A range of a text. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * Finds the value at a JSON Pointer in a JSON text, which may be incomplete. For a missing member, returns the start of its
 * object. Returns `undefined` for a text without any value.
 */
export function findPointer(text: string, pointer: string): Range | undefined {
  let found = parseTree(text);
  for (const segment of segmentsOf(pointer)) {
    const child = found && childAt(found, segment);
    if (child === undefined) break;
    found = child;
  }
  if (found === undefined) return undefined;
  const isContainer = found.type === 'object' || found.type === 'array';
  return { start: found.offset, end: found.offset + (isContainer ? 1 : found.length) };
}

function childAt({ type, children }: Node, segment: string): Node | undefined {
  if (type === 'array') return /^\d+$/.test(segment) ? children?.[Number(segment)] : undefined;
  const property = children?.find((each) => each.children?.[0]?.value === segment);
  return property?.children?.[1];
}
