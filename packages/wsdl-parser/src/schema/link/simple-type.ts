import { defined } from '@soapstone/options/defined';
import type { FacetStep, SimpleType, SimpleVariety, TypeReference } from '@soapstone/soap-model';
import { builtinItemType } from '../builtin-types.js';
import type { FacetDeclarations, Reference, SimpleTypeDefinition, TypeSlot } from '../read/declarations.js';
import type { LinkContext } from './link-context.js';
import {
  anyTypeReference,
  isComplexSlot,
  simpleTypeReference,
  type TypeTarget,
  useTarget,
} from './references.js';
import { type Budget, NO_SIZE } from './size.js';
import { lexicalValue } from './values.js';

/** The facts about types linked earlier that linking a simple type needs. */
export interface LinkedSimpleTypes {
  /** The linked simple type; `undefined` for a complex one, and for one that waits for the current type. */
  find(reference: TypeReference): LinkedSimpleType | undefined;
  /** The type itself if it is simple, or the simple content of the linked complex type. */
  simpleContent(reference: TypeReference): TypeReference | undefined;
  readonly budget: Budget;
}

/** The result of linking a simple type. */
export type LinkedSimpleType = Pick<SimpleType, 'base' | 'variety' | 'facets'> & {
  /** The total length of all facet values that apply; every step and value also counts a little. */
  readonly facetText: number;
  /** The number of atomic types that a value may be tried against. Unions can double with every level, like groups. */
  readonly alternatives: number;
  /** The nesting of lists and unions. */
  readonly depth: number;
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
 * Links a simple type: its variety comes from its base, and the facets of every step are listed, the base's first (FA-1). `at` is
 * the location of diagnostics.
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
      if (varietyOf(itemType, linked).kind === 'list') {
        context.report(
          'WRONG_KIND_OF_TYPE',
          at,
          'the items of a list cannot be lists; read as xs:anySimpleType',
        );
        return nest({ kind: 'list', itemType: 'anySimpleType' }, [], linked, at);
      }
      return nest({ kind: 'list', itemType }, [itemType], linked, at);
    }
    case 'union': {
      if (step.members.length === 0) return ANY_SIMPLE_TYPE;
      const memberTypes = step.members.map((member) =>
        linkedReference(context, useTarget(context.references, member), linked, at),
      );
      return nest({ kind: 'union', memberTypes }, memberTypes, linked, at);
    }
    case 'restriction':
    case 'content-of': {
      const target = baseTarget(context, slot, step);
      const base = restrictedType(context, target, step.kind, linked, at);
      const inherited = base === undefined ? ANY_SIMPLE_TYPE : linkedType(base, linked);
      return {
        ...defined({ base }),
        variety: inherited.variety,
        ...addFacets(inherited, ownFacets(context, target, step.facets, at), linked, at),
        alternatives: inherited.alternatives,
        depth: inherited.depth,
      };
    }
  }
}

/** MO-4: the placeholder for an unknown simple type. */
const ANY_SIMPLE_TYPE: LinkedSimpleType = {
  variety: { kind: 'atomic', builtin: 'anySimpleType' },
  facets: [],
  facetText: 0,
  alternatives: 1,
  depth: 0,
};

function baseTarget(
  context: LinkContext,
  slot: TypeSlot,
  step: Extract<SimpleTypeDefinition['step'], { kind: 'restriction' | 'content-of' }>,
): TypeTarget {
  if (step.kind === 'content-of') return context.references.base(step.base, slot);
  return step.base.kind === 'inline' ? step.base.slot : context.references.base(step.base.reference, slot);
}

/** The simple type that is restricted; for a complex base, its simple content. */
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

/** A reference to a linked type; one that waits for this type was reported as a cycle. */
function linkedReference(
  context: LinkContext,
  target: TypeTarget,
  linked: LinkedSimpleTypes,
  at: Pick<Reference, 'location' | 'component'>,
): TypeReference {
  const reference = simpleTypeReference(context, target, at);
  return typeof reference === 'number' && linked.find(reference) === undefined ? 'anySimpleType' : reference;
}

/** A list or union of `parts`, or xs:anySimpleType if it exceeds the limits. */
function nest(
  variety: SimpleVariety,
  parts: readonly TypeReference[],
  linked: LinkedSimpleTypes,
  at: Pick<Reference, 'location' | 'component'>,
): LinkedSimpleType {
  let alternatives = 0;
  let depth = 0;
  for (const part of parts) {
    const type = linkedType(part, linked);
    alternatives += type.alternatives;
    depth = Math.max(depth, type.depth);
  }
  depth += 1;
  const fits =
    linked.budget.takeAlternatives(alternatives, at) && linked.budget.take({ ...NO_SIZE, depth }, at);
  return fits ? { variety, facets: [], facetText: 0, alternatives, depth } : ANY_SIMPLE_TYPE;
}

function varietyOf(reference: TypeReference, linked: LinkedSimpleTypes): SimpleVariety {
  return linkedType(reference, linked).variety;
}

function linkedType(reference: TypeReference, linked: LinkedSimpleTypes): LinkedSimpleType {
  if (typeof reference === 'number') return linked.find(reference) ?? ANY_SIMPLE_TYPE;
  const itemType = builtinItemType(reference);
  if (itemType === undefined) return { ...ANY_SIMPLE_TYPE, variety: { kind: 'atomic', builtin: reference } };
  // NMTOKENS, IDREFS and ENTITIES have at least one item (XML Schema Part 2 §3.3.5).
  return {
    variety: { kind: 'list', itemType },
    facets: [{ minLength: 1 }],
    facetText: FACET_WEIGHT,
    alternatives: 1,
    depth: 1,
  };
}

/** The facets of this step, with QName values in Clark notation. */
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

/** Appends `own` to the inherited steps. Over the limit no facet is kept at all, because half of them would mean something else. */
function addFacets(
  inherited: LinkedSimpleType,
  own: FacetStep | undefined,
  linked: LinkedSimpleTypes,
  at: Pick<Reference, 'location' | 'component'>,
): Pick<LinkedSimpleType, 'facets' | 'facetText'> {
  const facetText = inherited.facetText + (own === undefined ? 0 : textOfStep(own));
  if (!linked.budget.take({ ...NO_SIZE, text: facetText }, at)) return { facets: [], facetText: 0 };
  return { facets: own === undefined ? inherited.facets : [...inherited.facets, own], facetText };
}

function textOfStep({ enumeration = [], patterns = [], ...bounds }: FacetStep): number {
  let text = FACET_WEIGHT;
  for (const values of [enumeration, patterns, Object.values(bounds)]) {
    for (const value of values) text += FACET_WEIGHT + (typeof value === 'string' ? value.length : 0);
  }
  return text;
}

const FACET_WEIGHT = 16;
