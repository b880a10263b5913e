import { defined } from '@soapstone/options/defined';
import type {
  AttributeUse,
  ComplexType,
  ContentType,
  Particle,
  TypeReference,
  Wildcard,
} from '@soapstone/soap-model';
import { clarkName } from '@soapstone/soap-model';
import type { Reference } from '../read/declarations.js';
import { UNKNOWN_ELEMENTS } from '../read/wildcard.js';
import { type LinkedAttributes, UNKNOWN_ATTRIBUTES } from './attributes.js';
import { addSizes, type Budget, inSequence, NO_SIZE, type Size, type SizedParticle } from './size.js';
import { uniteWildcards } from './wildcards.js';

/** Flattens derivations (MO-5): inherited and added parts of a type become its effective content and attributes. */

/** The content of a type with the size of its particle. */
export interface SizedContent {
  readonly content: ContentType;
  readonly contentSize: Size;
}

/** The attributes of a type with their size. */
export interface SizedAttributes {
  readonly attributes: readonly AttributeUse[];
  readonly attributeWildcard?: Wildcard;
  readonly attributesSize: Size;
}

/** The base of a type, as far as flattening needs it. */
export type Base =
  | ({ readonly kind: 'complex'; readonly reference: TypeReference } & SizedContent &
      SizedAttributes &
      Pick<ComplexType, 'soapArray'>)
  | { readonly kind: 'simple'; readonly reference: TypeReference }
  | { readonly kind: 'anyType' }
  /** An unknown base (MO-4). */
  | { readonly kind: 'unknown' };

type At = Pick<Reference, 'location' | 'component'>;

/** Any elements, any number of times. */
const ANY_ELEMENTS: SizedParticle = inSequence({
  particle: { kind: 'any', minOccurs: 0, maxOccurs: 'unbounded', wildcard: UNKNOWN_ELEMENTS },
  size: { particles: 1, text: 0, depth: 0 },
});

/** Replaces content that exceeds the limit or whose base is missing. Not mixed, because most bases contain elements. */
export const UNKNOWN_CONTENT: SizedContent = {
  content: { kind: 'element-only', particle: ANY_ELEMENTS.particle },
  contentSize: ANY_ELEMENTS.size,
};

/** The content type of a particle (XML Schema Part 1 §3.4.2). */
export function contentOf(mixed: boolean, own: SizedParticle | undefined): SizedContent {
  const contentSize = own?.size ?? NO_SIZE;
  if (mixed) {
    return {
      content: { kind: 'mixed', ...defined({ particle: own?.particle }) },
      contentSize,
    };
  }
  return {
    content: own === undefined ? { kind: 'empty' } : { kind: 'element-only', particle: own.particle },
    contentSize,
  };
}

/** The base of a complex-content derivation. A simple type there is a mistake with one plain meaning. */
export function inheritedContent(base: Base): SizedContent {
  switch (base.kind) {
    case 'complex':
      return { content: base.content, contentSize: base.contentSize };
    case 'simple':
      return { content: { kind: 'simple', type: base.reference }, contentSize: NO_SIZE };
    case 'anyType':
      return { ...UNKNOWN_CONTENT, content: { kind: 'mixed', particle: ANY_ELEMENTS.particle } };
    case 'unknown':
      return UNKNOWN_CONTENT;
  }
}

/** The base's particle followed by the type's own, as an implied sequence. Over the limit, anything is admitted. */
export function extendContent(
  base: Base,
  mixed: boolean,
  own: SizedParticle | undefined,
  budget: Budget,
  at: At,
): SizedContent {
  const inherited = inheritedContent(base);
  const { content, contentSize } = inherited;
  if (content.kind === 'simple') return inherited;
  const isMixed = mixed || content.kind === 'mixed';
  const particle = content.kind === 'empty' ? undefined : content.particle;
  const before = particle && { particle, size: contentSize };
  const size = before !== undefined && own !== undefined ? joinedSize(before, own) : (before ?? own)?.size;
  if (!budget.take(size ?? NO_SIZE, at)) return UNKNOWN_CONTENT;
  if (before === undefined || own === undefined) return contentOf(isMixed, before ?? own);
  return contentOf(isMixed, { particle: join(before.particle, own.particle), size: joinedSize(before, own) });
}

/**
 * Joins two particles. Plain sequences are spliced into one, and two xs:all (XML Schema 1.1) into one xs:all; nesting them would
 * make a chain of extensions as deep as it is long.
 */
function join(before: Particle, own: Particle): Particle {
  const kind = joinsAll(before, own) ? 'all' : 'sequence';
  return {
    kind,
    minOccurs: 1,
    maxOccurs: 1,
    particles: [...partsOf(before, kind), ...partsOf(own, kind)],
  };
}

function joinedSize(before: SizedParticle, own: SizedParticle): Size {
  const kind = joinsAll(before.particle, own.particle) ? 'all' : 'sequence';
  const { particles, text, depth } = addSizes(contributed(before, kind), contributed(own, kind));
  return { particles: particles + 1, text, depth: depth + 1 };
}

function contributed({ particle, size }: SizedParticle, kind: 'all' | 'sequence'): Size {
  return isPlain(particle, kind) ? { ...size, particles: size.particles - 1, depth: size.depth - 1 } : size;
}

function partsOf(particle: Particle, kind: 'all' | 'sequence'): readonly Particle[] {
  return isPlain(particle, kind) && 'particles' in particle ? particle.particles : [particle];
}

function joinsAll(before: Particle, own: Particle): boolean {
  return isPlain(before, 'all') && isPlain(own, 'all');
}

function isPlain(particle: Particle, kind: 'all' | 'sequence'): boolean {
  return particle.kind === kind && particle.minOccurs === 1 && particle.maxOccurs === 1;
}

/**
 * Effective attributes, the base's first. An extension keeps the base's attributes and unites the wildcards; a restriction keeps
 * what it neither prohibits nor replaces, and only its own wildcard (XML Schema Part 1 §3.4.2).
 */
export function deriveAttributes(
  derivation: 'extension' | 'restriction',
  base: Base,
  own: LinkedAttributes,
  budget: Budget,
  at: At,
): SizedAttributes {
  const inherited = inheritedAttributes(base);
  if (!budget.take(inherited.attributesSize, at)) return sizedAttributes(UNKNOWN_ATTRIBUTES);
  const attributesSize = addSizes(inherited.attributesSize, own.size);
  const wildcard = deriveWildcard(derivation, base, own.wildcard, inherited.attributeWildcard);
  const attributes =
    own.uses.size === 0 && own.prohibited.size === 0
      ? inherited.attributes
      : mergeAttributes(inherited.attributes, own, derivation);
  return {
    attributes,
    attributesSize,
    ...defined({ attributeWildcard: wildcard }),
  };
}

/** Attributes of a type without a base. */
export function sizedAttributes(own: LinkedAttributes): SizedAttributes {
  return {
    attributes: [...own.uses.values()],
    attributesSize: own.size,
    ...defined({ attributeWildcard: own.wildcard }),
  };
}

function inheritedAttributes(base: Base): SizedAttributes {
  switch (base.kind) {
    case 'complex': {
      const { attributes, attributeWildcard, attributesSize } = base;
      return {
        attributes,
        attributesSize,
        ...defined({ attributeWildcard }),
      };
    }
    case 'simple':
      return { attributes: [], attributesSize: NO_SIZE };
    case 'anyType':
    case 'unknown':
      return sizedAttributes(UNKNOWN_ATTRIBUTES);
  }
}

function mergeAttributes(
  inherited: readonly AttributeUse[],
  own: LinkedAttributes,
  derivation: 'extension' | 'restriction',
): readonly AttributeUse[] {
  const merged = new Map<string, AttributeUse>();
  for (const use of inherited) {
    const key = clarkName(use.name);
    if (derivation === 'extension' || !own.prohibited.has(key)) merged.set(key, use);
  }
  // A replaced attribute keeps its position.
  for (const [key, use] of own.uses) merged.set(key, use);
  return [...merged.values()];
}

function deriveWildcard(
  derivation: 'extension' | 'restriction',
  base: Base,
  own: ComplexType['attributeWildcard'],
  inherited: ComplexType['attributeWildcard'],
): ComplexType['attributeWildcard'] {
  // Attributes of an unknown base may be inherited, whichever way the type derives from it.
  if (derivation === 'restriction' && base.kind !== 'unknown') return own;
  if (own === undefined || inherited === undefined) return own ?? inherited;
  return uniteWildcards(own, inherited);
}
