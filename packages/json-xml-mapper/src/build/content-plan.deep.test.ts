import type { Occurs, Particle } from '@soapstone/soap-model';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  difference,
  isDeterministic,
  languageOfParticle,
  languageOfPlan,
  sampleWord,
} from '../testing/content-language.js';
import { readByPlan, writeByPlan } from '../testing/plan-object.js';
import { any, el, SchemaLiteral } from '../testing/schema-literal.js';
import { objectOf } from '../testing/shapes.js';

const RUNS = 1500 * Number(process.env['SOAPSTONE_DEPTH']);

const occurrence = fc.constantFrom<readonly [number, Occurs]>(
  [1, 1],
  [1, 1],
  [1, 1],
  [0, 1],
  [0, 'unbounded'],
  [1, 'unbounded'],
  [0, 2],
  [2, 2],
  [2, 3],
  [0, 0],
);

/** Nested sequences and choices with every kind of occurrence and recurring names. */
const { particle } = fc.letrec<{ particle: Particle; group: Particle; leaf: Particle }>((tie) => ({
  leaf: fc
    .tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', '$any'), occurrence)
    .map(([name, [minOccurs, maxOccurs]]): Particle => {
      const bounds = { minOccurs, maxOccurs };
      return name === '$any' ? { ...any(), ...bounds } : el(name, 'string', bounds);
    }),
  group: fc
    .tuple(
      fc.constantFrom('sequence' as const, 'choice' as const),
      occurrence,
      fc.array(tie('particle'), { maxLength: 4 }),
    )
    .map(
      ([kind, [minOccurs, maxOccurs], particles]): Particle => ({ kind, minOccurs, maxOccurs, particles }),
    ),
  particle: fc.oneof({ maxDepth: 3, depthSize: 'small' }, tie('leaf'), tie('group')),
}));

const groups = fc
  .tuple(
    fc.constantFrom('sequence' as const, 'choice' as const),
    occurrence.filter(([, max]) => max !== 0),
    fc.array(particle, { minLength: 1, maxLength: 4 }),
  )
  .map(([kind, [minOccurs, maxOccurs], particles]): Particle => ({ kind, minOccurs, maxOccurs, particles }));

/** Choices whose branches share names, the subject of CM-9 and CM-13. The first element tells the branches apart. */
const sharing = fc
  .array(
    fc.tuple(
      fc.constantFrom<readonly [number, Occurs]>([1, 1], [1, 1], [0, 1], [1, 'unbounded']),
      fc.array(fc.tuple(fc.constantFrom('x', 'y', 'z'), occurrence), { maxLength: 3 }),
    ),
    { minLength: 2, maxLength: 4 },
  )
  .map((branches): Particle => {
    const particles = branches.map(([[minOccurs, maxOccurs], tail], index): Particle => {
      const first = el('abcd'[index]!, 'string', { minOccurs, maxOccurs });
      const rest = tail.map(([name, [min, max]]) => el(name, 'string', { minOccurs: min, maxOccurs: max }));
      return { kind: 'sequence', minOccurs: 1, maxOccurs: 1, particles: [first, ...rest] };
    });
    return { kind: 'choice', minOccurs: 1, maxOccurs: 1, particles };
  });

const alls = fc
  .tuple(fc.constantFrom(0, 1), fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { minLength: 1 }))
  .map(([minOccurs, names]): Particle => {
    const particles = names.map((name) => el(name, 'int', { minOccurs: name === 'b' ? 0 : 1 }));
    return { kind: 'all', minOccurs, maxOccurs: 1, particles };
  });

function objectWith(content: Particle) {
  const schema = new SchemaLiteral();
  return objectOf(schema, schema.complex('T', content));
}

/**
 * Whether there is a choice without branches. It admits nothing at all in XML Schema but no element here (CM-1), so
 * only such models may differ.
 */
function hasEmptyChoice(content: Particle): boolean {
  if (content.kind === 'element' || content.kind === 'any') return false;
  const children = content.particles.filter((child) => child.maxOccurs !== 0);
  return (content.kind === 'choice' && children.length === 0) || children.some(hasEmptyChoice);
}

describe('random content models', () => {
  test('the plan has the language of the particle (CM-1 to CM-5)', () => {
    fc.assert(
      fc.property(fc.oneof({ weight: 20, arbitrary: groups }, alls), (content) => {
        fc.pre(!hasEmptyChoice(content));
        expect(difference(languageOfParticle(content), languageOfPlan(objectWith(content)))).toBeUndefined();
      }),
      { numRuns: RUNS },
    );
  });

  test('every valid sequence survives the way to JSON and back (CM-6 to CM-20)', () => {
    let tried = 0;
    fc.assert(
      fc.property(
        fc.oneof({ weight: 2, arbitrary: groups }, sharing),
        fc.array(fc.nat(), { minLength: 60, maxLength: 60 }),
        (content, choices) => {
          const language = languageOfParticle(content);
          fc.pre(!hasEmptyChoice(content) && isDeterministic(language));
          const object = objectWith(content);
          if (object.form !== 'plain') return;
          for (let round = 0; round < 5; round++) {
            let next = round * 7;
            const word = sampleWord(language, (below) => choices[next++ % choices.length]! % below, 12);
            if (word === undefined) continue;
            const json = readByPlan(object, word);
            if (json === undefined) throw new Error(`not readable: ${word.join()}`);
            expect(writeByPlan(object, json)).toEqual(word.map((name, position) => `${name}${position}`));
            tried++;
          }
        },
      ),
      { numRuns: RUNS },
    );
    expect(tried).toBeGreaterThan(RUNS / 4);
  });
});
