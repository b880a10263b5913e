import type {
  ElementMember,
  ElementNode,
  ItemsNode,
  ObjectShape,
  PolymorphicShape,
  Scope,
  SimpleShape,
} from '../../shape/shape.js';
import type { EncoderCompiler } from '../compiler.js';
import { compileMember } from '../member-encoder.js';
import { compileOrderedContent } from '../ordered-content.js';
import { typeNameOf } from '../type-name.js';
import { compileAnyNode } from '../wildcard.js';
import { attributeDraft } from './attribute-draft.js';
import { type Draft, finish, NOTHING, nodeDraft, type Probe } from './field-draft.js';
import { Fragment } from './fragment.js';
import { giveUp } from './give-up.js';
import {
  type KeyLane,
  LANE_ENCODER,
  LANE_KEY,
  LANE_OBJECT,
  LANE_POLYMORPHIC,
  type Lane,
  type SimpleLane,
  type Variants,
} from './lanes.js';
import { IN_CONTENT, type ObjectPlan, type PresenceRule } from './object-plan.js';
import { isRequired, type Place, placesOf, presenceRule } from './places.js';
import { isEmptiable } from './presence.js';
import { type RootKey, rootKeyDraft } from './root-key.js';
import { mayBeName, simpleLane } from './simple-lane.js';

/** Compiles shapes to plans of the fast path; each once, when it is first needed. */
export interface PlanCompiler {
  /** `undefined`: only the slow path writes such objects. */
  objectPlan(shape: ObjectShape): ObjectPlan | undefined;
  /** The same for the root of a message, which has keys of its own beside those of the shape. */
  rootPlan(shape: ObjectShape, keys: readonly RootKey[]): ObjectPlan | undefined;
}

interface ScopeDrafts {
  readonly drafts: readonly Draft[];
  readonly rule: PresenceRule | undefined;
}

/** Make a compiler of plans on top of the one of the slow path, whose encoders write what has no lane. */
export function createPlanCompiler(compiler: EncoderCompiler, probe: Probe): PlanCompiler {
  const plans = new Map<ObjectShape, ObjectPlan | undefined>();

  const objectPlan = (shape: ObjectShape): ObjectPlan | undefined => {
    if (!plans.has(shape)) plans.set(shape, compilePlan(shape));
    return plans.get(shape);
  };

  const compilePlan = (shape: ObjectShape, keys: readonly RootKey[] = []): ObjectPlan | undefined => {
    // Keys of the root come first: that is where clients put them, and they are in no order.
    const tag = [
      ...keys.map(rootKeyDraft),
      ...shape.attributes.map((attribute) => attributeDraft(attribute, compiler, probe)),
    ];
    if (shape.value !== undefined) {
      const lane = elementLane(shape.value);
      return lane && finish([...tag, { ...nodeDraft('$value', lane), required: true }], undefined, true);
    }
    const scope = scopeDrafts(shape, tag.length);
    return scope && finish([...tag, ...scope.drafts], scope.rule, false);
  };

  /** The fields of a scope, and what its groups ask. */
  const scopeDrafts = (scope: Scope, offset = 0): ScopeDrafts | undefined => {
    if (scope.form !== 'plain') {
      const content = compileOrderedContent(scope, compiler);
      const encode: KeyLane['encode'] = (value, run) => content.encode({ $content: value }, run);
      const draft = nodeDraft('$content', { kind: LANE_KEY, encode, emptyIsPresent: true });
      return { drafts: [{ ...draft, required: true }], rule: undefined };
    }
    const places = placesOf(scope.content);
    const members = places.map(({ node }) => (node.kind === 'element' ? node.member : node));
    // A key at several places needs its values dealt out (CM-8), or its branch chosen.
    if (new Set(members).size < members.length) return undefined;
    const drafts = places.map(({ node, conditional }) => ({
      ...placeDraft(node, conditional, scope),
      required: !conditional && isRequired(node),
    }));
    const hasRules = places.some(({ conditional }) => conditional);
    return { drafts, rule: hasRules ? presenceRule(scope.content, offset, false) : undefined };
  };

  const placeDraft = (node: Place, conditional: boolean, scope: Scope): Draft => {
    switch (node.kind) {
      case 'element':
        return elementDraft(node, conditional);
      case 'any': {
        const any = compileAnyNode(node, scope.members, compiler);
        const encode: KeyLane['encode'] = (value, run) => any.encode({ [node.key]: value }, run, new Map());
        return nodeDraft(node.key, { kind: LANE_KEY, encode, emptyIsPresent: false });
      }
      case 'items':
        return itemsDraft(node);
    }
  };

  const elementDraft = (node: ElementNode, conditional: boolean): Draft => {
    const { member } = node;
    const name = compiler.elementName(member.name);
    const lane = memberLane(member);
    const isTagged = lane.kind === LANE_OBJECT || lane.kind === LANE_POLYMORPHIC;
    const ownTags = lane.kind === LANE_ENCODER;
    const type = compiler.typeAttribute(typeNameOf(member.shape));
    return {
      key: member.key,
      place: IN_CONTENT,
      open: ownTags ? NOTHING : new Fragment(isTagged ? `<${name}` : `<${name}${type}>`),
      close: ownTags ? NOTHING : new Fragment(`</${name}>`),
      lane,
      nil: member.nillable ? new Fragment(`<${name} xsi:nil="true"/>`) : undefined,
      nullIsAbsent: node.min === 0 || conditional,
      array: member.array,
      bare: false,
      min: node.min,
      max: node.max,
      required: false,
      inserted: conditional ? undefined : insertedElements(node),
    };
  };

  const insertedElements = (node: ElementNode): Fragment | undefined => {
    const encoder = compileMember(node.member, compiler);
    if (node.min === 0 || encoder.inserted === undefined) return undefined;
    const text = probe((run) => encoder.encode(encoder.inserted, run));
    return text === undefined ? undefined : new Fragment(text.repeat(node.min));
  };

  const memberLane = (member: ElementMember): Lane => {
    const { shape } = member;
    const plain = member.fixed === undefined && member.substitution === undefined;
    if (plain) {
      if (shape.kind === 'object' && !compiler.encoded) {
        return { kind: LANE_OBJECT, plan: lazily(() => objectPlan(shape)) };
      }
      if (shape.kind === 'polymorphic' && !compiler.encoded) {
        return { kind: LANE_POLYMORPHIC, variants: lazily(() => variantsOf(shape)) };
      }
      if (shape.kind === 'scalar' || shape.kind === 'list' || shape.kind === 'union') {
        const lane = elementLane(shape);
        if (lane !== undefined) return lane;
      }
    }
    return { kind: LANE_ENCODER, encode: compileMember(member, compiler).encode };
  };

  /** Nothing for types that may have to declare a prefix on their element (QN-1). */
  const elementLane = (shape: SimpleShape): SimpleLane | undefined =>
    mayBeName(shape) || shape.kind === 'anySimpleType'
      ? undefined
      : simpleLane(shape, compiler.codec(shape), compiler.settings.limits);

  const variantsOf = (shape: PolymorphicShape): Variants => {
    const byKey = new Map<string, { plan: ObjectPlan; typeAttribute: Fragment }>();
    const declared = objectPlan(shape.declared);
    if (declared !== undefined && !shape.abstract) {
      byKey.set(shape.declaredKey, { plan: declared, typeAttribute: NOTHING });
    }
    for (const { key, name, shape: variant } of shape.variants) {
      const plan = objectPlan(variant);
      const typeAttribute = new Fragment(` xsi:type="${compiler.qualifiedName(name)}"`);
      if (plan !== undefined) byKey.set(key, { plan, typeAttribute });
    }
    return { declared: shape.abstract ? undefined : declared, byKey };
  };

  const itemsDraft = (node: ItemsNode): Draft => {
    const plan = lazily(() => {
      const scope = scopeDrafts(node.body);
      return scope && finish(scope.drafts, scope.rule, false);
    });
    const emptiable = isEmptiable(presenceRule(node.body.content, 0, true));
    return {
      ...nodeDraft(node.key, { kind: LANE_OBJECT, plan }),
      array: true,
      bare: true,
      min: emptiable ? 0 : node.min,
      max: node.max,
    };
  };

  return { objectPlan, rootPlan: compilePlan };
}

function lazily<T>(make: () => T | undefined): () => T {
  let made: T | undefined;
  return () => {
    made ??= make() ?? giveUp();
    return made;
  };
}
