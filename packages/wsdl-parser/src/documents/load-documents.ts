import type { SourceLocation } from '@soapstone/soap-model';
import { defined } from '@soapstone/soap-model/defined';
import {
  assertOptions,
  bytes,
  type Check,
  kindOf,
  optional,
  text,
  wrong,
} from '@soapstone/soap-model/options';
import type { EngineContext, XmlEngine } from '../engine/engine.js';
import { isWsdlError, refusal, WsdlError } from '../errors.js';
import { raisedBy } from '../limits.js';
import type { XmlElement } from '../xml/element.js';
import { readXml } from '../xml/read-xml.js';
import { type DocumentKind, describeBytes, describeRoot, describeText, documentKind } from './identify.js';
import { resolveLocation } from './location.js';
import { type DocumentReference, documentReferences } from './references.js';
import type { ResolvedDocument, Resolver, SourceDocument } from './resolver.js';

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
 * @throws {WsdlError} whatever `readXml` throws for the first document; `LOAD_FAILED` and `NOT_WSDL` for the first document;
 *   `LIMIT_EXCEEDED` for any
 */
export async function loadDocuments(location: string, options: LoadOptions): Promise<DocumentGraph> {
  const { context, resolve } = options;
  const { limits } = context;
  const documents: LoadedDocument[] = [];
  const sources: SourceDocument[] = [];
  const targets = new Map<XmlElement, LoadedDocument>();
  const failures = new Map<XmlElement, string>();
  /** By the requested URI and by the final URI. A `string` is the reason why there is no document. */
  const byUri = new Map<string, LoadedDocument | string>();
  let bytesLeft = limits.bytes;
  let asked = 0;

  const read = (requested: string, resolved: ResolvedDocument): LoadedDocument => {
    const uri = resolved.uri ?? requested;
    const known = byUri.get(uri);
    if (typeof known === 'object') return known;
    bytesLeft -= resolved.bytes.length;
    if (bytesLeft < 0) {
      throw refusal(
        'LIMIT_EXCEEDED',
        whole(uri),
        `too many bytes of documents: the limit is ${limits.bytes}${raisedBy('bytes')}`,
      );
    }
    sources.push({ ...resolved, uri });
    const root = readRoot(uri, resolved, options);
    const kind = documentKind(root);
    const document: LoadedDocument = { uri, kind, root, references: documentReferences(root, kind) };
    byUri.set(uri, document);
    documents.push(document);
    return document;
  };

  const first = await settle(resolve, location);
  if ('failure' in first) {
    throw refusal('LOAD_FAILED', whole(location), `cannot load the document: ${first.failure}`, first.cause);
  }
  asked += 1;
  const root = read(location, first);
  byUri.set(location, root);
  if (root.kind !== 'wsdl11' && root.kind !== 'wsdl20') {
    throw refusal(
      'NOT_WSDL',
      root.root.location,
      `the document is not WSDL: it is ${describeRoot(root.root)}`,
    );
  }

  let level: readonly LoadedDocument[] = [root];
  for (let depth = 1; level.length > 0; depth += 1) {
    const wanted = new Map<string, XmlElement>();
    const pending: { element: XmlElement; uri: string }[] = [];
    for (const document of level) {
      for (const reference of document.references) {
        if (reference.location === undefined || options.isBundled(reference)) continue;
        const uri = resolveLocation(reference.location, document.uri);
        pending.push({ element: reference.element, uri });
        if (!byUri.has(uri) && !wanted.has(uri)) wanted.set(uri, reference.element);
      }
    }
    for (const element of wanted.values()) {
      asked += 1;
      if (asked > limits.documents) {
        throw refusal(
          'LIMIT_EXCEEDED',
          element.location,
          `too many documents: the limit is ${limits.documents}${raisedBy('documents')}`,
        );
      }
      if (depth > limits.importDepth) {
        throw refusal(
          'LIMIT_EXCEEDED',
          element.location,
          `imports nested too deep: the limit is ${limits.importDepth}${raisedBy('importDepth')}`,
        );
      }
    }
    const before = documents.length;
    const uris = [...wanted.keys()];
    for (let at = 0; at < uris.length; at += PARALLEL_LOADS) {
      const batch = uris.slice(at, at + PARALLEL_LOADS);
      const results = await Promise.all(batch.map((uri) => settle(resolve, uri)));
      for (const [index, result] of results.entries()) {
        const uri = batch[index] ?? '';
        byUri.set(uri, 'failure' in result ? result.failure : readOrExplain(uri, result, read, context));
      }
    }
    for (const { element, uri } of pending) {
      const found = byUri.get(uri);
      if (typeof found === 'object') targets.set(element, found);
      else failures.set(element, `cannot load "${uri}": ${found ?? 'nothing was found'}`);
    }
    level = documents.slice(before);
  }
  return { root, documents, sources, targets, failures };
}

/** The most characters of a URI that a message repeats. */
const MAX_QUOTED = 200;

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
): Promise<ResolvedDocument | { failure: string; cause: unknown }> {
  try {
    const resolved: unknown = await resolve(uri);
    assertOptions(resolvedDocument, resolved, `the resolver's answer for "${uri.slice(0, MAX_QUOTED)}"`);
    return resolved as ResolvedDocument;
  } catch (cause) {
    return { failure: cause instanceof Error ? cause.message : String(cause), cause };
  }
}

/** Parses a referenced document; its problems become diagnostics. An exceeded limit always throws. */
function readOrExplain(
  uri: string,
  resolved: ResolvedDocument,
  read: (uri: string, resolved: ResolvedDocument) => LoadedDocument,
  context: EngineContext,
): LoadedDocument | string {
  try {
    const document = read(uri, resolved);
    return document.kind === 'other' ? `it is ${describeRoot(document.root)}` : document;
  } catch (error) {
    if (!isWsdlError(error) || error.code === 'LIMIT_EXCEEDED') throw error;
    for (const diagnostic of error.diagnostics) context.report(diagnostic);
    return error.diagnostics.at(-1)?.message ?? error.message;
  }
}

/** Parses the root element. If the text is not XML at all, the error says what it is. */
function readRoot(uri: string, resolved: ResolvedDocument, options: LoadOptions): XmlElement {
  const { bytes, contentType } = resolved;
  const binary = describeBytes(bytes);
  if (binary !== undefined) {
    throw refusal('NOT_WSDL', whole(uri), `the document is not WSDL: it is ${binary}`);
  }
  let start = '';
  try {
    return readXml(
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
