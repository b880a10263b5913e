/** A schema of a document, for code that walks it. */
type Schema = Record<string, unknown>;

/** Keywords of a schema that say nothing about its type. */
const WITHOUT_TYPE: ReadonlySet<string> = new Set(['description', 'default', 'example', 'not']);

/** Maps of schemas by name, and keywords with one schema. */
const MAPS: ReadonlySet<string> = new Set(['properties', 'schemas']);
const SINGLE: ReadonlySet<string> = new Set(['items', 'additionalProperties', 'schema']);

/**
 * Returns a copy of a document in which every place without a type, such as the content of `xs:any`, is text. What a generator still
 * prints as `any` or `unknown` is a type that it lost. A part of `allOf`, `anyOf` or `oneOf` stays as it is: one without a type is a
 * rule, which a generator must not print.
 */
export function markUntyped<T extends { readonly components?: { readonly schemas?: object } }>(
  document: T,
): T {
  const untyped = Object.entries(document.components?.schemas ?? {})
    .filter(([, schema]) => isUntyped(schema as Schema))
    .map(([name]) => `#/components/schemas/${name}`);
  return copy(document, '', new Set(untyped)) as T;
}

/** `untyped` are the references to components without a type. */
function copy(value: unknown, keyword: string, untyped: ReadonlySet<unknown>): unknown {
  if (Array.isArray(value)) return value.map((item) => copy(item, '', untyped));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(
    ([key, member]) => !(key === 'additionalProperties' && 'properties' in value && isOpen(member, untyped)),
  );
  const entries = members.map(([key, member]): [string, unknown] => {
    if (key === 'example' || key === 'enum' || key === 'x-soap') return [key, member];
    const isPlace = MAPS.has(keyword) || (SINGLE.has(key) && typeof member === 'object');
    if (isPlace && isUntyped(member as Schema)) return [key, { type: 'string' }];
    return [key, copy(member, MAPS.has(keyword) ? '' : key, untyped)];
  });
  return Object.fromEntries(entries);
}

/** Members of any name and type beside declared ones, for which TypeScript has no type: as text, they would contradict the declared ones. */
function isOpen(additional: unknown, untyped: ReadonlySet<unknown>): boolean {
  if (typeof additional !== 'object' || additional === null) return false;
  const { $ref } = additional as Schema;
  return untyped.has($ref) || isUntyped(additional as Schema);
}

/** An object without members has no types to lose either: orval prints a map of `unknown`. */
function isUntyped(schema: Schema): boolean {
  const { type, properties, additionalProperties } = schema;
  if (type === 'object') return properties === undefined && typeof additionalProperties !== 'object';
  return Object.keys(schema).every((key) => WITHOUT_TYPE.has(key) || key.startsWith('x-'));
}
