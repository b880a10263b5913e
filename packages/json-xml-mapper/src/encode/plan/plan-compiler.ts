import type { EncoderCompiler, MemberEncoder } from '../../explain/compiler.js';
import { isEmptySpaced } from '../../explain/content/default-value.js';
import { compileMember } from '../../explain/content/member-encoder.js';
import type { InputObject } from '../../explain/json-input.js';
import { typeNameOf } from '../../explain/types/type-name.js';
import { compileOrderedContent } from '../../explain/uncommon/ordered-content.js';
import { compileAnyNode } from '../../explain/uncommon/wildcard.js';
import { Tags } from '../../request/tags.js';
import type {
  ElementMember,
  ElementNode,
  ItemsNode,
  LiftedShape,
  ObjectShape,
  PolymorphicShape,
  Scope,
} from '../../shape/shape.js';
import type { SimpleShape } from '../../shape/simple-shape.js';
import { chargeCompiling } from '../../work.js';
import { Fragment } from '../bytes/fragment.js';
import { giveUp } from '../bytes/give-up.js';
import {
  LANE_ENCODER,
  LANE_KEY,
  LANE_LIFTED,
  LANE_OBJECT,
  LANE_PART,
  LANE_POLYMORPHIC,
  type SimpleLane,
} from '../lanes/lanes.js';
import { attributeDraft } from './attribute-draft.js';
import {
  type Draft,
  EMPTY_FRAGMENT,
  finish,
  makeField,
  nodeDraft,
  type Probe,
  spelledKey,
} from './field-draft.js';
import { compileInsertion, filledDraft } from './filled-draft.js';
import {
  type FieldPlan,
  IN_CONTENT,
  type Lane,
  type ObjectPlan,
  type PresenceRule,
  type Variant,
  type Variants,
} from './object-plan.js';
import { isRequired, type Place, placesOf, presenceRule } from './places.js';
import { rootKeyDraft } from './root-key.js';
import { mayBeName, simpleLane } from './simple-lane.js';
import { textOf } from './text-of.js';

/** Compiles shapes to plans of the fast path, each once, on first use. */
export interface PlanCompiler {
  /**
   * The lane of an object. It gives up if only the slow path can write such objects.
   *
   * @param keys keys of a root besides the fields, which leave no trace in the Body
   */
  objectLane(shape: ObjectShape | PolymorphicShape, keys?: readonly string[]): Lane;
  /** The lane of an object whose elements have unusual tags. */
  recordLane(shape: ObjectShape, keys: readonly string[], tagsOf: TagsOf): Lane;
}

/** The tags and namespaces of an element. */
export interface ElementTags {
  readonly tags: Tags;
  /** Writes it on the slow path. */
  readonly encoder: Pick<MemberEncoder, 'encode' | 'inserted'>;
  /** All namespaces in scope in the element, if it declares its own. */
  readonly namespaces?: ReadonlySet<string>;
}

/** The tags of one object's elements. */
export type TagsOf = (member: ElementMember) => ElementTags;

interface ScopeDrafts {
  readonly drafts: readonly Draft[];
  readonly rule: PresenceRule | undefined;
}

/** Creates a compiler of plans on top of the slow path's compiler, whose encoders write what has no lane. */
export function createPlanCompiler(compiler: EncoderCompiler, probe: Probe): PlanCompiler {
  return new ShapePlanCompiler(compiler, probe);
}

class ShapePlanCompiler implements PlanCompiler {
  readonly #compiler: EncoderCompiler;
  readonly #probe: Probe;
  readonly #plans = new Map<ObjectShape, ObjectPlan | undefined>();
  /** A derived type contains the element nodes of its base. */
  readonly #drafts = new Map<ElementNode, { readonly draft: Draft; readonly conditional: boolean }>();

  constructor(compiler: EncoderCompiler, probe: Probe) {
    this.#compiler = compiler;
    this.#probe = probe;
  }

  objectLane(shape: ObjectShape | PolymorphicShape, keys: readonly string[] = []): Lane {
    return shape.kind === 'object'
      ? { kind: LANE_OBJECT, plan: lazily(() => this.#objectPlan(shape, keys)) }
      : { kind: LANE_POLYMORPHIC, variants: lazily(() => this.#variantsOf(shape, keys)) };
  }

  recordLane(shape: ObjectShape, keys: readonly string[], tagsOf: TagsOf): Lane {
    return { kind: LANE_OBJECT, plan: lazily(() => this.#compilePlan(shape, keys, tagsOf)) };
  }

  #objectPlan(shape: ObjectShape, keys: readonly string[]): ObjectPlan | undefined {
    if (keys.length > 0) return this.#compilePlan(shape, keys);
    if (!this.#plans.has(shape)) this.#plans.set(shape, this.#compilePlan(shape));
    return this.#plans.get(shape);
  }

  #compilePlan(
    shape: ObjectShape,
    keys: readonly string[] = [],
    tagsOf: TagsOf = this.#usualTags,
  ): ObjectPlan | undefined {
    chargeCompiling(shape.attributes.length + shape.members.length);
    // Keys of the root come first, where clients put them; they are in no particular order.
    const tag = [
      ...keys.map(rootKeyDraft),
      ...shape.attributes.map((attribute) => attributeDraft(attribute, this.#compiler, this.#probe)),
    ];
    if (shape.valueFill !== undefined) {
      const text = this.#compiler.settings.filledContent().compileFilledText(shape, this.#compiler);
      const write = textOf(text.encode);
      const inserted = compileInsertion((run) => write(NO_MEMBERS, run), this.#probe, shape.valueFill);
      return finish([...tag, filledDraft('$value', IN_CONTENT, inserted)], undefined, true);
    }
    if (shape.value !== undefined) {
      const lane = this.#simpleLane(shape.value);
      return lane && finish([...tag, { ...nodeDraft('$value', lane), required: true }], undefined, true);
    }
    const scope = this.#scopeDrafts(shape, tagsOf, tag.length);
    return scope && finish([...tag, ...scope.drafts], scope.rule, false);
  }

  /** The fields of a scope, and the requirements of its groups. */
  #scopeDrafts(scope: Scope, tagsOf: TagsOf = this.#usualTags, offset = 0): ScopeDrafts | undefined {
    if (scope.form !== 'plain') {
      return { drafts: [{ ...this.#orderedDraft(scope), required: true }], rule: undefined };
    }
    // The slow path looks for an order.
    if (scope.openOrder) return undefined;
    const places = placesOf(scope.content);
    const members = places.map(({ node }) => (node.kind === 'element' ? node.member : node));
    // A key with several places needs its values distributed (CM-8), or its branch chosen.
    if (new Set(members).size < members.length) return undefined;
    const drafts = places.map(({ node, conditional }) => ({
      ...this.#placeDraft(node, conditional, scope, tagsOf),
      required: !conditional && (isRequired(node) || isFilled(node)),
    }));
    const hasRules = places.some(({ conditional }) => conditional);
    return { drafts, rule: hasRules ? presenceRule(scope.content, offset, false) : undefined };
  }

  /** `$content`, which the slow path writes. */
  #orderedDraft(scope: Scope): Draft {
    const content = compileOrderedContent(scope, this.#compiler);
    const encode = textOf((value, run) => content.encode({ $content: value }, run));
    return nodeDraft('$content', { kind: LANE_KEY, encode, emptyIsPresent: true });
  }

  #placeDraft(node: Place, conditional: boolean, scope: Scope, tagsOf: TagsOf): Draft {
    switch (node.kind) {
      case 'element':
        if (node.member.fill !== undefined) return this.#filledDraft(node, tagsOf);
        return tagsOf === this.#usualTags
          ? this.#sharedDraft(node, conditional)
          : this.#elementDraft(node, conditional, tagsOf(node.member));
      case 'any': {
        const any = compileAnyNode(node, scope.members, this.#compiler);
        const encode = textOf((value, run) => any.encode({ [node.key]: value }, run, NO_CURSORS));
        return nodeDraft(node.key, { kind: LANE_KEY, encode, emptyIsPresent: false });
      }
      case 'items':
        return this.#itemsDraft(node);
    }
  }

  readonly #usualTags: TagsOf = (member) => {
    const tags = new Tags(this.#compiler.elementName(member.name));
    return { tags, encoder: compileMember(member, this.#compiler) };
  };

  #sharedDraft(node: ElementNode, conditional: boolean): Draft {
    const known = this.#drafts.get(node);
    if (known?.conditional === conditional) return known.draft;
    const draft = this.#elementDraft(node, conditional, this.#usualTags(node.member));
    this.#drafts.set(node, { draft, conditional });
    return draft;
  }

  #elementDraft(node: ElementNode, conditional: boolean, element: ElementTags): Draft {
    const { member } = node;
    const { tags, encoder, namespaces } = element;
    const lane = this.#memberLane(member, encoder);
    const isOpen = [LANE_OBJECT, LANE_POLYMORPHIC, LANE_LIFTED].includes(lane.kind);
    const ownTags = lane.kind === LANE_ENCODER;
    // An element with several possible types names its type itself.
    const type = this.#compiler.typeAttribute(typeNameOf(member.shape));
    const draft: Draft = {
      ...spelledKey(member.key),
      place: IN_CONTENT,
      open: ownTags ? EMPTY_FRAGMENT : new Fragment(`${tags.start}${type}${isOpen ? '' : '>'}`),
      close: ownTags ? EMPTY_FRAGMENT : new Fragment(tags.end),
      lane,
      nil: member.nillable ? new Fragment(tags.nil) : undefined,
      nullIsAbsent: node.min === 0 || conditional,
      array: member.array,
      bare: false,
      min: node.min,
      max: node.max,
      required: false,
      inserted: conditional ? undefined : this.#insertedElements(node, encoder),
    };
    if (namespaces === undefined || !isOpen) return draft;
    const object = makeField({ ...draft, array: false }, 0);
    return { ...draft, lane: { kind: LANE_PART, namespaces, field: object } };
  }

  /** An element that a design fills (DF-1), or around such elements. */
  #filledDraft(node: ElementNode, tagsOf: TagsOf): Draft {
    const { member } = node;
    const { fill, key } = member;
    if (fill?.kind === 'never' || fill?.kind === 'omitted') return filledDraft(key, IN_CONTENT, undefined);
    const element = this.#compiler.settings
      .filledContent()
      .compileFilledElement(node, (each) => tagsOf(each).encoder);
    const write = textOf((value: InputObject, run) => element.encode(value, run, NO_CURSORS));
    const inserted = compileInsertion((run) => write(NO_MEMBERS, run), this.#probe, fill);
    if (fill?.kind !== 'implied') return filledDraft(key, IN_CONTENT, inserted);
    return { ...this.#elementDraft(node, false, tagsOf(member)), nullIsAbsent: true, inserted };
  }

  #insertedElements(node: ElementNode, encoder: ElementTags['encoder']): Fragment | undefined {
    const least = node.member.whenLeftOut === undefined ? node.min : 1;
    if (least === 0 || encoder.inserted === undefined) return undefined;
    const write = textOf(encoder.encode);
    const text = this.#probe((run) => write(encoder.inserted, run));
    return text === undefined ? undefined : new Fragment(text.repeat(least));
  }

  #memberLane(member: ElementMember, encoder: ElementTags['encoder']): Lane {
    const { shape, fixed, substitution } = member;
    const slow: Lane = { kind: LANE_ENCODER, encode: textOf(encoder.encode) };
    if (fixed !== undefined || substitution !== undefined || isEmptySpaced(member, this.#compiler))
      return slow;
    switch (shape.kind) {
      case 'object':
      case 'polymorphic':
        return this.objectLane(shape);
      case 'lifted':
        if (shape.inText !== undefined || shape.lead !== undefined) return slow;
        return { kind: LANE_LIFTED, field: lazily(() => this.#liftedField(shape)) };
      case 'scalar':
      case 'list':
      case 'union':
        return this.#simpleLane(shape) ?? slow;
      default:
        return slow;
    }
  }

  /** The member of a lifted object. Its null is that of the object, so it has none itself. */
  #liftedField({ member }: LiftedShape): FieldPlan {
    const node: ElementNode = { kind: 'element', member, min: member.min, max: member.max };
    return makeField(this.#elementDraft(node, false, this.#usualTags(member)), 0);
  }

  /** Undefined for types that may have to declare a prefix on their element (QN-1). */
  #simpleLane(shape: SimpleShape): SimpleLane | undefined {
    return mayBeName(shape) || shape.kind === 'anySimpleType'
      ? undefined
      : simpleLane(shape, this.#compiler.codec(shape), this.#compiler.settings.limits);
  }

  #variantsOf(shape: PolymorphicShape, keys: readonly string[]): Variants {
    const compiler = this.#compiler;
    const byKey = new Map<string, Variant>();
    const declared = this.#objectPlan(shape.declared, keys);
    // In rpc/encoded the declared type is named too.
    const declaredType = new Fragment(compiler.typeAttribute(shape.declared.name));
    if (declared !== undefined && !shape.abstract) {
      byKey.set(shape.declaredKey, { plan: () => declared, typeAttribute: declaredType });
    }
    for (const { key, name, shape: variant } of shape.variants) {
      const type = compiler.encoded
        ? compiler.typeAttribute(variant.name)
        : ` xsi:type="${compiler.qualifiedName(name)}"`;
      const plan = lazily(() => this.#objectPlan(variant, keys));
      byKey.set(key, { plan, typeAttribute: new Fragment(type) });
    }
    return { declared: shape.abstract ? undefined : declared, declaredType, byKey };
  }

  #itemsDraft(node: ItemsNode): Draft {
    const plan = lazily(() => {
      const scope = this.#scopeDrafts(node.body);
      return scope && finish(scope.drafts, scope.rule, false);
    });
    const { emptiable } = presenceRule(node.body.content, 0, true);
    return {
      ...nodeDraft(node.key, { kind: LANE_OBJECT, plan }),
      array: true,
      bare: true,
      min: emptiable ? 0 : node.min,
      max: node.max,
    };
  }
}

const NO_MEMBERS: InputObject = {};
/** A filled member has one place, so it counts none. */
const NO_CURSORS = new Map<ElementMember, number>();

/** Whether it is written even if the JSON leaves it out. */
function isFilled(node: Place): boolean {
  if (node.kind !== 'element') return false;
  const { fill, whenLeftOut } = node.member;
  if (whenLeftOut !== undefined) return true;
  return fill !== undefined && fill.kind !== 'never' && fill.kind !== 'omitted';
}

function lazily<T>(make: () => T | undefined): () => T {
  let made: T | undefined;
  return () => {
    made ??= make() ?? giveUp();
    return made;
  };
}
