import { assertOptions, bytes, type Check, kindOf, optional, text, wrong } from '@soapstone/options';
import { defined } from '@soapstone/options/defined';
import type { Diagnostic, SourceLocation } from '@soapstone/soap-model';
import type { EngineContext, XmlEngine } from '../engine/engine.js';
import { readXml } from '../engine/read-xml.js';
import { isWsdlError, refusal, WsdlError } from '../errors.js';
import { raisedBy } from '../limits.js';
import { resolveLocation } from '../location.js';
import { attribute, type XmlElement } from '../xml/element.js';
import { correctNames } from './attribute-names.js';
import { type DocumentKind, describeBytes, describeRoot, describeText, documentKind } from './identify.js';
import type { WantedDocument } from './look-up.js';
import { moveDocuments } from './move-documents.js';
import { type DocumentReference, documentReferences, schemasOf } from './references.js';
import { namespaceFinderOf, type ResolvedDocument, type Resolver, type SourceDocument } from './resolver.js';

/** A parsed document. */
export interface LoadedDocument {
  readonly uri: string;
  readonly kind: DocumentKind;
  readonly root: XmlElement;
  readonly references: readonly DocumentReference[];
}

/** The documents of a description and the references between them. */
export interface DocumentGraph {
  /** The first document: a description. */
  readonly root: LoadedDocument;
  /** Breadth first from the first document, in the order of the references, so equal input gives equal order. */
  readonly documents: readonly LoadedDocument[];
  /** The documents as they arrived, including those that could not be parsed. */
  readonly sources: readonly SourceDocument[];
  /** The document that each reference led to. */
  readonly targets: ReadonlyMap<XmlElement, LoadedDocument>;
  /** Why a reference with a location could not be followed. */
  readonly failures: ReadonlyMap<XmlElement, string>;
}

export interface LoadOptions {
  readonly resolve: Resolver;
  readonly engine: XmlEngine;
  readonly context: EngineContext;
  /** True for a reference that a bundled schema satisfies, so that nothing is fetched for it. */
  readonly isBundled: (reference: DocumentReference) => boolean;
}

/** How many documents are requested concurrently. */
const PARALLEL_LOADS = 6;

/**
 * Loads a description and everything that it refers to: each document once per URI, including cycles and diamonds (MO-1).
 *
 * A document that cannot be loaded or parsed costs only what it declares; the reason is kept for its references. The first document
 * must be a description.
 *
 * @throws {WsdlError} anything that `readXml` throws for the first document; `LOAD_FAILED` and `NOT_WSDL` for the first document;
 *   `LIMIT_EXCEEDED` for any
 */
export async function loadDocuments(location: string, options: LoadOptions): Promise<DocumentGraph> {
  const loader = new DocumentLoader(options);
  const root = await loader.loadFirst(location);
  let level: readonly LoadedDocument[] = [root];
  for (let depth = 1; level.length > 0; depth += 1) {
    level = await loader.loadReferences(level, depth);
    // Once nothing else is left to load, some namespaces may still be declared by no document.
    if (level.length === 0) level = await loader.loadByNamespace(depth);
  }
  const { documents, sources, targets, failures } = loader;
  return { root, documents, sources, targets, failures };
}

/** A reference whose document has not been loaded. */
interface PendingReference {
  readonly element: XmlElement;
  readonly uri: string;
  readonly wanted: WantedDocument;
}

class DocumentLoader {
  readonly documents: LoadedDocument[] = [];
  readonly sources: SourceDocument[] = [];
  readonly targets: Map<XmlElement, LoadedDocument> = new Map();
  readonly failures: Map<XmlElement, string> = new Map();
  readonly #options: LoadOptions;
  /** By the requested URI and by the final URI. A `string` is the reason why there is no document. */
  readonly #byUri = new Map<string, LoadedDocument | string>();
  /** The namespaces that were looked for without a location. */
  readonly #sought = new Set<string>();
  #bytesLeft: number;
  #asked = 1;

  constructor(options: LoadOptions) {
    this.#options = options;
    this.#bytesLeft = options.context.limits.bytes;
  }

  async loadFirst(location: string): Promise<LoadedDocument> {
    const first = await settle(this.#options.resolve, location);
    if ('failure' in first) {
      throw refusal(
        'LOAD_FAILED',
        whole(location),
        `cannot load the document: ${first.failure}`,
        first.cause,
      );
    }
    const document = await this.#read(location, first);
    this.#byUri.set(location, document);
    const { kind, root } = document;
    if (kind !== 'wsdl11' && kind !== 'wsdl20') {
      throw refusal('NOT_WSDL', root.location, `the document is not WSDL: it is ${describeRoot(root)}`);
    }
    return document;
  }

  /** Loads what the documents of one level refer to. Returns the new documents: the next level. */
  async loadReferences(level: readonly LoadedDocument[], depth: number): Promise<readonly LoadedDocument[]> {
    const pending = this.#referencesOf(level);
    const wanted = new Map<string, PendingReference>();
    for (const reference of pending) {
      const { uri } = reference;
      if (!this.#byUri.has(uri) && !wanted.has(uri)) wanted.set(uri, reference);
    }
    this.#assertWithinLimits(
      [...wanted.values()].map(({ element }) => element),
      depth,
    );
    const before = this.documents.length;
    await this.#loadAll([...wanted.values()]);
    for (const { element, uri } of pending) {
      const found = this.#byUri.get(uri);
      if (typeof found === 'object') this.targets.set(element, found);
      else
        this.failures.set(
          element,
          `cannot load "${uri.slice(0, MAX_SHOWN)}": ${found ?? 'nothing was found'}`,
        );
    }
    return this.documents.slice(before);
  }

  /** Loads documents for imports that name a namespace but no document, if a file declares it. Returns the new documents. */
  async loadByNamespace(depth: number): Promise<readonly LoadedDocument[]> {
    const find = namespaceFinderOf(this.#options.resolve);
    if (find === undefined) return [];
    const declared = new Set(
      this.documents.flatMap(({ root, kind }) =>
        schemasOf(root, kind).map((schema) => attribute(schema, 'targetNamespace')?.trim() ?? ''),
      ),
    );
    const before = this.documents.length;
    for (const reference of this.documents.flatMap(({ references }) => references)) {
      const { kind, namespace, location, element } = reference;
      const isImport = kind === 'schema-import' || kind === 'types-import';
      if (!isImport || location !== undefined || namespace === '' || declared.has(namespace)) continue;
      if (this.#sought.has(namespace) || this.#options.isBundled(reference)) continue;
      this.#sought.add(namespace);
      this.#assertWithinLimits([element], depth);
      const found = await find(namespace).catch(() => undefined);
      if (found === undefined) continue;
      const read = (uri: string, resolved: ResolvedDocument) => this.#read(uri, resolved);
      const document = await readOrExplain(found.uri ?? '', found, read, this.#options.context);
      if (typeof document === 'object') this.targets.set(element, document);
    }
    return this.documents.slice(before);
  }

  #referencesOf(level: readonly LoadedDocument[]): PendingReference[] {
    return level.flatMap(({ references, uri }) =>
      references
        .filter((reference) => reference.location !== undefined && !this.#options.isBundled(reference))
        .map(({ element, location, kind, namespace }) => ({
          element,
          uri: resolveLocation(location as string, uri),
          wanted: kind === 'schema-import' || kind === 'types-import' ? { namespace } : {},
        })),
    );
  }

  #assertWithinLimits(elements: Iterable<XmlElement>, depth: number): void {
    const { documents, importDepth } = this.#options.context.limits;
    for (const { location } of elements) {
      this.#asked += 1;
      if (this.#asked > documents) {
        throw refusal(
          'LIMIT_EXCEEDED',
          location,
          `too many documents: the limit is ${documents}${raisedBy('documents')}`,
        );
      }
      if (depth > importDepth) {
        throw refusal(
          'LIMIT_EXCEEDED',
          location,
          `imports nested too deep: the limit is ${importDepth}${raisedBy('importDepth')}`,
        );
      }
    }
  }

  async #loadAll(pending: readonly PendingReference[]): Promise<void> {
    const { resolve, context } = this.#options;
    const read = (uri: string, resolved: ResolvedDocument) => this.#read(uri, resolved);
    for (let at = 0; at < pending.length; at += PARALLEL_LOADS) {
      const batch = pending.slice(at, at + PARALLEL_LOADS);
      const results = await Promise.all(batch.map(({ uri, wanted }) => settle(resolve, uri, wanted)));
      for (const [index, result] of results.entries()) {
        const uri = batch[index]?.uri ?? '';
        this.#byUri.set(
          uri,
          'failure' in result ? result.failure : await readOrExplain(uri, result, read, context),
        );
      }
    }
  }

  async #read(requested: string, resolved: ResolvedDocument): Promise<LoadedDocument> {
    const uri = resolved.uri ?? requested;
    const known = this.#byUri.get(uri);
    if (typeof known === 'object') return known;
    this.#bytesLeft -= resolved.bytes.length;
    if (this.#bytesLeft < 0) {
      const { bytes: limit } = this.#options.context.limits;
      throw refusal(
        'LIMIT_EXCEEDED',
        whole(uri),
        `too many bytes of documents: the limit is ${limit}${raisedBy('bytes')}`,
      );
    }
    this.sources.push({ ...resolved, uri });
    const { context } = this.#options;
    const read = await readRoot(uri, resolved, this.#options);
    const report = (diagnostic: Diagnostic): void => context.report(diagnostic);
    const named = correctNames(read, report);
    const kind = documentKind(named);
    const root = kind === 'wsdl11' || kind === 'wsdl20' ? moveDocuments(named, report) : named;
    const document: LoadedDocument = { uri, kind, root, references: documentReferences(root, kind) };
    this.#byUri.set(uri, document);
    this.documents.push(document);
    return document;
  }
}

/** The maximum length of a URI that a message repeats. */
const MAX_QUOTED = 200;
/** The maximum length of a location that is requested, and of one that a diagnostic repeats. */
const MAX_URI = 8192;
const MAX_SHOWN = 1000;

/** Other members are ignored: a response of some HTTP library may be passed on as it is. */
const resolvedDocument: Check = (value) => {
  if (typeof value !== 'object' || value === null)
    return wrong(`expected an object with bytes, not ${kindOf(value)}`);
  const { bytes: content, contentType, uri } = value as { [Name in keyof ResolvedDocument]?: unknown };
  return [
    ...bytes(content).map(({ expected }) => ({ path: '/bytes', expected })),
    ...optional(text)(contentType).map(({ expected }) => ({ path: '/contentType', expected })),
    ...optional(text)(uri).map(({ expected }) => ({ path: '/uri', expected })),
  ];
};

/** Asks the resolver. Its failure becomes data here, because most documents are dispensable. */
async function settle(
  resolve: Resolver,
  uri: string,
  wanted?: WantedDocument,
): Promise<ResolvedDocument | { failure: string; cause: unknown }> {
  try {
    if (uri.length > MAX_URI) throw new Error(`the location is longer than ${MAX_URI} characters`);
    const resolved: unknown = await resolve(uri, wanted);
    assertOptions(resolvedDocument, resolved, `the resolver's answer for "${uri.slice(0, MAX_QUOTED)}"`);
    return resolved as ResolvedDocument;
  } catch (cause) {
    return { failure: cause instanceof Error ? cause.message : String(cause), cause };
  }
}

/** Parses a referenced document; its problems become diagnostics. An exceeded limit always throws. */
async function readOrExplain(
  uri: string,
  resolved: ResolvedDocument,
  read: (uri: string, resolved: ResolvedDocument) => Promise<LoadedDocument>,
  context: EngineContext,
): Promise<LoadedDocument | string> {
  try {
    const document = await read(uri, resolved);
    return document.kind === 'other' ? `it is ${describeRoot(document.root)}` : document;
  } catch (error) {
    if (!isWsdlError(error) || error.code === 'LIMIT_EXCEEDED') throw error;
    for (const diagnostic of error.diagnostics) context.report(diagnostic);
    return error.diagnostics.at(-1)?.message ?? error.message;
  }
}

/** Parses the root element. If the text is not XML at all, the error says what it is. */
async function readRoot(uri: string, resolved: ResolvedDocument, options: LoadOptions): Promise<XmlElement> {
  const { bytes, contentType } = resolved;
  const binary = describeBytes(bytes);
  if (binary !== undefined) {
    throw refusal('NOT_WSDL', whole(uri), `the document is not WSDL: it is ${binary}`);
  }
  let start = '';
  try {
    return await readXml(
      { file: uri, bytes, ...defined({ contentType }) },
      options.engine,
      options.context,
      (text) => {
        start = text;
      },
    );
  } catch (error) {
    const what =
      error instanceof WsdlError && error.code !== 'LIMIT_EXCEEDED' ? describeText(start) : undefined;
    if (what === undefined || start === '') throw error;
    throw refusal('NOT_WSDL', whole(uri), `the document is not WSDL: it is ${what}`, error);
  }
}

function whole(file: string): SourceLocation {
  return { file, line: 0, column: 0 };
}
