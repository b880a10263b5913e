import type { Diagnostic } from '@soapstone/wsdl-parser';
import { DIAGNOSTICS } from '@soapstone/wsdl-parser/internal';
import { VERSION } from '../version.js';
import type { FileReport, ReportedOperation } from './report-file.js';

const LEVEL = { error: 'error', warning: 'warning', info: 'note' } as const;

/**
 * All reports as one SARIF log, for code-scanning dashboards.
 *
 * @see https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
 */
export function sarifLog(reports: readonly FileReport[]): unknown {
  const results = reports.flatMap(({ file, ok, error, diagnostics, operations }) => {
    const found = [...diagnostics.map(resultOf), ...operations.flatMap((each) => withoutExample(file, each))];
    const isExplained = ok || error === undefined || diagnostics.some(({ code }) => code === error.code);
    return isExplained ? found : [...found, unreadableResult(file, error.code, error.message)];
  });
  const codes = [...new Set(results.map(({ ruleId }) => ruleId))].sort();
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'soapstone', version: VERSION, rules: codes.map(ruleOf) } },
        results,
      },
    ],
  };
}

interface SarifResult {
  readonly ruleId: string;
  readonly level: 'error' | 'warning' | 'note';
  readonly message: { readonly text: string };
  readonly locations: readonly unknown[];
}

function resultOf(diagnostic: Diagnostic): SarifResult {
  const { code, severity, message, component, effect, advice, file, line, column } = diagnostic;
  const sentences = [component === undefined ? message : `${message} (in ${component})`, effect, advice];
  const region = line === 0 ? {} : { region: { startLine: line, startColumn: column } };
  return {
    ruleId: code,
    level: LEVEL[severity],
    message: { text: sentences.filter((sentence) => sentence !== undefined).join('; ') },
    locations: [{ physicalLocation: { artifactLocation: { uri: uriOf(file) }, ...region } }],
  };
}

/** The result for a message of an operation that has no valid example. */
function withoutExample(file: string, { operation, noExample = [] }: ReportedOperation): SarifResult[] {
  return noExample.map(({ of, path, message }) => ({
    ruleId: 'NO_EXAMPLE',
    level: 'note',
    message: { text: `no valid example of the ${of} of operation ${operation}: ${path} ${message}` },
    locations: [{ physicalLocation: { artifactLocation: { uri: uriOf(file) } } }],
  }));
}

function unreadableResult(file: string, code: string, message: string): SarifResult {
  return {
    ruleId: code,
    level: 'error',
    message: { text: message },
    locations: [{ physicalLocation: { artifactLocation: { uri: uriOf(file) } } }],
  };
}

function ruleOf(code: string): unknown {
  const known = Object.hasOwn(DIAGNOSTICS, code) ? DIAGNOSTICS[code as keyof typeof DIAGNOSTICS] : undefined;
  const words = code.toLowerCase().replaceAll('_', ' ');
  return {
    id: code,
    shortDescription: { text: words },
    ...(known?.effect === undefined ? {} : { fullDescription: { text: known.effect } }),
    ...(known?.advice === undefined ? {} : { help: { text: known.advice } }),
    ...(known === undefined ? {} : { defaultConfiguration: { level: LEVEL[known.severity] } }),
  };
}

/** Converts a path to SARIF form: relative, with slashes and escapes; URLs stay unchanged. */
function uriOf(file: string): string {
  return /^[a-z][a-z0-9+.-]+:\/\//i.test(file) ? file : file.split(/[\\/]/).map(encodeURIComponent).join('/');
}
