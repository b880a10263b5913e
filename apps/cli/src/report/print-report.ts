import type { Grade } from '@soapstone/openapi-generator';
import type { Diagnostic } from '@soapstone/wsdl-parser';
import { createColors } from 'picocolors';
import { printDemands } from '../inspect/print-demands.js';
import type { FileReport } from './report-file.js';

/** Counts of grades, the best first. */
export type GradeCounts = Record<Grade, number>;

type Colors = ReturnType<typeof createColors>;

export function noGrades(): GradeCounts {
  return { exact: 0, degraded: 0, unsupported: 0 };
}

/**
 * Prints one file: the grades, the operations that are not exact with the codes of their findings, the messages without an example,
 * and every finding.
 */
export function printReport(report: FileReport, color: boolean): string {
  const colors = createColors(color);
  const lines = [
    headline(report, colors),
    ...operationLines(report, colors),
    ...exampleLines(report, colors),
    ...securityLines(report, colors),
    ...report.diagnostics.flatMap((diagnostic) => findingLines(diagnostic, colors)),
    ...agentLines(report, colors),
  ];
  return `${lines.join('\n')}\n`;
}

function headline(report: FileReport, { bold, red }: Colors): string {
  if (!report.ok) return `${bold(report.file)}  ${red('cannot be read')}: ${report.error?.message ?? ''}`;
  const total = report.operations.length;
  const grades = total === 0 ? '' : `: ${gradeText(countGrades([report]))}`;
  return `${bold(report.file)}  ${total} operation${total === 1 ? '' : 's'}${grades}`;
}

function operationLines({ operations, diagnostics }: FileReport, { yellow, red, dim }: Colors): string[] {
  return operations
    .filter(({ grade }) => grade !== 'exact')
    .map(({ service, port, operation, grade, findings, reason }) => {
      const place = service === null ? '' : `${service}/${port} `;
      const codes = new Set(findings.map((index) => diagnostics[index]?.code ?? ''));
      const why = reason ?? [...codes].join(', ');
      const paint = grade === 'degraded' ? yellow : red;
      return `  ${paint(grade.padEnd(11))} ${place}${operation}${why === '' ? '' : dim(`  ${why}`)}`;
    });
}

function exampleLines({ operations }: FileReport, { yellow, dim }: Colors): string[] {
  return operations.flatMap(({ operation, noExample = [] }) =>
    noExample.map(({ of, path, message }) => {
      const place = path === '' ? '' : `${path}: `;
      return `  ${yellow('no example')}  ${operation} ${of}${dim(`  ${place}${message}`)}`;
    }),
  );
}

function securityLines({ security = [] }: FileReport, { dim, yellow }: Colors): string[] {
  return security.flatMap(({ service, port, state, ...demands }) => {
    const [first = '', ...others] = printDemands({ state, ...demands, template: {} });
    const paint = state === 'supported' ? dim : yellow;
    return [
      `  ${paint('security')}   ${service}/${port} ${first}`,
      ...others.map((line) => `         ${line}`),
    ];
  });
}

/** The listing of tools, and what vendors do not take: one line for each limit, with the tools that exceed it. */
function agentLines({ agents }: FileReport, { dim, red, yellow }: Colors): string[] {
  if (agents === undefined) return [];
  const { listing, operations, findings } = agents;
  const largest = Math.max(0, ...operations.map(({ tokens = 0 }) => tokens));
  const kind = listing.lazy ? 'tools that search, describe and call' : 'tools';
  const lines = [
    `  ${dim('agents')}     ${listing.tools} ${kind}: ${listing.tokens} tokens; the largest tool of one operation: ${largest}`,
  ];
  for (const id of new Set(findings.map(({ limit }) => limit))) {
    const found = findings.filter(({ limit }) => limit === id);
    const [first] = found;
    if (first === undefined) continue;
    const paint = first.effect === 'rejects' ? red : first.effect === 'strict' ? yellow : dim;
    const tools = found.slice(0, 3).flatMap(({ tool }) => tool ?? []);
    const more =
      found.length > tools.length && tools.length > 0 ? ` and ${found.length - tools.length} more` : '';
    lines.push(
      `  ${paint(first.effect.padEnd(10))} ${first.vendor} [${id}] ${tools.join(', ')}${more}: ${first.message}`,
      dim(`             ${first.source} (${first.date})`),
    );
  }
  return lines;
}

function findingLines(diagnostic: Diagnostic, { red, yellow, dim }: Colors): string[] {
  const { severity, code, message, component, effect, advice } = diagnostic;
  const paint = { error: red, warning: yellow, info: dim }[severity];
  const details = Object.entries({ in: component, 'effect:': effect, 'advice:': advice });
  return [
    `  ${paint(severity.padEnd(7))} ${placeOf(diagnostic)}: ${message} ${dim(`[${code}]`)}`,
    ...details
      .filter(([, text]) => text !== undefined)
      .map(([label, text]) => dim(`          ${label} ${text}`)),
  ];
}

/** The last line: the totals of all files. */
export function printTotal(files: number, unreadable: number, counts: GradeCounts): string {
  const operations = counts.exact + counts.degraded + counts.unsupported;
  const unread = unreadable === 0 ? '' : `, ${unreadable} cannot be read`;
  return `\n${files} files${unread}; ${operations} operations: ${gradeText(counts)}\n`;
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
