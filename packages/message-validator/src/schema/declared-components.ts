import { BUILTIN_TYPES } from '@soapstone/json-xml-mapper/shapes';
import { XSD } from '@soapstone/soap-model/namespaces';
import { spelledOutName } from '@soapstone/wsdl-parser/internal';
import { type NamespaceMap, XmlElement } from 'libxml2-wasm';
import { attributeOf, nameOf } from './meant-names.js';
import { XSD_NAMESPACES } from './xsd-grammar.js';

/** The kinds of components that a name can refer to. */
export type ComponentKind = 'type' | 'element' | 'attribute' | 'group' | 'attributeGroup';

/** A name with its namespace. */
export interface QualifiedName {
  readonly namespace: string;
  readonly localName: string;
}

/** The text of a reference. */
export interface ReferredName extends QualifiedName {
  /** Without a prefix, in no namespace or that of XML Schema: if nothing is found there, the target namespace is meant (MO-1). */
  readonly meansOwn: boolean;
}

/** A schema as the table sees it. */
export interface DeclaringSchema {
  readonly element: XmlElement;
  readonly targetNamespace: string;
  /** The namespaces that it is included into, if it has none of its own (a chameleon). */
  readonly owners: ReadonlySet<string>;
}

/** The global components of all schemas of a description. */
export interface DeclaredComponents {
  /** The target of a reference, as the parser resolves it (MO-1); `undefined` if there is none. */
  find(kind: ComponentKind, name: ReferredName, targetNamespace: string): QualifiedName | undefined;
  isSimpleType(name: QualifiedName): boolean;
  /** The duplicate globals of a schema, by position among its elements; the first of each name counts. */
  duplicatesOf(schema: DeclaringSchema): ReadonlySet<number>;
}

const KINDS: Readonly<Record<string, ComponentKind>> = {
  complexType: 'type',
  simpleType: 'type',
  element: 'element',
  attribute: 'attribute',
  group: 'group',
  attributeGroup: 'attributeGroup',
};

/** Collects the declarations of the schemas. */
export function declaredComponents(schemas: readonly DeclaringSchema[]): DeclaredComponents {
  const declared = new Set<string>();
  const simple = new Set<string>();
  /** The names by their keys in lower case; `undefined` for a key that several have. */
  const spellings = new Map<string, QualifiedName | undefined>();
  const duplicates = new Map<DeclaringSchema, ReadonlySet<number>>();
  for (const schema of schemas) {
    const namespaces = [schema.targetNamespace, ...schema.owners];
    const repeated = new Set<number>();
    duplicates.set(schema, repeated);
    for (const [position, component] of schemaElements(schema.element).entries()) {
      const name = attributeOf(component, 'name')?.value.trim();
      const kind = KINDS[nameOf(component)];
      if (name === undefined || kind === undefined) continue;
      const localName = localPart(name);
      const keys = namespaces.map((namespace) => keyOf(kind, { namespace, localName }));
      if (keys.every((key) => declared.has(key))) repeated.add(position);
      for (const key of keys) {
        if (!declared.has(key) && nameOf(component) === 'simpleType') simple.add(key);
        declared.add(key);
      }
      for (const namespace of namespaces) {
        const spelling = keyOf(kind, { namespace, localName }).toLowerCase();
        const other = spellings.get(spelling);
        const isOnly = !spellings.has(spelling) || other?.localName === localName;
        spellings.set(spelling, isOnly ? { namespace, localName } : undefined);
      }
    }
  }
  return {
    find(kind, name, targetNamespace) {
      if (declared.has(keyOf(kind, name))) return name;
      if (kind === 'type' && XSD_NAMESPACES.has(name.namespace)) {
        const { localName } = name;
        if (Object.hasOwn(BUILTIN_TYPES, localName)) return { namespace: XSD, localName };
      }
      const own = { namespace: targetNamespace, localName: name.localName };
      if (name.meansOwn && declared.has(keyOf(kind, own))) return own;
      return spellings.get(keyOf(kind, name).toLowerCase());
    },
    isSimpleType: (name) =>
      simple.has(keyOf('type', name)) || (name.namespace === XSD && name.localName !== 'anyType'),
    duplicatesOf: (schema) => duplicates.get(schema) ?? new Set(),
  };
}

/** The children that are elements of XML Schema. */
export function schemaElements(parent: XmlElement): XmlElement[] {
  const elements: XmlElement[] = [];
  for (let node = parent.firstChild; node !== null; node = node.next) {
    if (node instanceof XmlElement && XSD_NAMESPACES.has(node.namespaceUri)) elements.push(node);
  }
  return elements;
}

/** The expanded name of a QName, or of a name that spells out its namespace (MO-4). An undeclared prefix matches nothing. */
export function resolveName(qname: string, scope: NamespaceMap): ReferredName {
  const spelledOut = spelledOutName(qname, { lookup: (prefix) => scope[prefix] });
  if (spelledOut !== undefined) return { ...spelledOut, meansOwn: false };
  const colon = qname.indexOf(':');
  const prefix = colon === -1 ? '' : qname.slice(0, colon);
  const namespace = scope[prefix] ?? (prefix === '' ? '' : `urn:soapstone:undeclared:${prefix}`);
  const meansOwn = prefix === '' && (namespace === '' || XSD_NAMESPACES.has(namespace));
  return { namespace, localName: qname.slice(colon + 1), meansOwn };
}

/** The name without a misplaced prefix. */
export function localPart(name: string): string {
  return name.slice(name.lastIndexOf(':') + 1);
}

function keyOf(kind: ComponentKind, { namespace, localName }: QualifiedName): string {
  return `${kind} {${namespace}}${localName}`;
}
