import type { ExpandedName } from '@soapstone/soap-model';
import { clarkName } from '@soapstone/soap-model';
import type { SchemaDocument } from '../../schema-document.js';
import type { XmlElement } from '../../xml/element.js';
import { readAttribute, readAttributeGroup } from './attribute.js';
import type {
  AttributeContent,
  AttributeDefinition,
  ElementDefinition,
  ParticleDeclaration,
  SchemaReader,
  TypeSlot,
} from './declarations.js';
import { readElement } from './element.js';
import { pushReversed, reportMoved, schemaChildren, token, unexpectedChild } from './lexical.js';
import { withTypes } from './loose-parts.js';
import { meantType } from './meant-type.js';
import { readName } from './name.js';
import { readGroup } from './particle.js';

/** A global component: known by name immediately, parsed when it is clear that it counts. */
export interface Component {
  readonly kind: 'type' | 'element' | 'attribute' | 'group' | 'attributeGroup';
  readonly name: ExpandedName;
  readonly node: XmlElement;
  readonly reader: SchemaReader;
  /** Set inside xs:redefine: the original definition, if it exists. */
  readonly redefines?: { readonly document: SchemaDocument | undefined; original?: Component };
  /** A redefinition has replaced it: it remains, without a name, as the original of the redefinition. */
  replaced: boolean;
  declaration?: Declaration;
}

/** The result of reading a component. */
export type Declaration =
  | { readonly kind: 'type'; readonly slot: TypeSlot }
  | { readonly kind: 'element'; readonly element: ElementDefinition }
  | { readonly kind: 'attribute'; readonly attribute: AttributeDefinition }
  | { readonly kind: 'group'; readonly particle: ParticleDeclaration | undefined }
  | { readonly kind: 'attributeGroup'; readonly attributes: AttributeContent };

const COMPONENT_KINDS: ReadonlyMap<string, Component['kind']> = new Map([
  ['complexType', 'type'],
  ['simpleType', 'type'],
  // The 1999 drafts first called these `type` and `datatype`.
  ['element', 'element'],
  ['attribute', 'attribute'],
  ['group', 'group'],
  ['attributeGroup', 'attributeGroup'],
]);

/** Children of xs:schema that declare nothing here. Notations are ignored (MO-6); a schema is a document of its own. */
const NO_COMPONENTS: ReadonlySet<string> = new Set(['annotation', 'import', 'include', 'notation', 'schema']);

/**
 * Lists the global components of a schema (XML Schema Part 1 §3.15.2), in document order.
 *
 *     <schema targetNamespace="anyURI" ? elementFormDefault="..." ? attributeFormDefault="..." ? blockDefault="..." ? finalDefault="..." ?>
 *         (include | import | redefine | annotation)*,
 *         ((simpleType | complexType | group | attributeGroup | element | attribute | notation), annotation*)*
 *     </schema>
 *     <redefine schemaLocation="anyURI"> (annotation | simpleType | complexType | group | attributeGroup)* </redefine>
 */
export function readSchema(reader: SchemaReader): readonly Component[] {
  const { root, references } = reader.document;
  const components: Component[] = [];
  if (token(root, 'defaultAttributes') !== undefined) {
    reader.report('XSD_1_1', root.location, 'defaultAttributes of XML Schema 1.1 is ignored');
  }
  for (const child of withoutGroups(reader, root)) {
    const { localName } = child.name;
    if (localName === 'redefine' || localName === 'override') {
      // xs:override of 1.1 replaces like xs:redefine, except that nothing refers to the original.
      if (localName === 'override') {
        reader.report('XSD_1_1', child.location, 'xs:override of XML Schema 1.1 is read like xs:redefine');
      }
      const redefines = { document: references.get(child) };
      for (const inner of schemaChildren(child)) addComponent(components, reader, inner, child, redefines);
    } else if (!NO_COMPONENTS.has(localName)) {
      addComponent(components, reader, child, root);
    }
  }
  return components;
}

/** The children of a schema, with those of a model group that has no name in its place: it can only be superfluous. */
function withoutGroups(reader: SchemaReader, root: XmlElement): readonly XmlElement[] {
  const children = schemaChildren(root);
  if (!children.some(isLooseGroup)) return withTypes(reader, children);
  const read: XmlElement[] = [];
  const waiting = [...children].reverse();
  for (let child = waiting.pop(); child !== undefined; child = waiting.pop()) {
    if (isLooseGroup(child)) {
      reportMoved(
        reader,
        child,
        `directly in xs:${root.name.localName}`,
        'as if only its content were there',
      );
      pushReversed(waiting, schemaChildren(child));
    } else read.push(child);
  }
  return withTypes(reader, read);
}

function isLooseGroup(node: XmlElement): boolean {
  const { localName } = node.name;
  if (localName !== 'sequence' && localName !== 'choice' && localName !== 'all') return false;
  return token(node, 'name') === undefined;
}

/** The kinds of components that are found where they are declared inside others. */
const NESTED: ReadonlySet<string> = new Set(['complexType', 'simpleType', 'group', 'attributeGroup']);

/**
 * The named types and groups that are declared inside another component, where no reference can find them. Iterative, linear in the
 * elements of the schema; for documents with references that lead nowhere.
 */
export function readNested(reader: SchemaReader): readonly Component[] {
  const components: Component[] = [];
  const waiting = schemaChildren(reader.document.root).flatMap(schemaChildren);
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const { localName } = node.name;
    const isDeclaration = NESTED.has(localName) && token(node, 'name') !== undefined;
    if (isDeclaration && token(node, 'ref') === undefined && node.children.length > 0) {
      addComponent(components, reader, node, node);
    }
    for (const child of schemaChildren(node)) waiting.push(child);
  }
  return components;
}

function addComponent(
  components: Component[],
  reader: SchemaReader,
  node: XmlElement,
  parent: XmlElement,
  redefines?: { document: SchemaDocument | undefined },
): void {
  const kind = COMPONENT_KINDS.get(node.name.localName);
  if (kind === undefined) {
    if (!NO_COMPONENTS.has(node.name.localName)) unexpectedChild(reader, node, parent);
    return;
  }
  const localName = readName(reader, node);
  if (localName === undefined) return;
  components.push({
    kind,
    name: { namespace: reader.targetNamespace, localName },
    node,
    reader,
    ...(redefines === undefined ? {} : { redefines: { ...redefines } }),
    replaced: false,
  });
}

/** Reads the declaration of `component`, once. Afterwards `reader.inlineTypes` contains the anonymous types encountered. */
export function readComponent(component: Component): Declaration {
  if (component.declaration !== undefined) return component.declaration;
  const { reader } = component;
  reader.component = describeComponent(component);
  reader.inlineTypes = [];
  component.declaration = declare(component);
  return component.declaration;
}

function declare({ kind, name, node, reader, replaced }: Component): Declaration {
  switch (kind) {
    case 'type':
      return {
        kind,
        slot: { node: meantType(reader, node), reader, ...(replaced ? { owner: name } : { name }) },
      };
    case 'element':
      return { kind, element: readElement(reader, node, name) };
    case 'attribute':
      return { kind, attribute: readAttribute(reader, node, name) };
    case 'group':
      return { kind, particle: readGroup(reader, node) };
    case 'attributeGroup':
      return { kind, attributes: readAttributeGroup(reader, node) };
  }
}

/** Describes a component for diagnostics: `element {urn:x}Order`. */
export function describeComponent({ name, node }: Pick<Component, 'name' | 'node'>): string {
  return `${node.name.localName} ${clarkName(name)}`;
}
