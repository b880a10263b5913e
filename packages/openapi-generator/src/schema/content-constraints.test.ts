import type { ContentNode, SequenceNode } from '@soapstone/json-xml-mapper';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { any, choice, el, group, INT, items, optional, optionalChoice, seq } from '../testing/shapes.js';
import { constraintsOf, leavesOf } from './content-constraints.js';

/**
 * What CM-12 to CM-14 say, read literally and without any regard for cost: is an object with exactly these keys in
 * keeping with the plan? The constraints must agree for every set of keys.
 */
function isSatisfied(node: ContentNode, present: ReadonlySet<string>): boolean {
  switch (node.kind) {
    case 'element':
    case 'any':
      return node.min === 0 || present.has(keyOf(node));
    case 'items':
      return node.min === 0 || isSatisfied(node.body.content, new Set()) || present.has(node.key);
    case 'sequence':
      if (node.optional && isAbsent(node, present)) return true;
      return node.children.every((child) => isSatisfied(child, present));
    case 'choice': {
      if (isAbsent(node, present)) {
        return node.optional || node.branches.some((branch) => isSatisfied(branch, new Set()));
      }
      const touched = keysOf(node).filter((key) => present.has(key));
      // CM-13: the first branch whose keys contain all that are present.
      const selected = node.branches.find((branch) => touched.every((key) => keysOf(branch).includes(key)));
      return selected !== undefined && isSatisfied(selected, present);
    }
  }
}

function keyOf(node: Extract<ContentNode, { kind: 'element' | 'any' | 'items' }>): string {
  return node.kind === 'element' ? node.member.key : node.key;
}

function keysOf(node: ContentNode): string[] {
  return leavesOf(node).map((leaf) => keyOf(leaf.node));
}

function isAbsent(node: ContentNode, present: ReadonlySet<string>): boolean {
  return !keysOf(node).some((key) => present.has(key));
}

function subsets(keys: readonly string[]): ReadonlySet<string>[] {
  return Array.from(
    { length: 2 ** keys.length },
    (_, bits) => new Set(keys.filter((__, index) => (bits >> index) & 1)),
  );
}

const a = el('a', INT);
const b = el('b', INT);
const c = el('c', INT);
const d = el('d', INT);
const e = optional('e', INT);
const f = optional('f', INT);
const g = el('g', INT);

describe('constraints agree with the rules for every set of keys', () => {
  test.each<[string, SequenceNode]>([
    ['required and optional', seq(a, e)],
    ['a choice of elements', seq(choice(a, b, c), d)],
    ['a choice with an optional element', seq(choice(a, e))],
    ['an optional choice', seq(optionalChoice(a, b), c)],
    ['branches of several keys', seq(choice(a, seq(b, e), seq(c, d)))],
    ['an emptiable branch', seq(choice(a, seq(e, f)))],
    ['an optional group', seq(a, group(b, e))],
    ['a group of optional elements', seq(group(e, f))],
    ['groups in groups', seq(group(a, group(b, group(c, e))))],
    ['a choice in an optional group', seq(group(a, choice(b, c)))],
    ['an optional choice in an optional group', seq(group(a, optionalChoice(b, c)))],
    ['a choice in a branch', seq(choice(a, seq(b, choice(c, seq(d, e)))))],
    ['an optional group in a branch', seq(choice(a, seq(b, group(c, e))))],
    ['two choices', seq(choice(a, b), choice(c, seq(d, e)))],
    ['a choice at the end of branches', seq(optionalChoice(seq(a, choice(b, c)), seq(d, e)))],
    ['a key that two branches share', seq(choice(seq(a, b), seq(c, b)))],
    ['a shared key in an optional choice', seq(optionalChoice(seq(a, b), seq(c, b, e)), d)],
    [
      'wildcards and repeating groups',
      seq(any('$any', 1), items('$items', 1, seq(a, b)), choice(c, any('$any2', 1))),
    ],
    ['a repeating group with an emptiable body', seq(items('$items', 1, seq(e, f)), d)],
    ['an empty branch', seq(choice(a, seq()), b)],
    ['everything', seq(a, choice(b, seq(c, group(d, e))), group(f, g))],
  ])('%s', (_, plan) => {
    const { required, clauses, acceptsEmpty } = constraintsOf(plan, new Map());
    const validate = new Ajv({ strict: false }).compile({ required, allOf: [{}, ...clauses] });
    for (const present of subsets(keysOf(plan))) {
      const json = Object.fromEntries([...present].map((key) => [key, 1]));
      expect(validate(json), JSON.stringify({ json, required, clauses })).toBe(isSatisfied(plan, present));
    }
    expect(acceptsEmpty).toBe(isSatisfied(plan, new Set()));
  });
});

test('one choice of elements reads as one', () => {
  expect(constraintsOf(seq(choice(a, b)), new Map()).clauses).toEqual([
    { oneOf: [{ required: ['a'] }, { required: ['b'] }] },
  ]);
});

test('what has a default is not required (NL-3)', () => {
  const plan = seq(el('x', INT, { default: '1' }), el('y', INT, { fixed: '2' }), a);
  expect(constraintsOf(plan, new Map()).required).toEqual(['a']);
});

test('a choice of 20,000 elements is left to the mapper', () => {
  const plan = seq(choice(...Array.from({ length: 20_000 }, (_, index) => el(`k${index}`, INT))));
  expect(constraintsOf(plan, new Map())).toEqual({ required: [], clauses: [], acceptsEmpty: false });
});
