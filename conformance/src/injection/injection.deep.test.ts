import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createDraw } from '../laws/draw.js';
import { checkInjection } from './check-injection.js';
import { compileHostileServices } from './services.js';
import { printItem, readWithLibxml2, readWithSaxes } from './xml-item.js';

// A small budget with a fixed seed; `pnpm conformance injection --runs N` searches with a large one.
test('hostile bodies are rejected, or become exactly what they say', async () => {
  const services = await compileHostileServices();
  const count = { accepted: 0, refused: 0 };
  fc.assert(
    fc.property(fc.gen(), (g) => {
      count[checkInjection(services, createDraw(g))] += 1;
    }),
    { numRuns: 1000, seed: 20261121, includeErrorInReport: true },
  );
  expect(count.accepted).toBeGreaterThan(300);
  expect(count.refused).toBeGreaterThan(100);
});

test('both judges see injected markup', () => {
  const [harmless, evil] = ['<a b="1">&lt;evil/&gt;</a>', '<a b="1"><evil/></a>'];
  for (const read of [readWithSaxes, readWithLibxml2]) {
    expect(printItem(read(harmless))).toBe('<a b="1">("<evil/>")');
    expect(printItem(read(evil))).toBe('<a b="1">(<evil>())');
    expect(() => read('<a b="1" b="2"/>')).toThrow();
  }
  // An unbound prefix is an error to saxes; libxml2 continues with the prefixed name, which no expectation has.
  expect(() => readWithSaxes('<x:a/>')).toThrow();
  expect(printItem(readWithLibxml2('<x:a/>'))).toBe('<x:a>()');
});
