import type { ObjectShape, Scope, Shape } from '@soapstone/json-xml-mapper';
import type { ExpandedName } from '@soapstone/soap-model';
import type { ComponentNames } from './component-names.js';
import type { ScalarSchemaOptions } from './scalar-schema.js';
import {
  type Candidate,
  createSchemaRegistry,
  type Decoration,
  type Schema,
  type SchemaRegistry,
} from './schema-registry.js';
import { anyElementSchema, anyValueSchema } from './well-known-schemas.js';

/** A key that says which alternative an object is: `$type` (PY-6) or `$element` (SG-5). */
export interface Tag {
  readonly key: '$type' | '$element';
  readonly value: string;
  /** Where the declared type stands, its tag may be left out. */
  readonly required: boolean;
}

/** A member that an object has because of where it stands: `$headers`, `$attachments` (§5, §13). */
export interface ExtraMember {
  readonly key: string;
  readonly schema: Schema;
  readonly required: boolean;
}

/** What the functions of a projection share. */
export interface ProjectionScope {
  readonly registry: SchemaRegistry;
  readonly options: ScalarSchemaOptions;
  /** The schema of a value of any Shape: the way back from a part of the projection to the whole. */
  shape(shape: Shape, decoration?: Decoration): Schema;
  /** The candidate of an object with `tags`: the same way back, for alternatives. */
  object(shape: ObjectShape, tags: readonly Tag[]): Candidate;
  /** The candidate of one form of `subject`, made once. `form` tells the forms of one subject apart. */
  candidateOf(subject: object, form: string, make: () => Candidate): Candidate;
  /** A component with a fixed name (OA-3). */
  wellKnown(name: string, build: () => Schema): Schema;
  anyValue(): Schema;
  anyElement(): Schema;
  /** Objects whose form without a required `$type` is in the document: their other form needs another name. */
  readonly untagged: Set<ObjectShape>;
  /** Names of types that a component has taken. */
  readonly claimed: Set<string>;
  /** Whether the body of a repeating group may be empty; known once, because bodies nest. */
  readonly emptiableBodies: Map<Scope, boolean>;
}

/** The two functions that the parts of a projection call back; handed in, so that the parts import no cycle. */
export interface ProjectionRoots {
  shape(scope: ProjectionScope, shape: Shape, decoration?: Decoration): Schema;
  object(scope: ProjectionScope, shape: ObjectShape, tags: readonly Tag[]): Candidate;
}

export function createScope(options: ScalarSchemaOptions, roots: ProjectionRoots): ProjectionScope {
  const registry = createSchemaRegistry();
  const candidates = new Map<object, Map<string, Candidate>>();
  const wellKnown = new Map<string, Candidate>();
  const scope: ProjectionScope = {
    registry,
    options,
    untagged: new Set(),
    claimed: new Set(),
    emptiableBodies: new Map(),
    shape: (shape, decoration) => roots.shape(scope, shape, decoration),
    object: (shape, tags) => roots.object(scope, shape, tags),
    candidateOf(subject, form, make) {
      let forms = candidates.get(subject);
      if (forms === undefined) {
        forms = new Map();
        candidates.set(subject, forms);
      }
      let candidate = forms.get(form);
      if (candidate === undefined) {
        candidate = make();
        forms.set(form, candidate);
      }
      return candidate;
    },
    wellKnown(name, build) {
      let candidate = wellKnown.get(name);
      if (candidate === undefined) {
        candidate = registry.add({ always: true, name: (names) => names.take(name) }, build);
        wellKnown.set(name, candidate);
      }
      return registry.use(candidate);
    },
    anyValue: () => scope.wellKnown('AnyValue', anyValueSchema),
    anyElement: () => scope.wellKnown('AnyElement', () => anyElementSchema(scope.anyValue())),
  };
  return scope;
}

/**
 * The name that a type has reserved, for the first component that asks. Further forms of the type (as a variant with
 * `$type`; in encoded messages beside literal ones) get generated names.
 */
export function nameOfType(
  scope: ProjectionScope,
  names: ComponentNames,
  name: ExpandedName | undefined,
  otherwise: string,
  suffix = '',
): string {
  if (name === undefined) return names.take(otherwise);
  const reserved = names.ofType(name);
  if (reserved === undefined || suffix !== '' || scope.claimed.has(reserved)) {
    return names.take((reserved ?? name.localName) + suffix);
  }
  scope.claimed.add(reserved);
  return reserved;
}

/** The local part of a Clark name. */
export function localPart(clark: string): string {
  return clark.slice(clark.lastIndexOf('}') + 1);
}
