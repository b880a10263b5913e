import { clarkName } from '@soapstone/soap-model';
import type { ContentModel, GroupModel } from './content-model.js';

/**
 * Whether this content needs `$content`, because the order could not be restored from one key per element name (CM-8, CM-9).
 *
 * - Values of one name are assigned greedily, from left to right, to its places in a sequence. That is exact only if every
 *   such place is unconditional and at most one of them has a variable count (CM-8).
 * - Two branches of one choice that share two names are ambiguous (CM-9).
 *
 * Each repeating group is its own scope; one scope that needs order decides for the whole type.
 */
export function needsOrder(model: ContentModel): boolean {
  const shared = new Map<Group, (readonly number[])[]>();
  for (const places of placesByName(model)) {
    if (places.length < 2) continue;
    const { meetInSequence, branches } = meetingPoints(places);
    if (meetInSequence) {
      if (places.some((place) => place.group?.conditional)) return true;
      if (places.filter((place) => place.variable).length > 1) return true;
    }
    for (const [choice, indexes] of branches) {
      const lists = shared.get(choice);
      if (lists === undefined) shared.set(choice, [[...indexes]]);
      else lists.push([...indexes]);
    }
  }
  for (const lists of shared.values()) {
    if (lists.length > 1 && twoSharedByOnePair(lists)) return true;
  }
  return false;
}

/** A group of a scope, linked upwards. The root of a scope has no parent. */
interface Group {
  readonly kind: 'sequence' | 'choice';
  readonly parent: Group | undefined;
  /** Its index in `parent`. */
  readonly branch: number;
  /** Whether this group or an enclosing one is a choice or optional. */
  readonly conditional: boolean;
}

interface Place {
  readonly group: Group | undefined;
  readonly branch: number;
  /** Whether the number of occurrences is variable. */
  readonly variable: boolean;
}

/** All places of all element names, scope by scope. */
function placesByName(model: ContentModel): Iterable<readonly Place[]> {
  const result: Map<string, Place[]>[] = [];
  interface Visit {
    readonly model: ContentModel;
    readonly group: Group | undefined;
    readonly branch: number;
    readonly scope: Map<string, Place[]>;
  }
  const newScope = (): Map<string, Place[]> => {
    const scope = new Map<string, Place[]>();
    result.push(scope);
    return scope;
  };
  const pending: Visit[] = [{ model, group: undefined, branch: 0, scope: newScope() }];
  for (let visit = pending.pop(); visit !== undefined; visit = pending.pop()) {
    const { model: node, group: above, branch } = visit;
    if (node.kind === 'any') continue;
    if (node.kind === 'element') {
      const name = clarkName(node.particle.name);
      const place: Place = { group: above, branch, variable: node.min !== node.max };
      const places = visit.scope.get(name);
      if (places === undefined) visit.scope.set(name, [place]);
      else places.push(place);
      continue;
    }
    const repeats = node.max > 1;
    const scope = repeats ? newScope() : visit.scope;
    const group = linkGroup(
      node,
      repeats ? undefined : above,
      repeats ? 0 : branch,
      !repeats && node.min === 0,
    );
    node.children.forEach((child, index) => {
      pending.push({ model: child, group, branch: index, scope });
    });
  }
  return result.flatMap((scope) => [...scope.values()]);
}

function linkGroup(node: GroupModel, parent: Group | undefined, branch: number, optional: boolean): Group {
  const kind = node.kind === 'choice' ? 'choice' : 'sequence';
  return {
    kind,
    parent,
    branch,
    conditional: kind === 'choice' || optional || (parent?.conditional ?? false),
  };
}

/** Where the paths up from several places of one name meet. Every edge is visited once. */
function meetingPoints(places: readonly Place[]): {
  readonly meetInSequence: boolean;
  readonly branches: ReadonlyMap<Group, ReadonlySet<number>>;
} {
  let meetInSequence = false;
  const seen = new Map<Group, Set<number>>();
  const branches = new Map<Group, ReadonlySet<number>>();
  for (const place of places) {
    let { group, branch } = place;
    while (group !== undefined) {
      const before = seen.get(group);
      if (before === undefined) {
        seen.set(group, new Set([branch]));
        ({ group, branch } = { group: group.parent, branch: group.branch } as const);
        continue;
      }
      if (!before.has(branch)) {
        before.add(branch);
        if (group.kind === 'sequence') meetInSequence = true;
        else branches.set(group, before);
      }
      break;
    }
  }
  return { meetInSequence, branches };
}

/** The maximum number of pairs of branches inspected per choice. Beyond it the result is `$content`, which is always exact. */
const MAX_PAIRS = 200_000;

/** `lists` has, per shared name, the branches that contain it. Returns whether one pair of branches occurs twice. */
function twoSharedByOnePair(lists: readonly (readonly number[])[]): boolean {
  const pairs = new Set<string>();
  for (const branches of lists) {
    for (const first of branches) {
      for (const second of branches) {
        if (first >= second) continue;
        const pair = `${first} ${second}`;
        if (pairs.has(pair) || pairs.size >= MAX_PAIRS) return true;
        pairs.add(pair);
      }
    }
  }
  return false;
}
