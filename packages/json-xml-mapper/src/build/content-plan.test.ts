import type { Particle } from '@soapstone/soap-model';
import { describe, expect, test } from 'vitest';
import { all, any, choice, el, SchemaLiteral, sequence, times } from '../testing/schema-literal.js';
import { objectOf, printMembers, printPlan } from '../testing/shapes.js';

const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => el(name, 'string')) as [
  Particle,
  Particle,
  Particle,
  Particle,
];

function objectWith(particle: Particle) {
  const schema = new SchemaLiteral();
  return objectOf(schema, schema.complex('T', particle));
}

const plan = (particle: Particle): string => {
  const object = objectWith(particle);
  return object.form === 'plain' ? printPlan(object) : `$content: ${printPlan(object)}`;
};

describe('normalisation (CM-1 to CM-5)', () => {
  test.each<[string, Particle, string]>([
    ['CM-1: empty groups are removed', sequence(sequence(), a, choice(), sequence(times(b, 0, 0))), 'a'],
    ['CM-1: an empty branch makes its choice optional', choice(a, b, sequence()), '(a | b)?'],
    ['CM-1: a branch that cannot occur is removed', choice(a, b, times(c, 0, 0)), '(a | b)'],
    ['CM-2: sequences are spliced', sequence(a, sequence(b, sequence(c)), d), 'a, b, c, d'],
    ['CM-2: choices are spliced', choice(a, choice(b, choice(c, d))), '(a | b | c | d)'],
    ['CM-2: an optional group is not', sequence(a, times(sequence(b, c), 0, 1)), 'a, (b, c)?'],
    ['CM-2: an all group is a sequence in any order', all(a, times(b, 0, 1)), 'a & b?'],
    ['CM-2: an optional all', times(all(a, b), 0, 1), '(a & b)?'],
    ['CM-3: a group of one', times(sequence(times(a, 1, 1)), 0, 'unbounded'), 'a*'],
    [
      'CM-3: occurrences are multiplied',
      times(sequence(times(choice(times(a, 1, 2)), 1, 3)), 2, 4),
      'a{2,24}',
    ],
    ['CM-3: an optional group of one', times(sequence(times(a, 0, 5)), 0, 1), 'a{0,5}'],
    ['CM-3: a fixed count', times(sequence(times(a, 2, 2)), 3, 3), 'a{6,6}'],
    [
      'CM-3: a group of a group',
      times(sequence(times(choice(a, b), 0, 'unbounded')), 1, 2),
      '$items*(a | b)',
    ],
    ['CM-3: counts with gaps keep the group', times(sequence(times(a, 2, 2)), 0, 3), '$items{0,3}(a{2,2})'],
    ['CM-3: an optional pair', sequence(times(sequence(times(a, 2, 2)), 0, 1), b), '(a{2,2})?, b'],
    [
      'CM-4: (a* | b)* is (a | b)*',
      times(choice(times(a, 0, 'unbounded'), b), 1, 'unbounded'),
      '$items*(a | b)',
    ],
    [
      'CM-4: (a+ | b)+ is (a | b)+',
      times(choice(times(a, 1, 'unbounded'), b), 1, 'unbounded'),
      '$items+(a | b)',
    ],
    ['CM-4: not with two or more', times(choice(times(a, 2, 3), b), 1, 'unbounded'), '$items+(a{2,3} | b)'],
    [
      'CM-4: not if the choice is bounded',
      times(choice(times(a, 0, 5), b), 0, 10),
      '$items{0,10}(a{0,5} | b)',
    ],
    ['CM-4: after multiplying', times(sequence(choice(times(a, 0, 2), b)), 1, 'unbounded'), '$items*(a | b)'],
    [
      'CM-4: wildcards too',
      times(choice(times(any(), 0, 'unbounded'), b), 0, 'unbounded'),
      '$items*($any | b)',
    ],
    ['CM-5: a repeating sequence', times(sequence(a, times(b, 0, 1)), 1, 'unbounded'), '$items+(a, b?)'],
    [
      'CM-17: several groups are numbered',
      sequence(
        a,
        times(choice(b, c), 0, 'unbounded'),
        times(sequence(el('k', 'string'), el('v', 'string')), 1, 2),
      ),
      'a, $items*(b | c), $items2{1,2}(k, v)',
    ],
    [
      'CM-17: numbers start again inside a group',
      times(sequence(a, times(choice(b, c), 0, 'unbounded')), 1, 'unbounded'),
      '$items+(a, $items*(b | c))',
    ],
    [
      'CM-21: an empty repetition lets any number be empty',
      times(sequence(times(a, 0, 1), times(b, 0, 1)), 2, 5),
      '$items{0,5}(a?, b?)',
    ],
    [
      'AN-2: several wildcards are numbered',
      sequence(any(), a, times(any(), 0, 'unbounded')),
      '$any, a, $any2*',
    ],
  ])('%s', (_, particle, want) => {
    expect(plan(particle)).toBe(want);
  });

  test('CM-20: the order of groups and elements is the schema’s', () => {
    expect(plan(sequence(times(choice(a, b), 0, 'unbounded'), c))).toBe('$items*(a | b), c');
  });

  test('the body of a group has its own keys (CM-17)', () => {
    const object = objectWith(sequence(a, times(sequence(a, b), 2, 2)));
    expect(printMembers(object)).toEqual(['a']);
    const items = object.content.children[1];
    expect(items?.kind === 'items' && printMembers(items.body)).toEqual(['a', 'b']);
  });
});

describe('totals of a key (CM-6, CM-8, CM-11)', () => {
  test.each<[string, Particle, string[]]>([
    ['one place', sequence(a, times(b, 0, 1), times(c, 0, 2)), ['a', 'b?', 'c?[]']],
    ['maxOccurs="2" is an array', sequence(times(a, 2, 2)), ['a[]']],
    ['places of a sequence add up', sequence(a, b, a), ['a[]', 'b']],
    ['an optional last place', sequence(a, b, times(a, 0, 1)), ['a[]', 'b']],
    [
      'branches of a choice do not add up',
      choice(sequence(a, b), sequence(c, a)),
      ['a? conditional', 'b? conditional', 'c? conditional'],
    ],
    [
      'an optional group',
      sequence(a, times(sequence(b, times(c, 1, 'unbounded')), 0, 1)),
      ['a', 'b? conditional', 'c?[] conditional'],
    ],
  ])('%s', (_, particle, want) => {
    const object = objectWith(particle);
    expect(object.form).toBe('plain');
    expect(printMembers(object)).toEqual(want);
  });

  test('bounds of a repeated name', () => {
    const [member] = objectWith(sequence(times(a, 1, 1), b, times(a, 2, 'unbounded'))).members;
    expect([member?.min, member?.max]).toEqual([3, Number.POSITIVE_INFINITY]);
  });
});

describe('content that needs $content (CM-8, CM-9)', () => {
  test.each<[string, Particle, boolean]>([
    ['two places, one of them variable', sequence(a, b, times(a, 0, 2)), false],
    ['two variable places', sequence(times(a, 0, 1), b, times(a, 0, 1)), true],
    ['a place in an optional group', sequence(a, times(sequence(b, a), 0, 1)), true],
    ['a place in a choice', sequence(a, choice(a, b)), true],
    ['two choices', sequence(choice(a, b), choice(a, c)), true],
    ['one name in two branches', choice(sequence(a, b), sequence(c, a)), false],
    ['two names in two branches (CM-9)', choice(sequence(a, b), sequence(b, a)), true],
    [
      'two names, not in the same two branches',
      choice(sequence(a, b), sequence(b, c), sequence(c, a)),
      false,
    ],
    ['in a nested choice', choice(sequence(a, b, c), sequence(b, choice(a, d))), true],
    [
      'inside a repeating group',
      sequence(d, times(sequence(times(a, 0, 1), b, times(a, 0, 1)), 0, 'unbounded')),
      true,
    ],
    ['inside and outside of a repeating group', sequence(a, times(sequence(a, b), 0, 'unbounded')), false],
  ])('%s', (_, particle, ordered) => {
    expect(objectWith(particle).form).toBe(ordered ? 'ordered' : 'plain');
  });

  test('its entries have the keys of the whole type, each once and never as an array (MX-2)', () => {
    const object = objectWith(
      sequence(times(a, 0, 1), times(sequence(b, times(a, 0, 3)), 0, 'unbounded'), times(a, 0, 1)),
    );
    expect(object.form).toBe('ordered');
    expect(object.members.map(({ key, array }) => [key, array])).toEqual([
      ['a', false],
      ['b', false],
    ]);
    const items = object.content.children[1];
    expect(items?.kind === 'items' && items.body.members[0]).toBe(object.members[0]);
  });

  test.each([
    ['one name', 4_000, 'plain'],
    ['a name in all and another in two', 2_000, 'ordered'],
  ])('a choice of 4,000 branches that share %s is decided in bounded time', (_, period, form) => {
    const branch = (n: number) => sequence(el(`x${n % period}`, 'int'), el('shared', 'int'));
    const start = process.cpuUsage();
    expect(objectWith(choice(...Array.from({ length: 4_000 }, (_each, n) => branch(n)))).form).toBe(form);
    // Processor time; a slow machine needs a fraction of this, and without the limit it would take hours.
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(30_000);
  });
});

test('a chain of 4,999 nested groups builds without recursion', () => {
  let particle: Particle = a;
  for (let depth = 0; depth < 4_999; depth++) {
    particle =
      depth % 2 === 0 ? choice(particle, el(`c${depth}`, 'int')) : sequence(particle, el(`s${depth}`, 'int'));
  }
  const object = objectWith(particle);
  expect(object.members).toHaveLength(5_000);
});
