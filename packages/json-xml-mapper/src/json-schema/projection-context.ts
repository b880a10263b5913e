import type { JsonSchema } from '../api/values.js';
import type { Shape } from '../shape/shape.js';
import { polymorphicCandidate } from './content/alternatives.js';
import { liftedSchema } from './content/content-schema.js';
import { objectCandidate } from './content/object-schema.js';
import {
  ANY_VALUE,
  ATTACHMENT,
  attachment,
  encodedAnyValue,
  UNKNOWN_VALUE,
} from './content/well-known-schemas.js';
import {
  candidateOf,
  nameOfType,
  ownerName,
  type ProjectionState,
  type SchemaContext,
  wellKnown,
} from './context/schema-context.js';
import { type Place, placed } from './context/schema-registry.js';
import { simpleSchema } from './values/simple-schema.js';

/**
 * The context of one message's schemas.
 *
 * @param encoded values without a type may be arrays (EN-2)
 * @param globalElementNames of inputs: the names that a strict wildcard may know
 */
export function createContext(
  state: ProjectionState,
  encoded: boolean,
  globalElementNames: SchemaContext['globalElementNames'],
): SchemaContext {
  const context: SchemaContext = {
    state,
    encoded,
    globalElementNames,
    of: () => context,
    shape: (shape, place) => shapeSchema(context, shape, place),
    object: (shape, tags) => objectCandidate(context, shape, tags),
  };
  return context;
}

/**
 * The schema of a value in element position. Anything that can contain itself becomes a use of a candidate, so this does not recurse
 * over types.
 */
function shapeSchema(context: SchemaContext, shape: Shape, place: Place = {}): JsonSchema {
  const { registry } = context.state;
  switch (shape.kind) {
    case 'scalar':
    case 'list':
    case 'union':
    case 'anySimpleType':
      return simpleSchema(context, shape, 'element', place);
    case 'object':
      return registry.use(objectCandidate(context, shape, []), place);
    case 'polymorphic':
      return registry.use(polymorphicCandidate(context, shape, []), place);
    case 'soapArray': {
      const candidate = candidateOf(context, shape, '', () =>
        registry.add(
          {
            always: shape.name !== undefined,
            name: (names) => nameOfType(context, names, shape, shape.name, 'Array'),
          },
          () => arraysOf(shapeSchema(context, shape.item, { nullable: true }), shape.dimensions),
        ),
      );
      return registry.use(candidate, place);
    }
    case 'lifted': {
      const { object, member } = shape;
      const candidate = candidateOf(context, shape, '', () =>
        registry.add(
          {
            always: false,
            name: (names) => nameOfType(context, names, shape, undefined, `${ownerName(object)}Lifted`),
          },
          () => liftedSchema(context, member),
        ),
      );
      return registry.use(candidate, place);
    }
    case 'anyType':
      // Null is among its values anyway.
      return anyValue(context, { ...place, nullable: false });
    case 'attachment':
      return registry.use(
        wellKnown(
          context.state,
          ATTACHMENT,
          '',
          (names) => names.take('Attachment'),
          () => attachment(context.state.options.absentAsNull),
        ),
        place,
      );
  }
}

/** EN-2: `T[,]` and `T[][]` are both arrays of arrays. An array that is an item of another one may be null, a row of `T[,]` may not. */
function arraysOf(item: JsonSchema, dimensions: readonly number[]): JsonSchema {
  let schema = item;
  for (const [index, rank] of (dimensions.length === 0 ? [1] : dimensions).toReversed().entries()) {
    if (index > 0) schema = placed(schema, { nullable: true });
    for (let level = 0; level < rank; level++) schema = { type: 'array', items: schema };
  }
  return schema;
}

function anyValue({ state, encoded }: SchemaContext, place: Place): JsonSchema {
  const isExact = state.options.audience === 'validators';
  const candidate = wellKnown(
    state,
    ANY_VALUE,
    encoded && isExact ? 'encoded' : '',
    (names) => names.take('AnyValue'),
    () => {
      if (!isExact) return UNKNOWN_VALUE;
      return encoded ? encodedAnyValue(state.registry.use(candidate)) : ANY_VALUE;
    },
  );
  return state.registry.use(candidate, place);
}
