import type { ReferenceObject, SchemaObject } from 'openapi3-ts/oas30';
import { type ComponentNames, compareText } from './component-names.js';

/** A Schema Object or a reference to one. References stand alone: OpenAPI 3.0 ignores what is beside `$ref` (OA-6). */
export type Schema = SchemaObject & Partial<ReferenceObject>;

/** What the place of use says about a value, beside the value's own schema. */
export interface Decoration {
  readonly description?: string | undefined;
  readonly nullable?: boolean | undefined;
  /** The only value (`fixed`): a one-value `enum`, because 3.0 has no `const`. */
  readonly only?: { readonly value: unknown } | undefined;
  /** The same of `$value` of an object: its whole schema, with the one value. */
  readonly onlyText?: Schema | undefined;
  readonly default?: { readonly value: unknown } | undefined;
}

/** A schema that may become a component. */
export interface Candidate {
  /** The component's name once `finish` has run; `undefined` where the schema is inlined. */
  readonly componentName: string | undefined;
}

/** How a candidate gets its name, and whether it is worth one. */
interface CandidateOptions {
  /** Asked when all schemas are known, in the order in which candidates were first used. */
  readonly name: (names: ComponentNames) => string;
  /** A component even if it is used once. Others are inlined then (OA-3), which is where recursion cannot be. */
  readonly always: boolean;
}

/**
 * Schemas on their way into `components.schemas`. Whether a schema is inlined, and what a component is called, is known
 * only when everything has been seen; so every use is an empty object that `finish` fills.
 *
 * Schemas are built from a queue, never by recursion: a candidate is registered before it is built, so recursive types
 * terminate and 3,000 mutually reachable types need no stack.
 */
export interface SchemaRegistry {
  /** Register a schema. `build` runs after the first use, and may use other candidates. */
  add(options: CandidateOptions, build: () => Schema): Candidate;
  /** The schema of one use of `candidate`. It is empty until `finish`. */
  use(candidate: Candidate, decoration?: Decoration): Schema;
  /** Run `then` with the reference to a used candidate as soon as it has its name; only for candidates made with `always`. */
  whenNamed(candidate: Candidate, then: (reference: string) => void): void;
  /** Build everything, name the components, fill every use. The components are sorted by name. */
  finish(names: ComponentNames): Record<string, Schema>;
}

/** Anonymous schemas nested deeper than this become components, so that no document is nested without bound. */
const MAX_INLINE_DEPTH = 24;

const REFERENCE_PREFIX = '#/components/schemas/';

interface Entry {
  componentName: string | undefined;
  readonly options: CandidateOptions;
  readonly build: () => Schema;
  readonly inlineDepth: number;
  readonly uses: { readonly target: Schema; readonly decoration: Decoration }[];
  schema: Schema;
}

export function createSchemaRegistry(): SchemaRegistry {
  /** Everything that is used, in the order of first use. */
  const entries: Entry[] = [];
  const references: { entry: Entry; then: (reference: string) => void }[] = [];
  let building: Entry | undefined;

  const isComponent = (entry: Entry): boolean =>
    entry.options.always || entry.uses.length > 1 || entry.inlineDepth > MAX_INLINE_DEPTH;

  return {
    add(options, build) {
      const inlineDepth =
        options.always || building === undefined || building.inlineDepth > MAX_INLINE_DEPTH
          ? 0
          : building.inlineDepth + 1;
      const entry: Entry = { componentName: undefined, options, build, inlineDepth, uses: [], schema: {} };
      return entry;
    },

    use(candidate, decoration = {}) {
      const entry = candidate as Entry;
      const target: Schema = {};
      if (entry.uses.length === 0) entries.push(entry);
      entry.uses.push({ target, decoration });
      return target;
    },

    whenNamed(candidate, then) {
      references.push({ entry: candidate as Entry, then });
    },

    finish(names) {
      // The list grows while it is walked, by what the schemas use.
      for (const entry of entries) {
        building = entry;
        entry.schema = entry.build();
      }
      building = undefined;
      const components: [string, Schema][] = [];
      for (const entry of entries) {
        if (!isComponent(entry)) continue;
        entry.componentName = entry.options.name(names);
        components.push([entry.componentName, entry.schema]);
      }
      for (const entry of entries) {
        for (const { target, decoration } of entry.uses) {
          if (entry.componentName === undefined) inline(target, entry.schema, decoration);
          else refer(target, entry.componentName, decoration);
        }
      }
      for (const { entry, then } of references) {
        if (entry.componentName !== undefined) then(REFERENCE_PREFIX + entry.componentName);
      }
      components.sort(([left], [right]) => compareText(left, right));
      const sorted = Object.create(null) as Record<string, Schema>;
      for (const [name, schema] of components) sorted[name] = schema;
      return sorted;
    },
  };
}

/** Add what the place of use says to a schema that stands there alone. */
export function decorate(schema: Schema, decoration: Decoration): Schema {
  const { description, nullable, only, onlyText, default: byDefault } = decoration;
  if (only !== undefined) schema.enum = [only.value];
  if (onlyText !== undefined) schema.properties = { ...schema.properties, $value: onlyText };
  if (nullable === true) allowNull(schema);
  if (description !== undefined) schema.description = description;
  if (byDefault !== undefined) schema.default = byDefault.value;
  return schema;
}

/** Null and nothing else, in a dialect that has no type for it. */
export function nullSchema(): Schema {
  return { type: 'string', nullable: true, enum: [null] };
}

/** OA-5: `nullable` says nothing without a `type` beside it, and cannot widen what `allOf` refers to; there, null is an alternative. */
function allowNull(schema: Schema): void {
  if (schema.type !== undefined) {
    schema.nullable = true;
    // An enumeration that does not list null excludes it, whatever `nullable` says.
    if (schema.enum !== undefined) schema.enum = [...schema.enum, null];
    return;
  }
  const { description, ...value } = schema;
  for (const key of Object.keys(schema)) delete schema[key as keyof Schema];
  if (description !== undefined) schema.description = description;
  const isOnly = Object.keys(value).length === 1;
  if (isOnly && value.anyOf !== undefined) schema.anyOf = [...value.anyOf, nullSchema()];
  else
    schema.anyOf = [isOnly && value.allOf?.length === 1 ? (value.allOf[0] as Schema) : value, nullSchema()];
}

function inline(target: Schema, schema: Schema, decoration: Decoration): void {
  decorate(Object.assign(target, schema), decoration);
}

function refer(target: Schema, name: string, decoration: Decoration): void {
  const reference: Schema = { $ref: REFERENCE_PREFIX + name };
  const isPlain = Object.values(decoration).every((value) => value === undefined || value === false);
  if (isPlain) Object.assign(target, reference);
  else decorate(Object.assign(target, { allOf: [reference] }), decoration);
}
