import type { AgentPreview } from '../api/agents.js';

type Operation = Pick<AgentPreview['operations'][number], 'name' | 'access' | 'findings'>;

/** A limit that some operations exceed. */
export type FindingGroup = Operation['findings'][number] & {
  /** The names of these operations. */
  readonly operations: readonly string[];
};

const SEVERITY = ['rejects', 'strict', 'ignores'];

/** Returns the limits that offered operations exceed, each once, the most severe first. The message is that of the first operation. */
export function groupFindings(operations: readonly Operation[]): readonly FindingGroup[] {
  const groups = new Map<string, FindingGroup>();
  for (const { name, access, findings } of operations) {
    if (access === 'no') continue;
    for (const finding of findings) {
      const known = groups.get(finding.limit);
      groups.set(finding.limit, { ...(known ?? finding), operations: [...(known?.operations ?? []), name] });
    }
  }
  return [...groups.values()].sort(
    (one, other) => SEVERITY.indexOf(one.effect) - SEVERITY.indexOf(other.effect),
  );
}
