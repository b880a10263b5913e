import { flatten, type OpenApiDocument, refName, resolve, type Schema } from './openapi.js';

/** One line of a schema: a property, the entries of a map, or an alternative. */
export interface Field {
  readonly name: string;
  readonly schema: Schema;
  readonly required: boolean;
  /** Whether `name` is a description instead of the name of a property. */
  readonly isAlternative?: boolean;
}

/**
 * Describes the type of a schema in words: `string (date-time)`, `array of Address`. Objects are called by the name of their component.
 *
 * @example describeType({}, { type: 'array', items: { type: 'integer' } }) // 'array of integer'
 */
export function describeType(document: OpenApiDocument, schema: Schema, depth = 0): string {
  const name = refName(schema.$ref);
  const { type, format, items, oneOf, anyOf, enum: values, nullable, properties } = flatten(document, schema);
  const orNull = nullable === true ? ' or null' : '';
  // Schemas that only add restrictions are not alternatives of a type.
  const alternatives = [...(oneOf ?? []), ...(anyOf ?? [])].filter(hasType);
  if (type === 'array') {
    // An array of arrays of arrays … is not distinguished further.
    const of = items === undefined || depth > 3 ? '' : ` of ${describeType(document, items, depth + 1)}`;
    return `array${of}${orNull}`;
  }
  if (type === 'object' || properties !== undefined) return `${name ?? 'object'}${orNull}`;
  if (type === undefined && alternatives.length > 0) return `${name ?? 'one of several forms'}${orNull}`;
  if (type === undefined) return values === undefined ? (name ?? 'any value') : 'one of several values';
  return `${type}${format === undefined ? '' : ` (${format})`}${orNull}`;
}

/** Returns the fields of an object, or of the objects in an array; for alternatives, one field each. Empty for a plain value. */
export function fieldsOf(document: OpenApiDocument, schema: Schema): readonly Field[] {
  let current = flatten(document, schema);
  // Arrays of arrays of objects show the fields of the objects.
  for (let depth = 0; current.type === 'array' && current.items !== undefined && depth < 4; depth += 1) {
    current = flatten(document, current.items);
  }
  const {
    properties = {},
    required = [],
    additionalProperties,
    oneOf = [],
    anyOf = [],
    allOf = [],
  } = current;
  const fields: Field[] = Object.entries(properties).map(([name, property]) => ({
    name,
    schema: property,
    required: required.includes(name),
  }));
  if (typeof additionalProperties === 'object' && Object.keys(additionalProperties).length > 0) {
    fields.push({
      name: 'any other name',
      schema: additionalProperties,
      required: false,
      isAlternative: true,
    });
  }
  for (const choice of [oneOf, anyOf, ...allOf.flatMap((part) => [part.oneOf ?? [], part.anyOf ?? []])]) {
    const forms = choice.filter(hasType);
    // A single form besides null is not a choice: `nullable` covers the null.
    forms.forEach((form, index) => {
      fields.push({
        name: forms.length === 1 ? 'form' : `form ${index + 1} of ${forms.length}`,
        schema: form,
        required: false,
        isAlternative: true,
      });
    });
  }
  return fields;
}

/** Whether a schema describes a value; otherwise it only says which properties go together. */
function hasType({ $ref, type, properties, items, enum: values, allOf, oneOf, anyOf }: Schema): boolean {
  if ([$ref, type, items, values].some((keyword) => keyword !== undefined)) return true;
  if (Object.values(properties ?? {}).some((property) => Object.keys(property).length > 0)) return true;
  return [allOf, oneOf, anyOf].some((parts) => parts?.some(hasType));
}

/** Describes which properties of an object go together: “Exactly one of: email, phone.” */
export function describeChoices(document: OpenApiDocument, schema: Schema): readonly string[] {
  return rulesOf(flatten(document, schema)).flatMap((part) => [
    ...describeChoice('Exactly one of', part.oneOf),
    ...describeChoice('At least one of', part.anyOf),
  ]);
}

/** The rules about the keys of an object. Those of a WSDL are behind two negations, which code generators skip (OA-11). */
function rulesOf({ oneOf, anyOf, allOf = [], not }: Schema): readonly Schema[] {
  const hidden = not?.not === undefined ? [] : [not.not, ...(not.not.allOf ?? [])];
  const own = [...(oneOf ? [{ oneOf }] : []), ...(anyOf ? [{ anyOf }] : [])];
  return [...own, ...hidden, ...allOf.flatMap((part) => (part.not ? rulesOf(part) : [part]))];
}

function describeChoice(words: string, alternatives: readonly Schema[] = []): readonly string[] {
  if (alternatives.length === 0 || alternatives.some(hasType)) return [];
  const groups = alternatives
    .filter(({ not }) => not === undefined)
    .map((part) => [...new Set(requiredIn(part))].join(' + '))
    .filter((text) => text !== '');
  if (groups.length === 0) return [];
  const none = groups.length < alternatives.length ? ', or none' : '';
  return [`${words}: ${groups.join(', ')}${none}.`];
}

function requiredIn({ required = [], allOf = [], anyOf = [], oneOf = [] }: Schema): readonly string[] {
  return [...required, ...[...allOf, ...anyOf, ...oneOf].flatMap(requiredIn)];
}

const LIMITS: readonly (readonly [string, (value: string) => string])[] = [
  ['minLength', (value) => `at least ${value} characters`],
  ['maxLength', (value) => `at most ${value} characters`],
  ['minimum', (value) => `≥ ${value}`],
  ['maximum', (value) => `≤ ${value}`],
  ['minItems', (value) => `at least ${value} items`],
  ['maxItems', (value) => `at most ${value} items`],
  ['pattern', (value) => `pattern ${value}`],
];
/** The maximum number of values of an enumeration that are listed. */
const MAX_VALUES = 40;

/** Returns the restrictions of a value, one text each: `≥ 1`, `one of "a", "b"`. */
export function describeLimits(document: OpenApiDocument, schema: Schema): readonly string[] {
  const whole = resolve(document, schema);
  const limits = LIMITS.flatMap(([keyword, describe]) => {
    const value = whole[keyword];
    return typeof value === 'string' || typeof value === 'number' ? [describe(String(value))] : [];
  });
  if (whole.enum !== undefined) {
    const shown = whole.enum.slice(0, MAX_VALUES).map((value) => JSON.stringify(value));
    const rest = whole.enum.length - shown.length;
    limits.unshift(`one of ${shown.join(', ')}${rest === 0 ? '' : ` and ${rest} more`}`);
  }
  if (whole.default !== undefined) limits.push(`default ${JSON.stringify(whole.default)}`);
  return limits;
}
