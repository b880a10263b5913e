import { createMapper } from '@soapstone/json-xml-mapper';
import { type GradedOperation, gradeOperations, patternFindings } from '@soapstone/openapi-generator';
import type { Diagnostic } from '@soapstone/wsdl-parser';
import { displayPath } from '../display-path.js';
import { type ErrorReport, reportOf } from '../errors.js';
import { type LoadOptions, loadDescription } from '../load-description.js';
import type { Terminal } from '../terminal.js';
import { type MissingExample, missingExamples } from './missing-examples.js';

/** What `soapstone report` says of one file: the line of `--format json`. */
export interface FileReport {
  /** As it was named. */
  readonly file: string;
  /** The file could be read. */
  readonly ok: boolean;
  readonly error?: ErrorReport;
  readonly operations: readonly ReportedOperation[];
  readonly diagnostics: readonly Diagnostic[];
}

/** An operation with its grade, and why it has it. */
export interface ReportedOperation
  extends Pick<GradedOperation, 'service' | 'port' | 'operation' | 'grade' | 'reason'> {
  /** The findings that concern it, by their positions in `diagnostics`, from 0. */
  readonly findings: readonly number[];
  /** The messages that have no valid example; absent where all have one, and where the operation is not offered. */
  readonly noExample?: readonly MissingExample[];
}

/** Read one description and grade its operations. Never throws: a file that cannot be read is a report of that. */
export async function reportFile(
  file: string,
  terminal: Pick<Terminal, 'cwd' | 'readInput'>,
  options: LoadOptions,
): Promise<FileReport> {
  const display = (diagnostic: Diagnostic): Diagnostic => ({
    ...diagnostic,
    file: displayPath(diagnostic.file, terminal.cwd),
  });
  try {
    const { model, diagnostics } = await loadDescription(file, terminal, options);
    const found = [...diagnostics, ...patternFindings(model.schema)];
    // A finding is known by what it says: grading makes those about patterns anew.
    const positions = new Map(found.map((finding, index) => [JSON.stringify(finding), index]));
    const mapper = createMapper(model);
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
            ...(reason === undefined ? {} : { reason }),
            ...(noExample.length === 0 ? {} : { noExample }),
          };
        },
      ),
      diagnostics: found.map(display),
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

/** Findings by which operations are lost that no document names. */
const LOST_UNNAMED: ReadonlySet<string> = new Set([
  'NO_SOAP_OPERATION',
  'UNRESOLVED_BINDING',
  'UNRESOLVED_PORT_TYPE',
]);

/** True where a description loses operations: those listed as unsupported, and those that only a missing document names. */
export function losesOperations({ operations, diagnostics }: FileReport): boolean {
  return (
    operations.some(({ grade }) => grade === 'unsupported') ||
    diagnostics.some(({ code }) => LOST_UNNAMED.has(code))
  );
}
