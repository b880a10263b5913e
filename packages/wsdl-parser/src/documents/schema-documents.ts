import { diagnose } from '../diagnostics.js';
import type { EngineContext } from '../engine/engine.js';
import { readOrdinaryDocument } from '../engine/javascript.js';
import { refusal } from '../errors.js';
import { DEFAULT_PARSE_LIMITS, raisedBy } from '../limits.js';
import { hostOf, isAbsoluteUri } from '../location.js';
import { BUNDLED_FILE_PREFIX } from '../schema/bundled/index.js';
import type { SchemaDocument } from '../schema-document.js';
import { attribute, type NamespaceScope, type XmlAttribute, type XmlElement } from '../xml/element.js';
import { isSchemaElement } from './identify.js';
import type { DocumentGraph, LoadedDocument } from './load-documents.js';
import { reportFailures } from './missing-documents.js';
import {
  type DocumentReference,
  schemaOfTypes,
  schemaReferences,
  schemasBesideTypes,
  schemasOf,
  withNested,
} from './references.js';

/** The text of the schema that is bundled for a namespace (Annex A). */
export type BundledSchemas = (namespace: string) => string | undefined;

/**
 * True for an import that names a bundled namespace and the place where its owner publishes it, such as
 * `http://www.w3.org/2001/xml.xsd`. The bundled copy is equivalent and saves a request to that server. Any other location belongs
 * to the description and takes precedence over the bundled copy (MO-3).
 */
export function isBundledReference(reference: DocumentReference, bundled: BundledSchemas): boolean {
  const { kind, location, namespace } = reference;
  return (
    (kind === 'schema-import' || kind === 'types-import') &&
    location !== undefined &&
    isAbsoluteUri(location) &&
    isOwner(hostOf(location), namespace) &&
    bundled(namespace) !== undefined
  );
}

/** Whether a host belongs to the owner of a namespace, which may be a URN. */
function isOwner(host: string, namespace: string): boolean {
  if (/^urn:oasis:/i.test(namespace)) return /(?:^|\.)oasis-open\.org$/.test(host);
  return host === hostOf(namespace);
}

interface GrowingDocument extends SchemaDocument {
  readonly references: Map<XmlElement, SchemaDocument>;
}

/** Attributes that refer to a schema component by one QName, in schemas and in messages; `memberTypes` lists several. */
const REFERRING: ReadonlySet<string> = new Set([
  'type',
  'ref',
  'base',
  'itemType',
  'element',
  'substitutionGroup',
  'arrayType',
]);

/**
 * Builds the schema documents of a description: inline schemas in the order of the documents, then the documents that they refer
 * to, breadth first. A document without a target namespace counts once for each namespace that includes it (MO-1). Bundled schemas
 * of referenced namespaces come last, so that linking prefers what a document declares (MO-3).
 *
 * @throws {WsdlError} `LIMIT_EXCEEDED` for more than `limits.schemaDocuments`
 */
export function buildSchemaDocuments(
  graph: DocumentGraph,
  bundled: BundledSchemas,
  context: EngineContext,
): readonly SchemaDocument[] {
  const collection = new SchemaCollection(graph, context);
  for (const document of graph.documents) collection.addDocument(document);
  collection.followReferences();
  collection.addBundled(bundled);
  reportFailures(graph, collection.namespaces, (diagnostic) => context.report(diagnostic));
  return collection.documents;
}

/** The schema documents found so far, and the namespaces that are still missing. */
class SchemaCollection {
  readonly documents: GrowingDocument[] = [];
  /** The target namespaces of the documents. */
  readonly namespaces = new Set<string>();
  readonly #graph: DocumentGraph;
  readonly #context: EngineContext;
  /** The documents by their root and target namespace. */
  readonly #byRoot = new Map<XmlElement, Map<string, GrowingDocument>>();
  /** Referenced namespaces without a document. */
  readonly #wanted = new Set<string>();
  /** The number of documents whose references have been followed. */
  #followed = 0;

  constructor(graph: DocumentGraph, context: EngineContext) {
    this.#graph = graph;
    this.#context = context;
  }

  /** Adds the schemas of a document, and those that a WSDL refers to directly. */
  addDocument(document: LoadedDocument): void {
    if (document.kind === 'other' || document.kind === 'policy') return;
    if (document.kind !== 'schema') {
      for (const root of schemasOf(document.root, document.kind)) this.#take(root);
      for (const root of schemasBesideTypes(document.root, document.kind)) {
        const message = 'xs:schema is used outside wsdl:types; read as if it were inside';
        this.#report('UNEXPECTED_SCHEMA_ELEMENT', root, message, schemaComponent(root));
      }
    }
    const loose = document.kind === 'schema' ? undefined : schemaOfTypes(document.root, document.kind);
    if (loose !== undefined) {
      this.#take(loose);
      const message = 'schema components are used directly in wsdl:types; read as inside an xs:schema';
      this.#report('UNEXPECTED_SCHEMA_ELEMENT', loose, message, schemaComponent(loose));
    }
    for (const { element, kind, namespace } of document.references) {
      const target = this.#graph.targets.get(element);
      if (kind === 'wsdl' && target?.kind === 'schema') {
        this.#report('UNUSUAL_IMPORT', element, 'wsdl:import names a schema (R2003)');
        this.#take(target.root);
      } else if (kind === 'types-import') {
        this.#wanted.add(namespace);
        const root = target === undefined ? undefined : schemaWithin(target, namespace);
        if (root !== undefined) this.#take(root);
      }
    }
  }

  /** Follows the references of all documents added since the last call, transitively. */
  followReferences(): void {
    for (; this.#followed < this.documents.length; this.#followed += 1) {
      const document = this.documents[this.#followed] as GrowingDocument;
      for (const reference of schemaReferences(document.root)) this.#follow(document, reference);
    }
  }

  /** Adds the bundled schemas of all referenced namespaces. */
  addBundled(bundled: BundledSchemas): void {
    for (const { root } of this.#graph.documents) collectNamespaces(root, this.#wanted);
    // The set grows while it is iterated: a bundled schema may import another.
    for (const namespace of this.#wanted) {
      const text = bundled(namespace);
      if (text === undefined) continue;
      const root = readBundled(namespace, text, this.#context);
      this.#take(root);
      this.followReferences();
      collectNamespaces(root, this.#wanted);
    }
  }

  #follow(document: GrowingDocument, reference: DocumentReference): void {
    const { element, kind, namespace } = reference;
    const isImport = kind === 'schema-import';
    const expected = isImport ? namespace : document.targetNamespace;
    const target = this.#graph.targets.get(element);
    const root = target === undefined ? undefined : schemaWithin(target, expected);
    if (target === undefined || root === undefined) {
      if (isImport) this.#wanted.add(namespace);
      return;
    }
    if (target.kind !== 'schema') {
      this.#report('UNUSUAL_IMPORT', element, 'the location names a WSDL: its schemas are used');
    }
    const found = this.#take(root, isImport ? undefined : document.targetNamespace);
    for (const nested of withNested([root])) if (nested !== root) this.#take(nested);
    document.references.set(element, found);
    if (found.targetNamespace !== expected) {
      const message = `namespace "${expected}" is wanted here, and the document has "${found.targetNamespace}"`;
      this.#report('NAMESPACE_MISMATCH', element, message);
    }
  }

  /** The document of a schema; for one without a target namespace, its instance in the namespace of `includer`. */
  #take(root: XmlElement, includer = ''): GrowingDocument {
    const own = attribute(root, 'targetNamespace')?.trim() ?? '';
    const chameleon = own === '' && includer !== '';
    const targetNamespace = chameleon ? includer : own;
    const instances = this.#byRoot.get(root) ?? new Map<string, GrowingDocument>();
    this.#byRoot.set(root, instances);
    const known = instances.get(targetNamespace);
    if (known !== undefined) return known;
    this.#assertRoom(root);
    const document: GrowingDocument = { root, targetNamespace, chameleon, references: new Map() };
    instances.set(targetNamespace, document);
    this.namespaces.add(targetNamespace);
    this.documents.push(document);
    for (const nested of root.children.filter(isSchemaElement)) {
      const message = 'xs:schema is used inside another; read as if it were beside it';
      this.#report('UNEXPECTED_SCHEMA_ELEMENT', nested, message, schemaComponent(nested));
    }
    return document;
  }

  #assertRoom(root: XmlElement): void {
    const { schemaDocuments } = this.#context.limits;
    if (this.documents.length < schemaDocuments) return;
    const message = `too many schemas: the limit is ${schemaDocuments}${raisedBy('schemaDocuments')}`;
    throw refusal('LIMIT_EXCEEDED', root.location, message);
  }

  #report(
    code: 'UNUSUAL_IMPORT' | 'NAMESPACE_MISMATCH' | 'UNEXPECTED_SCHEMA_ELEMENT',
    element: XmlElement,
    message: string,
    component?: string,
  ): void {
    this.#context.report(diagnose(code, element.location, message, component));
  }
}

function schemaComponent(root: XmlElement): string {
  const own = attribute(root, 'targetNamespace')?.trim() ?? '';
  return own === '' ? 'schema' : `schema ${own}`;
}

/** The schema of a document that is meant if `namespace` is expected: for a WSDL, the inline schema of that namespace. */
function schemaWithin(document: LoadedDocument, namespace: string): XmlElement | undefined {
  const schemas = schemasOf(document.root, document.kind);
  if (document.kind === 'schema') return schemas[0];
  return schemas.find((s) => (attribute(s, 'targetNamespace')?.trim() ?? '') === namespace);
}

/** The parsed bundled schemas, by their text: constants, parsed when the first description needs them. */
const bundledRoots = new Map<string, XmlElement>();

function readBundled(namespace: string, text: string, context: EngineContext): XmlElement {
  const known = bundledRoots.get(text);
  if (known !== undefined) return known;
  const input = { text, file: `${BUNDLED_FILE_PREFIX}${namespace}`, entities: new Map() };
  // Bundled schemas are ours, so they are parsed under our limits and not under those of the first caller.
  const root = readOrdinaryDocument(input, {
    limits: DEFAULT_PARSE_LIMITS,
    elementsLeft: { count: DEFAULT_PARSE_LIMITS.elements },
    report: (diagnostic) => context.report(diagnostic),
  });
  if (root === undefined)
    throw new TypeError(`the schema that is bundled for ${namespace} is not ordinary XML`);
  bundledRoots.set(text, root);
  return root;
}

/**
 * Adds the namespaces of all QNames that refer to a component. Iterative; a prefix is resolved once per scope, and a document has
 * few of both.
 */
function collectNamespaces(root: XmlElement, into: Set<string>): void {
  const seen = new Map<NamespaceScope, Set<string>>();
  const collect = (scope: NamespaceScope, name: string): void => {
    const prefix = name.slice(0, Math.max(name.indexOf(':'), 0));
    let prefixes = seen.get(scope);
    if (prefixes === undefined) {
      prefixes = new Set();
      seen.set(scope, prefixes);
    }
    if (prefixes.has(prefix)) return;
    prefixes.add(prefix);
    const namespace = scope.lookup(prefix);
    if (namespace !== undefined) into.add(namespace);
  };
  const stack = [root];
  for (let element = stack.pop(); element !== undefined; element = stack.pop()) {
    const { attributes, children } = element;
    for (let at = 0; at < attributes.length; at += 1) {
      const { name, value } = attributes[at] as XmlAttribute;
      if (REFERRING.has(name.localName)) collect(element.scope, value.trim());
      else if (name.localName === 'memberTypes') {
        for (const member of value.match(/\S+/g) ?? []) collect(element.scope, member);
      }
    }
    for (let at = children.length; at > 0; at -= 1) stack.push(children[at - 1] as XmlElement);
  }
}
