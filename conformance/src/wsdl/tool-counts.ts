import type { Diagnostic, ServiceModel } from '@soapstone/wsdl-parser';
import type { CorpusFile } from './corpus.js';

/** How many operations another tool finds in a file, and how many we find when counting the same way. */
export interface ToolCount {
  readonly tool: 'zeep' | 'PHP';
  readonly theirs: number;
  readonly ours: number;
  /** Operations that we omit for a reason given in a diagnostic. */
  readonly explained: number;
  /** Operations that we omit silently. */
  readonly lost: number;
}

/** Reasons to omit an operation: a pattern that no client calls, a binding that is not SOAP over HTTP. */
const REASONS: ReadonlySet<string> = new Set(['MESSAGE_PATTERN_UNSUPPORTED', 'BINDING_SKIPPED']);

/**
 * Compares with the tools that accept the file. zeep's number in the manifest covers every port, including HTTP GET and POST; PHP
 * reports no number, so a file that it accepts counts with the operations of SOAP bindings, each binding once.
 */
export function toolCounts(
  file: Pick<CorpusFile, 'zeep' | 'php' | 'operations' | 'zeepOperations'>,
  model: Pick<ServiceModel, 'services'>,
  diagnostics: readonly Pick<Diagnostic, 'code'>[],
): readonly ToolCount[] {
  const isExplained = diagnostics.some(({ code }) => REASONS.has(code));
  const count = (tool: ToolCount['tool'], theirs: number, ours: number): ToolCount => {
    const missing = Math.max(0, theirs - ours);
    return { tool, theirs, ours, explained: isExplained ? missing : 0, lost: isExplained ? 0 : missing };
  };
  const counts: ToolCount[] = [];
  if (file.zeep === 'ok') counts.push(count('zeep', file.zeepOperations, operationsOfPorts(model)));
  if (file.php === 'ok') counts.push(count('PHP', file.operations, operationsOfBindings(model)));
  return counts;
}

/** The operations of every port. */
function operationsOfPorts({ services }: Pick<ServiceModel, 'services'>): number {
  return services.flatMap(({ ports }) => ports).reduce((sum, { operations }) => sum + operations.length, 0);
}

/** The operations of the SOAP bindings that ports use, each binding once. */
export function operationsOfBindings({ services }: Pick<ServiceModel, 'services'>): number {
  const bindings = new Map<string, number>();
  for (const { binding, operations } of services.flatMap(({ ports }) => ports)) {
    bindings.set(`{${binding.namespace}}${binding.localName}`, operations.length);
  }
  return [...bindings.values()].reduce((sum, count) => sum + count, 0);
}

/** The table of all files: one row per tool. */
export function printToolCounts(counts: readonly ToolCount[]): void {
  const row = (cells: readonly (string | number)[]): string =>
    cells.map((cell, index) => (index === 0 ? String(cell).padEnd(44) : String(cell).padStart(11))).join('');
  console.log(`\n${row(['operations', 'files', 'theirs', 'ours', 'explained', 'lost'])}`);
  for (const tool of ['zeep', 'PHP'] as const) {
    const own = counts.filter((each) => each.tool === tool);
    const sum = (of: (each: ToolCount) => number): number => own.reduce((total, each) => total + of(each), 0);
    const cells = [sum((c) => c.theirs), sum((c) => c.ours), sum((c) => c.explained), sum((c) => c.lost)];
    console.log(row([`as ${tool} counts them`, own.length, ...cells]));
  }
}
