import type { ComplexType, TypeIndex } from '@soapstone/soap-model';
import { MappingError } from '../errors.js';
import type { ObjectShape, PolymorphicShape, Use } from '../shape/shape.js';
import type { Mutable } from './build-scope.js';
import type { AllowedDerivation, SchemaIndex } from './schema-index.js';
import { isSoapArray } from './type-rules.js';

/**
 * The maximum number of variants of polymorphic types over all Shapes of a model: a chain of n types that are all used costs n²/2.
 */
const MAX_VARIANTS = 2_000_000;

type Variant = PolymorphicShape['variants'][number];

/** Builds the Shape of a type with derived types. */
export type PolymorphicShapeBuilder = (
  type: TypeIndex,
  definition: ComplexType,
  use: Use,
  allowed: AllowedDerivation,
) => PolymorphicShape;

/**
 * Creates the function that builds the Shape of a type with derived types. Variants are shared between the types that they derive
 * from.
 *
 * @param defer runs a task after the current Shape is built
 */
export function createPolymorphicShapes(
  index: SchemaIndex,
  objectShape: (type: TypeIndex, use: Use) => ObjectShape,
  defer: (task: () => void) => void,
): PolymorphicShapeBuilder {
  const variants = new Map<string, Variant>();
  let variantCount = 0;
  return polymorphicShape;

  function polymorphicShape(
    type: TypeIndex,
    definition: ComplexType,
    use: Use,
    allowed: AllowedDerivation,
  ): PolymorphicShape {
    const shell: Mutable<PolymorphicShape> = {
      kind: 'polymorphic',
      declared: objectShape(type, use),
      declaredKey: definition.name === undefined ? '' : index.typeKey(definition.name),
      abstract: definition.abstract,
      variants: [],
    };
    defer(() => {
      const derived = allowed === 'none' ? [] : index.concreteDerivedTypes(type, allowed);
      variantCount += derived.length;
      if (variantCount > MAX_VARIANTS) throw tooManyVariants();
      shell.variants = derived
        .filter((variant) => !isSoapArray(index.type(variant)))
        .map((variant) => variantOf(variant, use));
    });
    return shell;
  }

  function variantOf(type: TypeIndex, use: Use): Variant {
    const key = `${type} ${use}`;
    let variant = variants.get(key);
    if (variant === undefined) {
      const name = index.type(type).name!;
      variant = { key: index.typeKey(name), name, shape: objectShape(type, use) };
      variants.set(key, variant);
    }
    return variant;
  }
}

function tooManyVariants(): MappingError {
  const message = `the derived types of this schema may appear in more than ${MAX_VARIANTS} places`;
  return new MappingError({ code: 'LIMIT', errors: [{ path: '', keyword: 'limit', message }] });
}
