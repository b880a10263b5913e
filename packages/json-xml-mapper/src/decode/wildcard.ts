import type { Decoding } from './decoding.js';
import { openElement } from './nil.js';

/**
 * An element that a wildcard admits, as `{ name: value }` (AN-1). The caller has said where it stands.
 *
 * @param lookup whether global declarations count: not below a wildcard with `processContents="skip"`
 */
export function openUntypedElement(decoding: Decoding, lookup: boolean): void {
  decoding.out.json(`{${JSON.stringify(decoding.reader.name!.key)}:`);
  openUntypedValue(decoding, lookup);
  decoding.frame.closers++;
}

/** Only the value: mapped by its global declaration where there is one, else untyped. */
export function openUntypedValue(decoding: Decoding, lookup: boolean): void {
  const { plans, reader } = decoding;
  if (!lookup) openElement(decoding, plans.skippedElement);
  else openElement(decoding, plans.globalElement(reader.name!) ?? plans.untypedElement);
}
