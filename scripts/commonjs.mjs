/**
 * CommonJS beside the ES modules of a library: what Jest loads, which cannot `require` an ES module, and Node before 22.12 and 20.19.
 * Everything else takes the ES modules for `require`, too, so that a program has one copy (decision 0144).
 */
import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build, transform } from 'esbuild';

const TARGET = 'node20';
/** Jest has no `import()` in CommonJS. */
const SUPPORTED = { 'dynamic-import': false };

/**
 * Writes each module as CommonJS beside it: `index.js` as `index.cjs`. Dependencies that are ES modules only are written into `folder`.
 *
 * @param folder the built modules
 * @param files the paths of all modules in `folder`
 */
export async function writeCommonJs(folder, files) {
  const bundled = new Map();
  for (const name of dependencies()) {
    if (!isModuleOnly(name)) continue;
    bundled.set(name, `${folder}/bundled-${name.replaceAll(/\W+/g, '-')}.cjs`);
    await bundle(name, bundled.get(name));
  }
  await Promise.all(
    files.map(async (file) => {
      const text = readFileSync(file, 'utf8');
      const { code } = await transform(text.replace(/\n\/\/# sourceMappingURL=\S+\s*$/, '\n'), {
        format: 'cjs',
        platform: 'node',
        target: TARGET,
        supported: SUPPORTED,
        define: { 'import.meta.url': 'moduleUrl' },
        minifyWhitespace: true,
        ...(text.includes('import.meta.url') && {
          banner: "const moduleUrl = require('node:url').pathToFileURL(__filename).href;",
        }),
      });
      const up = '../'.repeat(file.slice(folder.length + 1).split('/').length - 1) || './';
      const required = code.replaceAll(/\brequire\("([^"]+)"\)/g, (whole, specifier) => {
        if (/^\.\.?\//.test(specifier)) return `require("${specifier.replace(/\.js$/, '.cjs')}")`;
        const copy = bundled.get(specifier);
        return copy === undefined ? whole : `require("${up}${basename(copy)}")`;
      });
      // Never runs: tools that read names without running the module find this one only in an assignment.
      const named = /\bdefault:\(\)=>/.test(code)
        ? `${required.trimEnd()}0&&(exports.default=0);\n`
        : required;
      writeFileSync(file.replace(/\.js$/, '.cjs'), named);
    }),
  );
}

/** The dependencies of the package in the current folder. */
function dependencies() {
  return Object.keys(JSON.parse(readFileSync('package.json', 'utf8')).dependencies ?? {});
}

/** Whether a dependency has no form that CommonJS could always `require`. Ours have one. */
function isModuleOnly(name) {
  if (name.startsWith('@soapstone/')) return false;
  const { type, exports } = JSON.parse(readFileSync(join('node_modules', name, 'package.json'), 'utf8'));
  return type === 'module' && !JSON.stringify(exports ?? {}).includes('"require"');
}

/** Bundles a dependency with its licence. */
async function bundle(name, outfile) {
  const folder = realpathSync(join('node_modules', name));
  const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = ['LICENSE', 'LICENSE.md', 'LICENCE', 'LICENSE.txt']
    .map((each) => join(folder, each))
    .find(existsSync);
  if (file === undefined) throw new Error(`${name} has no licence file to ship with the copy in ${outfile}`);
  await build({
    stdin: { contents: `export * from ${JSON.stringify(name)};`, resolveDir: process.cwd() },
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: TARGET,
    supported: SUPPORTED,
    minify: true,
    keepNames: true,
    outfile,
    logLevel: 'error',
    banner: { js: `/*! ${name} ${version}, ${license}\n\n${readFileSync(file, 'utf8').trim()}\n*/` },
  });
}
