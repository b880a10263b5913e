import type { XmlElement } from '../../xml/element.js';
import type { SchemaReader } from './declarations.js';
import { isAttributePart, schemaChildren } from './lexical.js';

const COMPLEX: ReadonlySet<string> = new Set([
  'sequence',
  'choice',
  'all',
  'simpleContent',
  'complexContent',
  'extension',
]);
const SIMPLE: ReadonlySet<string> = new Set(['restriction', 'list', 'union']);

/**
 * The anonymous type of an element or attribute, written without the xs:complexType or xs:simpleType around it, or with its attributes
 * beside it. Both can be read only one way. `undefined` if there is none; `type` is the anonymous type that is there.
 */
export function looseType(
  reader: SchemaReader,
  node: XmlElement,
  type: XmlElement | undefined,
): { readonly type: XmlElement; readonly parts: readonly XmlElement[] } | undefined {
  const parts = schemaChildren(node).filter(
    (child) =>
      COMPLEX.has(child.name.localName) || SIMPLE.has(child.name.localName) || isAttributePart(child),
  );
  const [first] = parts;
  if (first === undefined) return undefined;
  const isElement = node.name.localName === 'element';
  if (type !== undefined) {
    if (type.name.localName !== 'complexType' || !parts.every(isAttributePart)) return undefined;
    const what = `xs:${first.name.localName} is used beside xs:complexType; read as part of the complex type`;
    reader.report('UNEXPECTED_SCHEMA_ELEMENT', first.location, what);
    return { type: { ...type, children: [...type.children, ...parts] }, parts };
  }
  const isSimple = parts.length === 1 && SIMPLE.has(first.name.localName) && !hasComplexContent(first);
  if (!isSimple && !isElement) return undefined;
  const localName = isSimple ? 'simpleType' : 'complexType';
  const what = `xs:${first.name.localName} is used directly in xs:${node.name.localName}; read as inside xs:${localName}`;
  reader.report('UNEXPECTED_SCHEMA_ELEMENT', first.location, what);
  const { scope } = node;
  const name = { namespace: node.name.namespace, localName };
  return {
    type: { name, attributes: [], children: parts, text: '', scope, location: first.location },
    parts,
  };
}

/** Whether a restriction is one of a complex type. */
function hasComplexContent(node: XmlElement): boolean {
  return schemaChildren(node).some((child) => COMPLEX.has(child.name.localName) || isAttributePart(child));
}
