import { type GradedOperation, gradeOperations, patternFindings } from '@soapstone/openapi-generator';
import type { Diagnostic } from '@soapstone/wsdl-parser';
import { displayPath } from '../display-path.js';
import { type ErrorReport, reportOf } from '../errors.js';
import { type LoadOptions, loadDescription } from '../load-description.js';
import type { Terminal } from '../terminal.js';

/** What `soapstone report` says of one file: the line of `--format json`. */
export interface FileReport {
  /** As it was named. */
  readonly file: string;
  /** The file could be read. */
  readonly ok: boolean;
  readonly error?: ErrorReport;
  /** What was found of each stands among `diagnostics`. */
  readonly operations: readonly Pick<GradedOperation, 'service' | 'port' | 'operation' | 'grade'>[];
  readonly diagnostics: readonly Diagnostic[];
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
    return {
      file,
      ok: true,
      operations: gradeOperations(model, diagnostics).map(({ service, port, operation, grade }) => ({
        service,
        port,
        operation,
        grade,
      })),
      diagnostics: [...diagnostics, ...patternFindings(model.schema)].map(display),
    };
  } catch (error) {
    const { report } = reportOf(error);
    const place = report.file === undefined ? {} : { file: displayPath(report.file, terminal.cwd) };
    const found = (error as { diagnostics?: readonly Diagnostic[] }).diagnostics ?? [];
    return {
      file,
      ok: false,
      error: { ...report, ...place },
      operations: [],
      diagnostics: found.map(display),
    };
  }
}
