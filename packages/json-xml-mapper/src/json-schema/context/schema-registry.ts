import { defined } from '@soapstone/options/defined';
import type { JsonSchema } from '../../api/values.js';
import { SchemaSizeError } from '../../errors.js';
import { type ComponentNames, compareText } from './component-names.js';
import { NULL } from './schema-parts.js';

/** The annotations of a place of use, in addition to the value's own schema. */
export interface Place {
  readonly description?: string | undefined;
  readonly nullable?: boolean | undefined;
  /** Keywords that hold here as well, such as `const`. Not for null. */
  readonly constraint?: JsonSchema | undefined;
  /** Keywords that only inform, such as `default`. */
  readonly annotations?: JsonSchema | undefined;
}

/** A schema that may become a definition. */
export interface Candidate {
  /** The definition's name once `finish` has run; `undefined` if the schema is inlined. */
  readonly definitionName: string | undefined;
}

/** The name of a candidate, and whether it is worth a definition. */
interface CandidateOptions {
  /** Asked when all schemas are known, in the order in which candidates were first used. */
  readonly name: (names: ComponentNames) => string;
  /**
   * Whether it becomes a definition even if it is used once. Others are then inlined (OA-3), which is safe because a schema that is
   * used once is not recursive.
   */
  readonly always: boolean;
}

/** Anonymous schemas nested deeper than this become definitions, so that no document is nested without bound. */
const MAX_INLINE_DEPTH = 24;

/** Derived types repeat what they inherit, so a document may be as large as the square of its description. */
const MAX_MEMBERS = 1_000_000;

/** A schema that is filled later. */
type Target = { [keyword: string]: unknown };

class Entry implements Candidate {
  definitionName: string | undefined;
  schema: JsonSchema = {};
  uses = 0;
  readonly options: CandidateOptions;
  readonly build: () => JsonSchema;
  readonly inlineDepth: number;

  constructor(options: CandidateOptions, build: () => JsonSchema, inlineDepth: number) {
    this.options = options;
    this.build = build;
    this.inlineDepth = inlineDepth;
  }

  get isDefinition(): boolean {
    return this.options.always || this.uses > 1 || this.inlineDepth > MAX_INLINE_DEPTH;
  }
}

/**
 * Collects the schemas that a document defines. Whether a schema is inlined, and what its definition is called, is known only
 * when everything has been seen; so every use is an empty object that `finish` fills.
 *
 * Schemas are built from a queue, never by recursion: a candidate is registered before it is built, so recursive types
 * terminate and 3,000 mutually reachable types need no stack.
 */
export class SchemaRegistry {
  /** Everything that is used, in the order of first use. */
  readonly #entries: Entry[] = [];
  readonly #unfilled = new Map<JsonSchema, { readonly entry: Entry; readonly place: Place }>();
  readonly #references: { readonly entry: Entry; readonly then: (reference: string) => void }[] = [];
  readonly #prefix: string;
  #building: Entry | undefined;
  #members = 0;

  readonly #most: number;

  /**
   * @param prefix what appears before the name of a definition in a reference, such as `#/$defs/`
   * @param most the maximum number of members of all objects together
   */
  constructor(prefix: string, most: number = MAX_MEMBERS) {
    this.#prefix = prefix;
    this.#most = Math.min(most, MAX_MEMBERS);
  }

  /** Registers a schema. `build` runs after the first use, and may use other candidates. */
  add(options: CandidateOptions, build: () => JsonSchema): Candidate {
    const outer = this.#building?.inlineDepth;
    const inlineDepth = options.always || outer === undefined || outer > MAX_INLINE_DEPTH ? 0 : outer + 1;
    return new Entry(options, build, inlineDepth);
  }

  /** Counts members of objects, and uses of candidates. Throws `SchemaSizeError` if there are too many. */
  count(members: number): void {
    this.#members += members;
    if (this.#members <= this.#most) return;
    throw new SchemaSizeError(this.#most);
  }

  /** The schema of one use of `candidate`. It is empty until `finish`, so it must not be copied. */
  use(candidate: Candidate, place: Place = {}): JsonSchema {
    const entry = candidate as Entry;
    const target: Target = {};
    if (entry.uses === 0) this.#entries.push(entry);
    entry.uses++;
    this.count(1);
    this.#unfilled.set(target, { entry, place });
    return target;
  }

  /** Calls `then` with the reference to a used candidate as soon as it has its name; only for candidates created with `always`. */
  whenNamed(candidate: Candidate, then: (reference: string) => void): void {
    this.#references.push({ entry: candidate as Entry, then });
  }

  /** Builds everything, names the definitions, fills every use. The definitions are sorted by name. */
  finish(names: ComponentNames): Record<string, JsonSchema> {
    // The list grows in the loop, by what the schemas use.
    for (const entry of this.#entries) {
      this.#building = entry;
      entry.schema = entry.build();
    }
    this.#building = undefined;
    const definitions: [string, JsonSchema][] = [];
    for (const entry of this.#entries) {
      if (!entry.isDefinition) continue;
      entry.definitionName = entry.options.name(names);
      definitions.push([entry.definitionName, entry.schema]);
    }
    for (const target of this.#unfilled.keys()) this.#fill(target);
    for (const { entry, then } of this.#references) {
      if (entry.definitionName !== undefined) then(this.#prefix + entry.definitionName);
    }
    definitions.sort(([left], [right]) => compareText(left, right));
    const sorted = Object.create(null) as Record<string, JsonSchema>;
    for (const [name, schema] of definitions) sorted[name] = schema;
    return sorted;
  }

  /** Fills a use. A schema may be no more than a use of another one, which is filled first: never deeper than schemas are inlined. */
  #fill(target: JsonSchema): JsonSchema {
    const use = this.#unfilled.get(target);
    if (use === undefined) return target;
    this.#unfilled.delete(target);
    const { definitionName, schema } = use.entry;
    const value = definitionName === undefined ? this.#fill(schema) : { $ref: this.#prefix + definitionName };
    return Object.assign(target, placed(value, use.place));
  }
}

/** The schema with the annotations of the place of use. */
export function placed(schema: JsonSchema, place: Place): JsonSchema {
  const { description, nullable, constraint, annotations } = place;
  let result = constraint === undefined ? schema : constrained(schema, constraint);
  if (nullable === true) result = orNull(result);
  return {
    ...result,
    ...defined({ description }),
    ...annotations,
  };
}

/**
 * Both apply. A keyword that appears in both is kept apart, so that neither overrides the other: with the type, because generators of types
 * print a part without one as `unknown`.
 */
function constrained(schema: JsonSchema, constraint: JsonSchema): JsonSchema {
  const beside = Object.entries(constraint).filter(([keyword]) => !Object.hasOwn(schema, keyword));
  const apart = Object.entries(constraint).filter(([keyword]) => Object.hasOwn(schema, keyword));
  if (apart.length === 0) return { ...schema, ...constraint };
  const allOf = [
    ...((schema['allOf'] as readonly JsonSchema[] | undefined) ?? []),
    { ...('type' in schema ? { type: schema['type'] } : {}), ...Object.fromEntries(apart) },
  ];
  return { ...schema, ...Object.fromEntries(beside), allOf };
}

/** Keywords that would also apply to `null`, so that `null` cannot simply be added as a type. */
const JUDGES = ['$ref', 'allOf', 'anyOf', 'oneOf', 'not', 'const'] as const;

/** A schema that accepts null too (OA-5). */
function orNull(schema: JsonSchema): JsonSchema {
  const { type, enum: values, description, anyOf: alternatives, ...others } = schema;
  if (typeof type === 'string' && !JUDGES.some((keyword) => keyword in schema)) {
    const enumeration = Array.isArray(values) ? { enum: [...values, null] } : {};
    return { ...schema, type: [type, 'null'], ...enumeration };
  }
  const about = defined({ description });
  if (Array.isArray(alternatives) && type === undefined && Object.keys(others).length === 0) {
    return { ...about, anyOf: [...alternatives, NULL] };
  }
  const { description: _, ...value } = schema;
  return { ...about, anyOf: [value, NULL] };
}
