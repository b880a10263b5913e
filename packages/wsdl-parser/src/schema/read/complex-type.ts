import { defined } from '@soapstone/options/defined';
import type { DerivationMethod } from '@soapstone/soap-model';
import { attribute, type XmlElement } from '../../xml/element.js';
import { KEYWORDS } from '../../xml/keywords.js';
import { isXsdNamespace } from '../namespaces.js';
import { readDocumentation } from './annotation.js';
import { readAttributeContent } from './attribute.js';
import type {
  ComplexTypeBody,
  ComplexTypeDefinition,
  Reference,
  SchemaReader,
  ScopedText,
  TypeSlot,
} from './declarations.js';
import { readDerivationSet } from './element.js';
import { isFacet } from './facets.js';
import {
  booleanAttribute,
  isAttributePart,
  keywordAttribute,
  misplacedChild,
  referenceAttribute,
  schemaChildren,
  token,
  unexpectedChild,
} from './lexical.js';
import { isParticle, readContentModel } from './particle.js';
import { inlineType } from './schema-reader.js';

const TYPE_DERIVATIONS: readonly DerivationMethod[] = ['extension', 'restriction'];

/**
 * Reads a complex type definition (XML Schema Part 1 §3.4.2).
 *
 *     <complexType name="NCName" ? abstract="boolean" ? mixed="boolean" ? block="..." ? final="..." ?>
 *         annotation?, (simpleContent | complexContent |
 *                       ((group | all | choice | sequence)?, (attribute | attributeGroup)*, anyAttribute?))
 *     </complexType>
 */
export function readComplexType(slot: TypeSlot): ComplexTypeDefinition {
  const { node, reader } = slot;
  const misplaced: XmlElement[] = [];
  reader.misplaced = misplaced;
  const { body, holder } = readBody(slot);
  delete reader.misplaced;
  const children = [...schemaChildren(holder), ...misplaced];
  const arrayType = readArrayType(children, [holder, node]);
  return {
    kind: 'complex',
    abstract: booleanAttribute(reader, node, 'abstract'),
    block: readDerivationSet(reader, node, 'block', TYPE_DERIVATIONS),
    final: readDerivationSet(reader, node, 'final', TYPE_DERIVATIONS),
    ...readDocumentation(node),
    body,
    attributes: readAttributeContent(reader, children),
    ...defined({ arrayType }),
  };
}

/** The body, and the element that contains its attributes. */
interface Body {
  readonly body: ComplexTypeBody;
  readonly holder: XmlElement;
}

function readBody(slot: TypeSlot): Body {
  const { node, reader } = slot;
  const children = schemaChildren(node);
  const content = children.find(
    ({ name }) => name.localName === 'simpleContent' || name.localName === 'complexContent',
  );
  if (content === undefined) return readBareDerivation(slot, children) ?? readShortForm(slot, children);
  for (const child of children) {
    if (child !== content && child.name.localName !== 'annotation') misplacedChild(reader, child, node);
  }
  const derivation = schemaChildren(content).find(
    ({ name }) => name.localName === 'extension' || name.localName === 'restriction',
  );
  for (const child of schemaChildren(content)) {
    if (child !== derivation && child.name.localName !== 'annotation') misplacedChild(reader, child, content);
  }
  if (derivation === undefined) {
    reader.report(
      'UNEXPECTED_SCHEMA_ELEMENT',
      content.location,
      `xs:${content.name.localName} needs an extension or a restriction; read as if it were not there`,
    );
    return readShortForm(slot, schemaChildren(content));
  }
  return content.name.localName === 'simpleContent'
    ? readSimpleContent(slot, derivation)
    : readComplexContent(slot, content, derivation);
}

/** A derivation directly in the type: its base says whether simpleContent or complexContent is missing around it. */
function readBareDerivation(slot: TypeSlot, children: readonly XmlElement[]): Body | undefined {
  const { node, reader } = slot;
  const [derivation, ...others] = children.filter(({ name }) => DERIVATIONS.has(name.localName));
  if (derivation === undefined || others.length > 0 || children.some(isParticle)) return undefined;
  const base = referenceAttribute(reader, derivation, 'base');
  const isSimple =
    base !== undefined && isXsdNamespace(base.name.namespace) && base.name.localName !== 'anyType';
  const missing = isSimple ? 'simpleContent' : 'complexContent';
  reader.report(
    'UNEXPECTED_SCHEMA_ELEMENT',
    derivation.location,
    `xs:${derivation.name.localName} is used directly in xs:complexType; read as inside xs:${missing}`,
  );
  for (const child of children) {
    if (child !== derivation && child.name.localName !== 'annotation') misplacedChild(reader, child, node);
  }
  return isSimple ? readSimpleContent(slot, derivation) : readComplexContent(slot, derivation, derivation);
}

const DERIVATIONS: ReadonlySet<string> = new Set(['extension', 'restriction']);

/** Content without a derivation. In a draft, `base` and `derivedBy` on the complex type replace today's two elements. */
function readShortForm(slot: TypeSlot, children: readonly XmlElement[]): Body {
  const { node, reader } = slot;
  const particle = readContentModel(reader, children, (child) => {
    if (!isAttributePart(child) && child.name.localName !== 'annotation')
      unexpectedChild(reader, child, node);
  });
  const mixed =
    booleanAttribute(reader, node, 'mixed') ||
    keywordAttribute(reader, node, 'content', KEYWORDS.content, 'elementOnly') === 'mixed';
  const own = defined({ particle });
  const base = readDraftBase(reader, node);
  if (base === undefined) return { body: { form: 'content', mixed, ...own }, holder: node };
  const derivation = keywordAttribute(reader, node, 'derivedBy', KEYWORDS.derivedBy, 'extension');
  return { body: { form: 'complex-content', derivation, base, mixed, ...own }, holder: node };
}

/** The base of a draft. Authors write it, or `type`, with today's namespace too, where it can mean nothing else. */
function readDraftBase(reader: SchemaReader, node: XmlElement): Reference | undefined {
  if (reader.obsolete) return referenceAttribute(reader, node, 'base');
  const name = ['base', 'type'].find((each) => token(node, each) !== undefined);
  if (name === undefined) return undefined;
  const what = `${name} is not an attribute of xs:complexType; read as the base of an extension`;
  reader.report('INVALID_SCHEMA_VALUE', node.location, what);
  return referenceAttribute(reader, node, name);
}

/**
 *     <complexContent mixed="boolean" ?>
 *         annotation?, (restriction | extension)
 *     </complexContent>
 *     <extension base="QName">
 *         annotation?, (group | all | choice | sequence)?, (attribute | attributeGroup)*, anyAttribute?
 *     </extension>
 */
function readComplexContent(slot: TypeSlot, content: XmlElement, node: XmlElement): Body {
  const { reader } = slot;
  const mixed =
    attribute(content, 'mixed') === undefined
      ? booleanAttribute(reader, slot.node, 'mixed')
      : booleanAttribute(reader, content, 'mixed');
  const particle = readContentModel(reader, schemaChildren(node), (child) => {
    if (!isAttributePart(child) && child.name.localName !== 'annotation')
      unexpectedChild(reader, child, node);
  });
  const own = defined({ particle });
  const base = referenceAttribute(reader, node, 'base');
  if (base === undefined) {
    missingBase(reader, node);
    return { body: { form: 'content', mixed, ...own }, holder: node };
  }
  const derivation = node.name.localName === 'extension' ? 'extension' : 'restriction';
  return { body: { form: 'complex-content', derivation, base, mixed, ...own }, holder: node };
}

/**
 *     <simpleContent> annotation?, (restriction | extension) </simpleContent>
 *     <restriction base="QName"> annotation?, simpleType?, facet*, (attribute | attributeGroup)*, anyAttribute? </restriction>
 */
function readSimpleContent(slot: TypeSlot, node: XmlElement): Body {
  const { reader } = slot;
  const derivation = node.name.localName === 'extension' ? 'extension' : 'restriction';
  let narrows = false;
  for (const child of schemaChildren(node)) {
    const narrowing = isFacet(child) || child.name.localName === 'simpleType';
    if (narrowing && derivation === 'restriction') narrows = true;
    else if (isParticle(child) || (!isAttributePart(child) && child.name.localName !== 'annotation')) {
      unexpectedChild(reader, child, node);
    }
  }
  const base = referenceAttribute(reader, node, 'base');
  if (base === undefined) {
    missingBase(reader, node);
    return { body: { form: 'content', mixed: false }, holder: node };
  }
  const narrowed = narrows ? inlineType(reader, node, slot.name ?? slot.owner, base) : undefined;
  return {
    body: { form: 'simple-content', derivation, base, ...defined({ narrowed }) },
    holder: node,
  };
}

function missingBase(reader: SchemaReader, node: XmlElement): void {
  reader.report(
    'INVALID_SCHEMA_VALUE',
    node.location,
    `xs:${node.name.localName} has no base; only its own content is read`,
  );
}

/**
 * `arrayType` in all the forms that tools write (EN-2): in the WSDL namespace on the `ref="soapenc:arrayType"` attribute use, in
 * another namespace or in none, as its `default`, or on the derivation or the type itself.
 */
function readArrayType(
  children: readonly XmlElement[],
  holders: readonly XmlElement[],
): ScopedText | undefined {
  const uses = children.filter(({ name }) => name.localName === 'attribute');
  for (const node of [...uses, ...holders]) {
    const found = node.attributes.find(({ name }) => name.localName === 'arrayType');
    if (found !== undefined) return { text: found.value, scope: node.scope, location: node.location };
  }
  for (const node of uses) {
    const ref = token(node, 'ref');
    if (ref === undefined || !/^(?:[^:]*:)?arrayType$/.test(ref)) continue;
    const value = attribute(node, 'fixed') ?? attribute(node, 'default');
    if (value !== undefined) return { text: value, scope: node.scope, location: node.location };
  }
  return undefined;
}
