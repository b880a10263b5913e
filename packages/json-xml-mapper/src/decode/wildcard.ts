import type { Decoding } from './decoding.js';
import { openElement } from './nil.js';

/**
 * An element that a wildcard admits, as `{ name: value }`: mapped by its global declaration where there is one, else
 * untyped (AN-1). The caller has said where it stands.
 */
export function openUntypedElement(decoding: Decoding, mayBeGlobal: boolean): void {
  const { plans, out } = decoding;
  const name = decoding.reader.name!;
  const element = (mayBeGlobal ? plans.globalElement(name) : undefined) ?? plans.untypedElement;
  out.json(`{${JSON.stringify(name.key)}:`);
  openElement(decoding, element);
  decoding.frame.closers++;
}
