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
  isParticle,
  keywordAttribute,
  misplacedChild,
  referenceAttribute,
  reportMoved,
  schemaChildren,
  token,
  unexpectedChild,
} from './lexical.js';
import { readContentModel } from './particle.js';
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
  const found = schemaChildren(content).find(({ name }) => DERIVATIONS.has(name.localName));
  const beside = children.filter((child) => child !== content);
  const inside = schemaChildren(content).filter((child) => child !== found);
  const derivation = found && withParticles(reader, found, [...inside, ...beside], content);
  const takesParticles = derivation !== found;
  const report = (child: XmlElement, parent: XmlElement): void => {
    const isRead = child.name.localName === 'annotation' || (isParticle(child) && takesParticles);
    if (!isRead) misplacedChild(reader, child, parent);
  };
  for (const child of beside) report(child, node);
  // Without a derivation, everything but the attributes is read in the short form.
  for (const child of inside) if (derivation !== undefined || isAttributePart(child)) report(child, content);
  if (derivation === undefined) {
    reader.report(
      'UNEXPECTED_SCHEMA_ELEMENT',
      content.location,
      `xs:${content.name.localName} needs an extension or a restriction; read as if it were not there`,
    );
    return readShortForm(slot, schemaChildren(content));
  }
  return isSimpleContent(slot, content, derivation)
    ? readSimpleContent(slot, derivation)
    : readComplexContent(slot, content, derivation);
}

/** A derivation with the particles that are beside it, or beside its content, and can only belong to it. */
function withParticles(
  reader: SchemaReader,
  derivation: XmlElement,
  others: readonly XmlElement[],
  content: XmlElement,
): XmlElement {
  const particles = content.name.localName === 'simpleContent' ? [] : others.filter(isParticle);
  const [first] = particles;
  if (first === undefined) return derivation;
  const name = derivation.name.localName;
  reportMoved(reader, first, `beside xs:${content.name.localName}`, `as part of its xs:${name}`);
  return { ...derivation, children: [...derivation.children, ...particles] };
}

/** Whether the content is a simple one. Elements in simpleContent, and facets in complexContent, say that the other one is meant. */
function isSimpleContent({ reader }: TypeSlot, content: XmlElement, derivation: XmlElement): boolean {
  const isSimple = content.name.localName === 'simpleContent';
  const children = schemaChildren(derivation);
  const other = children.find(isSimple ? isParticle : isFacet);
  const contradicts = isSimple
    ? other !== undefined && !hasSimpleBase(reader, derivation)
    : other !== undefined && !children.some(isParticle);
  if (other === undefined || !contradicts) return isSimple;
  const meant = isSimple ? 'complexContent' : 'simpleContent';
  reportMoved(reader, other, `in xs:${content.name.localName}`, `as inside xs:${meant}`);
  return !isSimple;
}

/** Whether the base is a built-in simple type. */
function hasSimpleBase(reader: SchemaReader, derivation: XmlElement): boolean {
  const base = referenceAttribute(reader, derivation, 'base');
  return base !== undefined && isXsdNamespace(base.name.namespace) && base.name.localName !== 'anyType';
}

/** A derivation directly in the type: its base says whether simpleContent or complexContent is missing around it. */
function readBareDerivation(slot: TypeSlot, children: readonly XmlElement[]): Body | undefined {
  const { node, reader } = slot;
  const [found, ...others] = children.filter(({ name }) => DERIVATIONS.has(name.localName));
  if (found === undefined || others.length > 0) return undefined;
  const isSimple = hasSimpleBase(reader, found);
  const derivation = isSimple ? found : withParticles(reader, found, children, found);
  const missing = isSimple ? 'simpleContent' : 'complexContent';
  reader.report(
    'UNEXPECTED_SCHEMA_ELEMENT',
    derivation.location,
    `xs:${derivation.name.localName} is used directly in xs:complexType; read as inside xs:${missing}`,
  );
  for (const child of children) {
    const isRead =
      child === found || child.name.localName === 'annotation' || (isParticle(child) && derivation !== found);
    if (!isRead) misplacedChild(reader, child, node);
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
  const declared = booleanAttribute(reader, slot.node, 'mixed');
  const mixed =
    attribute(content, 'mixed') === undefined ? declared : booleanAttribute(reader, content, 'mixed');
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
  let derivation: 'extension' | 'restriction' =
    node.name.localName === 'extension' ? 'extension' : 'restriction';
  const facet = derivation === 'extension' ? schemaChildren(node).find(isFacet) : undefined;
  if (facet !== undefined) {
    reportMoved(reader, facet, 'in xs:extension', 'as part of a restriction');
    derivation = 'restriction';
  }
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
