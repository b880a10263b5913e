import { isMappingError } from '@soapstone/json-xml-mapper';
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

test('finished elements of a million nodes, of 10 MB and of great depth are refused within the limits', async () => {
  const { literal } = await compileHostileServices();
  for (const xml of [
    `<a>${'<b/>'.repeat(1_000_000)}</a>`,
    `<a>${'x'.repeat(10 * 1024 * 1024)}</a>`,
    `<a>${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}</a>`,
    `<a ${Array.from({ length: 100_000 }, (_, index) => `b${index}=""`).join(' ')}/>`,
  ])
    for (const input of [{ $any: [{ $xml: xml }] }, { letter: { $any: [{ $xml: xml }] } }])
      expect([xml.slice(0, 12), refusals(() => literal.toXml(input))[0]]).toEqual([
        xml.slice(0, 12),
        expect.stringMatching(/^(?:limit|format)$/),
      ]);
});

test('an element of the namespace of another service means nothing here', async () => {
  const { literal, encoded } = await compileHostileServices();
  // The other service declares urn:t too, but no letter; this one does not know its record.
  const xml = '<x:record xmlns:x="urn:tenant:other"><x:text>&lt;evil/&gt;</x:text></x:record>';
  expect(text(literal.toXml({ $any: [{ $xml: xml }] }).body)).toContain(xml);
  expect(refusals(() => literal.toXml({ inner: { $xml: xml } }))).toEqual(['content']);
  expect(refusals(() => encoded.toXml({ text: 'a', texts: [], record: { $xml: xml } }))).toEqual(['content']);
});

function refusals(encode: () => unknown): readonly string[] {
  try {
    encode();
    return [];
  } catch (error) {
    if (isMappingError(error)) return error.errors.map(({ keyword }) => keyword);
    throw error;
  }
}

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
