import { createOperationShapes } from '@soapstone/json-xml-mapper';
import {
  clarkName,
  type Diagnostic,
  type DiagnosticCode,
  type Port,
  type ServiceModel,
  selectOperations,
  type WsdlService,
} from '@soapstone/wsdl-parser';
import { createReachability } from './reachable.js';

/**
 * What a client gets of an operation: `exact` = everything that the WSDL says; `degraded` = it works, but something in its
 * messages is passed on untyped or unchecked; `unsupported` = it is not offered.
 */
export type Grade = 'exact' | 'degraded' | 'unsupported';

/** An operation with its grade. `service` and `port` are null where the WSDL does not get that far. */
export interface GradedOperation {
  readonly service: string | null;
  readonly port: string | null;
  readonly operation: string;
  readonly grade: Grade;
}

/** Warnings that say nothing about the JSON of an operation that is offered. */
const NEUTRAL: ReadonlySet<DiagnosticCode> = new Set<DiagnosticCode>([
  'BAD_EXTENSION_VALUE',
  // What a missing document leaves unresolved is reported where it is missed.
  'LOAD_FAILED',
  'NO_ADDRESS',
  'NO_SERVICE',
  'PART_AMBIGUOUS',
  'REFERENCE_CORRECTED',
  'UNSUPPORTED_EXTENSION',
]);

/** Findings by which an operation is lost before it has a port. */
const LOST: ReadonlySet<DiagnosticCode> = new Set<DiagnosticCode>([
  'MESSAGE_PATTERN_UNSUPPORTED',
  'UNRESOLVED_MESSAGE',
  'UNRESOLVED_OPERATION',
]);

/** Grade every operation of every SOAP port, whether it is selected or not. */
export function gradeOperations(model: ServiceModel, diagnostics: readonly Diagnostic[]): GradedOperation[] {
  const findings = diagnostics.filter(({ severity, code }) => severity !== 'info' && !NEUTRAL.has(code));
  const reachability = createReachability(model.schema, findings);
  const graded: GradedOperation[] = [];
  const offered = new Set<string>();
  for (const service of model.services) {
    for (const port of service.ports) {
      const buildable = buildableOperations(model, service, port);
      for (const [index, operation] of port.operations.entries()) {
        offered.add(operation.name);
        const components = reachability.componentsOf(operation);
        const own = new Set([
          ...components,
          `operation ${operation.name}`,
          `port ${port.name}`,
          `binding ${clarkName(port.binding)}`,
          `portType ${clarkName(port.portType)}`,
        ]);
        const isDegraded =
          reachability.hasUntypedPart(operation) || findings.some((finding) => concerns(finding, own));
        const grade = !buildable.has(index) ? 'unsupported' : isDegraded ? 'degraded' : 'exact';
        graded.push({ service: service.name.localName, port: port.name, operation: operation.name, grade });
      }
    }
  }
  for (const { code, component } of diagnostics) {
    const operation = LOST.has(code) ? /^operation (.+)$/.exec(component ?? '')?.[1] : undefined;
    if (operation === undefined || offered.has(operation)) continue;
    offered.add(operation);
    graded.push({ service: null, port: null, operation, grade: 'unsupported' });
  }
  return graded;
}

/** Whether a finding is about a component that takes part. Groups are dissolved in the model: they may concern anything. */
function concerns({ component, code }: Diagnostic, components: ReadonlySet<string>): boolean {
  if (component === undefined) return false;
  if (components.has(component)) return true;
  return /^(?:group|attributeGroup|attribute|schema)\b/.test(component) && !LOST.has(code);
}

/** The operations of a port, by position, whose messages have Shapes; a schema that explodes has none. */
function buildableOperations(model: ServiceModel, service: WsdlService, port: Port): ReadonlySet<number> {
  const buildable = new Set<number>();
  if (port.operations.length === 0) return buildable;
  const selected = selectOperations(model, { service: clarkName(service.name), port: port.name });
  const shapes = createOperationShapes(selected);
  for (const { name, operation } of selected.exposed) {
    try {
      shapes.get(name);
      buildable.add(operation);
    } catch {
      // Not offered: the grade says so.
    }
  }
  return buildable;
}
