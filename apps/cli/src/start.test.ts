import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const here = dirname(fileURLToPath(import.meta.url));

/** Returns the packages that loading a module imports, directly or through other modules of the command. */
function packagesLoadedBy(entry: string): string[] {
  const packages = new Set<string>();
  const seen = new Set<string>();
  const waiting = [entry];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    const text = readFileSync(file, 'utf8');
    for (const [, name = ''] of text.matchAll(/^(?:import|export) (?!type )(?:[^'();]+ from )?'([^']+)'/gm)) {
      if (name.startsWith('.')) waiting.push(join(dirname(file), name.replace(/\.js$/, '.ts')));
      else packages.add(name);
    }
  }
  return [...packages].sort();
}

test('start: help, completion and typos load commander, the texts of the options and nothing else', () => {
  const loaded = ['run.ts', 'terminal/terminal.ts'].flatMap((name) => packagesLoadedBy(join(here, name)));
  expect([...new Set(loaded)].filter((name) => !name.startsWith('node:'))).toEqual([
    '@soapstone/credentials/doors',
    'commander',
  ]);
});

test('start: the check detects what a module imports', () => {
  expect(packagesLoadedBy(join(here, 'errors/error-report.ts'))).toContain('@soapstone/json-xml-mapper');
});
