import type { SimpleShape } from '../shape/shape.js';
import { compileAnySimpleType } from './any-simple-codec.js';
import type { SimpleCodec, SimpleLimits } from './codec.js';
import { compileList } from './list-codec.js';
import { compileScalar } from './scalar-codec.js';
import { compileUnion } from './union-codec.js';

export { type PrintContext, SCHEMA_NAMES, type SimpleCodec, type SimpleLimits } from './codec.js';
export type { FacetProblem } from './facets.js';
export type { LookupPrefix } from './qname.js';

/** Codecs by their shapes, which the lanes, the two directions and the members of unions share. */
const known = new WeakMap<SimpleShape, { readonly limits: SimpleLimits; readonly codec: SimpleCodec }>();

/** Compile a simple shape; once. Throws nothing: a pattern that cannot be enforced is not (RX-1, RX-5). */
export function compileSimple(shape: SimpleShape, limits: SimpleLimits): SimpleCodec {
  const found = known.get(shape);
  if (found?.limits === limits) return found.codec;
  const codec = compile(shape, limits);
  known.set(shape, { limits, codec });
  return codec;
}

function compile(shape: SimpleShape, limits: SimpleLimits): SimpleCodec {
  switch (shape.kind) {
    case 'scalar':
      return compileScalar(shape, limits);
    case 'list':
      return compileList(shape, compileSimple(shape.item, limits), limits);
    case 'union':
      return compileUnion(
        shape,
        shape.members.map((member) => compileSimple(member, limits)),
        limits,
      );
    case 'anySimpleType':
      return compileAnySimpleType();
  }
}
