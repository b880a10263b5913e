import { defined } from '@soapstone/options/defined';
import type { ExpandedName } from '@soapstone/soap-model';
import { attribute as attributeValue, type XmlElement } from '../../xml/element.js';
import { KEYWORDS } from '../../xml/keywords.js';
import { readDocumentation } from './annotation.js';
import type {
  AttributeContent,
  AttributeDefinition,
  AttributeUsage,
  AttributeUseDeclaration,
  SchemaReader,
  ScopedText,
} from './declarations.js';
import { readLocalName, readTypeUse, readValueConstraint } from './element.js';
import {
  groupReference,
  isAttributePart,
  keywordAttribute,
  pushReversed,
  referenceAttribute,
  refuseChildren,
  reportMoved,
  schemaChildren,
  token,
  unexpectedChild,
} from './lexical.js';
import { readWildcard } from './wildcard.js';

/**
 * Reads an attribute declaration (XML Schema Part 1 §3.2.2).
 *
 *     <attribute name="NCName" type="QName" ? default="string" ? fixed="string" ? form="qualified | unqualified" ?
 *                use="optional | prohibited | required" ?>
 *         annotation?, simpleType?
 *     </attribute>
 *
 * `name` is its expanded name: in the target namespace, or as `readLocalName` says.
 */
export function readAttribute(
  reader: SchemaReader,
  node: XmlElement,
  name: ExpandedName,
): AttributeDefinition {
  const type = readTypeUse(reader, node, name);
  return {
    name,
    ...defined({ type }),
    ...readAttributeValueConstraint(node),
    ...readDocumentation(node),
    location: node.location,
  };
}

/** Reads the `attribute`, `attributeGroup` and `anyAttribute` children among `children` (XML Schema Part 1 §3.4.2). */
export function readAttributeContent(
  reader: SchemaReader,
  children: readonly XmlElement[],
): AttributeContent {
  const uses: AttributeUseDeclaration[] = [];
  let wildcard: AttributeContent['wildcard'];
  // A stack, because attribute groups without ref may nest.
  const waiting = children.filter(isAttributePart).reverse();
  for (let child = waiting.pop(); child !== undefined; child = waiting.pop()) {
    if (child.name.localName === 'anyAttribute') {
      refuseChildren(reader, child);
      wildcard = readWildcard(reader, child);
      continue;
    }
    const inner = child.name.localName === 'attributeGroup' ? schemaChildren(child) : [];
    if (token(child, 'ref') === undefined && inner.some(isAttributePart)) {
      reportMoved(reader, child, 'without ref in a type', 'as its content');
      pushReversed(waiting, inner.filter(isAttributePart));
      continue;
    }
    const use = child.name.localName === 'attribute' ? readUse(reader, child) : readGroupUse(reader, child);
    if (use !== undefined) uses.push(use);
  }
  return { uses, ...defined({ wildcard }) };
}

/**
 * Reads an attribute group definition (XML Schema Part 1 §3.6.2).
 *
 *     <attributeGroup name="NCName"> annotation?, (attribute | attributeGroup)*, anyAttribute? </attributeGroup>
 */
export function readAttributeGroup(reader: SchemaReader, node: XmlElement): AttributeContent {
  const children = schemaChildren(node);
  for (const child of children) {
    if (!isAttributePart(child) && child.name.localName !== 'annotation')
      unexpectedChild(reader, child, node);
  }
  return readAttributeContent(reader, children);
}

function readUse(reader: SchemaReader, node: XmlElement): AttributeUseDeclaration | undefined {
  const use = readUsage(reader, node);
  const reference = referenceAttribute(reader, node, 'ref');
  if (reference !== undefined) {
    refuseChildren(reader, node);
    const name = token(node, 'name') === undefined ? undefined : readLocalName(reader, node, 'attribute');
    return {
      kind: 'attribute-reference',
      use,
      reference,
      ...defined({ name }),
      ...readAttributeValueConstraint(node),
      ...readDocumentation(node),
    };
  }
  const name = readLocalName(reader, node, 'attribute');
  return name && { kind: 'attribute', use, attribute: readAttribute(reader, node, name) };
}

function readGroupUse(reader: SchemaReader, node: XmlElement): AttributeUseDeclaration | undefined {
  refuseChildren(reader, node);
  const reference = groupReference(reader, node);
  if (reference !== undefined) return { kind: 'attribute-group-reference', reference };
  reader.report('INVALID_NAME', node.location, 'xs:attributeGroup in a type has no ref');
  return undefined;
}

function readUsage(reader: SchemaReader, node: XmlElement): AttributeUsage {
  const use = token(node, 'use');
  if (use === 'default' || use === 'fixed') {
    if (!reader.obsolete) {
      const what = `use="${use}" is of a draft of XML Schema; read as optional`;
      reader.report('INVALID_SCHEMA_VALUE', node.location, what);
    }
    return 'optional';
  }
  return keywordAttribute(reader, node, 'use', KEYWORDS.attributeUse, 'optional');
}

/** `use="default"` and `use="fixed"` with `value` are from the 2000 draft. */
function readAttributeValueConstraint(node: XmlElement): { default?: ScopedText; fixed?: ScopedText } {
  const use = token(node, 'use');
  const value = attributeValue(node, 'value');
  if (value === undefined || (use !== 'default' && use !== 'fixed')) return readValueConstraint(node);
  const text = { text: value, scope: node.scope, location: node.location };
  return use === 'fixed' ? { fixed: text } : { default: text };
}
