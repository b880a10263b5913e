import { createMapper, type Mapper } from '@soapstone/json-xml-mapper';
import {
  ambiguityFindings,
  type GradedOperation,
  gradeOperations,
  patternFindings,
} from '@soapstone/openapi-generator';
import { defined } from '@soapstone/options/defined';
import { type PolicyDemands, readDemands } from '@soapstone/ws-security';
import type { Diagnostic, ServiceModel } from '@soapstone/wsdl-parser';
import { type LoadingTerminal, type LoadOptions, loadDescription } from '../description/load-description.js';
import { type ErrorReport, reportOf } from '../errors/error-report.js';
import { displayPath } from '../output/display-path.js';
import type { AgentReport } from './agent-report.js';
import { type MissingExample, missingExamples } from './missing-examples.js';

/** The report of one file: a line of `--format json`. */
export interface FileReport {
  /** The name that the user gave. */
  readonly file: string;
  /** Whether the file could be read. */
  readonly ok: boolean;
  readonly error?: ErrorReport;
  readonly operations: readonly ReportedOperation[];
  /** The requirements of the security policies of the selected ports; absent if there are none. */
  readonly security?: readonly ReportedPolicy[];
  readonly diagnostics: readonly Diagnostic[];
  /** The tools that agents would get; only with `--agents`. */
  readonly agents?: AgentReport;
}

/** The security policy of a port. */
export interface ReportedPolicy extends Omit<PolicyDemands, 'template'> {
  readonly service: string;
  readonly port: string;
}

/** An operation with its grade and the reasons. */
export interface ReportedOperation
  extends Pick<GradedOperation, 'service' | 'port' | 'operation' | 'grade' | 'reason'> {
  /** The indices of its findings in `diagnostics`, starting at 0. */
  readonly findings: readonly number[];
  /** The messages without a valid example; absent if all have one, or if the operation is not offered. */
  readonly noExample?: readonly MissingExample[];
}

/** Reads one description and grades its operations. Never throws: the report of an unreadable file says why. */
export async function reportFile(
  file: string,
  terminal: LoadingTerminal,
  options: LoadOptions & { readonly agents?: boolean | undefined },
): Promise<FileReport> {
  const display = (diagnostic: Diagnostic): Diagnostic => ({
    ...diagnostic,
    file: displayPath(diagnostic.file, terminal.cwd),
  });
  try {
    const { model, diagnostics } = await loadDescription(file, terminal, options);
    const found = [...diagnostics, ...patternFindings(model.schema), ...ambiguityFindings(model.schema)];
    // Compare findings by content, because grading recreates those about patterns.
    const positions = new Map(found.map((finding, index) => [JSON.stringify(finding), index]));
    const mapper = createMapper(model);
    const security = policiesOf(model);
    const agents = options.agents === true ? await agentReport(mapper) : undefined;
    return {
      file,
      ok: true,
      operations: gradeOperations(model, diagnostics).map(
        ({ service, port, operation, exposedAs, grade, findings, reason }) => {
          const isOffered = exposedAs !== null && grade !== 'unsupported';
          const noExample = isOffered ? missingExamples(mapper.compile(exposedAs)) : [];
          return {
            service,
            port,
            operation,
            grade,
            findings: findings.flatMap((finding) => positions.get(JSON.stringify(finding)) ?? []),
            ...defined({ reason }),
            ...(noExample.length === 0 ? {} : { noExample }),
          };
        },
      ),
      ...(security.length === 0 ? {} : { security }),
      diagnostics: found.map(display),
      ...defined({ agents }),
    };
  } catch (error) {
    const { report } = reportOf(error);
    const place = report.file === undefined ? {} : { file: displayPath(report.file, terminal.cwd) };
    const before = (error as { diagnostics?: readonly Diagnostic[] }).diagnostics ?? [];
    return {
      file,
      ok: false,
      error: { ...report, ...place },
      operations: [],
      diagnostics: before.map(display),
    };
  }
}

/** Loaded only here, because most reports are not about agents. */
async function agentReport(mapper: Mapper): Promise<AgentReport> {
  const { reportTools } = await import('./agent-report.js');
  return reportTools(mapper);
}

function policiesOf({ services, exposed }: ServiceModel): readonly ReportedPolicy[] {
  return services.flatMap(({ name, ports }, service) =>
    ports.flatMap((port, index) => {
      const isUsed = exposed.some((each) => each.service === service && each.port === index);
      if (!isUsed || port.security === undefined) return [];
      const { template: _, ...demands } = readDemands(port.security);
      return [{ service: name.localName, port: port.name, ...demands }];
    }),
  );
}

/** Findings that lose operations which no document names. */
const LOST_UNNAMED: ReadonlySet<string> = new Set([
  'NO_SOAP_OPERATION',
  'UNRESOLVED_BINDING',
  'UNRESOLVED_PORT_TYPE',
]);

/** Whether a description loses operations: those listed as unsupported, or those in a missing document. */
export function losesOperations({ operations, diagnostics }: FileReport): boolean {
  return (
    operations.some(({ grade }) => grade === 'unsupported') ||
    diagnostics.some(({ code }) => LOST_UNNAMED.has(code))
  );
}
