import type { EncodingRun } from '../../request/encoding-run.js';
import { charge } from '../../work.js';
import type { Cursors, NodeEncoder } from '../compiler.js';
import type { InputObject } from '../json-input.js';
import { KeyIndex } from '../keys/key-index.js';
import { presentKeys } from './node-encoder.js';

/** A sequence, or xs:all, which is written in schema order too (CM-2, CM-7). An optional one is all or nothing (CM-14). */
export function compileSequence(children: readonly NodeEncoder[], optional: boolean): NodeEncoder {
  const emptiable = optional || children.every((child) => child.emptiable);
  const keys = children.flatMap((child) => [...child.keys]);
  // A child that can be empty writes nothing, and misses nothing, if none of its keys is present.
  const index = new KeyIndex(children.map((child) => ({ keys: child.keys, isNeeded: !child.emptiable })));
  const presence = mergePresence(children);
  const node: NodeEncoder = {
    keys,
    isComplete(present) {
      const given = [...present];
      if (optional && !given.some((key) => presence.has(key))) return true;
      const concerned = index.of(given);
      if (concerned === undefined) return children.every((child) => child.isComplete(present));
      return concerned.every((at) => children[at]!.isComplete(present));
    },
    requiredKeys: optional ? [] : children.flatMap((child) => [...child.requiredKeys]),
    emptiable,
    label: children.map((child) => child.label).join(', '),
    presence,
    encode(source, run, cursors) {
      if (optional && presentKeys(node, source).length === 0) return;
      const concerned = index.of(Object.keys(source));
      if (concerned === undefined) {
        for (const child of children) child.encode(source, run, cursors);
      } else {
        for (const at of concerned) children[at]!.encode(source, run, cursors);
      }
    },
  };
  return node;
}

/** A choice that occurs at most once (CM-12, CM-13). */
export function compileChoice(branches: readonly NodeEncoder[], optional: boolean): NodeEncoder {
  const branchesOf = new Map<string, NodeEncoder[]>();
  for (const branch of branches) {
    for (const key of new Set(branch.keys)) {
      const known = branchesOf.get(key);
      if (known === undefined) branchesOf.set(key, [branch]);
      else known.push(branch);
    }
  }
  const keys = [...branchesOf.keys()];
  const emptiable = optional || branches.some((branch) => branch.emptiable);
  // A design can leave out a branch.
  const possible = branches.filter((branch) => branch.keys.length > 0);
  const label = possible.map((branch) => branch.label).join(' | ');
  const expected = possible.map((branch) => branch.requiredKeys[0] ?? branch.keys[0] ?? '');

  /** The branches that have all of these keys, of which there is at least one. */
  const withAll = (present: readonly string[]): readonly NodeEncoder[] => {
    const lists = present.map((key) => branchesOf.get(key) ?? []);
    const [first = [], ...others] = lists.sort((left, right) => left.length - right.length);
    if (others.length === 0) return first;
    charge(lists.reduce((sum, list) => sum + list.length, 0));
    const sets = others.map((list) => new Set(list));
    return first.filter((branch) => sets.every((set) => set.has(branch)));
  };

  /** The first branch that has all present keys and all its required ones, otherwise the first that has the present ones. */
  const select = (present: readonly string[]): NodeEncoder | undefined => {
    const candidates = withAll(present);
    if (candidates.length < 2) return candidates[0];
    const set = new Set(present);
    charge(candidates.length);
    return candidates.find((branch) => branch.isComplete(set)) ?? candidates[0];
  };

  const node: NodeEncoder = {
    keys,
    requiredKeys: [],
    emptiable,
    isComplete(present) {
      const here =
        present.size < keys.length
          ? [...present].filter((key) => branchesOf.has(key))
          : keys.filter((key) => present.has(key));
      if (here.length === 0) return emptiable;
      const candidates = withAll(here);
      charge(candidates.length);
      return candidates.some((branch) => branch.isComplete(present));
    },
    label: `(${label})`,
    presence: mergePresence(branches),
    encode(source: InputObject, run: EncodingRun, cursors: Cursors) {
      const present = presentKeys(node, source);
      if (present.length === 0 && emptiable) return;
      const branch = present.length === 0 ? undefined : select(present);
      if (branch !== undefined) {
        branch.encode(source, run, cursors);
        return;
      }
      const got = present.length === 0 ? '' : `, got ${present.join(' and ')}`;
      run.report('choice', `must have exactly one of: ${label}${got}`, expected);
    },
  };
  return node;
}

function mergePresence(nodes: readonly NodeEncoder[]): NodeEncoder['presence'] {
  const merged = new Map<string, (source: InputObject) => boolean>();
  for (const { presence } of nodes) {
    for (const [key, isPresent] of presence) if (!merged.has(key)) merged.set(key, isPresent);
  }
  return merged;
}
