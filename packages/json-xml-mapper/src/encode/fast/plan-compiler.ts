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
import { compileMember, type MemberEncoder } from '../member-encoder.js';
import { compileOrderedContent } from '../ordered-content.js';
import { typeNameOf } from '../type-name.js';
import { compileAnyNode } from '../wildcard.js';
import { attributeDraft } from './attribute-draft.js';
import { type Draft, EMPTY_FRAGMENT, finish, makeField, nodeDraft, type Probe } from './field-draft.js';
import { Fragment } from './fragment.js';
import { giveUp } from './give-up.js';
import {
  type KeyLane,
  LANE_ENCODER,
  LANE_KEY,
  LANE_OBJECT,
  LANE_PART,
  LANE_POLYMORPHIC,
  type Lane,
  type SimpleLane,
  type Variants,
} from './lanes.js';
import { IN_CONTENT, type ObjectPlan, type PresenceRule } from './object-plan.js';
import { isRequired, type Place, placesOf, presenceRule } from './places.js';
import { isEmptiable } from './presence.js';
import { rootKeyDraft } from './root-key.js';
import { mayBeName, simpleLane } from './simple-lane.js';

/** Compiles shapes to plans of the fast path; each once, when it is first needed. */
export interface PlanCompiler {
  /**
   * The lane of an object. It gives up where only the slow path can write such objects.
   *
   * @param keys keys of a root that stand beside the fields and leave no trace in the Body
   */
  objectLane(shape: ObjectShape | PolymorphicShape, keys?: readonly string[]): Lane;
  /** The lane of an object whose elements have other tags than usual. */
  recordLane(shape: ObjectShape, keys: readonly string[], tagsOf: TagsOf): Lane;
}

/** How an element is written. */
export interface ElementTags {
  /** Without its end: attributes may follow. */
  readonly start: string;
  readonly end: string;
  /** Writes it on the slow path. */
  readonly encoder: Pick<MemberEncoder, 'encode' | 'inserted'>;
  /** Where the element declares its own namespaces: all that are in scope in it. */
  readonly namespaces?: ReadonlySet<string>;
}

/** The tags of the elements of one object. */
export type TagsOf = (member: ElementMember) => ElementTags;

interface ScopeDrafts {
  readonly drafts: readonly Draft[];
  readonly rule: PresenceRule | undefined;
}

/** Make a compiler of plans on top of the one of the slow path, whose encoders write what has no lane. */
export function createPlanCompiler(compiler: EncoderCompiler, probe: Probe): PlanCompiler {
  const plans = new Map<ObjectShape, ObjectPlan | undefined>();

  const objectPlan = (shape: ObjectShape, keys: readonly string[]): ObjectPlan | undefined => {
    if (keys.length > 0) return compilePlan(shape, keys);
    if (!plans.has(shape)) plans.set(shape, compilePlan(shape));
    return plans.get(shape);
  };

  const compilePlan = (
    shape: ObjectShape,
    keys: readonly string[] = [],
    tagsOf: TagsOf = usualTags,
  ): ObjectPlan | undefined => {
    // Keys of the root come first: that is where clients put them, and they are in no order.
    const tag = [
      ...keys.map(rootKeyDraft),
      ...shape.attributes.map((attribute) => attributeDraft(attribute, compiler, probe)),
    ];
    if (shape.value !== undefined) {
      const lane = elementLane(shape.value);
      return lane && finish([...tag, { ...nodeDraft('$value', lane), required: true }], undefined, true);
    }
    const scope = scopeDrafts(shape, tagsOf, tag.length);
    return scope && finish([...tag, ...scope.drafts], scope.rule, false);
  };

  /** The fields of a scope, and what its groups ask. */
  const scopeDrafts = (scope: Scope, tagsOf: TagsOf = usualTags, offset = 0): ScopeDrafts | undefined => {
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
      ...placeDraft(node, conditional, scope, tagsOf),
      required: !conditional && isRequired(node),
    }));
    const hasRules = places.some(({ conditional }) => conditional);
    return { drafts, rule: hasRules ? presenceRule(scope.content, offset, false) : undefined };
  };

  const placeDraft = (node: Place, conditional: boolean, scope: Scope, tagsOf: TagsOf): Draft => {
    switch (node.kind) {
      case 'element':
        return elementDraft(node, conditional, tagsOf(node.member));
      case 'any': {
        const any = compileAnyNode(node, scope.members, compiler);
        const encode: KeyLane['encode'] = (value, run) => any.encode({ [node.key]: value }, run, new Map());
        return nodeDraft(node.key, { kind: LANE_KEY, encode, emptyIsPresent: false });
      }
      case 'items':
        return itemsDraft(node);
    }
  };

  const usualTags: TagsOf = (member) => {
    const name = compiler.elementName(member.name);
    return { start: `<${name}`, end: `</${name}>`, encoder: compileMember(member, compiler) };
  };

  const elementDraft = (node: ElementNode, conditional: boolean, tags: ElementTags): Draft => {
    const { member } = node;
    const { start, end, encoder, namespaces } = tags;
    const lane = memberLane(member, encoder);
    const isOpen = lane.kind === LANE_OBJECT || lane.kind === LANE_POLYMORPHIC;
    const ownTags = lane.kind === LANE_ENCODER;
    // What an element of several types turns out to be, it says itself.
    const type = compiler.typeAttribute(typeNameOf(member.shape));
    const draft: Draft = {
      key: member.key,
      place: IN_CONTENT,
      open: ownTags ? EMPTY_FRAGMENT : new Fragment(`${start}${type}${isOpen ? '' : '>'}`),
      close: ownTags ? EMPTY_FRAGMENT : new Fragment(end),
      lane,
      nil: member.nillable ? new Fragment(`${start} xsi:nil="true"/>`) : undefined,
      nullIsAbsent: node.min === 0 || conditional,
      array: member.array,
      bare: false,
      min: node.min,
      max: node.max,
      required: false,
      inserted: conditional ? undefined : insertedElements(node, encoder),
    };
    if (namespaces === undefined || !isOpen) return draft;
    const object = makeField({ ...draft, array: false }, 0);
    return { ...draft, lane: { kind: LANE_PART, namespaces, field: object } };
  };

  const insertedElements = (node: ElementNode, encoder: ElementTags['encoder']): Fragment | undefined => {
    if (node.min === 0 || encoder.inserted === undefined) return undefined;
    const text = probe((run) => encoder.encode(encoder.inserted, run));
    return text === undefined ? undefined : new Fragment(text.repeat(node.min));
  };

  const memberLane = (member: ElementMember, encoder: ElementTags['encoder']): Lane => {
    const { shape } = member;
    const plain = member.fixed === undefined && member.substitution === undefined;
    if (plain) {
      if (shape.kind === 'object' || shape.kind === 'polymorphic') return objectLane(shape);
      if (shape.kind === 'scalar' || shape.kind === 'list' || shape.kind === 'union') {
        const lane = elementLane(shape);
        if (lane !== undefined) return lane;
      }
    }
    return { kind: LANE_ENCODER, encode: encoder.encode };
  };

  const recordLane: PlanCompiler['recordLane'] = (shape, keys, tagsOf) => ({
    kind: LANE_OBJECT,
    plan: lazily(() => compilePlan(shape, keys, tagsOf)),
  });

  const objectLane: PlanCompiler['objectLane'] = (shape, keys = []) =>
    shape.kind === 'object'
      ? { kind: LANE_OBJECT, plan: lazily(() => objectPlan(shape, keys)) }
      : { kind: LANE_POLYMORPHIC, variants: lazily(() => variantsOf(shape, keys)) };

  /** Nothing for types that may have to declare a prefix on their element (QN-1). */
  const elementLane = (shape: SimpleShape): SimpleLane | undefined =>
    mayBeName(shape) || shape.kind === 'anySimpleType'
      ? undefined
      : simpleLane(shape, compiler.codec(shape), compiler.settings.limits);

  const variantsOf = (shape: PolymorphicShape, keys: readonly string[]): Variants => {
    const byKey = new Map<string, { plan: ObjectPlan; typeAttribute: Fragment }>();
    const declared = objectPlan(shape.declared, keys);
    // In rpc/encoded the declared type is named too.
    const declaredType = new Fragment(compiler.typeAttribute(shape.declared.name));
    if (declared !== undefined && !shape.abstract) {
      byKey.set(shape.declaredKey, { plan: declared, typeAttribute: declaredType });
    }
    for (const { key, name, shape: variant } of shape.variants) {
      const plan = objectPlan(variant, keys);
      const type = compiler.encoded
        ? compiler.typeAttribute(variant.name)
        : ` xsi:type="${compiler.qualifiedName(name)}"`;
      if (plan !== undefined) byKey.set(key, { plan, typeAttribute: new Fragment(type) });
    }
    return { declared: shape.abstract ? undefined : declared, declaredType, byKey };
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

  return { objectLane, recordLane };
}

function lazily<T>(make: () => T | undefined): () => T {
  let made: T | undefined;
  return () => {
    made ??= make() ?? giveUp();
    return made;
  };
}
