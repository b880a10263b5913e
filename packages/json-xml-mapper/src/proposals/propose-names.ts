import type { Design } from '../api/design.js';
import type { CheckProposal } from './check-proposal.js';
import { withoutEmptyLines } from './without-empty-lines.js';

/** How often names that collide are renamed. */
const MOST_ROUNDS = 20;

/** The spelling of keys, and what it needs. */
export interface ProposedNames {
  readonly design: Design;
  /** Why the keys keep their spelling, if they do. */
  readonly collisions: readonly string[];
}

/** Proposes camel case. Keys that would become the same one keep their spelling. */
export function proposeNames(check: CheckProposal): ProposedNames {
  const rename = Object.create(null) as Record<string, string>;
  let collisions: readonly string[] = [];
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const design = { names: 'camel' as const, rename };
    const problems = check(design);
    if (problems.length === 0) return { design: withoutEmptyLines(design), collisions: [] };
    collisions = problems.map(({ message }) => message);
    const keys = problems.flatMap(({ message }) => keyToRename(message) ?? []);
    const added = keys.filter((key) => !Object.hasOwn(rename, key));
    if (added.length === 0) break;
    for (const key of added) rename[key] = key;
  }
  return { design: { names: 'as-is' }, collisions };
}

/** The key of a collision whose spelling is not already that of both. */
function keyToRename(message: string): string | undefined {
  const from = message.lastIndexOf('rename: { ');
  const to = message.lastIndexOf(': … }');
  const and = message.indexOf(' and ');
  if (from < 0 || to < from || and < 0) return undefined;
  const key = JSON.parse(message.slice(from + 10, to)) as string;
  return message.includes(` would both be called ${key};`) ? message.slice(0, and) : key;
}
