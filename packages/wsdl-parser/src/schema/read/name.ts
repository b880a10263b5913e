import { isNCName } from '@soapstone/soap-model/xml';
import type { XmlElement } from '../../xml/element.js';
import type { SchemaReader } from './declarations.js';
import { clip, token } from './lexical.js';

/** Components whose names only schemas use, `xsi:type` apart. */
const OFF_THE_WIRE: ReadonlySet<string> = new Set(['complexType', 'simpleType', 'group', 'attributeGroup']);
/** A name that is at most 1000 characters without control characters and prefix. */
const WRITABLE = /^[^\p{Cc}:]{1,1000}$/u;

/**
 * The `name` of a declaration. `undefined`, with a diagnostic, if it is missing or not an XML name: a name ends up in every
 * message, so it must not be able to carry markup. A prefix, which some authors write, is dropped.
 */
export function readName(reader: SchemaReader, node: XmlElement): string | undefined {
  const name = token(node, 'name');
  if (name !== undefined && isNCName(name)) return name;
  const what = `xs:${node.name.localName}`;
  const parts = name?.split(':') ?? [];
  const last = parts[1];
  if (parts.length === 2 && last !== undefined && parts.every(isNCName)) {
    reader.report(
      'INVALID_SCHEMA_VALUE',
      node.location,
      `the name "${clip(name!)}" of an ${what} has a prefix; read as ${last}`,
    );
    return last;
  }
  if (name !== undefined && OFF_THE_WIRE.has(node.name.localName) && WRITABLE.test(name)) {
    reader.report(
      'INVALID_SCHEMA_VALUE',
      node.location,
      `the name "${clip(name)}" of an ${what} is not an NCName; read as it is`,
    );
    return name;
  }
  reader.report(
    'INVALID_NAME',
    node.location,
    name === undefined
      ? `${what} has no name`
      : `"${clip(name)}" cannot name an ${what}: it is not an NCName`,
  );
  return undefined;
}
