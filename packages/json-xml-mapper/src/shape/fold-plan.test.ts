import { expect, test } from 'vitest';
import { choice, el, SchemaLiteral, sequence, times } from '../testing/schema-literal.js';
import { objectOf } from '../testing/shapes.js';
import { foldPlan } from './fold-plan.js';

const print = (content: Parameters<typeof foldPlan>[0]): string =>
  foldPlan(
    content,
    (leaf) => (leaf.kind === 'element' ? leaf.member.key : leaf.key),
    (group, children) => `${group.kind[0]}(${children.join()})`,
  );

test('children come before their group, in schema order, and bodies of repeating groups are not entered', () => {
  const schema = new SchemaLiteral();
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => el(name, 'int'));
  const particle = sequence(
    a!,
    choice(b!, sequence(c!, times(choice(d!, a!), 0, 'unbounded'))),
    times(sequence(d!, b!), 0, 1),
  );
  expect(print(objectOf(schema, schema.complex('T', particle)).content)).toMatch(/^s\(/);
  const plain = sequence(
    a!,
    choice(b!, sequence(c!, times(choice(el('x', 'int'), el('y', 'int')), 0, 'unbounded'))),
  );
  expect(print(objectOf(schema, schema.complex('P', plain)).content)).toBe('s(a,c(b,s(c,$items)))');
  expect(print(objectOf(schema, schema.complex('E')).content)).toBe('s()');
});
