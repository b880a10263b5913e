import type { Digits } from '../api/operation.js';
import type { SimpleShape } from '../shape/simple-shape.js';
import type { KnownCodecs, Notation, SimpleCodec, SimpleLimits, UnionCodec } from './codec.js';
import { compileScalar } from './scalar-codec.js';

export {
  markIn,
  type Notation,
  type PrintContext,
  SCHEMA_NAMES,
  type SimpleCodec,
  type SimpleLimits,
  type ValueForms,
} from './codec.js';
export type { FacetProblem } from './facets.js';
export type { LookupPrefix } from './spaces/qname.js';

/** Codecs by shape, shared by the lanes, both directions and the members of unions. */
const known: Readonly<Record<Digits, Readonly<Record<'json' | 'values', KnownCodecs>>>> = {
  canonical: { json: new WeakMap(), values: new WeakMap() },
  lexical: { json: new WeakMap(), values: new WeakMap() },
};

/** Compiles a simple shape, once. Never throws: a pattern that cannot be enforced is skipped (RX-1, RX-5). */
export function compileSimple(
  shape: SimpleShape,
  limits: SimpleLimits,
  notation: Notation = 'json',
): SimpleCodec {
  const digits = limits.digits ?? 'canonical';
  const codecs = typeof notation === 'object' ? notation.codecs[digits] : known[digits][notation];
  const found = codecs.get(shape);
  if (found?.limits === limits) return found.codec;
  const codec = compile(shape, limits, notation);
  codecs.set(shape, { limits, codec });
  return codec;
}

function compile(shape: SimpleShape, limits: SimpleLimits, notation: Notation): SimpleCodec {
  switch (shape.kind) {
    case 'scalar':
      return compileScalar(shape, limits, notation);
    case 'list':
      return limits.types().compileList(shape, compileSimple(shape.item, limits, notation), limits);
    case 'union':
      return unionCodec(limits).compileUnion(
        shape,
        shape.members.map((member) => compileSimple(member, limits, notation)),
        limits,
      );
    case 'anySimpleType':
      return limits.types().compileAnySimpleType();
  }
}

/** Without the check, values that the schema forbids would be sent. */
function unionCodec({ unions }: SimpleLimits): UnionCodec {
  if (unions !== undefined) return unions;
  throw new Error(
    'the generated client leaves out unions, but its types have some: run `soapstone client` again',
  );
}
