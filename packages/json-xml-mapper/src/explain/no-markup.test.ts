import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const HERE = fileURLToPath(new URL('.', import.meta.url));

/** XML in a string: a tag, the end of one, an attribute, or the functions that escape text for one. */
const MARKUP = /['"`] ?<[\w$/!?]|\/>|="\$\{|>\$\{|escape(?:Text|Attribute)/;

/** Header blocks that come finished are read here, to find their names. */
const READERS = ['message/finished-blocks.ts'];

test('the encoder of values prints no XML itself', async () => {
  for (const line of ['`</name>`', "' nil/>'", 'escapeText(text)']) expect(MARKUP.test(line)).toBe(true);
  const names = await readdir(HERE, { recursive: true });
  const sources = names.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  expect(sources.length).toBeGreaterThan(40);
  const found: string[] = [];
  for (const name of sources.filter((source) => !READERS.includes(source))) {
    const lines = (await readFile(`${HERE}${name}`, 'utf8')).split('\n');
    for (const line of lines)
      if (!/^\s*(?:\/\/|\/?\*)/.test(line) && MARKUP.test(line)) found.push(`${name}: ${line.trim()}`);
  }
  expect(found).toEqual([]);
});
