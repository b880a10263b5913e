#!/usr/bin/env node
/**
 * The public surface of every library as text: `packages/x/api.txt` lists the exported names with their signatures, sorted, so that
 * a diff shows every change of it. `node scripts/api-report.mjs` fails if a file is out of date, or if two packages declare one name;
 * `--write` updates the files.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const write = process.argv[2] === '--write';
if (process.argv.length > (write ? 3 : 2)) fail('usage: node scripts/api-report.mjs [--write]');

/** Names that several packages declare, because each means the same for its package; those of compat are node-soap's. */
const ALIKE = new Set(['Client', 'NodeHandler', 'Security', 'createClient', 'listen', 'toNodeHandler']);

const entries = readdirSync(join(root, 'packages')).flatMap(publishedEntries);
const { config } = ts.readConfigFile(join(root, 'tsconfig.base.json'), ts.sys.readFile);
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
const program = ts.createProgram(
  entries.map(({ file }) => file),
  { ...options, types: ['node'] },
);
const checker = program.getTypeChecker();
const printer = ts.createPrinter({ removeComments: true });
/** The declarations of each source file, as `.d.ts` text. */
const declarations = new Map();

/** The files that declare each exported name. */
const declaredIn = new Map();

const stale = [];
for (const [folder, ofFolder] of groups()) {
  const text = ofFolder.map(report).join('\n');
  const file = join(folder, 'api.txt');
  if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
  if (write) writeFileSync(file, text);
  else stale.push(file.slice(root.length + 1));
}
if (stale.length > 0)
  fail(
    `out of date: ${stale.join(', ')}\nIf the change is intended, run "pnpm run api" and commit the files.`,
  );

const twice = [...declaredIn].filter(([name, places]) => places.size > 1 && !ALIKE.has(name));
if (twice.length > 0)
  fail(
    twice
      .map(([name, places]) => `${name} is declared in ${[...places].join(' and ')}: one name, one meaning`)
      .join('\n'),
  );

function publishedEntries(name) {
  const folder = join(root, 'packages', name);
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (manifest.private) return [];
  return Object.keys(manifest.publishConfig.exports).map((subpath) => ({
    folder,
    module: join(manifest.name, subpath),
    file: join(folder, manifest.exports[subpath]['@soapstone/source']),
  }));
}

/** The entries of each folder. */
function groups() {
  const found = new Map();
  for (const entry of entries) found.set(entry.folder, [...(found.get(entry.folder) ?? []), entry]);
  return found;
}

/** The exports of one entry of a package. */
function report({ module, file }) {
  const source = program.getSourceFile(file);
  const declared = source && checker.getSymbolAtLocation(source);
  if (declared === undefined) throw new Error(`${file} is not a module of the program`);
  const symbols = checker.getExportsOfModule(declared);
  const printed = symbols
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((symbol) => signatures(symbol));
  return `# ${module}\n\n${printed.join('\n')}\n`;
}

function signatures(exported) {
  const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
  const files = [...new Set(symbol.declarations?.map((declaration) => declaration.getSourceFile()))];
  const [, library] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(files[0]?.fileName ?? '') ?? [];
  if (library !== undefined) return [`// ${exported.name}: ${symbol.name} of ${library}`];
  for (const { fileName } of files) {
    const places = declaredIn.get(exported.name) ?? new Set();
    declaredIn.set(exported.name, places.add(fileName.slice(root.length + 1)));
  }
  const found = files.flatMap(statementsOf).filter((each) => names(each).includes(symbol.name));
  if (found.length === 0) fail(`${exported.name}: no declaration of ${symbol.name} was found`);
  const renamed = exported.name === symbol.name ? [] : [`// ${exported.name} is:`];
  return [...renamed, ...found.map(print)];
}

function statementsOf(source) {
  const known = declarations.get(source);
  if (known !== undefined) return known;
  const { outputText, diagnostics } = ts.transpileDeclaration(source.text, {
    fileName: source.fileName,
    compilerOptions: options,
    reportDiagnostics: true,
  });
  for (const { messageText } of diagnostics ?? [])
    fail(`${source.fileName}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`);
  const { statements } = ts.createSourceFile('api.d.ts', outputText, ts.ScriptTarget.Latest, true);
  declarations.set(source, [...statements]);
  return [...statements];
}

function names(statement) {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  return statement.name === undefined ? [] : [statement.name.getText()];
}

function print(statement) {
  return printer
    .printNode(ts.EmitHint.Unspecified, statement, statement.getSourceFile())
    .replace(/^export (declare )?/, '');
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
