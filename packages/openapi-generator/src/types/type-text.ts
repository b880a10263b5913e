import type { DocumentSchema } from '../schema/document-schema.js';
import { docComment } from './doc-comment.js';

type NameOf = (reference: string) => string;

/** The TypeScript type of a schema. Recursive: a document is never nested deeply. */
export function printType(schema: DocumentSchema, nameOf: NameOf, margin: string): string {
  const type = printNonNull(schema, nameOf, margin);
  // An enumeration that allows null lists it.
  return schema.nullable === true && schema.enum === undefined ? `${type} | null` : type;
}

function printNonNull(schema: DocumentSchema, nameOf: NameOf, margin: string): string {
  if (schema.$ref !== undefined) return nameOf(schema.$ref);
  if (schema.enum !== undefined) return union(schema.enum.map(printLiteral));
  switch (schema.type) {
    case 'object':
      return printObject(schema, nameOf, margin);
    case 'array': {
      const item = printType(schema.items ?? {}, nameOf, margin);
      return /^[\w$]+(\[\])*$/.test(item) ? `${item}[]` : `Array<${item}>`;
    }
    case 'integer':
    case 'number':
      return 'number';
    case 'string':
    case 'boolean':
      return schema.type;
  }
  const alternatives = (schema.anyOf ?? schema.oneOf ?? []).map((each) => printType(each, nameOf, margin));
  if (alternatives.length > 0) return union(alternatives);
  const parts = (schema.allOf ?? []).map((each) => parenthesised(printType(each, nameOf, margin)));
  if (parts.length > 0) return parts.join(' & ');
  // `{ not: {} }`: an abstract type without a concrete one.
  return schema.not === undefined ? 'unknown' : 'never';
}

/**
 * An object type. That exactly one branch of a choice may be there is said in no type: a union of all combinations would be
 * as large as their product.
 */
function printObject(schema: DocumentSchema, nameOf: NameOf, margin: string): string {
  const { properties = {}, required = [], additionalProperties } = schema;
  const inner = `${margin}  `;
  const lines: string[] = [];
  for (const [key, member] of Object.entries(properties)) {
    lines.push(...docComment(member.description, inner));
    const optional = required.includes(key) ? '' : '?';
    lines.push(`${inner}${propertyKey(key)}${optional}: ${printType(member, nameOf, inner)};`);
  }
  if (typeof additionalProperties === 'object') {
    lines.push(
      `${inner}[key: string]: ${lines.length === 0 ? printType(additionalProperties, nameOf, inner) : 'unknown'};`,
    );
  } else if (additionalProperties === undefined) {
    // Open objects are those of the contract: a later version may add members.
    lines.push(`${inner}[key: string]: unknown;`);
  }
  return lines.length === 0 ? 'Record<string, never>' : `{\n${lines.join('\n')}\n${margin}}`;
}

/** A property's name, in quotes where it must be. */
export function propertyKey(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key);
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
