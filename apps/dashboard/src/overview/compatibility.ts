import type { Diagnostic, Operation } from '../api/services.js';

type GradedOperation = Pick<Operation, 'name' | 'compatibility' | 'diagnostics'>;

/** A diagnostic of the documents, with the operations that it concerns. */
export interface Finding {
  readonly diagnostic: Diagnostic;
  /** Names of exposed operations; empty if it concerns the service as a whole, or operations that are not offered. */
  readonly operations: readonly string[];
}

/** How well the operations of a service are supported, and why. */
export interface Compatibility {
  readonly exact: readonly GradedOperation[];
  readonly limited: readonly GradedOperation[];
  /** Effects on calls: errors and warnings. */
  readonly limits: readonly Finding[];
  /** No effect that requires action. */
  readonly notes: readonly Finding[];
  readonly summary: string;
}

/** Groups the diagnostics of a service into limitations and notes, the most severe first. */
export function judgeCompatibility({
  operations,
  diagnostics,
}: {
  readonly operations: readonly GradedOperation[];
  readonly diagnostics: readonly Diagnostic[];
}): Compatibility {
  const exact = operations.filter(({ compatibility }) => compatibility === 'exact');
  const limited = operations.filter(({ compatibility }) => compatibility !== 'exact');
  const findings = diagnostics.map((diagnostic, index) => ({
    diagnostic,
    operations: operations
      .filter((operation) => operation.diagnostics.includes(index))
      .map(({ name }) => name),
  }));
  const full = new Set(exact.map(({ name }) => name));
  // A finding that limits no operation is not a limitation.
  const isNote = ({ diagnostic, operations: concerned }: Finding) =>
    diagnostic.severity === 'info' ||
    (diagnostic.severity === 'warning' && concerned.length > 0 && concerned.every((name) => full.has(name)));
  /** A limitation of some operations is not one of those that are fully supported. */
  const ofLimited = (finding: Finding): Finding => {
    const concerned = finding.operations.filter((name) => !full.has(name));
    return concerned.length === 0 ? finding : { ...finding, operations: concerned };
  };
  const rank = { error: 0, warning: 1, info: 2 } as const;
  const bySeverity = (one: Finding, other: Finding) =>
    rank[one.diagnostic.severity] - rank[other.diagnostic.severity];
  return {
    exact,
    limited,
    limits: findings
      .filter((finding) => !isNote(finding))
      .map(ofLimited)
      .sort(bySeverity),
    notes: findings.filter(isNote),
    summary: summarise(exact.length, limited.length),
  };
}

function summarise(exact: number, limited: number): string {
  const all = exact + limited;
  if (limited === 0) {
    return all === 1 ? 'The operation is fully supported.' : `All ${all} operations are fully supported.`;
  }
  if (exact === 0) {
    return all === 1
      ? 'The operation is partially supported.'
      : `All ${all} operations are partially supported.`;
  }
  return `${exact} of ${all} operations are fully supported, ${limited} partially.`;
}

/** Documents that the description needs and that are missing, as it names them: `schema/users.xsd`. */
export function missingFiles(diagnostics: readonly Diagnostic[]): readonly string[] {
  const names = diagnostics.flatMap(({ code, severity, component }) => {
    const name = /^document (.+)$/s.exec(component ?? '')?.[1];
    return code === 'LOAD_FAILED' && severity === 'error' && name !== undefined ? [name] : [];
  });
  return [...new Set(names)];
}

/** The place of a finding in the form that text editors understand; only the file if it concerns the whole file. */
export function placeOf({ file, line }: Pick<Diagnostic, 'file' | 'line'>): string {
  return line === 0 ? file : `${file}:${line}`;
}

/**
 * Turns a message of the gateway, which starts in lower case without a full stop, into a sentence. Removes rule ids and
 * namespaces, which mean nothing to an owner; the place next to it is more specific.
 */
export function asSentence(text: string): string {
  const plain = text
    .replace(/\s*\(([A-Z]{2}-\d+|R\d{4})\)\s*$/, '')
    .replace(/\{[^{}\s]*\}(?=[\p{L}_])/gu, '')
    .trim();
  if (plain === '') return '';
  return `${plain.charAt(0).toUpperCase()}${plain.slice(1)}${/[.!?]$/.test(plain) ? '' : '.'}`;
}
