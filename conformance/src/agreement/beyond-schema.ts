import type { ValidationProblem } from '@soapstone/json-xml-mapper';
import type { PublishedSchema } from './published-schema.js';

/**
 * Whether the document at least shows what the mapper rejects but the schema cannot express: digits, bounds and patterns in
 * `x-xsd-…` (OA-7), the lexical forms of dates and names behind `format` and `x-xsd-type` (OA-9), and what a wildcard or `$content`
 * accepts.
 */
export function isBeyondSchema(
  { path, keyword }: ValidationProblem,
  places: ReadonlyMap<string, PublishedSchema>,
): boolean {
  if (/\/\$(?:content|any\d*|anyAttributes)(?:\/|$)/.test(path)) return true;
  if (keyword === 'wildcard' || keyword === 'xmlChar') return true;
  // Rows of equal length (EN-2): a schema cannot compare.
  if (keyword === 'array' && places.get(path.slice(0, path.lastIndexOf('/')))?.items !== undefined)
    return true;
  // The type of a value that may have any (AN-8) is a name that the service knows.
  if (keyword === 'xsiType' && places.get(path)?.enum === undefined) return true;
  if (isUntyped(path, places)) return true;
  const schema = places.get(path);
  if (schema === undefined) return false;
  switch (keyword) {
    case 'totalDigits':
    case 'fractionDigits':
      return schema[`x-xsd-${keyword}`] !== undefined;
    case 'pattern':
      return schema.pattern === undefined && schema['x-xsd-pattern'] !== undefined;
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return (['minInclusive', 'maxInclusive', 'minExclusive', 'maxExclusive'] as const).some(
        (facet) => schema[`x-xsd-${facet}`] !== undefined,
      );
    case 'enum':
      return schema['x-xsd-enumeration'] !== undefined;
    // An empty text is not a date (§9.1), as the format says.
    case 'type':
      return [schema.type].flat().includes('string') && schema.format !== undefined;
    case 'length':
    case 'minLength':
    case 'maxLength':
    case 'format':
      return schema['x-xsd-type'] !== undefined || schema.format !== undefined;
    default:
      return false;
  }
}

/** Whether a place is inside a value without a schema (AN-6), where the document accepts anything. */
function isUntyped(path: string, places: ReadonlyMap<string, PublishedSchema>): boolean {
  for (let at = path; ; at = at.slice(0, at.lastIndexOf('/'))) {
    const schema = places.get(at);
    // Only null is ever excluded there.
    const isOpen = (key: string): boolean => key === 'description' || key === 'not';
    if (schema !== undefined && Object.keys(schema).every(isOpen)) return true;
    if (at === '') return false;
  }
}
