import type { Decoding, ElementPlan, NamedType, ValuePlan } from '../state/decoding.js';
import { SimplePlan } from '../values/simple.js';
import { warnUndeclared } from '../values/undeclared-attributes.js';
import { ObjectPlan } from './object.js';
import { SoapArrayPlan } from './soap-array.js';

/** A type that a document names with `xsi:type` where the schema leaves it open (AN-6, AN-8). */
export class NamedTypePlan implements NamedType {
  readonly isSimple: boolean;
  readonly isText: boolean;
  /** `$type`. */
  readonly #key: string;
  readonly #value: ValuePlan;
  readonly #isBareArray: boolean;

  /** @param encoded by the rules of SOAP encoding, an array is an array wherever it occurs (EN-2) */
  constructor(key: string, value: ValuePlan, encoded: boolean) {
    this.#key = key;
    this.#value = value;
    this.isSimple = value instanceof SimplePlan;
    this.isText = this.isSimple || (value instanceof ObjectPlan && value.simple !== undefined);
    this.#isBareArray = encoded && value instanceof SoapArrayPlan;
  }

  open(decoding: Decoding, element: ElementPlan): void {
    const value = this.#value;
    if (value instanceof ObjectPlan) value.openAs(decoding, element, this.#key);
    else if (value instanceof SimplePlan) this.#openSimple(decoding, element, value);
    else if (this.#isBareArray) value.open(decoding, element);
    else this.#openWrapped(decoding, element);
  }

  /** An array or an attachment: `$value` next to its type, in the form in which it can be sent back (AN-6). */
  #openWrapped(decoding: Decoding, element: ElementPlan): void {
    decoding.out.json(this.#opening);
    this.#value.open(decoding, element);
    decoding.frame.closers++;
    decoding.frame.isValue = true;
  }

  /** `{"$type":…,"$value":`. */
  get #opening(): string {
    return `{"$type":${JSON.stringify(this.#key)},"$value":`;
  }

  #openSimple(decoding: Decoding, element: ElementPlan, value: SimplePlan): void {
    const frame = value.push(decoding, element);
    warnUndeclared(decoding, decoding.references !== undefined);
    frame.closers = 1;
    frame.isValue = true;
    decoding.out.json(this.#opening);
    value.begin(decoding, frame);
  }
}
