import type { Design } from '../api/design.js';
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
