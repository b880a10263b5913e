import type { Decoding } from './decoding.js';
import { JsonFragment } from './json-output.js';
import { openElement } from './nil.js';
import type { ElementPlan } from './plan.js';

/**
 * An element that a wildcard admits, as `{ name: value }` (AN-1). The caller has said where it stands.
 *
 * @param lookup whether global declarations count: not below a wildcard with `processContents="skip"`
 */
export function openUntypedElement(decoding: Decoding, lookup: boolean): void {
  decoding.out.fragment(memoOf(decoding).opening);
  openUntypedValue(decoding, lookup);
  decoding.frame.closers++;
}

/** Only the value: mapped by its global declaration where there is one, else untyped. */
export function openUntypedValue(decoding: Decoding, lookup: boolean): void {
  const { plans } = decoding;
  if (!lookup) openElement(decoding, plans.skippedElement);
  else openElement(decoding, memoOf(decoding).declaration ?? plans.untypedElement);
}

/** What is known of a name that turns up under wildcards. */
interface NameMemo {
  /** `{"name":`. */
  readonly opening: JsonFragment;
  readonly declaration: ElementPlan | undefined;
}

function memoOf({ plans, reader }: Decoding): NameMemo {
  const name = reader.name!;
  let memo = name.memo as NameMemo | undefined;
  if (memo === undefined) {
    memo = {
      opening: new JsonFragment(`{${JSON.stringify(name.key)}:`),
      declaration: plans.globalElement(name),
    };
    name.memo = memo;
  }
  return memo;
}
