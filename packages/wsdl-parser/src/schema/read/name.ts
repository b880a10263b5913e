import type { XmlElement } from '../../xml/element.js';
import { clip, token } from './lexical.js';
import type { SchemaReader } from './schema-reader.js';

// NameStartChar and NameChar of XML 1.0 (fifth edition) §2.3, without the colon.
const START =
  'A-Z_a-z\\u{C0}-\\u{D6}\\u{D8}-\\u{F6}\\u{F8}-\\u{2FF}\\u{370}-\\u{37D}\\u{37F}-\\u{1FFF}\\u{200C}\\u{200D}' +
  '\\u{2070}-\\u{218F}\\u{2C00}-\\u{2FEF}\\u{3001}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFFD}\\u{10000}-\\u{EFFFF}';
const NC_NAME = new RegExp(`^[${START}][-.0-9\\u{B7}\\u{300}-\\u{36F}\\u{203F}\\u{2040}${START}]*$`, 'u');

/** Whether `text` is an NCName (Namespaces in XML 1.0 §3): only such a name may ever be written as markup. */
function isNCName(text: string): boolean {
  return NC_NAME.test(text);
}

/**
 * The `name` of a declaration. `undefined`, with a diagnostic, where it is missing or cannot name anything in XML: a
 * name travels into every message, so it must not be able to carry markup. A prefix, which some authors write, is left out.
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
  reader.report(
    'INVALID_NAME',
    node.location,
    name === undefined
      ? `${what} has no name`
      : `"${clip(name)}" cannot name an ${what}: it is not an NCName`,
  );
  return undefined;
}
