import type { ExpandedName } from '@soapstone/wsdl-parser';
import { XSD } from '../../shape/namespaces.js';
import type {
  AttributeMember,
  ContentNode,
  ElementMember,
  ElementNode,
  ItemsNode,
  ObjectShape,
  PolymorphicShape,
  Scope,
  SimpleShape,
} from '../../shape/shape.js';
import { type CompiledAttribute, compileAttribute } from '../attribute-encoder.js';
import type { EncoderCompiler } from '../compiler.js';
import type { EncodingRun } from '../encoding-run.js';
import { compileMember } from '../member-encoder.js';
import { compileOrderedContent } from '../ordered-content.js';
import { compileAnyNode } from '../wildcard.js';
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
import { type FieldPlan, IN_CONTENT, IN_TAG, type ObjectPlan, type PresenceRule } from './object-plan.js';
import { isEmptiable } from './presence.js';
import { simpleLane } from './simple-lane.js';

/** Compiles shapes to plans of the fast path; each once, when it is first needed. */
export interface PlanCompiler {
  /** `undefined`: only the slow path writes such objects. */
  objectPlan(shape: ObjectShape): ObjectPlan | undefined;
  /** The same for the root of a message, which has keys of its own beside those of the shape. */
  rootPlan(shape: ObjectShape, keys: readonly RootKey[]): ObjectPlan | undefined;
}

/** A key of the root that leaves no trace in the Body: `$headers`, `$attachments`. */
export interface RootKey {
  readonly key: string;
  take(value: unknown): void;
}

/** Runs an encoder of the slow path when a plan is compiled; `undefined` where the result is not always the same. */
export type Probe = (encode: (run: EncodingRun) => string) => string | undefined;

/** What a field is compiled from: everything but its position. */
type Draft = Omit<FieldPlan, 'index' | 'keyAndColon' | 'commaAndKey' | 'room' | 'kind'> & {
  /** NL-3. */
  readonly inserted: Fragment | undefined;
};

interface ScopeDrafts {
  readonly drafts: readonly Draft[];
  readonly rule: PresenceRule | undefined;
}

const NOTHING = new Fragment('');

/** More than the lanes of numbers and dates ever write. */
const ROOM_FOR_VALUE = 512;

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
    const type = compiler.typeAttribute(typeOf(member));
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

function attributeDraft(attribute: AttributeMember, compiler: EncoderCompiler, probe: Probe): Draft {
  const codec = compiler.codec(attribute.shape);
  const encoder = compileAttribute(attribute, compiler);
  const isSlow = attribute.fixed !== undefined || mayBeName(attribute.shape);
  const lane: Lane = isSlow
    ? { kind: LANE_ENCODER, encode: encoder.encode }
    : simpleLane(attribute.shape, codec, compiler.settings.limits);
  return {
    key: attribute.key,
    place: IN_TAG,
    open: isSlow ? NOTHING : new Fragment(` ${compiler.qualifiedName(attribute.name)}="`),
    close: isSlow ? NOTHING : new Fragment('"'),
    lane,
    nil: undefined,
    nullIsAbsent: !attribute.required,
    array: false,
    bare: false,
    min: 0,
    max: 1,
    required: attribute.required,
    inserted: insertedAttribute(attribute, encoder, probe),
  };
}

function insertedAttribute(
  attribute: AttributeMember,
  encoder: CompiledAttribute,
  probe: Probe,
): Fragment | undefined {
  if (!attribute.required || (attribute.fixed ?? attribute.default) === undefined) return undefined;
  const text = probe((run) => encoder.encode(undefined, run));
  return text === undefined ? undefined : new Fragment(text);
}

function rootKeyDraft({ key, take }: RootKey): Draft {
  const encode: KeyLane['encode'] = (value) => {
    take(value);
    return '';
  };
  return { ...nodeDraft(key, { kind: LANE_KEY, encode, emptyIsPresent: false }), place: IN_TAG };
}

/** A key without tags of its own. */
function nodeDraft(key: string, lane: Lane): Draft {
  return {
    key,
    place: IN_CONTENT,
    open: NOTHING,
    close: NOTHING,
    lane,
    nil: undefined,
    nullIsAbsent: false,
    array: false,
    bare: false,
    min: 0,
    max: 1,
    required: false,
    inserted: undefined,
  };
}

function finish(
  drafts: readonly Draft[],
  rule: PresenceRule | undefined,
  simpleContent: boolean,
): ObjectPlan {
  const fields = drafts.map((draft, index) => field(draft, index));
  const required = fields.filter(({ index }) => drafts[index]?.required === true);
  return {
    fields,
    byKey: new Map(fields.map((field) => [field.key, field])),
    required: Int32Array.from(required, ({ index }) => index),
    inserted: required.map(({ index }) => drafts[index]?.inserted),
    rule,
    simpleContent,
  };
}

/** The one place where fields are made; see `FieldPlan`. */
function field(draft: Draft, index: number): FieldPlan {
  return {
    index,
    key: draft.key,
    keyAndColon: new Fragment(`${JSON.stringify(draft.key)}:`),
    commaAndKey: new Fragment(`,${JSON.stringify(draft.key)}:`),
    place: draft.place,
    open: draft.open,
    close: draft.close,
    room: draft.open.length + draft.close.length + ROOM_FOR_VALUE,
    kind: draft.lane.kind,
    lane: draft.lane,
    nil: draft.nil,
    nullIsAbsent: draft.nullIsAbsent,
    array: draft.array,
    bare: draft.bare,
    required: draft.required,
    min: draft.min,
    max: draft.max,
  };
}

type Place = ContentNode & { kind: 'element' | 'any' | 'items' };

/** The places of a scope in schema order. `conditional`: inside a choice or an optional group. */
function placesOf(content: ContentNode): { node: Place; conditional: boolean }[] {
  const places: { node: Place; conditional: boolean }[] = [];
  const visit = (node: ContentNode, conditional: boolean): void => {
    switch (node.kind) {
      case 'sequence':
        for (const child of node.children) visit(child, conditional || node.optional);
        return;
      case 'choice':
        for (const branch of node.branches) visit(branch, true);
        return;
      default:
        places.push({ node, conditional });
    }
  };
  visit(content, false);
  return places;
}

/**
 * What the groups of a scope ask; `offset` is the index of its first field. Places outside of any group are required by
 * themselves, so they count here only if `everything` is asked for.
 */
function presenceRule(content: ContentNode, offset: number, everything: boolean): PresenceRule {
  let index = offset;
  const build = (node: ContentNode, conditional: boolean): PresenceRule => {
    switch (node.kind) {
      case 'sequence': {
        const children = node.children.map((child) => build(child, conditional || node.optional));
        return { kind: 'sequence', optional: node.optional, children };
      }
      case 'choice': {
        const branches = node.branches.map((branch) => build(branch, true));
        return { kind: 'choice', optional: node.optional, branches };
      }
      default:
        return { kind: 'field', index: index++, required: conditional && isRequired(node) };
    }
  };
  return build(content, everything);
}

function isRequired(node: Place): boolean {
  return node.min > 0;
}

/** Can a value of the type be a QName? */
function mayBeName(shape: SimpleShape): boolean {
  switch (shape.kind) {
    case 'scalar':
      return shape.builtin === 'QName' || shape.builtin === 'NOTATION';
    case 'list':
      return mayBeName(shape.item);
    case 'union':
      return shape.members.some(mayBeName);
    case 'anySimpleType':
      return false;
  }
}

/** The type that rpc/encoded names on an element with a lane (EN-1). */
function typeOf({ shape }: ElementMember): ExpandedName | undefined {
  if (shape.kind === 'scalar') return shape.name ?? { namespace: XSD, localName: shape.builtin };
  return shape.kind === 'list' || shape.kind === 'union' ? shape.name : undefined;
}

function lazily<T>(make: () => T | undefined): () => T {
  let made: T | undefined;
  return () => {
    made ??= make() ?? giveUp();
    return made;
  };
}
