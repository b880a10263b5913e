import type { Design } from '../api/design.js';
import type { DesignProblem } from '../design/design-error.js';
import { escapeKey } from '../design/parse-design.js';
import { innerOf } from '../design/shaping/lift-member.js';
import type { OperationShapes } from '../operation/operation-shapes.js';
import type { OperationShape } from '../shape/operation-shape.js';
import type { ContentNode, ElementMember, Scope, Shape } from '../shape/shape.js';
import type { CheckProposal } from './check-proposal.js';
import { isPrintable } from './member-names.js';

/** The members that are looked at, in all operations together. */
const MOST_MEMBERS = 100_000;
const MOST_KEYS = 500;
/** How often keys that do not fit are removed. */
const MOST_ROUNDS = 5;

/**
 * Proposes the keys of members whose objects have a list and nothing else, wherever they occur: `Users` around `User`.
 *
 * @param designs what else is proposed: the keys fit each of these designs
 */
export function proposeLift(
  shapes: OperationShapes,
  check: CheckProposal,
  designs: readonly Design[],
): readonly string[] {
  let lift = listsIn(shapes);
  for (let round = 0; round < MOST_ROUNDS && lift.length > 0; round++) {
    const problems = designs.flatMap((design) => check({ ...design, lift }));
    if (problems.length === 0) return lift;
    const wrong = new Set(problems.map(({ at }) => (at[0] === 'lift' ? at[1] : undefined)));
    if (wrong.has(undefined)) return [];
    lift = lift.filter((_key, index) => !wrong.has(String(index)));
  }
  return [];
}

/** The paths of lists that are proposed, of the inputs and results of operations. */
export type ProposedPaths = ReadonlyMap<string, Readonly<Record<'input' | 'result', readonly string[]>>>;

/**
 * Proposes the paths of members whose objects have a list and nothing else, where their keys are also those of other members.
 *
 * @param designs what else is proposed, with the keys of `proposeLift`: the paths fit each of these designs
 */
export function proposeLiftPaths(
  shapes: OperationShapes,
  check: CheckProposal,
  designs: readonly Design[],
): ProposedPaths {
  const known = new Set(designs.flatMap(({ lift = [] }) => lift));
  const paths = new Map<string, Record<'input' | 'result', readonly string[]>>();
  let left = MOST_MEMBERS;
  let most = MOST_KEYS;
  for (const operation of shapes.names) {
    const found = { input: [] as string[], result: [] as string[] };
    for (const [message, root] of messagesOf(shapes, operation)) {
      const pending: (readonly [Shape, readonly string[]])[] = [[root, []]];
      for (let next = pending.pop(); next !== undefined && left > 0 && most > 0; next = pending.pop()) {
        const [shape, keys] = next;
        if (shape.kind !== 'object' || shape.form !== 'plain' || keys.length === MOST_DEPTH) continue;
        for (const member of shape.members) {
          left--;
          const path = [...keys, member.key];
          const text = path.map(escapeKey).join('/');
          if (isList(member) && !known.has(member.key) && isPrintable(text) && most-- > 0)
            found[message].push(text);
          pending.push([member.shape, path]);
        }
      }
    }
    if (found.input.length + found.result.length > 0) paths.set(operation, found);
  }
  for (let round = 0; round < MOST_ROUNDS && paths.size > 0; round++) {
    const problems = designs.flatMap((design) => check({ ...design, operations: withPaths(paths) }));
    if (problems.length === 0) return paths;
    if (!removeWrong(paths, problems)) break;
  }
  return new Map();
}

const MOST_DEPTH = 8;

/** The operations of a design with these paths. */
export function withPaths(paths: ProposedPaths): NonNullable<Design['operations']> {
  const operations = Object.create(null) as Record<string, NonNullable<Design['operations']>[string]>;
  for (const [name, { input, result }] of paths)
    operations[name] = {
      ...(input.length > 0 && { input: { lift: input } }),
      ...(result.length > 0 && { result: { lift: result } }),
    };
  return operations;
}

/** Removes the paths that problems are about. Returns whether they all are about paths. */
function removeWrong(
  paths: Map<string, Record<'input' | 'result', readonly string[]>>,
  problems: readonly DesignProblem[],
): boolean {
  const wrong = new Set<string>();
  for (const { at } of problems) {
    const [part, name = '', message, line, index] = at;
    const list = paths.get(name)?.[message as 'input'];
    if (part !== 'operations' || line !== 'lift' || list === undefined) return false;
    wrong.add(JSON.stringify([name, message, list[Number(index)]]));
  }
  for (const [name, lists] of paths) {
    for (const message of ['input', 'result'] as const)
      lists[message] = lists[message].filter((path) => !wrong.has(JSON.stringify([name, message, path])));
    if (lists.input.length + lists.result.length === 0) paths.delete(name);
  }
  return true;
}

/** The keys that are those of objects around a list in every object. */
function listsIn(shapes: OperationShapes): readonly string[] {
  const lists = new Set<string>();
  const others = new Set<string>();
  const seen = new Set<Shape | Scope>();
  let left = MOST_MEMBERS;
  for (const operation of shapes.names) {
    const pending: (Shape | Scope)[] = [...rootsOf(shapes, operation)];
    for (let place = pending.pop(); place !== undefined && left > 0; place = pending.pop()) {
      if (seen.has(place)) continue;
      seen.add(place);
      for (const member of membersOf(place)) {
        left--;
        (isList(member) ? lists : others).add(member.key);
      }
      pending.push(...placesIn(place));
    }
  }
  return [...lists].filter((key) => !others.has(key) && isPrintable(key)).slice(0, MOST_KEYS);
}

function isList(member: ElementMember): boolean {
  const inner = innerOf(member);
  return 'array' in inner && inner.array;
}

/** The input of an operation, and its result. */
function messagesOf(
  shapes: OperationShapes,
  operation: string,
): readonly (readonly ['input' | 'result', Shape])[] {
  const [input, result] = rootsOf(shapes, operation);
  return [...(input ? [['input', input] as const] : []), ...(result ? [['result', result] as const] : [])];
}

function rootsOf(shapes: OperationShapes, operation: string): readonly Shape[] {
  let shape: OperationShape;
  try {
    ({ shape } = shapes.get(operation));
  } catch {
    // An operation that cannot be called has no design either.
    return [];
  }
  const { input, output, faults } = shape;
  const result = output?.record?.shape ?? output?.root;
  return [input.root, ...(result ? [result] : []), ...faults.map(({ detail }) => detail.shape)];
}

function membersOf(place: Shape | Scope): readonly ElementMember[] {
  return 'members' in place && 'content' in place ? place.members : [];
}

function placesIn(place: Shape | Scope): readonly (Shape | Scope)[] {
  if ('kind' in place && place.kind === 'polymorphic')
    return [place.declared, ...place.variants.map((variant) => variant.shape)];
  if ('kind' in place && place.kind === 'soapArray') return [place.item];
  if (!('content' in place)) return [];
  const bodies: Scope[] = [];
  const nodes: ContentNode[] = [place.content];
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    if (node.kind === 'items') bodies.push(node.body);
    else if (node.kind === 'sequence') nodes.push(...node.children);
    else if (node.kind === 'choice') nodes.push(...node.branches);
  }
  const substitutes = place.members.flatMap(({ substitution }) => substitution?.members ?? []);
  return [...bodies, ...[...place.members, ...substitutes].map(({ shape }) => shape)];
}
