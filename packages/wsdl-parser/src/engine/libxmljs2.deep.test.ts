import { expect, test } from 'vitest';
import { loadLibxmljs2 } from './libxmljs2.js';
import { readXmlWithSaxes } from './saxes.js';
import { describeEngine, outline, read } from './testing/engine-contract.js';

const libxmljs2 = await loadLibxmljs2();

describeEngine('libxmljs2', libxmljs2);

test('both engines read a million references and a hundred thousand siblings to the same tree', () => {
  const text = `<a>${'&#65;'.repeat(1_000_000)}${'<b c="1"/>\n'.repeat(100_000)}</a>`;
  const [first, second] = [readXmlWithSaxes, libxmljs2].map((engine) => outline(read(engine, text).root));
  expect(first).toHaveLength(100_001);
  expect(first).toEqual(second);
});
