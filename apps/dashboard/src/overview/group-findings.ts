import type { Diagnostic } from '../api/services.js';
import type { Finding } from './compatibility.js';

/** Findings with the same meaning for the owner: one text of effect and advice, and every place. */
export interface FindingGroup {
  /** The first finding: all others of the group share its text. */
  readonly first: Diagnostic;
  readonly findings: readonly Finding[];
  /** The operations of all findings, without duplicates. */
  readonly operations: readonly string[];
}

/** Groups findings by code, effect and advice, in the order in which each group first appears. */
export function groupFindings(findings: readonly Finding[]): readonly FindingGroup[] {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const { code, effect, advice } = finding.diagnostic;
    const key = JSON.stringify([code, effect, advice]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [finding]);
    else group.push(finding);
  }
  return [...groups.values()].map((group) => ({
    first: group[0]!.diagnostic,
    findings: group,
    operations: [...new Set(group.flatMap(({ operations }) => operations))],
  }));
}
