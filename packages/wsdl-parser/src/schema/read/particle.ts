import { defined } from '@soapstone/options/defined';
import type { XmlElement } from '../../xml/element.js';
import { attribute } from '../../xml/element.js';
import { KEYWORDS } from '../../xml/keywords.js';
import { readDocumentation } from './annotation.js';
import type { ModelGroupDeclaration, ParticleDeclaration, SchemaReader } from './declarations.js';
import { readElement, readLocalName } from './element.js';
import {
  groupReference,
  isParticle,
  keywordAttribute,
  misplacedChild,
  readOccurrence,
  referenceAttribute,
  refuseChildren,
  reportMoved,
  schemaChildren,
  token,
  unexpectedChild,
} from './lexical.js';
import { withTypes } from './loose-parts.js';
import { readWildcard } from './wildcard.js';

type Compositor = ModelGroupDeclaration['kind'];

/**
 * Reads a particle (XML Schema Part 1 §3.8.2, §3.9.2). Iterative: a stack holds the model groups that are open, because
 * they nest as deep as a document likes.
 *
 *     <sequence minOccurs="nonNegativeInteger" ? maxOccurs="(nonNegativeInteger | unbounded)" ?>
 *         annotation?, (element | group | choice | sequence | any)*
 *     </sequence>
 *
 * `undefined`, with a diagnostic, where it cannot be read.
 */
function readParticle(reader: SchemaReader, node: XmlElement): ParticleDeclaration | undefined {
  const compositor = compositorOf(reader, node);
  if (compositor === undefined) return readTerm(reader, node);
  const root = openGroup(reader, node, compositor);
  const open = [root];
  while (open.length > 0) {
    const group = open[open.length - 1]!;
    const child = group.children[group.next++];
    if (child === undefined) {
      open.pop();
      continue;
    }
    const nested = compositorOf(reader, child);
    if (nested !== undefined) {
      // xs:all is the whole content of a type, and has elements only (§3.8.6).
      if (!reader.obsolete && (nested === 'all' || group.declaration.kind === 'all')) {
        reportMoved(reader, child, `in xs:${group.node.name.localName}`, 'as a part of it');
      }
      const inner = openGroup(reader, child, nested);
      group.particles.push(inner.declaration);
      open.push(inner);
    } else if (isParticle(child)) {
      const particle = readTerm(reader, child);
      if (particle !== undefined) group.particles.push(particle);
    } else if (isLooseType(child)) {
      // Its particles belong to the group around it; its attributes, to the complex type.
      reportMoved(reader, child, `in xs:${group.node.name.localName}`, 'as part of the type around it');
      open.push({ ...group, node: child, children: withTypes(reader, schemaChildren(child)), next: 0 });
    } else if (isNamedType(child)) {
      reportMoved(reader, child, `in xs:${group.node.name.localName}`, 'as a type of the schema');
    } else if (child.name.localName !== 'annotation') {
      misplacedChild(reader, child, group.node);
    }
  }
  return root.declaration;
}

function isLooseType(node: XmlElement): boolean {
  return node.name.localName === 'complexType' && token(node, 'name') === undefined;
}

function isNamedType(node: XmlElement): boolean {
  const { localName } = node.name;
  return (localName === 'complexType' || localName === 'simpleType') && token(node, 'name') !== undefined;
}

interface OpenGroup {
  readonly node: XmlElement;
  readonly children: readonly XmlElement[];
  next: number;
  readonly particles: ParticleDeclaration[];
  readonly declaration: ModelGroupDeclaration;
}

function openGroup(reader: SchemaReader, node: XmlElement, kind: Compositor): OpenGroup {
  const particles: ParticleDeclaration[] = [];
  const { minOccurs, maxOccurs } = readOccurrence(reader, node);
  if (kind === 'all' && !reader.obsolete && (minOccurs > 1 || (maxOccurs !== 0 && maxOccurs !== 1))) {
    const what = 'xs:all occurs once at most; read as if it could be repeated';
    reader.report('INVALID_OCCURRENCE', node.location, what);
  }
  const declaration = { kind, minOccurs, maxOccurs, particles };
  return { node, children: withTypes(reader, schemaChildren(node)), next: 0, particles, declaration };
}

function compositorOf(reader: SchemaReader, node: XmlElement): Compositor | undefined {
  const { localName } = node.name;
  if (localName === 'sequence' || localName === 'choice' || localName === 'all') return localName;
  if (localName !== 'group' || attribute(node, 'ref') !== undefined) return undefined;
  // The 1999 draft writes `<group order="choice">` for an inline model group.
  if (!reader.obsolete) {
    if (!schemaChildren(node).some(isParticle)) return undefined;
    reportMoved(reader, node, 'without ref in a content model', 'as its content');
  }
  const order = keywordAttribute(reader, node, 'order', KEYWORDS.order, 'sequence');
  return order === 'choice' || order === 'all' ? order : 'sequence';
}

/** An element, a reference or a wildcard: a particle without children. */
function readTerm(reader: SchemaReader, node: XmlElement): ParticleDeclaration | undefined {
  const { minOccurs, maxOccurs } = readOccurrence(reader, node);
  if (node.name.localName === 'any') {
    return { kind: 'any', minOccurs, maxOccurs, wildcard: readWildcard(reader, node) };
  }
  if (node.name.localName === 'group') {
    refuseChildren(reader, node);
    const group = groupReference(reader, node);
    if (group !== undefined) return { kind: 'group-reference', minOccurs, maxOccurs, reference: group };
    reader.report('INVALID_NAME', node.location, 'xs:group in a content model has no ref');
    return undefined;
  }
  const reference = referenceAttribute(reader, node, 'ref');
  if (reference !== undefined) {
    refuseChildren(reader, node);
    const name = token(node, 'name') === undefined ? undefined : readLocalName(reader, node, 'element');
    return {
      kind: 'element-reference',
      minOccurs,
      maxOccurs,
      reference,
      ...defined({ name }),
      ...readDocumentation(node),
    };
  }
  const name = readLocalName(reader, node, 'element');
  return name && { kind: 'element', minOccurs, maxOccurs, element: readElement(reader, node, name) };
}

/**
 * Reads the content of a named model group (XML Schema Part 1 §3.7.2); `undefined` where it is empty.
 *
 *     <group name="NCName"> annotation?, (all | choice | sequence) </group>
 */
export function readGroup(reader: SchemaReader, node: XmlElement): ParticleDeclaration | undefined {
  return readContentModel(reader, schemaChildren(node), (child) => {
    if (child.name.localName !== 'annotation') unexpectedChild(reader, child, node);
  });
}

/**
 * The particle among `children`, with the others passed to `other`. Several are read as a sequence: the drafts write elements
 * directly into a complex type, and so do some authors of 2001 schemas.
 */
export function readContentModel(
  reader: SchemaReader,
  children: readonly XmlElement[],
  other: (child: XmlElement) => void,
): ParticleDeclaration | undefined {
  const particles: ParticleDeclaration[] = [];
  for (const child of children) {
    if (!isParticle(child)) {
      other(child);
      continue;
    }
    const particle = readParticle(reader, child);
    if (particle === undefined) continue;
    if (!reader.obsolete && (particles.length > 0 || !GROUP_LEVEL.has(child.name.localName))) {
      reader.report(
        'UNEXPECTED_SCHEMA_ELEMENT',
        child.location,
        `xs:${child.name.localName} is used where one model group is expected; read as part of a sequence`,
      );
    }
    particles.push(particle);
  }
  const only = particles[0];
  if (particles.length === 0) return undefined;
  // A lone element or wildcard still needs a group around it.
  if (
    particles.length === 1 &&
    only!.kind !== 'element' &&
    only!.kind !== 'element-reference' &&
    only!.kind !== 'any'
  ) {
    return only;
  }
  return { kind: 'sequence', minOccurs: 1, maxOccurs: 1, particles };
}

const GROUP_LEVEL: ReadonlySet<string> = new Set(['sequence', 'choice', 'all', 'group']);
