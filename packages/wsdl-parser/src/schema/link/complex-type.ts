import { defined } from '@soapstone/options/defined';
import type { ComplexType, TypeReference } from '@soapstone/soap-model';
import type { ComplexTypeBody, ComplexTypeDefinition, Reference, TypeSlot } from '../read/declarations.js';
import type { AttributeLinker } from './attributes.js';
import {
  type Base,
  contentOf,
  deriveAttributes,
  extendContent,
  inheritedContent,
  type SizedAttributes,
  type SizedContent,
  sizedAttributes,
  UNKNOWN_CONTENT,
} from './derivation.js';
import type { LinkContext } from './link-context.js';
import type { ParticleLinker } from './particles.js';
import { anyTypeReference, isComplexSlot } from './references.js';
import { type Budget, NO_SIZE, type SizedParticle } from './size.js';
import { ARRAY_OF_ANYTHING, deriveSoapArray, isSoapEncodingArray } from './soap-array.js';

/** The result of linking a complex type. */
export type LinkedComplexType = Pick<ComplexType, 'base' | 'derivation' | 'soapArray'> &
  SizedContent &
  SizedAttributes;

/** The context of linking a complex type. */
export interface ComplexTypeContext extends LinkContext {
  readonly particles: ParticleLinker;
  readonly attributes: AttributeLinker;
  readonly budget: Budget;
  /** The linked complex type of `slot`; `undefined` while it waits for the current type, which is a cycle. */
  linkedComplexType(slot: TypeSlot): LinkedComplexType | undefined;
}

type At = Pick<Reference, 'location' | 'component'>;

/** The types that must be linked before the complex type `slot`. */
export function complexTypeDependencies(
  context: LinkContext,
  slot: TypeSlot,
  { body }: ComplexTypeDefinition,
): readonly TypeSlot[] {
  if (body.form === 'content') return [];
  const base = context.references.base(body.base, slot);
  const slots = typeof base === 'object' ? [base] : [];
  if (body.form === 'simple-content' && body.narrowed !== undefined) slots.push(body.narrowed);
  return slots;
}

/** Links a complex type: its effective attributes and content (MO-5). `at` is the location of diagnostics. */
export function linkComplexType(
  context: ComplexTypeContext,
  slot: TypeSlot,
  definition: ComplexTypeDefinition,
  at: At,
): LinkedComplexType {
  const { body } = definition;
  const { budget } = context;
  const own = context.attributes.link(definition.attributes, at);
  if (body.form === 'content') {
    return { ...sizedAttributes(own), ...ownContent(context, body, at) };
  }
  const base = baseOf(context, slot, body.base);
  const attributes = deriveAttributes(body.derivation, base, own, budget, at);
  const derivation = base.kind === 'unknown' ? {} : { base: referenceTo(base), derivation: body.derivation };
  if (body.form === 'simple-content') {
    return { ...derivation, ...attributes, ...simpleContent(context, body, base, at) };
  }
  const particle = linkParticle(context, body, at);
  const soapArray = soapArrayOf(context, definition, body.base, base, particle, at);
  return {
    ...derivation,
    ...attributes,
    ...complexContent(context, body, base, particle, at),
    ...defined({ soapArray }),
  };
}

function linkParticle(
  context: ComplexTypeContext,
  { particle }: Extract<ComplexTypeBody, { form: 'content' | 'complex-content' }>,
  { component }: At,
): SizedParticle | undefined {
  return particle === undefined ? undefined : context.particles.link(particle, component);
}

function ownContent(
  context: ComplexTypeContext,
  body: Extract<ComplexTypeBody, { form: 'content' }>,
  at: At,
): SizedContent {
  const particle = linkParticle(context, body, at);
  const fits = context.budget.take(particle?.size ?? NO_SIZE, at);
  return fits ? contentOf(body.mixed, particle) : UNKNOWN_CONTENT;
}

function complexContent(
  context: ComplexTypeContext,
  body: Extract<ComplexTypeBody, { form: 'complex-content' }>,
  base: Base,
  particle: SizedParticle | undefined,
  at: At,
): SizedContent {
  const isSimple = inheritedContent(base).content.kind === 'simple';
  if (isSimple && particle !== undefined) {
    context.report(
      'WRONG_KIND_OF_TYPE',
      at,
      'elements are added to a type with simple content; they are left out',
    );
  }
  if (isSimple || body.derivation === 'extension') {
    return extendContent(base, body.mixed, particle, context.budget, at);
  }
  const fits = context.budget.take(particle?.size ?? NO_SIZE, at);
  return fits ? contentOf(body.mixed, particle) : UNKNOWN_CONTENT;
}

function simpleContent(
  context: ComplexTypeContext,
  body: Extract<ComplexTypeBody, { form: 'simple-content' }>,
  base: Base,
  at: At,
): SizedContent {
  const inherited = inheritedContent(base);
  const simple = (type: TypeReference): SizedContent => ({
    content: { kind: 'simple', type },
    contentSize: NO_SIZE,
  });
  // Over the limit of types there is no room for the narrowed type, so the content stays as in the base.
  if (body.narrowed?.index !== undefined) return simple(body.narrowed.index);
  if (inherited.content.kind === 'simple') return inherited;
  if (base.kind === 'unknown') return simple('anySimpleType');
  context.report('WRONG_KIND_OF_TYPE', at, 'the base has no simple content; its content is kept');
  return base.kind === 'anyType' ? simple('anySimpleType') : inherited;
}

/** The linked target of `reference`. */
function baseOf(context: ComplexTypeContext, slot: TypeSlot, reference: Reference): Base {
  const target = context.references.base(reference, slot);
  if (target === undefined) return { kind: 'unknown' };
  if (target === 'anyType') return { kind: 'anyType' };
  if (typeof target === 'string' || !isComplexSlot(target)) {
    return { kind: 'simple', reference: anyTypeReference(target) };
  }
  const type = context.linkedComplexType(target);
  return type === undefined || target.index === undefined
    ? { kind: 'unknown' }
    : { ...type, kind: 'complex', reference: target.index };
}

function referenceTo(base: Exclude<Base, { kind: 'unknown' }>): TypeReference {
  return base.kind === 'anyType' ? 'anyType' : base.reference;
}

/** EN-2: a type derived, directly or not, from `soapenc:Array`. */
function soapArrayOf(
  context: ComplexTypeContext,
  definition: ComplexTypeDefinition,
  reference: Reference,
  base: Base,
  particle: SizedParticle | undefined,
  { component }: At,
): ComplexType['soapArray'] {
  const inherited = base.kind === 'complex' ? base.soapArray : undefined;
  const array = inherited ?? (isSoapEncodingArray(reference.name) ? ARRAY_OF_ANYTHING : undefined);
  return array && deriveSoapArray(context, array, definition, particle?.particle, component);
}
