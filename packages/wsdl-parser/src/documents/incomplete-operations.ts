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
  const add = (namespaces: readonly string[], operation?: string): void => {
    const lost = new Set(namespaces);
    if (lost.size === 0) return;
    for (const { reference, diagnostic } of missing) {
      if (isLost(reference, lost))
        found.push({ ...(operation === undefined ? {} : { operation }), diagnostic });
    }
  };
  add(losses.flatMap(({ namespace, finding }) => (BEFORE_OPERATIONS.has(finding.code) ? [namespace] : [])));
  const reachability = createReachability(
    model.schema,
    losses.map(({ finding }) => finding),
  );
  const declared = new Set(missing.flatMap(({ reference: { namespace, within } }) => [namespace, within]));
  const concerns = lossesByNamespace(losses, declared, reachability);
  for (const { name, service, port, operation } of model.exposed) {
    const linked = model.services[service]?.ports[port]?.operations[operation];
    if (linked !== undefined) add(concerns(linked), name);
  }
  return found;
}

/**
 * Returns a function that finds the namespaces in which an operation has lost something. Those that no missing document declares make
 * no difference to one another, and are represented by one of them.
 */
function lossesByNamespace(
  losses: readonly Loss[],
  declared: ReadonlySet<string>,
  reachability: Reachability,
): (operation: Operation) => readonly string[] {
  const byNamespace = new Map<string | undefined, Loss[]>();
  for (const loss of losses) {
    const key = declared.has(loss.namespace) ? loss.namespace : undefined;
    const known = byNamespace.get(key);
    if (known === undefined) byNamespace.set(key, [loss]);
    else known.push(loss);
  }
  const groups = [...byNamespace.values()].map((each) => {
    const components = new Set(each.map(({ finding }) => finding.component ?? ''));
    return {
      namespace: each[0]?.namespace ?? '',
      components,
      findings: new Set(each.map(({ finding }) => finding)),
      isUser: reachability.usersOf(components),
      // Groups are dissolved in the model, so a finding about one may concern any operation.
      isCommon: [...components].some((name) => /^(?:group|attributeGroup|attribute) /.test(name)),
    };
  });
  return (operation) => {
    const untyped = reachability.untypedParts(operation);
    return groups
      .filter(
        ({ components, findings, isUser, isCommon }) =>
          isCommon ||
          components.has(`operation ${operation.name}`) ||
          untyped.some((finding) => findings.has(finding)) ||
          isUser(operation),
      )
      .map(({ namespace }) => namespace);
  };
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
 * @param advice what continues without the document: `the option incomplete: "allow"`
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
