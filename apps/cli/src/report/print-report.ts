import type { Grade } from '@soapstone/openapi-generator';
import type { Diagnostic } from '@soapstone/wsdl-parser';
import { createColors } from 'picocolors';
import { printDemands } from '../inspect/print-demands.js';
import type { FileReport } from './report-file.js';

/** Counts of grades, the best first. */
export type GradeCounts = Record<Grade, number>;

export function noGrades(): GradeCounts {
  return { exact: 0, degraded: 0, unsupported: 0 };
}

/**
 * Prints one file: the grades, the operations that are not exact with the codes of their findings, the messages without an example,
 * and every finding.
 */
export function printReport(report: FileReport, color: boolean): string {
  const colors = createColors(color);
  const paint = { error: colors.red, warning: colors.yellow, info: colors.dim };
  const lines: string[] = [];
  if (!report.ok) {
    lines.push(
      `${colors.bold(report.file)}  ${colors.red('cannot be read')}: ${report.error?.message ?? ''}`,
    );
  } else {
    const counts = countGrades([report]);
    const total = report.operations.length;
    lines.push(
      `${colors.bold(report.file)}  ${total} operation${total === 1 ? '' : 's'}${total === 0 ? '' : `: ${gradeText(counts)}`}`,
    );
  }
  for (const { service, port, operation, grade, findings, reason } of report.operations) {
    if (grade === 'exact') continue;
    const place = service === null ? '' : `${service}/${port} `;
    const codes = new Set(findings.map((index) => report.diagnostics[index]?.code ?? ''));
    const why = reason ?? [...codes].join(', ');
    lines.push(
      `  ${(grade === 'degraded' ? colors.yellow : colors.red)(grade.padEnd(11))} ${place}${operation}${why === '' ? '' : colors.dim(`  ${why}`)}`,
    );
  }
  for (const { operation, noExample = [] } of report.operations) {
    for (const { of, path, message } of noExample) {
      lines.push(
        `  ${colors.yellow('no example')}  ${operation} ${of}${colors.dim(`  ${path === '' ? '' : `${path}: `}${message}`)}`,
      );
    }
  }
  for (const { service, port, state, ...demands } of report.security ?? []) {
    const [first = '', ...others] = printDemands({ state, ...demands, template: {} });
    lines.push(
      `  ${(state === 'supported' ? colors.dim : colors.yellow)('security')}   ${service}/${port} ${first}`,
    );
    lines.push(...others.map((line) => `         ${line}`));
  }
  for (const diagnostic of report.diagnostics) {
    const { severity, code, message, component, effect, advice } = diagnostic;
    lines.push(
      `  ${paint[severity](severity.padEnd(7))} ${placeOf(diagnostic)}: ${message} ${colors.dim(`[${code}]`)}`,
    );
    if (component !== undefined) lines.push(colors.dim(`          in ${component}`));
    if (effect !== undefined) lines.push(colors.dim(`          effect: ${effect}`));
    if (advice !== undefined) lines.push(colors.dim(`          advice: ${advice}`));
  }
  return `${lines.join('\n')}\n`;
}

/** The last line: the totals of all files. */
export function printTotal(files: number, unreadable: number, counts: GradeCounts): string {
  const operations = counts.exact + counts.degraded + counts.unsupported;
  const refused = unreadable === 0 ? '' : `, ${unreadable} cannot be read`;
  return `\n${files} files${refused}; ${operations} operations: ${gradeText(counts)}\n`;
}

/** Adds up the grades of reports. */
export function countGrades(reports: readonly FileReport[]): GradeCounts {
  const counts = noGrades();
  for (const { operations } of reports) for (const { grade } of operations) counts[grade]++;
  return counts;
}

function gradeText(counts: GradeCounts): string {
  const parts = (['exact', 'degraded', 'unsupported'] as const)
    .filter((grade) => counts[grade] > 0)
    .map((grade) => `${counts[grade]} ${grade}`);
  return parts.length === 0 ? 'none' : parts.join(', ');
}

function placeOf({ file, line, column }: Diagnostic): string {
  return line === 0 ? file : `${file}:${line}:${column}`;
}
