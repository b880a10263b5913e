#!/usr/bin/env node
/**
 * Completes the build of a library. Run it in the library's folder after tsup. It adds
 *
 * - CommonJS beside each ES module, for Jest (`commonjs.mjs`). Declarations are copied as `.d.cts`, which TypeScript expects there.
 * - To declarations, the types of the platform that they use (`platform-types.mjs`).
 * - The mapping rules, if comments in the package cite them.
 *
 * It sorts the imports of chunks, whose order esbuild leaves to chance: two builds of the same sources give the same files. It
 * removes those that import no name. They run the modules of a chunk early, which has no effect in packages without side effects,
 * and bundlers that split code would keep the chunk in every program.
 */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeCommonJs } from './commonjs.mjs';
import { withPlatformTypes } from './platform-types.mjs';

const RULES = join(dirname(fileURLToPath(import.meta.url)), '../docs/json-mapping.md');
const RULE_ID = /\b(?:OA|NM|UW|VE|FL|HD|AN|GQ|OP|TR|AT|WA|XO|BD|VO|NL|EN|MO|SE)-\d+\b/;

const { sideEffects } = JSON.parse(readFileSync('package.json', 'utf8'));
// The imports at the beginning of a file: as many lines as before, so that its source map stays right.
const IMPORTS = /^(?:import (?:\{[^}]*\} from )?"\.{1,2}\/[^"]+";\n)+/;
for (const file of filesIn('dist').filter((name) => name.endsWith('.js'))) {
  const text = readFileSync(file, 'utf8');
  const sorted = text.replace(IMPORTS, (block) => {
    const pathOf = (statement) => /"([^"]+)";\n$/.exec(statement)?.[1] ?? '';
    const statements = block.match(/import [^;]*;\n/g) ?? [];
    const kept = statements.filter((each) => sideEffects !== false || each.startsWith('import {'));
    kept.sort((one, other) => (pathOf(one) < pathOf(other) ? -1 : 1));
    return kept.join('') + '\n'.repeat(statements.length - kept.length);
  });
  if (sorted !== text) writeFileSync(file, sorted);
}
await writeCommonJs(
  'dist',
  filesIn('dist').filter((name) => name.endsWith('.js')),
);
for (const file of filesIn('dist').filter((name) => name.endsWith('.d.ts'))) {
  const text = withPlatformTypes(readFileSync(file, 'utf8'));
  writeFileSync(file, text);
  writeFileSync(
    file.replace(/\.d\.ts$/, '.d.cts'),
    text.replaceAll(/(['"])(\.\.?\/[^'"]+)\.js\1/g, '$1$2.cjs$1'),
  );
}
if (filesIn('src').some((file) => file.endsWith('.ts') && RULE_ID.test(readFileSync(file, 'utf8')))) {
  mkdirSync('docs', { recursive: true });
  copyFileSync(RULES, 'docs/json-mapping.md');
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
}
