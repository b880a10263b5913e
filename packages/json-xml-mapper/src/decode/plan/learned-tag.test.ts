import { expect, test } from 'vitest';
import { decodeUtf8, encodeUtf8 } from '../../platform.js';
import { NamespaceContext } from '../../xml/namespace-context.js';
import { XmlName } from '../../xml/xml-name.js';
import { WordMemory } from '../lanes/word-memory.js';
import { JsonFragment, JsonOutput } from '../output/json-output.js';
import { ABSENT_NOTHING, Slot } from './plan.js';

const memory = new WordMemory();
const context = NamespaceContext.create();
const other = NamespaceContext.create();

function createSlot(key: string): Slot<never> {
  return new Slot({
    index: 0,
    key,
    array: false,
    whenAbsent: ABSENT_NOTHING,
    opening: new JsonFragment(`"${key}":`),
    element: undefined,
    ordinal: 0,
    memory,
  });
}

function nameOf(qualified: string): XmlName {
  const bytes = encodeUtf8(qualified);
  return new XmlName({
    qualified,
    prefix: '',
    localName: qualified,
    namespace: '',
    key: qualified,
    context,
    bytes,
  });
}

function viewOf(text: string): DataView {
  const bytes = new Uint8Array(text.length + 16);
  bytes.set(encodeUtf8(text));
  return new DataView(bytes.buffer);
}

/** Slots that are neighbours in one memory, and learn names shorter and longer than their initial room. */
const slots = ['a', 'bc', 'a-longer-key'].map((key) => ({ key, slot: createSlot(key) }));
const NAMES = [1, 2, 3, 4, 5, 7, 8, 40, 6, 200, 9].map((length) => 'abcdefghij'.repeat(20).slice(0, length));

test.each(NAMES)('a slot recognises the tags of the name that it has learned: %s', (qualified) => {
  for (const { key, slot } of slots) {
    slot.learn(nameOf(qualified));
    const text = `<${qualified}>x</${qualified}>`;
    const end = qualified.length + 3;
    const view = viewOf(text);
    expect(slot.isAt(view, 0, context)).toBe(true);
    expect(slot.isAt(view, 0, other)).toBe(false);
    expect(slot.isEndAt(view, end)).toBe(true);
    expect(slot.endTagAt(view, 0, end)).toBe(text.length);
    for (let at = 0; at < text.length; at++) {
      const odd = viewOf(`${text.slice(0, at)}~${text.slice(at + 1)}`);
      if (at <= qualified.length + 1) expect(slot.isAt(odd, 0, context)).toBe(false);
      if (at >= end) expect(slot.isEndAt(odd, end)).toBe(false);
      if (at >= end) expect(slot.endTagAt(odd, 0, end)).toBe(-1);
    }
    const out = new JsonOutput(64);
    slot.writeOpening(out);
    expect(decodeUtf8(out.slice())).toBe(`"${key}":`);
  }
  // One plan's learning does not disturb the others.
  for (const { slot } of slots) expect(slot.isAt(viewOf(`<${qualified}/>`), 0, context)).toBe(true);
});

test('names that grow from document to document do not leak memory', () => {
  const slot = createSlot('k');
  const before = memory.words.length;
  for (let length = 1; length <= 1024; length++) slot.learn(nameOf('n'.repeat(length)));
  expect(memory.words.length).toBeLessThan(before * 2 + 2048);
});
