import { WSDL11, WSDL20 } from '@soapstone/soap-model/namespaces';
import { isPolicyElement, policyElements } from '../policy/table.js';
import { attribute, childrenNamed, type XmlElement } from '../xml/element.js';
import { type DocumentKind, isSchemaElement, isSchemaNamespace } from './identify.js';

/** A reference from one document to another. */
export interface DocumentReference {
  /** The import, include, redefine or `wsp:PolicyReference` element. */
  readonly element: XmlElement;
  readonly kind: 'wsdl' | 'types-import' | 'schema-import' | 'schema-include' | 'policy';
  /** `location` or `schemaLocation` as written; absent if missing or empty (R2007). */
  readonly location?: string;
  /** `namespace` of an import; `''` if it has none. */
  readonly namespace: string;
}

/** The `xs:schema` elements of a document: its root, or those in `wsdl:types`, or beside it, where some authors put them. */
export function schemasOf(root: XmlElement, kind: DocumentKind): readonly XmlElement[] {
  if (kind === 'schema') return withNested([root]);
  const inTypes = typesOf(root, kind).flatMap((types) => types.children.filter(isSchemaElement));
  const beside = schemasBesideTypes(root, kind);
  return withNested(beside.length === 0 ? inTypes : [...inTypes, ...beside]);
}

/** The schemas, each followed by those directly in it, where they can only be meant beside it. */
export function withNested(schemas: readonly XmlElement[]): readonly XmlElement[] {
  if (!schemas.some(hasNestedSchema)) return schemas;
  const found: XmlElement[] = [];
  const pending = [...schemas].reverse();
  for (let schema = pending.pop(); schema !== undefined; schema = pending.pop()) {
    found.push(schema);
    pending.push(...schema.children.filter(isSchemaElement).reverse());
  }
  return found;
}

function hasNestedSchema(schema: XmlElement): boolean {
  return schema.children.some(isSchemaElement);
}

/** The `xs:schema` elements directly in the root of a WSDL. */
export function schemasBesideTypes(root: XmlElement, kind: DocumentKind): readonly XmlElement[] {
  return kind === 'wsdl11' || kind === 'wsdl20' ? root.children.filter(isSchemaElement) : [];
}

/**
 * Everything that a document refers to, in document order.
 *
 *     <definitions> <import namespace="uri" location="uri"/>*            WSDL 1.1 §2.1.1
 *     <description> <import namespace="uri" location="uri"?/>*
 *                   <include location="uri"/>*                           WSDL 2.0 §4
 *     <types>       <xs:import namespace="uri" schemaLocation="uri"?/>*  WSDL 2.0 §3.1.1; seen in 1.1 too
 *     <xs:schema>   <xs:include schemaLocation="uri"/>*
 *                   <xs:import namespace="uri"? schemaLocation="uri"?/>*
 *                   <xs:redefine schemaLocation="uri"> … </xs:redefine>*
 *                   <xs:override schemaLocation="uri"> … </xs:override>* XML Schema 1.1, read as redefine
 *     <wsp:PolicyReference URI="uri#id"/>                                WS-Policy §4.3.5
 */
export function documentReferences(root: XmlElement, kind: DocumentKind): readonly DocumentReference[] {
  const references: DocumentReference[] = [];
  if (kind === 'wsdl11' || kind === 'wsdl20') {
    const namespace = kind === 'wsdl11' ? WSDL11 : WSDL20;
    for (const child of root.children) {
      if (child.name.namespace !== namespace) continue;
      if (child.name.localName === 'import' || child.name.localName === 'include') {
        references.push(reference(child, 'wsdl', attribute(child, 'location')));
      }
    }
    for (const types of typesOf(root, kind)) {
      for (const found of schemaReferences(types)) references.push({ ...found, kind: 'types-import' });
    }
  }
  for (const schema of schemasOf(root, kind)) references.push(...schemaReferences(schema));
  if (kind !== 'schema' && kind !== 'other') references.push(...policyReferences(root));
  return references;
}

/** The references to policies in other documents. A URI that a policy of this document has as its name leads nowhere else. */
function policyReferences(root: XmlElement): readonly DocumentReference[] {
  const elements = policyElements(root);
  const names = new Set(elements.map((element) => attribute(element, 'Name')));
  return elements
    .filter((element) => isPolicyElement(element, 'PolicyReference'))
    .map((element) => reference(element, 'policy', attribute(element, 'URI')))
    .filter(
      ({ location = '#' }) =>
        !location.startsWith('#') &&
        !names.has(location) &&
        !/^(?!https?:|file:)[a-z][a-z0-9+.-]+:/i.test(location),
    );
}

/** The references among the children of a schema, or of `wsdl:types`. */
export function schemaReferences(parent: XmlElement): readonly DocumentReference[] {
  const references: DocumentReference[] = [];
  for (const child of parent.children) {
    if (!isSchemaNamespace(child.name.namespace)) continue;
    const location = attribute(child, 'schemaLocation');
    switch (child.name.localName) {
      case 'import':
        references.push(reference(child, 'schema-import', location));
        break;
      case 'include':
      case 'redefine':
      case 'override':
        references.push(reference(child, 'schema-include', location));
        break;
      default:
    }
  }
  return references;
}

/**
 * A schema of the components directly in `wsdl:types`, in the target namespace of the WSDL; `undefined` if there are none. An import
 * there is a reference of its own.
 */
export function schemaOfTypes(root: XmlElement, kind: DocumentKind): XmlElement | undefined {
  const loose = typesOf(root, kind).flatMap((types) =>
    types.children.filter(({ name }) => isSchemaNamespace(name.namespace) && COMPONENTS.has(name.localName)),
  );
  const [first] = loose;
  if (first === undefined) return undefined;
  const value = attribute(root, 'targetNamespace') ?? '';
  const { scope, location } = first;
  return {
    name: { namespace: first.name.namespace, localName: 'schema' },
    attributes: value === '' ? [] : [{ name: { namespace: '', localName: 'targetNamespace' }, value }],
    children: loose,
    text: '',
    scope,
    location,
  };
}

const COMPONENTS: ReadonlySet<string> = new Set([
  'element',
  'complexType',
  'simpleType',
  'attribute',
  'group',
  'attributeGroup',
]);

function typesOf(root: XmlElement, kind: DocumentKind): readonly XmlElement[] {
  return childrenNamed(root, kind === 'wsdl20' ? WSDL20 : WSDL11, 'types');
}

function reference(
  element: XmlElement,
  kind: DocumentReference['kind'],
  location: string | undefined,
): DocumentReference {
  const written = location?.trim() ?? '';
  const namespace = attribute(element, 'namespace')?.trim() ?? '';
  return { element, kind, namespace, ...(written === '' ? {} : { location: written }) };
}
