import { clarkName, type ExpandedName } from '@soapstone/soap-model';
import type { Lane, LaneOptions } from '../lanes/lane.js';
import type { Decoding, ElementPlan, ValuePlan } from '../state/decoding.js';
import type { SimplePlan } from '../values/simple.js';
import { noNilAttributes } from '../values/undeclared-attributes.js';
import { xsiType } from '../values/xsi.js';
import { saysNothing } from './untyped.js';

/** xs:anySimpleType in element position (AN-8): a string, or `{ $type, $value }` if `xsi:type` names a type whose content is text. */
export class AnySimplePlan implements ValuePlan {
  readonly isObject = false;
  readonly lane: Lane;
  readonly laneOptions: LaneOptions;
  readonly plainObject = undefined;
  readonly #text: SimplePlan;

  constructor(text: SimplePlan) {
    this.#text = text;
    this.lane = text.lane;
    this.laneOptions = text.laneOptions;
  }

  open(decoding: Decoding, element: ElementPlan): void {
    const type = decoding.reader.attributes.count > 0 ? xsiType(decoding) : undefined;
    const known = type === undefined || typeof type === 'string' ? undefined : decoding.plans.namedType(type);
    if (known?.isText === true) known.open(decoding, element);
    else {
      if (type !== undefined && !saysNothing(type) && !isOpenText(decoding, type)) {
        const name = typeof type === 'string' ? type : clarkName(type);
        decoding.warn('UNKNOWN_XSI_TYPE', `xsi:type ${name} is not a simple type`);
      }
      this.#text.open(decoding, element);
    }
  }

  nilAttributes(decoding: Decoding): boolean {
    return noNilAttributes(decoding);
  }
}

/** Whether a complex type restricts nothing of anySimpleType, and has no attributes. */
function isOpenText({ plans }: Decoding, type: ExpandedName | string): boolean {
  return typeof type !== 'string' && plans.isAnySimple(type);
}
