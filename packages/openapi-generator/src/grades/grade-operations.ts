import { isMappingError } from '@soapstone/json-xml-mapper';
import { createOperationShapes } from '@soapstone/json-xml-mapper/shapes';
import { assertOptions, type Check, kindOf, listOf, wrong } from '@soapstone/options';
import { defined } from '@soapstone/options/defined';
import type { Diagnostic, DiagnosticCode, ServiceModel } from '@soapstone/soap-model';
import { clarkName } from '@soapstone/soap-model';
import { createReachability } from '@soapstone/soap-model/reachable';
import { modelArgument } from '../arguments.js';
import { patternFindings } from './pattern-findings.js';

/**
 * The grade of an operation: `exact` = everything works as the WSDL says; `degraded` = it works, but some content of its
 * messages is untyped or unchecked; `unsupported` = it is not offered.
 */
export type Grade = 'exact' | 'degraded' | 'unsupported';

/** An operation with its grade. `service` and `port` are null if the WSDL does not get that far. */
export interface GradedOperation {
  readonly service: string | null;
  readonly port: string | null;
  readonly operation: string;
  /** The name by which clients call it; null if it is not exposed. */
  readonly exposedAs: string | null;
  readonly grade: Grade;
  /** The findings about it: the reasons why it is not exact. */
  readonly findings: readonly Diagnostic[];
  /** The reason why it is not offered, if no finding gives one. */
  readonly reason?: string;
}

/** Warnings that do not affect the JSON of an offered operation. */
const NEUTRAL: ReadonlySet<DiagnosticCode> = new Set<DiagnosticCode>([
  // References into a missing document are reported where they occur.
  'LOAD_FAILED',
  'NO_ADDRESS',
  'NO_SERVICE',
  'PART_AMBIGUOUS',
  'UNSUPPORTED_EXTENSION',
]);

/** Findings by which an operation is lost before it has a port; their component is the operation. */
const LOST: ReadonlySet<DiagnosticCode> = new Set<DiagnosticCode>([
  'INVALID_NAME',
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
 * Grades every operation of every SOAP port, selected or not. `diagnostics` are those of reading the documents of
 * the model; findings of the mapper (`patternFindings`) are added.
 *
 * @example
 * ```ts
 * const { model, diagnostics } = await parseWsdlText(wsdl);
 * const exact = gradeOperations(model, diagnostics).filter(({ grade }) => grade === 'exact');
 * ```
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
          `interface ${clarkName(port.portType)}`,
          `endpoint ${port.name}`,
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

/**
 * Whether a finding is about a used component. Groups and messages are dissolved in the model, so a finding about one may concern
 * anything.
 */
function concerns({ component, code }: Diagnostic, components: ReadonlySet<string>): boolean {
  if (component === undefined) return false;
  if (components.has(component) || components.has(asOtherKind(component))) return true;
  return DISSOLVED.test(component) && !LOST.has(code);
}

/** The same type as one of the other kind: the parser may have read a simple type as a complex one, or the reverse. */
function asOtherKind(component: string): string {
  return component.startsWith('complexType ')
    ? component.replace('complexType', 'simpleType')
    : component.replace(/^simpleType /, 'complexType ');
}

const DISSOLVED = /^(?:group|attributeGroup|attribute|schema|definitions|description|message|service)\b/;

/** The operations of a port, by position, whose messages have no Shapes, with the reason: the Shapes of some schemas would be too large. */
function refusedOperations(model: ServiceModel, service: number, port: number): ReadonlyMap<number, string> {
  const refused = new Map<number, string>();
  const operations = model.services[service]?.ports[port]?.operations ?? [];
  // Any unique name will do.
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
