import type { EncodingRun } from './encoding-run.js';
import type { InputObject } from './json-input.js';
import type { Cursors, NodeEncoder } from './node-encoder.js';

/** A sequence, or xs:all, which is written in schema order too (CM-2, CM-7). An optional one is all or nothing (CM-14). */
export function compileSequence(children: readonly NodeEncoder[], optional: boolean): NodeEncoder {
  const presentKeys = (source: InputObject): string[] =>
    children.flatMap((child) => [...child.presentKeys(source)]);
  const emptiable = optional || children.every((child) => child.emptiable);
  const keys = children.flatMap((child) => [...child.keys]);
  return {
    keys,
    isComplete: (present) =>
      (optional && !keys.some((key) => present.has(key))) ||
      children.every((child) => child.isComplete(present)),
    requiredKeys: optional ? [] : children.flatMap((child) => [...child.requiredKeys]),
    emptiable,
    label: children.map((child) => child.label).join(', '),
    presentKeys,
    encode(source, run, cursors) {
      if (optional && presentKeys(source).length === 0) return '';
      let text = '';
      for (const child of children) text += child.encode(source, run, cursors);
      return text;
    },
  };
}

/** A choice that occurs at most once (CM-12, CM-13). */
export function compileChoice(branches: readonly NodeEncoder[], optional: boolean): NodeEncoder {
  const keys = [...new Set(branches.flatMap((branch) => [...branch.keys]))];
  const emptiable = optional || branches.some((branch) => branch.emptiable);
  const label = branches.map((branch) => branch.label).join(' | ');
  const expected = branches.map((branch) => branch.requiredKeys[0] ?? branch.keys[0] ?? '');
  const keySets = branches.map((branch) => new Set(branch.keys));
  const presentKeys = (source: InputObject): string[] =>
    keys.length === 0 ? [] : [...new Set(branches.flatMap((branch) => [...branch.presentKeys(source)]))];

  /** The first branch that has all present keys and misses none that it needs, else the first that has the present ones. */
  const select = (present: readonly string[]): NodeEncoder | undefined => {
    const candidates = branches.filter((_, index) => present.every((key) => keySets[index]?.has(key)));
    const set = new Set(present);
    return candidates.find((branch) => branch.isComplete(set)) ?? candidates[0];
  };

  return {
    keys,
    requiredKeys: [],
    emptiable,
    isComplete(present) {
      const here = keys.filter((key) => present.has(key));
      if (here.length === 0) return emptiable;
      return branches.some(
        (branch, index) => here.every((key) => keySets[index]?.has(key)) && branch.isComplete(present),
      );
    },
    label: `(${label})`,
    presentKeys,
    encode(source: InputObject, run: EncodingRun, cursors: Cursors) {
      const present = presentKeys(source);
      if (present.length === 0 && emptiable) return '';
      const branch = present.length === 0 ? undefined : select(present);
      if (branch !== undefined) return branch.encode(source, run, cursors);
      const got = present.length === 0 ? '' : `, got ${present.join(' and ')}`;
      run.report('choice', `must have exactly one of: ${label}${got}`, expected);
      return '';
    },
  };
}
