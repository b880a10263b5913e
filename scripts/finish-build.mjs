#!/usr/bin/env node
/**
 * Completes the build of a library. Run it in the library's folder after tsup. It adds
 *
 * - CommonJS: a one-line file per entry, which requires the ES module. There is one copy of the code, so `instanceof` holds
 *   across both; every supported Node can require ES modules. Declarations are copied as `.d.cts`, which TypeScript expects there.
 * - The mapping rules, if comments in the package cite them.
 *
 * It sorts the imports of chunks, whose order esbuild leaves to chance: two builds of the same sources give the same files. It
 * removes those that import no name. They run the modules of a chunk early, which has no effect in packages without side effects,
 * and bundlers that split code would keep the chunk in every program.
 */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const RULES = join(dirname(fileURLToPath(import.meta.url)), '../docs/json-mapping.md');
const RULE_ID = /\b(?:OA|NM|UW|VE|FL|HD|AN|GQ|OP|TR|AT|WA|XO|BD|VO|NL|EN|MO|SE)-\d+\b/;

const { publishConfig, sideEffects } = JSON.parse(readFileSync('package.json', 'utf8'));
for (const { default: entry } of Object.values(publishConfig.exports)) {
  const required = `require('./${basename(entry)}')`;
  // A default export is the property `default` of a CommonJS module that says that it was an ES module.
  const text = /\bas default\b/.test(readFileSync(entry, 'utf8'))
    ? `'use strict';\nexports.__esModule = true;\nexports.default = undefined;\nObject.assign(exports, ${required});\n`
    : `'use strict';\nmodule.exports = ${required};\n`;
  writeFileSync(entry.replace(/\.js$/, '.cjs'), text);
}
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
for (const file of filesIn('dist').filter((name) => name.endsWith('.d.ts'))) {
  const text = readFileSync(file, 'utf8').replaceAll(/(['"])(\.\.?\/[^'"]+)\.js\1/g, '$1$2.cjs$1');
  writeFileSync(file.replace(/\.d\.ts$/, '.d.cts'), text);
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
