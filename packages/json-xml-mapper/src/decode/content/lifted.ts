import type { ElementNode, LiftedShape, Scope } from '../../shape/shape.js';
import { LANE_NONE } from '../lanes/lane.js';
import type { LiftedCode } from '../plan/lifted-code.js';
import { NO_KEY } from '../plan/plan.js';
import type { Content, Decoding, ElementPlan, ScopePlan, ValuePlan } from '../state/decoding.js';
import { NULL } from '../values/nil.js';
import { noNilAttributes } from '../values/undeclared-attributes.js';
import { endMembers } from './member-order.js';
import { startMember } from './members.js';
import type { ObjectPlan } from './object.js';
import { endStrayText, strayText } from './stray-text.js';

const COMMA = 0x2c;

/** An object in whose place JSON has the value of its only member (DF-14): the same members without braces and without a key. */
class LiftedPlan implements ValuePlan {
  readonly isObject = false;
  readonly lane: number = LANE_NONE;
  readonly laneOptions = undefined;
  readonly plainObject = undefined;
  readonly #object: ObjectPlan;
  readonly #compileScope: () => ScopePlan;
  #compiled: ScopePlan | undefined = undefined;

  constructor(object: ObjectPlan, compileScope: () => ScopePlan) {
    this.#object = object;
    this.#compileScope = compileScope;
  }

  open(decoding: Decoding, element: ElementPlan): void {
    this.#object.warnOtherType(decoding);
    const frame = decoding.push(liftedContent, element);
    // It has none: they are only warned about.
    this.#object.attributes.write(decoding);
    this.#compiled ??= this.#compileScope();
    frame.scope = this.#compiled;
    frame.beginObject(decoding.marks.top);
  }

  nilAttributes(decoding: Decoding): boolean {
    return noNilAttributes(decoding);
  }
}

/** Compiles a lifted object. Only programs with a design load it. */
export const liftedCode: LiftedCode = (shape, object, compileScope) =>
  new LiftedPlan(object as ObjectPlan, () => compileScope(scopeOfLifted(shape)));

/** The content of a lifted object, with a member that has no key. */
function scopeOfLifted({ object, member }: LiftedShape): Scope {
  const { omitted } = object;
  const unnamed = { ...member, key: NO_KEY };
  const node: ElementNode = { kind: 'element', member: unnamed, min: member.min, max: member.max };
  return {
    form: 'plain',
    members: [unnamed],
    content: { kind: 'sequence', optional: false, unordered: false, children: [node] },
    ...(omitted !== undefined && { omitted }),
  };
}

const liftedContent: Content = {
  start(decoding, frame) {
    if (decoding.stray.length > 0) endStrayText(decoding, frame);
    startMember(decoding, frame);
  },
  text: strayText,
  end(decoding, frame) {
    if (decoding.stray.length > 0) endStrayText(decoding, frame);
    const isMissing = frame.cursor < 0 && !frame.scope!.slots[0]!.array;
    endMembers(decoding, frame);
    const { out } = decoding;
    // TR-3: a warning has been given.
    if (isMissing) out.fragment(NULL);
    else if (out.bytes[out.length - 1] === COMMA) out.length--;
    decoding.endValue();
  },
};
