import type { FacetStep, SimpleType, TypeReference } from '../../model/schema.js';
import { builtinItemType } from '../builtin-types.js';
import type { FacetDeclarations, Reference, SimpleTypeDefinition, TypeSlot } from '../read/declarations.js';
import {
  anyTypeReference,
  isComplexSlot,
  type LinkContext,
  simpleTypeReference,
  type TypeTarget,
  useTarget,
} from './references.js';
import { lexicalValue } from './values.js';

/** What a simple type needs to know of types that are linked already. */
export interface LinkedSimpleTypes {
  /** The linked simple type, or the simple content of the linked complex type; `undefined` where there is none. */
  simpleContent(reference: TypeReference): TypeReference | undefined;
  simpleType(reference: TypeReference): SimpleType | undefined;
  /** `facetText` of a linked simple type. */
  facetText(reference: TypeReference): number;
  /** Whether that much facet text may still be held; see `Budget`. */
  admitFacets(characters: number, at: Pick<Reference, 'location' | 'component'>): boolean;
}

/** What linking finds out about a simple type. */
export type LinkedSimpleType = Pick<SimpleType, 'base' | 'variety' | 'facets'> & {
  /** Characters of all facet values that apply; every step and value counts a little by itself. */
  readonly facetText: number;
};

/** The types that must be linked before the simple type `slot`. */
export function simpleTypeDependencies(
  context: LinkContext,
  slot: TypeSlot,
  { step }: SimpleTypeDefinition,
): readonly TypeSlot[] {
  const targets =
    step.kind === 'restriction' || step.kind === 'content-of'
      ? [baseTarget(context, slot, step)]
      : step.kind === 'list'
        ? [useTarget(context.references, step.item)]
        : step.members.map((member) => useTarget(context.references, member));
  return targets.filter((target): target is TypeSlot => typeof target === 'object');
}

/**
 * Link a simple type: its variety comes from its base, and the facets of every step are listed, the base's first (FA-1).
 * `at` says where diagnostics point.
 */
export function linkSimpleType(
  context: LinkContext,
  slot: TypeSlot,
  { step }: SimpleTypeDefinition,
  linked: LinkedSimpleTypes,
  at: Pick<Reference, 'location' | 'component'>,
): LinkedSimpleType {
  switch (step.kind) {
    case 'list': {
      const itemType = linkedReference(context, useTarget(context.references, step.item), linked, at);
      return { variety: { kind: 'list', itemType }, facets: [], facetText: 0 };
    }
    case 'union': {
      if (step.members.length === 0) return ANY_SIMPLE_TYPE;
      const memberTypes = step.members.map((member) =>
        linkedReference(context, useTarget(context.references, member), linked, at),
      );
      return { variety: { kind: 'union', memberTypes }, facets: [], facetText: 0 };
    }
    case 'restriction':
    case 'content-of': {
      const target = baseTarget(context, slot, step);
      const base = restrictedType(context, target, step.kind, linked, at);
      const inherited = base === undefined ? ANY_SIMPLE_TYPE : derivedFrom(base, linked);
      return {
        ...(base === undefined ? {} : { base }),
        variety: inherited.variety,
        ...addFacets(inherited, ownFacets(context, target, step.facets, at), linked, at),
      };
    }
  }
}

/** MO-4: what a simple type is where nothing is known of it. */
const ANY_SIMPLE_TYPE: LinkedSimpleType = {
  variety: { kind: 'atomic', builtin: 'anySimpleType' },
  facets: [],
  facetText: 0,
};

function baseTarget(
  context: LinkContext,
  slot: TypeSlot,
  step: Extract<SimpleTypeDefinition['step'], { kind: 'restriction' | 'content-of' }>,
): TypeTarget {
  if (step.kind === 'content-of') return context.references.base(step.base, slot);
  return step.base.kind === 'inline' ? step.base.slot : context.references.base(step.base.reference, slot);
}

/** The simple type that is restricted; for a complex base that is its simple content. */
function restrictedType(
  context: LinkContext,
  target: TypeTarget,
  kind: 'restriction' | 'content-of',
  linked: LinkedSimpleTypes,
  at: Pick<Reference, 'location' | 'component'>,
): TypeReference | undefined {
  if (target === undefined) return undefined;
  const isComplex = typeof target === 'object' && isComplexSlot(target);
  const found = linked.simpleContent(anyTypeReference(target));
  if (isComplex && (kind === 'restriction' || found === undefined)) {
    context.report(
      'WRONG_KIND_OF_TYPE',
      at,
      found === undefined
        ? 'the base has no simple content to restrict; read as xs:anySimpleType'
        : 'a simple type restricts a complex type; the simple content of that type is restricted',
    );
  }
  return found;
}

/** A reference to a type that is linked; one that waits for this very type was reported as a circle. */
function linkedReference(
  context: LinkContext,
  target: TypeTarget,
  linked: LinkedSimpleTypes,
  at: Pick<Reference, 'location' | 'component'>,
): TypeReference {
  const reference = simpleTypeReference(context, target, at);
  return typeof reference === 'number' && linked.simpleType(reference) === undefined
    ? 'anySimpleType'
    : reference;
}

function derivedFrom(base: TypeReference, linked: LinkedSimpleTypes): LinkedSimpleType {
  if (typeof base === 'number') {
    const type = linked.simpleType(base);
    return type === undefined ? ANY_SIMPLE_TYPE : { ...type, facetText: linked.facetText(base) };
  }
  const itemType = builtinItemType(base);
  if (itemType === undefined) return { variety: { kind: 'atomic', builtin: base }, facets: [], facetText: 0 };
  // NMTOKENS, IDREFS and ENTITIES have at least one item (XML Schema Part 2 §3.3.5).
  return {
    variety: { kind: 'list', itemType },
    facets: [{ minLength: 1 }],
    facetText: FACET_WEIGHT,
  };
}

/** The facets of this step, QName values in Clark notation. */
function ownFacets(
  context: LinkContext,
  base: TypeTarget,
  own: FacetDeclarations | undefined,
  { component }: Pick<Reference, 'component'>,
): FacetStep | undefined {
  if (own?.enumeration === undefined) return own as FacetStep | undefined;
  const kind = context.qnameValues.of(base);
  return {
    ...own,
    enumeration: own.enumeration.map((value) => lexicalValue(context, value, kind, component)),
  };
}

/** Add `own` to the inherited steps. Over the limit no facet is kept at all: half of them would mean something else. */
function addFacets(
  inherited: LinkedSimpleType,
  own: FacetStep | undefined,
  linked: LinkedSimpleTypes,
  at: Pick<Reference, 'location' | 'component'>,
): Pick<LinkedSimpleType, 'facets' | 'facetText'> {
  const facetText = inherited.facetText + (own === undefined ? 0 : textOfStep(own));
  if (!linked.admitFacets(facetText, at)) return { facets: [], facetText: 0 };
  return { facets: own === undefined ? inherited.facets : [...inherited.facets, own], facetText };
}

function textOfStep({ enumeration = [], patterns = [] }: FacetStep): number {
  let text = FACET_WEIGHT;
  for (const value of enumeration) text += value.length + FACET_WEIGHT;
  for (const pattern of patterns) text += pattern.length + FACET_WEIGHT;
  return text;
}

const FACET_WEIGHT = 16;
