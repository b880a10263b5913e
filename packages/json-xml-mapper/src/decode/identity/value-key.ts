import type { BuiltinTypeName } from '@soapstone/soap-model';
import { compileSimple, SCHEMA_NAMES, type SimpleLimits } from '../../scalar/simple-codec.js';
import { BUILTIN_TYPES } from '../../shape/builtin-types.js';
import type { SimpleShape } from '../../shape/simple-shape.js';
import { charge } from '../../work.js';

/**
 * A text that is the same for equal values, and only for them: identity constraints compare values, not texts, and values of different
 * primitive types are never equal (XML Schema Part 1 §3.11.4). An `xs:int` "01" equals an `xs:decimal` "1.0", but no `xs:string` "1".
 *
 * @param neutral the neutral text of the value: see `SimpleCodec`
 */
export function valueKey(shape: SimpleShape, neutral: string, limits: SimpleLimits): string {
  charge(1 + (neutral.length >> 4));
  switch (shape.kind) {
    case 'scalar':
      if (shape.wire !== undefined) return valueKey(shape.wire.shape, shape.wire.write(neutral), limits);
      return `${primitiveOf(shape.builtin)} ${compileSimple(shape, limits).identity(neutral)}`;
    case 'list': {
      const items = neutral.split(' ').filter((item) => item !== '');
      return `list ${items.map((item) => valueKey(shape.item, item, limits)).join(' ')}`;
    }
    case 'union': {
      const member = shape.members.find((each) => accepts(each, neutral, limits));
      return member === undefined ? `invalid ${neutral}` : valueKey(member, neutral, limits);
    }
    case 'anySimpleType':
      return `any ${neutral}`;
  }
}

function accepts(shape: SimpleShape, neutral: string, limits: SimpleLimits): boolean {
  charge(1 + (neutral.length >> 4));
  const codec = compileSimple(shape, limits);
  return codec.read(neutral, SCHEMA_NAMES) === neutral && codec.facetProblems(neutral).length === 0;
}

/** The primitive type that a built-in type is derived from, where it matters for equality. */
function primitiveOf(builtin: BuiltinTypeName): string {
  if (builtin === 'anyURI') return builtin;
  const { family } = BUILTIN_TYPES[builtin];
  if (family === 'integer') return 'decimal';
  return family === 'string' || family === 'decimal' ? family : builtin;
}
