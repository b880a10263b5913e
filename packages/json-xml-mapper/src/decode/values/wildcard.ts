import type { XmlName } from '../../xml/xml-name.js';
import { JsonFragment, type JsonOutput } from '../output/json-output.js';
import type { Decoding, ElementPlan } from '../state/decoding.js';
import { openElement } from './nil.js';

/**
 * An element that a wildcard admits, as `{ name: value }` (AN-1). The caller has set its location.
 *
 * @param lookup whether global declarations count: not below a wildcard with `processContents="skip"`
 */
export function openUntypedElement(decoding: Decoding, lookup: boolean): void {
  memoOf(decoding).writeOpening(decoding.out);
  openUntypedValue(decoding, lookup);
  decoding.frame.closers++;
}

/** The same with another key than the name. */
export function openNamedElement(decoding: Decoding, lookup: boolean, key: string): void {
  decoding.out.json(`{${JSON.stringify(key)}:`);
  openUntypedValue(decoding, lookup);
  decoding.frame.closers++;
}

/** Opens only the value of such an element: by its global declaration if there is one, otherwise untyped. */
export function openUntypedValue(decoding: Decoding, lookup: boolean): void {
  const { plans } = decoding;
  if (!lookup) openElement(decoding, plans.skippedElement);
  else openElement(decoding, memoOf(decoding).declaration ?? plans.untypedElement);
}

/** The facts about a name that wildcards admit. */
class NameMemo {
  readonly declaration: ElementPlan | undefined;
  readonly #text: string;
  /** The text as words, created at the second use, because a document may use many names only once. */
  #opening: JsonFragment | undefined = undefined;
  #isKnown = false;

  constructor(name: XmlName, declaration: ElementPlan | undefined) {
    this.#text = `{${JSON.stringify(name.key)}:`;
    this.declaration = declaration;
  }

  /** `{"name":`. */
  writeOpening(out: JsonOutput): void {
    if (!this.#isKnown) {
      this.#isKnown = true;
      out.json(this.#text);
      return;
    }
    this.#opening ??= new JsonFragment(this.#text);
    out.fragment(this.#opening);
  }
}

function memoOf({ plans, reader }: Decoding): NameMemo {
  const name = reader.name!;
  let memo = name.memo as NameMemo | undefined;
  if (memo === undefined) {
    memo = new NameMemo(name, plans.globalElement(name));
    name.memo = memo;
  }
  return memo;
}
