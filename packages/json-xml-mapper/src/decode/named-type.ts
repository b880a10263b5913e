import type { Decoding } from './decoding.js';
import { ObjectPlan } from './object.js';
import type { ElementPlan, ValuePlan } from './plan.js';
import { SimplePlan } from './simple.js';

/** A type that a document names with `xsi:type` where the schema leaves it open (AN-6, AN-8). */
export class NamedTypePlan {
  readonly isSimple: boolean;
  /** `$type`. */
  private readonly key: string;
  private readonly value: ValuePlan;

  constructor(key: string, value: ValuePlan) {
    this.key = key;
    this.value = value;
    this.isSimple = value instanceof SimplePlan;
  }

  open(decoding: Decoding, element: ElementPlan): void {
    const { value } = this;
    if (value instanceof ObjectPlan) value.openAs(decoding, element, this.key);
    else if (value instanceof SimplePlan) this.openSimple(decoding, element, value);
    // A SOAP array is an array wherever it stands (EN-2).
    else value.open(decoding, element);
  }

  private openSimple(decoding: Decoding, element: ElementPlan, value: SimplePlan): void {
    const frame = value.push(decoding, element);
    frame.closers = 1;
    frame.isValue = true;
    const substitute =
      element.substitute === undefined ? '' : `"$element":${JSON.stringify(element.substitute)},`;
    decoding.out.json(`{"$type":${JSON.stringify(this.key)},${substitute}"$value":`);
    value.begin(decoding, frame);
  }
}
