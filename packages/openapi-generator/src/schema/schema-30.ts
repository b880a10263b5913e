import type { JsonSchema } from '@soapstone/json-xml-mapper';

type Mutable = { [keyword: string]: unknown };

/** A schema of OpenAPI 3.0, and whether it accepts more than the original. */
interface Converted {
  readonly schema: JsonSchema;
  readonly isWeaker: boolean;
}

/**
 * Null and nothing else, in a dialect that has no type for it. A boolean, because orval prints enumerations of null of other types as nothing,
 * which does not compile.
 */
const NULL_30: JsonSchema = { type: 'boolean', nullable: true, enum: [null] };

/**
 * Converts a schema of JSON Schema 2020-12 to OpenAPI 3.0 (OA-5, OA-6): `nullable` instead of a type, one-value enumerations
 * instead of `const`, exclusive bounds by a flag, no siblings of `$ref`. The result accepts everything that the given schema accepts. It
 * accepts more where 3.0 has no keyword: names of members, several types.
 *
 * @param schema a schema of a generated document, with the keywords that the projection writes
 */
export function toSchema30(schema: JsonSchema): JsonSchema {
  return convert(schema).schema;
}

/** Recursive: the projection limits the nesting of schemas. */
function convert(schema: JsonSchema): Converted {
  const { $ref, type, const: only, exclusiveMinimum, exclusiveMaximum, contentEncoding, ...rest } = schema;
  if (type === 'null') return { schema: NULL_30, isWeaker: false };
  const result: Mutable = {};
  let isWeaker = addType(result, type);
  if (only !== undefined) Object.assign(result, { type: typeOf(only), enum: [only] });
  if (exclusiveMinimum !== undefined)
    Object.assign(result, { minimum: exclusiveMinimum, exclusiveMinimum: true });
  if (exclusiveMaximum !== undefined)
    Object.assign(result, { maximum: exclusiveMaximum, exclusiveMaximum: true });
  if (contentEncoding === 'base64') result['format'] = 'byte';
  for (const [keyword, value] of Object.entries(rest)) {
    // `const` makes an enumeration redundant.
    if (keyword === 'enum' && only !== undefined) continue;
    const converter = Object.hasOwn(CONVERTERS, keyword) ? CONVERTERS[keyword] : undefined;
    if (converter === undefined) {
      result[keyword] = value;
      continue;
    }
    const converted = converter(value, schema);
    isWeaker ||= converted.isWeaker;
    if (converted.value !== undefined) result[keyword] = converted.value;
  }
  return { schema: $ref === undefined ? result : besideReference($ref, result), isWeaker };
}

/** Returns whether the type is omitted. `nullable` has no effect without a sibling `type` (OA-5). */
function addType(result: Mutable, type: unknown): boolean {
  if (!Array.isArray(type)) {
    if (type !== undefined) result['type'] = type;
    return false;
  }
  const [first, ...others] = type.filter((each) => each !== 'null');
  if (others.length > 0) return true;
  result['type'] = first;
  if (type.length > 1) result['nullable'] = true;
  return false;
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

/** References have no siblings: OpenAPI 3.0 ignores them (OA-6). */
function besideReference($ref: unknown, beside: Mutable): JsonSchema {
  if (Object.keys(beside).length === 0) return { $ref };
  const { allOf = [], ...others } = beside;
  return { allOf: [{ $ref }, ...(allOf as readonly JsonSchema[])], ...others };
}

/** The translation of a keyword; undefined where it is left out. */
interface Keyword {
  readonly value?: unknown;
  readonly isWeaker: boolean;
}

const GONE: Keyword = { isWeaker: true };

const CONVERTERS: Readonly<Record<string, (value: unknown, schema: JsonSchema) => Keyword>> = {
  // 3.0 has no keyword for names.
  propertyNames: () => GONE,
  properties(value, { type }) {
    const members = Object.entries(value as Readonly<Record<string, JsonSchema>>).map(
      ([key, schema]) => [key, convert(schema)] as const,
    );
    // A clause about keys does not constrain other members.
    const kept = members.filter(([, member]) => type !== undefined || !saysNothing(member));
    const isWeaker = members.some(([, member]) => member.isWeaker);
    if (kept.length === 0) return { isWeaker };
    return { value: Object.fromEntries(kept.map(([key, { schema }]) => [key, schema])), isWeaker };
  },
  items(value, { type }) {
    const { schema, isWeaker } = convert(value as JsonSchema);
    return type === undefined && saysNothing({ schema, isWeaker }) ? GONE : { value: schema, isWeaker };
  },
  additionalProperties(value) {
    if (typeof value === 'boolean') return { value, isWeaker: false };
    const { schema, isWeaker } = convert(value as JsonSchema);
    return { value: schema, isWeaker };
  },
  allOf(value) {
    const parts = (value as readonly JsonSchema[]).map(convert);
    const kept = parts.filter((part) => !saysNothing(part)).map(({ schema }) => schema);
    const isWeaker = parts.some((part) => part.isWeaker);
    return kept.length === 0 ? { isWeaker } : { value: kept, isWeaker };
  },
  anyOf(value) {
    const parts = (value as readonly JsonSchema[]).map(convert);
    if (parts.some(saysNothing)) return GONE;
    return { value: parts.map(({ schema }) => schema), isWeaker: parts.some((part) => part.isWeaker) };
  },
  // A wider alternative may match where another already does, and the negation of a wider schema rejects more.
  oneOf(value) {
    const parts = (value as readonly JsonSchema[]).map(convert);
    if (parts.some((part) => part.isWeaker)) return GONE;
    return { value: parts.map(({ schema }) => schema), isWeaker: false };
  },
  not(value) {
    // A rule behind two negations is a rule: a wider one accepts more.
    const { not: rule, ...beside } = value as JsonSchema;
    if (rule !== undefined && Object.keys(beside).length === 0) {
      const converted = convert(rule as JsonSchema);
      return saysNothing(converted)
        ? GONE
        : { value: { not: converted.schema }, isWeaker: converted.isWeaker };
    }
    const { schema, isWeaker } = convert(value as JsonSchema);
    return isWeaker ? GONE : { value: schema, isWeaker };
  },
};

/** None of its constraints has a keyword in 3.0. */
function saysNothing({ schema, isWeaker }: Converted): boolean {
  return isWeaker && Object.keys(schema).length === 0;
}
