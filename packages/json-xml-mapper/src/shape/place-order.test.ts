import { describe, expect, test } from 'vitest';
import { WorkMeter } from '../work.js';
import { PlaceOrder } from './place-order.js';
import type { ContentNode, SequenceNode } from './shape.js';

const element = (localName: string, max = 1): ContentNode =>
  ({
    kind: 'element',
    min: 0,
    max,
    member: { name: { namespace: '', localName } },
  }) as unknown as ContentNode;
const sequence = (...children: ContentNode[]): SequenceNode => ({
  kind: 'sequence',
  optional: false,
  unordered: false,
  children,
});
const choice = (...branches: ContentNode[]): ContentNode => ({ kind: 'choice', optional: false, branches });

describe('PlaceOrder', () => {
  test('an element: takes the same place while it has room, otherwise a later one, otherwise begins a repetition', () => {
    const places = new PlaceOrder(sequence(element('a', 2), element('b'), element('a')));
    expect(places.next(-1, 0, '{}a', '')).toBe(-1);
    expect(places.next(-1, 0, 'a', '')).toBe(0);
    expect(places.next(0, 1, 'a', '')).toBe(0);
    expect(places.next(0, 2, 'a', '')).toBe(2);
    expect(places.next(0, 1, 'b', '')).toBe(1);
    expect(places.next(1, 1, 'b', '')).toBe(-1);
    expect(places.next(2, 1, 'a', '')).toBe(-1);
  });

  test('a choice: another branch than the one taken begins a repetition', () => {
    const places = new PlaceOrder(sequence(choice(element('a'), element('b')), element('c')));
    expect(places.next(0, 1, 'b', '')).toBe(-1);
    expect(places.next(0, 1, 'c', '')).toBe(2);
  });

  test('a choice of many branches: costs as much as a choice of few', () => {
    const work = (branches: number): number => {
      const names = Array.from({ length: branches }, (_, i) => element(`n${i}`));
      const places = new PlaceOrder(sequence(choice(...names)));
      const meter = new WorkMeter(Number.POSITIVE_INFINITY);
      meter.run(() => {
        for (let i = 0; i < 100; i++) places.next(-1, 0, `n${branches - 1}`, '');
      });
      return meter.used;
    };
    expect(work(10)).toBe(100);
    expect(work(10_000)).toBe(100);
  });
});
