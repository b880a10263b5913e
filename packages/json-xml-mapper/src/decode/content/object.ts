import { clarkName } from '@soapstone/soap-model';
import type { ObjectShape } from '../../shape/shape.js';
import type { AttributeLane } from '../lanes/attribute-lane.js';
import { LANE_NONE, LANE_OBJECT, type Lane } from '../lanes/lane.js';
import { JsonFragment, type JsonOutput } from '../output/json-output.js';
import type {
  Content,
  Decoding,
  ElementPlan,
  Frame,
  PlainObject,
  ScopePlan,
  ValuePlan,
} from '../state/decoding.js';
import { saysBase64 } from '../values/base64-string.js';
import type { SimplePlan } from '../values/simple.js';
import { xsiType } from '../values/xsi.js';
import type { AttributesPlan } from './attributes.js';
import { beginEntries, mixedContent, orderedContent } from './entries.js';
import { endMembers } from './member-order.js';
import { startMember } from './members.js';
import { endStrayText, strayText } from './stray-text.js';

const OPEN_BRACE = 0x7b;

/** A complex type: a JSON object. Its scope is compiled when the first element of the type is encountered, so types may recur. */
export class ObjectPlan implements ValuePlan {
  readonly isObject = true;
  readonly laneOptions = undefined;
  readonly plainObject: PlainObject | undefined;
  readonly lane: Lane;
  readonly shape: ObjectShape;
  readonly attributes: AttributesPlan;
  readonly simple: SimplePlan | undefined;
  readonly attributeLane: AttributeLane | undefined;
  readonly #compileScope: () => ScopePlan;
  #compiled: ScopePlan | undefined = undefined;
  readonly #content: Content;

  constructor(options: {
    shape: ObjectShape;
    attributes: AttributesPlan;
    value: SimplePlan | undefined;
    compileScope: () => ScopePlan;
  }) {
    this.shape = options.shape;
    this.attributes = options.attributes;
    this.simple = options.value;
    this.#compileScope = options.compileScope;
    this.#content = CONTENTS[options.shape.form];
    this.attributeLane = options.attributes.lane;
    this.plainObject = options.shape.form === 'plain' ? this : undefined;
    this.lane = options.value === undefined && options.shape.form === 'plain' ? LANE_OBJECT : LANE_NONE;
  }

  get scope(): ScopePlan {
    this.#compiled ??= this.#compileScope();
    return this.#compiled;
  }

  open(decoding: Decoding, element: ElementPlan): void {
    this.warnOtherType(decoding);
    this.openAs(decoding, element, undefined);
  }

  /** The same with `$type` (PY-2). */
  openAs(decoding: Decoding, element: ElementPlan, type: string | undefined): void {
    const { simple } = this;
    const frame =
      simple === undefined ? decoding.push(this.#content, element) : simple.push(decoding, element);
    const { out } = decoding;
    out.byte(OPEN_BRACE);
    if (type !== undefined) out.json(`"$type":${JSON.stringify(type)},`);
    if (element.substitute !== undefined) out.json(`"$element":${JSON.stringify(element.substitute)},`);
    this.attributes.write(decoding);
    frame.tail = this.attributes.any(decoding);
    if (simple !== undefined) {
      beginValue(decoding, frame, simple);
    } else if (this.shape.form === 'plain') {
      this.#beginMembers(decoding, frame);
    } else {
      beginEntries(decoding, frame, this.scope);
    }
  }

  /** The same for an element without attributes, in the fast lane. */
  openPlain(decoding: Decoding, element: ElementPlan): void {
    const frame = decoding.push(objectContent, element);
    decoding.out.byte(OPEN_BRACE);
    if (this.attributes.expects) this.attributes.write(decoding);
    this.#beginMembers(decoding, frame);
  }

  openWith(decoding: Decoding, element: ElementPlan, members: JsonOutput): void {
    const { simple } = this;
    const frame =
      simple === undefined ? decoding.push(objectContent, element) : simple.push(decoding, element);
    const { out } = decoding;
    out.byte(OPEN_BRACE);
    out.copy(members);
    if (simple === undefined) this.#beginMembers(decoding, frame);
    else beginValue(decoding, frame, simple);
  }

  #beginMembers(decoding: Decoding, frame: Frame): void {
    frame.scope = this.scope;
    // In encoded messages any start tag may be a reference and any end tag the return from one. An accessor of any name may have to
    // be discarded.
    frame.inLane =
      decoding.references === undefined &&
      decoding.identities === undefined &&
      frame.scope.anyName === undefined;
    frame.beginObject(decoding.marks.top);
  }

  nilAttributes(decoding: Decoding): boolean {
    const found = this.attributes.write(decoding, false);
    const any = this.attributes.any(decoding);
    if (any !== undefined) decoding.out.json(`${any},`);
    return found || any !== undefined;
  }

  /** PY-7: the model has no type derived from this one, so any other name is unknown here. */
  warnOtherType(decoding: Decoding): void {
    if (decoding.reader.attributes.count === 0) return;
    const type = xsiType(decoding);
    if (type === undefined) return;
    if (this.shape.name === undefined) {
      // No type is derived from one without a name; rpc wrappers have no type that could be named (TR-2).
      if (decoding.settings.checkOrder)
        decoding.warn('UNKNOWN_XSI_TYPE', 'the type of this element has no name', '@xsi:type');
      return;
    }
    const name = typeof type === 'string' ? type : clarkName(type);
    // TR-11: a string that declares itself to be base64.
    if (this.simple?.isString === true && saysBase64(decoding)) return;
    if (name !== clarkName(this.shape.name))
      decoding.warn('UNKNOWN_XSI_TYPE', `xsi:type ${name} is not known here`);
  }
}

/** `"$value":` (SC-1). */
export const VALUE_OPENING: JsonFragment = new JsonFragment('"$value":');

function beginValue(decoding: Decoding, frame: Frame, simple: SimplePlan): void {
  frame.closers = 1;
  frame.isValue = true;
  decoding.out.fragment(VALUE_OPENING);
  simple.begin(decoding, frame);
}

const objectContent: Content = {
  start(decoding, frame) {
    if (decoding.stray.length > 0) endStrayText(decoding, frame);
    startMember(decoding, frame);
  },
  text: strayText,
  end(decoding, frame) {
    if (decoding.stray.length > 0) endStrayText(decoding, frame);
    endMembers(decoding, frame);
    decoding.endObject();
  },
};

const CONTENTS = { plain: objectContent, ordered: orderedContent, mixed: mixedContent };
