import type { Particle } from '@soapstone/soap-model';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import type { ContentNode, SequenceNode } from '../../shape/shape.js';
import { any, choice, el, SchemaLiteral, sequence, times } from '../../testing/schema-literal.js';
import { objectOf } from '../../testing/shapes.js';
import { leavesOf } from '../context/plan-leaves.js';
import { contentConstraints } from './content-constraints.js';

/**
 * CM-12 to CM-14, implemented literally and without regard for cost: whether an object with exactly these
 * keys conforms to the plan. The constraints must agree for every set of keys.
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

const [a, b, c, d, g] = ['a', 'b', 'c', 'd', 'g'].map((name) => el(name, 'int')) as [
  Particle,
  Particle,
  Particle,
  Particle,
  Particle,
];
const [e, f] = ['e', 'f'].map((name) => el(name, 'int', { minOccurs: 0 })) as [Particle, Particle];
const seq = sequence;
const ajv = new Ajv({ strict: false });
const group = (...particles: Particle[]) => times(seq(...particles), 0, 1);
const optionalChoice = (...particles: Particle[]) => times(choice(...particles), 0, 1);
const items = (...particles: Particle[]) => times(seq(...particles), 1, 'unbounded');

function planOf(particle: Particle): SequenceNode {
  const schema = new SchemaLiteral();
  return objectOf(schema, schema.complex(undefined, particle)).content;
}

describe('constraints agree with the rules for every set of keys', () => {
  test.each<[string, Particle]>([
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
    ['wildcards and repeating groups', seq(any(), items(a, b), choice(c, any()))],
    ['a repeating group with an emptiable body', seq(items(e, f), d)],
    ['an empty branch', seq(choice(a, seq()), b)],
    ['everything', seq(a, choice(b, seq(c, group(d, e))), group(f, g))],
  ])('%s', (_, particle) => {
    const plan = planOf(particle);
    const { required, clauses, acceptsEmpty } = contentConstraints(plan, false);
    const validate = ajv.compile({ required, allOf: [{}, ...clauses] });
    for (const present of subsets(keysOf(plan))) {
      const json = Object.fromEntries([...present].map((key) => [key, 1]));
      expect(validate(json), JSON.stringify({ json, required, clauses })).toBe(isSatisfied(plan, present));
    }
    expect(acceptsEmpty).toBe(isSatisfied(plan, new Set()));
  });
});

test('a choice of elements is a single oneOf', () => {
  expect(contentConstraints(planOf(seq(choice(a, b))), false).clauses).toEqual([
    { oneOf: [{ required: ['a'] }, { required: ['b'] }] },
  ]);
});

test('null is no value for the only key of a choice, whose others a design has left out (NL-2)', () => {
  const one = planOf(seq(a));
  const only = (branch: ContentNode): ContentNode => ({
    kind: 'choice',
    optional: false,
    branches: [branch],
  });
  for (const child of [only(one), only(only(one))]) {
    const { required, clauses } = contentConstraints({ ...one, children: [child] }, true);
    const validate = ajv.compile({ required, allOf: [{}, ...clauses] });
    expect([{ a: 1 }, { a: null }, {}].map((json) => validate(json))).toEqual([true, false, false]);
  }
});

test('a member with a default is not required (NL-3)', () => {
  const plan = planOf(seq(el('x', 'int', { default: '1' }), el('y', 'int', { fixed: '2' }), a));
  expect(contentConstraints(plan, false).required).toEqual(['a']);
});

test('a choice of 20,000 elements is left to the mapper', () => {
  const [leaf] = planOf(seq(a)).children;
  if (leaf?.kind !== 'element') throw new Error('expected an element');
  const branches = Array.from({ length: 20_000 }, (_, index) => ({
    ...leaf,
    member: { ...leaf.member, key: `k${index}` },
  }));
  const plan: SequenceNode = {
    kind: 'sequence',
    optional: false,
    unordered: false,
    children: [{ kind: 'choice', optional: false, branches }],
  };
  expect(contentConstraints(plan, false)).toEqual({
    required: [],
    clauses: [],
    choices: [],
    acceptsEmpty: false,
  });
});
