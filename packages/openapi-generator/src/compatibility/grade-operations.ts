import { createOperationShapes, isMappingError } from '@soapstone/json-xml-mapper';
import type { Diagnostic, DiagnosticCode, ServiceModel } from '@soapstone/soap-model';
import { clarkName } from '@soapstone/soap-model';
import { defined } from '@soapstone/soap-model/defined';
import { assertOptions, type Check, kindOf, listOf, wrong } from '@soapstone/soap-model/options';
import { modelArgument } from '../arguments.js';
import { patternFindings } from './pattern-findings.js';
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
  /** The name that clients call it by; null where it is not exposed. */
  readonly exposedAs: string | null;
  readonly grade: Grade;
  /** The findings that concern it: why it is not exact. */
  readonly findings: readonly Diagnostic[];
  /** Why it is not offered, where no finding says so. */
  readonly reason?: string;
}

/** Warnings that say nothing about the JSON of an operation that is offered. */
const NEUTRAL: ReadonlySet<DiagnosticCode> = new Set<DiagnosticCode>([
  'BAD_EXTENSION_VALUE',
  // References into a missing document are reported where they occur.
  'LOAD_FAILED',
  'NO_ADDRESS',
  'NO_SERVICE',
  'PART_AMBIGUOUS',
  'REFERENCE_CORRECTED',
  'UNSUPPORTED_EXTENSION',
]);

/** Findings by which an operation is lost before it has a port; their component is the operation. */
const LOST: ReadonlySet<DiagnosticCode> = new Set<DiagnosticCode>([
  'MESSAGE_PATTERN_UNSUPPORTED',
  'OPERATION_NOT_OFFERED',
  'REQUIRED_EXTENSION',
  'UNRESOLVED_MESSAGE',
  'UNRESOLVED_OPERATION',
]);

const diagnosticList: Check = listOf((value) =>
  typeof value === 'object' && value !== null && 'code' in value && 'severity' in value
    ? []
    : wrong(`expected a diagnostic, not ${kindOf(value)}`),
);

/**
 * Grade every operation of every SOAP port, whether it is selected or not. `diagnostics` are those of reading the documents of
 * the model; what only the mapper can find (`patternFindings`) is added.
 */
export function gradeOperations(model: ServiceModel, diagnostics: readonly Diagnostic[]): GradedOperation[] {
  assertOptions(modelArgument, model, 'gradeOperations', 'model');
  assertOptions(diagnosticList, diagnostics, 'gradeOperations', 'diagnostics');
  const findings = [
    ...diagnostics.filter(({ severity, code }) => severity !== 'info' && !NEUTRAL.has(code)),
    ...patternFindings(model.schema),
  ];
  const reachability = createReachability(model.schema, findings);
  const exposedNames = new Map(
    model.exposed.map(({ name, service, port, operation }) => [`${service}/${port}/${operation}`, name]),
  );
  const graded: GradedOperation[] = [];
  const offered = new Set<string>();
  for (const [serviceIndex, service] of model.services.entries()) {
    for (const [portIndex, port] of service.ports.entries()) {
      const refusals = refusedOperations(model, serviceIndex, portIndex);
      for (const [index, operation] of port.operations.entries()) {
        offered.add(operation.name);
        const own = new Set([
          ...reachability.componentsOf(operation),
          `operation ${operation.name}`,
          `port ${port.name}`,
          `binding ${clarkName(port.binding)}`,
          `portType ${clarkName(port.portType)}`,
        ]);
        const untyped = new Set(reachability.untypedParts(operation));
        const concerning = findings.filter((finding) => concerns(finding, own) || untyped.has(finding));
        const reason = refusals.get(index);
        const grade = reason !== undefined ? 'unsupported' : concerning.length > 0 ? 'degraded' : 'exact';
        graded.push({
          service: service.name.localName,
          port: port.name,
          operation: operation.name,
          exposedAs: exposedNames.get(`${serviceIndex}/${portIndex}/${index}`) ?? null,
          grade,
          findings: concerning,
          ...defined({ reason }),
        });
      }
    }
  }
  for (const finding of diagnostics) {
    const { code, component } = finding;
    const operation = LOST.has(code) ? /^operation (.+)$/.exec(component ?? '')?.[1] : undefined;
    if (operation === undefined || offered.has(operation)) continue;
    offered.add(operation);
    const nowhere = { service: null, port: null, exposedAs: null } as const;
    graded.push({ ...nowhere, operation, grade: 'unsupported', findings: [finding] });
  }
  return graded;
}

/** Whether a finding is about a component that takes part. Groups are dissolved in the model: they may concern anything. */
function concerns({ component, code }: Diagnostic, components: ReadonlySet<string>): boolean {
  if (component === undefined) return false;
  if (components.has(component)) return true;
  return /^(?:group|attributeGroup|attribute|schema)\b/.test(component) && !LOST.has(code);
}

/** The operations of a port, by position, whose messages have no Shapes, and why: a schema that explodes has none. */
function refusedOperations(model: ServiceModel, service: number, port: number): ReadonlyMap<number, string> {
  const refused = new Map<number, string>();
  const operations = model.services[service]?.ports[port]?.operations ?? [];
  // Any name will do, as long as each has its own.
  const exposed = operations.map((_, operation) => ({ name: String(operation), service, port, operation }));
  const shapes = createOperationShapes({ ...model, exposed });
  for (const { name, operation } of exposed) {
    try {
      shapes.get(name);
    } catch (error) {
      if (!isMappingError(error)) throw error;
      refused.set(operation, error.errors[0]?.message ?? error.message);
    }
  }
  return refused;
}
