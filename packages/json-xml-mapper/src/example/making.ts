import type { JsonObject, JsonValue } from '../api/values.js';
import type { SimpleLimits } from '../scalar/simple-codec.js';
import type { LeafNode } from '../shape/fold-plan.js';
import type { OperationShape } from '../shape/operation-shape.js';
import type { Scope, Shape, SoapArrayShape, Use } from '../shape/shape.js';
import type { SimpleShape } from '../shape/simple-shape.js';
import { MAX_DEPTH, MAX_VARIANTS, type MinimumDepths, mayBeNull } from './minimum-depth.js';

/** Optional fields are included down to this depth … */
const OPTIONAL_DEPTH = 6;

/** … and while the example has fewer values than this. */
export const OPTIONAL_VALUES = 200;

/** A required structure larger than this is left incomplete; only a hostile schema asks for it. */
export const MAX_VALUES = 20_000;

/** Declared elements are included in wildcards up to this nesting, because they may lead back to the same wildcard. */
export const MAX_WILDCARDS = 3;

/** The state of generating one example. Values are generated recursively; `MAX_DEPTH` bounds their nesting. */
export interface Making {
  readonly operation: OperationShape;
  readonly use: Use;
  readonly limits: SimpleLimits;
  readonly minimumDepths: MinimumDepths;
  /** The enclosing shapes: a type inside itself is made as small as possible. */
  readonly open: Set<Scope | SoapArrayShape>;
  readonly simple: Map<SimpleShape, JsonValue>;
  values: number;
  /** Values of xs:ID so far. */
  ids: number;
  /** The enclosing wildcards. */
  readonly wildcards: number;
}

/** An attachment of the content type that the description names, without a file name. */
export function makeAttachment(contentType: string | undefined): JsonObject {
  const known =
    contentType === undefined || contentType.includes('*') ? 'application/octet-stream' : contentType;
  return Object.assign(emptyObject(), { contentType: known, data: 'dGV4dA==' });
}

/** The first alternative that ends and does not enclose itself, otherwise the smallest. */
export function chooseFinite<T extends { readonly shape: Shape }>(
  making: Making,
  alternatives: readonly T[],
  depth: number,
): T | undefined {
  const depthOf = ({ shape }: T): number => making.minimumDepths.ofShape(shape);
  const finite = alternatives.slice(0, MAX_VARIANTS).filter((each) => depth + depthOf(each) <= MAX_DEPTH);
  const fresh = finite.find(({ shape }) => !isOpen(making, shape));
  return fresh ?? finite.toSorted((a, b) => depthOf(a) - depthOf(b))[0];
}

/** Whether the shape encloses the current position. */
export function isOpen(making: Making, shape: Shape): boolean {
  if (shape.kind === 'object' || shape.kind === 'soapArray') return making.open.has(shape);
  if (shape.kind === 'lifted') return making.open.has(shape.object);
  return shape.kind === 'polymorphic' && making.open.has(shape.declared);
}

/** Whether optional fields of a scope are included at this depth. */
export function isGenerous(making: Making, scope: Scope, depth: number): boolean {
  return depth < OPTIONAL_DEPTH && making.values < OPTIONAL_VALUES && !making.open.has(scope);
}

/** Whether an optional leaf is worth showing. Wildcards add nothing, attachments need a file, and recursive types would only repeat. */
export function isWorthShowing(making: Making, leaf: LeafNode, depth: number): boolean {
  if (leaf.kind === 'any') return false;
  if (leaf.kind === 'items') return depth + 1 < OPTIONAL_DEPTH;
  const { shape, substitution } = leaf.member;
  if (substitution?.abstract || shape.kind === 'attachment' || isOpen(making, shape)) return false;
  if (shape.kind === 'polymorphic' && shape.abstract) return false;
  return depth + 1 + making.minimumDepths.ofShape(shape) <= MAX_DEPTH;
}

/** Whether a leaf has a type that requires itself. It has no value at all: one level is shown, and the example is not valid. */
export function isEndless(making: Making, leaf: LeafNode): boolean {
  if (leaf.kind !== 'element' || mayBeNull(leaf.member) || !isOpen(making, leaf.member.shape)) return false;
  return making.minimumDepths.ofShape(leaf.member.shape) === Number.POSITIVE_INFINITY;
}

/** Whether `null` is the best value, because any other would only lead back to an enclosing one, or not end within the nesting limit. */
export function isBestNull(making: Making, shape: Shape, depth: number): boolean {
  if (depth + 1 + making.minimumDepths.ofShape(shape) > MAX_DEPTH || isOpen(making, shape)) return true;
  if (shape.kind !== 'polymorphic' || !shape.abstract) return false;
  return shape.variants.slice(0, MAX_VARIANTS).every((variant) => isOpen(making, variant.shape));
}

/** An object without a prototype (VO-5). */
export function emptyObject(): JsonObject {
  return Object.create(null) as JsonObject;
}
