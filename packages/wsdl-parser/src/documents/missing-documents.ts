import type { Diagnostic } from '@soapstone/soap-model';
import { diagnose } from '../diagnostics.js';
import type { SchemaDocument } from '../schema-document.js';
import { attribute, type XmlElement } from '../xml/element.js';
import type { DocumentGraph } from './load-documents.js';
import { type DocumentReference, schemasOf } from './references.js';

/** Reports each reference to a missing document. It matters less if the namespace is known from elsewhere. */
export function reportFailures(
  graph: DocumentGraph,
  namespaces: ReadonlySet<string>,
  report: (diagnostic: Diagnostic) => void,
): void {
  for (const { element, kind, namespace, location } of failedReferences(graph)) {
    // Linking reports a policy that was not found.
    if (kind === 'policy') continue;
    const failure = graph.failures.get(element);
    if (failure === undefined) continue;
    const known = (kind === 'schema-import' || kind === 'types-import') && namespaces.has(namespace);
    const diagnostic = diagnose('LOAD_FAILED', element.location, failure, `document ${location ?? ''}`);
    report(
      known ? { ...diagnostic, severity: 'info', effect: 'the namespace is declared elsewhere' } : diagnostic,
    );
  }
}

/**
 * Revises the diagnostics once everything is linked: a missing document whose namespace has an unresolved reference is an error.
 * `lost` contains the namespaces of those references. An import without a location is also reported here, because only a reference
 * into its namespace shows that a document is missing.
 */
export function withLosses(
  diagnostics: readonly Diagnostic[],
  graph: DocumentGraph,
  schemas: readonly SchemaDocument[],
  lost: ReadonlySet<string>,
): readonly Diagnostic[] {
  if (lost.size === 0) return diagnostics;
  const places = new Set(
    declaringReferences(graph)
      .filter((reference) => isLost(reference, lost))
      .map(({ element }) => JSON.stringify(element.location)),
  );
  const raised = diagnostics.map((diagnostic): Diagnostic => {
    const { code, file, line, column } = diagnostic;
    if (code !== 'LOAD_FAILED' || !places.has(JSON.stringify({ file, line, column }))) return diagnostic;
    return { ...diagnostic, severity: 'error', effect: LOSS };
  });
  return [...raised, ...importsWithoutLocation(graph, schemas, lost)];
}

/** The namespaces that missing documents declare, or that an import names without a location. */
export function missingNamespaces(
  graph: DocumentGraph,
  schemas: readonly SchemaDocument[],
): ReadonlySet<string> {
  const known = new Set(schemas.map(({ targetNamespace }) => targetNamespace));
  const missing = new Set(
    declaringReferences(graph).flatMap(({ kind, namespace, within }) =>
      // An included document has the namespace of the document that includes it.
      kind === 'schema-import' || kind === 'types-import' ? [namespace] : [namespace, within],
    ),
  );
  for (const { kind, location, namespace } of graph.documents.flatMap(({ references }) => references)) {
    const isSchema = kind !== 'wsdl' && kind !== 'policy';
    if (isSchema && location === undefined && !known.has(namespace)) missing.add(namespace);
  }
  return missing;
}

const LOSS = 'what only this document declares is passed on untyped, or lost';

/** How many imports without a location are reported; a document may have one for each of its elements. */
const MAX_REPORTED = 100;

export interface FailedReference extends DocumentReference {
  /** The target namespace of the enclosing schema or WSDL. */
  readonly within: string;
}

/** The failed references to documents that declare components. */
export function declaringReferences(graph: DocumentGraph): readonly FailedReference[] {
  return failedReferences(graph).filter(({ kind }) => kind !== 'policy');
}

function failedReferences(graph: DocumentGraph): readonly FailedReference[] {
  return graph.documents.flatMap(({ references, root, kind }) => {
    const failed = references.filter(({ element }) => graph.failures.has(element));
    if (failed.length === 0) return [];
    const targets = new Map<XmlElement, string>();
    for (const schema of schemasOf(root, kind)) {
      for (const child of schema.children) targets.set(child, targetNamespaceOf(schema));
    }
    const own = targetNamespaceOf(root);
    return failed.map((reference) => ({ ...reference, within: targets.get(reference.element) ?? own }));
  });
}

function targetNamespaceOf(root: XmlElement): string {
  return attribute(root, 'targetNamespace')?.trim() ?? '';
}

/** Whether an unresolved reference may mean a component of the document. */
export function isLost({ kind, namespace, within }: FailedReference, lost: ReadonlySet<string>): boolean {
  if (kind === 'schema-import' || kind === 'types-import') return lost.has(namespace);
  if (kind === 'wsdl') return true;
  // A schema without a target namespace takes the one of the document that includes it.
  return within === '' || lost.has(within);
}

function importsWithoutLocation(
  graph: DocumentGraph,
  schemas: readonly SchemaDocument[],
  lost: ReadonlySet<string>,
): readonly Diagnostic[] {
  const known = new Set(schemas.map(({ targetNamespace }) => targetNamespace));
  const found: Diagnostic[] = [];
  for (const { references } of graph.documents) {
    for (const { kind, namespace, location, element } of references) {
      if (kind !== 'schema-import' || location !== undefined || known.has(namespace) || !lost.has(namespace))
        continue;
      if (found.length === MAX_REPORTED) return found;
      known.add(namespace);
      const what = `the import of namespace "${namespace}" names no document, and none declares the namespace`;
      const diagnostic = diagnose('LOAD_FAILED', element.location, what, `namespace ${namespace}`);
      found.push({ ...diagnostic, severity: 'error', effect: LOSS });
    }
  }
  return found;
}
