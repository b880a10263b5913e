import { type DocumentSchema, valuesOf } from '../schema/document-schema.js';
import { docComment } from './doc-comment.js';

/** Options for printing the types of a document. */
export interface TypeNames {
  /** The type of a component by its reference. */
  readonly nameOf: (reference: string) => string;
  readonly wide: WideNumbers;
  /** The TypeScript types of texts that become objects, by their type of XML Schema. */
  readonly texts?: Readonly<Record<string, string>> | undefined;
}

/** The objects that binary values and dates of results become: see `ClientOptions` of `@soapstone/client`. */
export interface ValueKinds {
  /** Default `text`. */
  readonly binary?: 'text' | 'bytes' | undefined;
  /** Default `text`. */
  readonly dates?: 'text' | 'Date' | 'temporal' | undefined;
}

/** The types of texts with these options. What an object does not hold exactly stays text, but binary values always fit. */
export function textTypes({ binary, dates }: ValueKinds): Readonly<Record<string, string>> {
  return {
    ...(binary === 'bytes' && { base64Binary: 'Uint8Array', hexBinary: 'Uint8Array' }),
    ...(dates === 'Date' && { dateTime: 'DateWithText | string' }),
    ...(dates === 'temporal' && {
      dateTime: 'Temporal.ZonedDateTime | Temporal.PlainDateTime | string',
      date: 'Temporal.PlainDate | string',
      time: 'Temporal.PlainTime | string',
    }),
  };
}

/**
 * The type of numbers that a double cannot hold: `number`, as ordinary JSON parsers return; `number | JsonNumber` (NM-1); or
 * `bigint` (NM-7).
 */
export type WideNumbers = 'number' | 'exact' | 'bigint';

/** The types of XML Schema whose values a double cannot hold (NM-2). */
const WIDE_TYPES: ReadonlySet<unknown> = new Set([
  'decimal',
  'integer',
  'nonPositiveInteger',
  'negativeInteger',
  'nonNegativeInteger',
  'positiveInteger',
  'long',
  'unsignedLong',
]);

/** The TypeScript type of a schema. Recursive: a document is never nested deeply. */
export function printType(schema: DocumentSchema, names: TypeNames, margin: string): string {
  if (schema.$ref !== undefined) return names.nameOf(schema.$ref);
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  const xsdType = String(schema['x-xsd-type']);
  if (names.texts !== undefined && Object.hasOwn(names.texts, xsdType)) {
    return union([names.texts[xsdType] ?? '', ...types.filter((type) => type !== 'string')]);
  }
  const values = valuesOf(schema);
  if (values !== undefined) {
    const isBigint = names.wide === 'bigint' && isWide(schema, names) && types.includes('integer');
    return union(values.map((value) => (isBigint ? printBigint(value) : printLiteral(value))));
  }
  if (types.length > 0) return union(types.map((type) => printOne(type, schema, names, margin)));
  const alternatives = (schema.anyOf ?? schema.oneOf ?? []).map((each) => printType(each, names, margin));
  if (alternatives.length > 0) return union(alternatives);
  const parts = (schema.allOf ?? []).map((each) => parenthesised(printType(each, names, margin)));
  if (parts.length > 0) return parts.join(' & ');
  // `{ not: {} }`: an abstract type without a concrete one.
  return schema.not === undefined ? 'unknown' : 'never';
}

function isWide(schema: DocumentSchema, { wide }: TypeNames): boolean {
  return wide !== 'number' && WIDE_TYPES.has(schema['x-xsd-type']);
}

/** The TypeScript type of values of one JSON type. */
function printOne(type: string, schema: DocumentSchema, names: TypeNames, margin: string): string {
  switch (type) {
    case 'object':
      return printObject(schema, names, margin);
    case 'array': {
      const item = printType(schema.items ?? {}, names, margin);
      return /^[\w$]+(\[\])*$/.test(item) ? `${item}[]` : `Array<${item}>`;
    }
    case 'integer':
    case 'number':
      if (!isWide(schema, names)) return 'number';
      return names.wide === 'bigint' ? 'bigint' : 'number | JsonNumber';
    default:
      return type;
  }
}

/**
 * An object type. It does not say that exactly one branch of a choice is present: a union of all combinations would be
 * as large as their product.
 */
function printObject(schema: DocumentSchema, names: TypeNames, margin: string): string {
  const { properties = {}, required = [], additionalProperties } = schema;
  const inner = `${margin}  `;
  const lines: string[] = [];
  for (const [key, member] of Object.entries(properties)) {
    lines.push(...docComment(member.description, inner));
    const optional = required.includes(key) ? '' : '?';
    lines.push(`${inner}${propertyKey(key)}${optional}: ${printType(member, names, inner)};`);
  }
  if (typeof additionalProperties === 'object') {
    lines.push(
      `${inner}[key: string]: ${lines.length === 0 ? printType(additionalProperties, names, inner) : 'unknown'};`,
    );
  } else if (additionalProperties === undefined) {
    // Open objects belong to the contract: a later version may add members.
    lines.push(`${inner}[key: string]: unknown;`);
  }
  return lines.length === 0 ? 'Record<string, never>' : `{\n${lines.join('\n')}\n${margin}}`;
}

/** A property name, in quotes if necessary. */
export function propertyKey(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key);
}

/** An integer as a literal; if a double cannot hold it, its type. */
function printBigint(value: unknown): string {
  if (value === null) return 'null';
  return Number.isSafeInteger(value) ? `${String(value)}n` : 'bigint';
}

function printLiteral(value: unknown): string {
  return typeof value === 'object' && value !== null
    ? `[${(value as unknown[]).map(printLiteral).join(', ')}]`
    : JSON.stringify(value);
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(' | ');
}

function parenthesised(type: string): string {
  return type.includes('|') ? `(${type})` : type;
}

/** Returns the types of `@soapstone/client` that a text names. */
export function clientTypesIn(text: string): string[] {
  return [...new Set(text.match(/\b(?:DateWithText|JsonNumber)\b/g))].sort();
}
