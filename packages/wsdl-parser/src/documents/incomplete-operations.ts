import type { Diagnostic, Operation, ServiceModel } from '@soapstone/soap-model';
import { createReachability, type Reachability } from '@soapstone/soap-model/reachable';
import { WsdlError } from '../errors.js';
import type { DocumentGraph } from './load-documents.js';
import { declaringReferences, isLost } from './missing-documents.js';

/** A reference that found nothing, and the namespace in which it looked. */
export interface Loss {
  readonly namespace: string;
  readonly finding: Diagnostic;
}

/** An exposed operation that needs a document that could not be loaded. */
export interface IncompleteOperation {
  /** The name by which clients call it; absent if the document is needed before there are operations, such as for a binding. */
  readonly operation?: string;
  /** The failure, `LOAD_FAILED`: with the address of the document and the reason. */
  readonly diagnostic: Diagnostic;
}

/** Losses in the WSDL itself: what they refer to would have made operations. */
const BEFORE_OPERATIONS: ReadonlySet<Diagnostic['code']> = new Set<Diagnostic['code']>([
  'UNRESOLVED_BINDING',
  'UNRESOLVED_PORT_TYPE',
]);

/**
 * Returns the exposed operations that need a missing document, once for each document. A document of a namespace is needed if a
 * reference into this namespace found nothing, and the operation uses the component that refers.
 */
export function incompleteOperations(
  model: ServiceModel,
  losses: readonly Loss[],
  graph: DocumentGraph,
  diagnostics: readonly Diagnostic[],
): readonly IncompleteOperation[] {
  const missing = declaringReferences(graph).flatMap((reference) => {
    const diagnostic = diagnostics.find(
      (each) => each.code === 'LOAD_FAILED' && isAt(each, reference.element.location),
    );
    return diagnostic === undefined ? [] : [{ reference, diagnostic }];
  });
  if (missing.length === 0 || losses.length === 0) return [];
  const found: IncompleteOperation[] = [];
  const add = (concerning: readonly Loss[], operation?: string): void => {
    const lost = new Set(concerning.map(({ namespace }) => namespace));
    if (lost.size === 0) return;
    for (const { reference, diagnostic } of missing) {
      if (isLost(reference, lost))
        found.push({ ...(operation === undefined ? {} : { operation }), diagnostic });
    }
  };
  add(losses.filter(({ finding }) => BEFORE_OPERATIONS.has(finding.code)));
  const reachability = createReachability(
    model.schema,
    losses.map(({ finding }) => finding),
  );
  for (const { name, service, port, operation } of model.exposed) {
    const linked = model.services[service]?.ports[port]?.operations[operation];
    if (linked !== undefined) add(concerningLosses(linked, losses, reachability), name);
  }
  return found;
}

function concerningLosses(
  operation: Operation,
  losses: readonly Loss[],
  reachability: Reachability,
): readonly Loss[] {
  const components = reachability.componentsOf(operation);
  const untyped = new Set(reachability.untypedParts(operation));
  return losses.filter(({ finding }) => {
    const { component = '' } = finding;
    if (untyped.has(finding) || components.has(component)) return true;
    if (component === `operation ${operation.name}`) return true;
    // Groups are dissolved in the model, so a finding about one may concern any operation.
    return /^(?:group|attributeGroup|attribute) /.test(component);
  });
}

function isAt(diagnostic: Diagnostic, place: { file: string; line: number; column: number }): boolean {
  return (
    diagnostic.file === place.file && diagnostic.line === place.line && diagnostic.column === place.column
  );
}

/**
 * Throws `WsdlError` `INCOMPLETE` if one of the operations needs a missing document.
 *
 * @param task what fails: `cannot create a client`
 * @param advice what goes on without the document: `the option incomplete: "allow"`
 */
export function refuseIncomplete(
  incomplete: readonly IncompleteOperation[],
  diagnostics: readonly Diagnostic[],
  { task, advice }: { readonly task: string; readonly advice: string },
): void {
  const [first] = incomplete;
  if (first === undefined) return;
  const { operation, diagnostic } = first;
  const who = operation === undefined ? 'the service' : `operation ${operation}`;
  const others = new Set(incomplete.map((each) => each.operation)).size - 1;
  const more = others > 0 ? ` and ${others} more` : '';
  const place = `${diagnostic.file}:${diagnostic.line}:${diagnostic.column}: `;
  throw new WsdlError({
    code: 'INCOMPLETE',
    message: `${place}${task}: ${who}${more} needs a document that is missing: ${diagnostic.message}; supply it, or go on without it with ${advice}`,
    diagnostics: [...diagnostics.filter((each) => each !== diagnostic), diagnostic],
  });
}

/** The missing document of each incomplete operation, as a sentence, by the name of the operation. */
export function missingByOperation(
  incomplete: readonly IncompleteOperation[],
  operations: readonly string[],
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { operation, diagnostic } of incomplete) {
    for (const name of operation === undefined ? operations : [operation]) {
      if (!found.has(name)) found.set(name, `a document of this operation is missing: ${diagnostic.message}`);
    }
  }
  return found;
}
