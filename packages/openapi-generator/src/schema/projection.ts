import type {
  ElementMember,
  ObjectShape,
  PolymorphicShape,
  Shape,
  SimpleShape,
} from '@soapstone/json-xml-mapper';
import { polymorphicCandidate } from './alternatives.js';
import { closedObject, nilSchema } from './closed-object.js';
import { memberSchema, nilObjectSchema, occurrenceSchema } from './member-schema.js';
import { objectCandidate, objectSchema } from './object-schema.js';
import { createScope, type ExtraMember, nameOfType, type ProjectionScope } from './projection-scope.js';
import type { ScalarSchemaOptions } from './scalar-schema.js';
import { type Decoration, decorate, type Schema } from './schema-registry.js';
import { anySimpleElementSchema, simpleSchema } from './simple-schema.js';
import { defaultsOf } from './value-constraints.js';
import { attachmentSchema, noRecordSchema } from './well-known-schemas.js';

/** Shapes as schemas: one projection, shared by all messages of a document, so that they share components. */
export interface Projection {
  readonly registry: ProjectionScope['registry'];
  /** The schema of a value of `shape` at one place. */
  shape(shape: Shape, decoration?: Decoration): Schema;
  /** A simple value with the value that stands where it is left out (NL-3). */
  value(shape: SimpleShape, declared: { readonly default?: string; readonly fixed?: string }): Schema;
  /** The schema of an element: nil, substitution and repetition included. */
  member(member: ElementMember): Schema;
  /** The schema of one occurrence of an element. */
  occurrence(member: ElementMember): Schema;
  /** The object of a message root with further members, which nothing else can share. */
  rootWith(root: ObjectShape | PolymorphicShape, extras: readonly ExtraMember[]): Schema;
  /** What stands for a missing or nil record (UW-5). */
  noRecord(record: ElementMember): Schema;
  /** A nil value with the attributes of its type (NL-5). */
  nilObject(shape: Shape): Schema;
  /** Any XML value (AN-6), and an element of any name (AN-1). */
  anyValue(): Schema;
  anyElement(): Schema;
}

/** Create the projection of one document. Its schemas are filled when `registry.finish` runs. */
export function createProjection(options: ScalarSchemaOptions): Projection {
  const scope = createScope(options, { shape: shapeSchema, object: objectCandidate });
  return {
    registry: scope.registry,
    shape: (shape, decoration) => shapeSchema(scope, shape, decoration),
    value: (shape, declared) => simpleSchema(scope, shape, defaultsOf(shape, declared)),
    member: (member) => memberSchema(scope, member),
    occurrence: (member) => occurrenceSchema(scope, member),
    anyValue: scope.anyValue,
    anyElement: scope.anyElement,

    rootWith(root, extras) {
      if (root.kind === 'object') return objectSchema(scope, root, [], extras);
      const alternatives: Schema[] = [];
      if (!root.abstract) {
        const tag = { key: '$type', value: root.declaredKey, required: false } as const;
        alternatives.push(objectSchema(scope, root.declared, [tag], extras));
      }
      for (const { key, shape } of root.variants) {
        const tag = { key: '$type', value: key, required: true } as const;
        alternatives.push(objectSchema(scope, shape, [tag], extras));
      }
      return alternatives.length === 0 ? { not: {} } : { anyOf: alternatives };
    },

    nilObject: (shape) => nilObjectSchema(scope, shape) ?? closedObject({ $nil: nilSchema() }, ['$nil']),

    noRecord(record) {
      const nil = record.nillable ? nilObjectSchema(scope, record.shape) : undefined;
      if (nil === undefined) return scope.wellKnown('NoRecord', noRecordSchema);
      // An absent record is `{}`, so nothing is required of it.
      delete nil.required;
      return nil;
    },
  };
}

function shapeSchema(scope: ProjectionScope, shape: Shape, decoration: Decoration = {}): Schema {
  const { registry } = scope;
  switch (shape.kind) {
    case 'scalar':
    case 'list':
    case 'union':
      return simpleSchema(scope, shape, decoration);
    case 'anySimpleType':
      return anySimpleElementSchema(decoration);
    case 'object':
      return registry.use(objectCandidate(scope, shape, []), decoration);
    case 'polymorphic':
      return registry.use(polymorphicCandidate(scope, shape, []), decoration);
    case 'soapArray': {
      const candidate = scope.candidateOf(shape, '', () =>
        registry.add(
          {
            always: shape.name !== undefined,
            name: (names) => nameOfType(scope, names, shape.name, 'Array'),
          },
          () => {
            // `T[,]` and `T[][]` are both arrays of arrays (EN-2).
            const levels = shape.dimensions.reduce((sum, rank) => sum + rank, 0);
            let schema = shapeSchema(scope, shape.item, { nullable: true });
            for (let level = 0; level < Math.max(1, levels); level++)
              schema = { type: 'array', items: schema };
            return schema;
          },
        ),
      );
      return registry.use(candidate, decoration);
    }
    case 'anyType': {
      // Null is among its values anyway.
      const { description } = decoration;
      return wrap(scope.anyValue(), description === undefined ? {} : { description });
    }
    case 'attachment':
      return wrap(scope.wellKnown('Attachment', attachmentSchema), decoration);
  }
}

/** Say something beside a reference: 3.0 ignores what stands beside `$ref`, so it is wrapped (OA-5). */
function wrap(reference: Schema, decoration: Decoration): Schema {
  const isPlain = Object.values(decoration).every((value) => value === undefined || value === false);
  return isPlain ? reference : decorate({ allOf: [reference] }, decoration);
}
