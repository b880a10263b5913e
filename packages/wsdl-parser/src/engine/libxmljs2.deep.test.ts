import { expect, test } from 'vitest';
import { readXmlInJavaScript } from './javascript.js';
import { loadLibxmljs2 } from './libxmljs2.js';
import { readXmlWithSaxes } from './saxes.js';
import { describeEngine, outline, read } from './testing/engine-contract.js';

const libxmljs2 = await loadLibxmljs2();

describeEngine('libxmljs2', libxmljs2);

test('all engines read a million references and a hundred thousand siblings to the same tree', async () => {
  const text = `<a>${'&#65;'.repeat(1_000_000)}${'<b c="1"/>\n'.repeat(100_000)}</a>`;
  const engines = [readXmlWithSaxes, libxmljs2, readXmlInJavaScript];
  const [first, ...others] = await Promise.all(
    engines.map(async (engine) => outline((await read(engine, text)).root)),
  );
  expect(first).toHaveLength(100_001);
  for (const other of others) expect(first).toEqual(other);
});
