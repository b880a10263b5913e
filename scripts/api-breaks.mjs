#!/usr/bin/env node
/**
 * Fails if the public API of a library breaks what the last release promised, and no changeset asks for a major version:
 * `node scripts/api-breaks.mjs [<commit>]`. Compares `packages/x/api.txt` with the file of the commit, by default the newest tag `v…`;
 * before the first release there is nothing to compare with.
 *
 * A break is an exported name that is gone, a member that is gone, a member or signature that reads differently, and a new required member
 * of an interface whose values programs write (`…Options`). A signature that reads differently and takes and returns the same is accepted
 * by a line of a changeset: `Compatible: <name>: <why>`.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('..', import.meta.url));
const printer = ts.createPrinter({ removeComments: true });

/**
 * The breaks between two versions of an `api.txt`.
 *
 * @param {string} before
 * @param {string} after
 * @returns {{ readonly name: string, readonly problem: string }[]} `name` as a changeset can accept it: `Limiter`, `Limiter.consume`
 */
export function breaksBetween(before, after) {
  const now = modulesOf(after);
  return [...modulesOf(before)].flatMap(([module, exported]) => {
    const later = now.get(module);
    if (later === undefined) return [{ name: module, problem: 'the entry is gone' }];
    return [...exported].flatMap(([name, parts]) => breaksOf(name, parts, later.get(name)));
  });
}

/**
 * @param {string} name
 * @param {ReadonlyMap<string, Part>} before
 * @param {ReadonlyMap<string, Part> | undefined} after
 */
function breaksOf(name, before, after) {
  if (after === undefined) return [{ name, problem: 'is gone' }];
  const found = [...before].flatMap(([member, { text }]) => {
    const full = member === '' ? name : `${name}.${member}`;
    const later = after.get(member);
    if (later === undefined) return [{ name: full, problem: 'is gone' }];
    return later.text === text ? [] : [{ name: full, problem: `was "${text}", is "${later.text}"` }];
  });
  if (!name.endsWith('Options')) return found;
  const added = [...after].filter(([member, { isRequired }]) => isRequired && !before.has(member));
  return [
    ...found,
    ...added.map(([member]) => ({ name: `${name}.${member}`, problem: 'is new and required' })),
  ];
}

/**
 * @typedef Part A member of an interface or class, or with the name `''` everything else of a declaration.
 * @property {string} text
 * @property {boolean} isRequired
 */

/**
 * The exported names of each entry of a package, with their parts.
 *
 * @param {string} report
 */
function modulesOf(report) {
  /** @type {Map<string, Map<string, Map<string, Part>>>} */
  const modules = new Map();
  for (const section of `\n${report}`.split('\n# ').slice(1)) {
    const end = section.indexOf('\n');
    modules.set(section.slice(0, end), namesOf(section.slice(end)));
  }
  return modules;
}

/** @param {string} declarations */
function namesOf(declarations) {
  const source = ts.createSourceFile('api.d.ts', declarations, ts.ScriptTarget.Latest, true);
  /** @type {Map<string, Map<string, Part>>} */
  const names = new Map();
  for (const statement of source.statements) {
    const print = (/** @type {ts.Node} */ node) =>
      printer.printNode(ts.EmitHint.Unspecified, node, source).replaceAll(/\s+/g, ' ');
    const known = ts.isVariableStatement(statement)
      ? statement.declarationList.declarations.map(({ name }) => name.getText())
      : [/** @type {ts.DeclarationStatement} */ (statement).name?.getText() ?? ''];
    for (const name of known) {
      const parts = names.get(name) ?? new Map();
      names.set(name, parts);
      if (ts.isInterfaceDeclaration(statement) || ts.isClassDeclaration(statement)) {
        for (const member of statement.members) add(parts, member.name?.getText() ?? print(member), member);
        const [head = ''] = print(statement).split('{', 1);
        parts.set('', { text: head.trim(), isRequired: false });
      } else add(parts, '', statement);
    }

    /**
     * Overloads have one name.
     *
     * @param {Map<string, Part>} parts
     * @param {string} name
     * @param {ts.Node} node
     */
    function add(parts, name, node) {
      const earlier = parts.get(name);
      const isOptional = 'questionToken' in node && node.questionToken !== undefined;
      const text = earlier === undefined ? print(node) : `${earlier.text} ${print(node)}`;
      parts.set(name, { text, isRequired: !isOptional });
    }
  }
  return names;
}

/**
 * What the changesets of a folder ask for.
 *
 * @param {string} folder
 */
export function readChangesets(folder) {
  const texts = readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => readFileSync(join(folder, name), 'utf8'));
  return {
    // All packages have one version.
    isMajor: texts.some((text) => text.split('---')[1]?.includes(': major')),
    compatible: new Set(
      texts.flatMap((text) => [...text.matchAll(/^Compatible: ([^\s:]+): \S/gm)].map(([, name]) => name)),
    ),
  };
}

function main() {
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const commit = process.argv[2] ?? newestTag(git);
  if (commit === undefined) return console.log('no release to compare with');
  const { isMajor, compatible } = readChangesets(join(root, '.changeset'));
  const breaks = git('ls-tree', '--name-only', '-r', commit, 'packages')
    .split('\n')
    .filter((file) => /^packages\/[^/]+\/api\.txt$/.test(file))
    .flatMap((file) => {
      const found = breaksBetween(git('show', `${commit}:${file}`), readText(join(root, file)));
      return found.map((each) => ({ file, ...each }));
    })
    .filter(({ name }) => !compatible.has(name));
  for (const { file, name, problem } of breaks) console.log(`${file}: ${name} ${problem}`);
  if (breaks.length === 0) console.log(`nothing that ${commit} promised is broken`);
  else if (isMajor) console.log(`${breaks.length} breaks, which a changeset announces as a major version`);
  else {
    console.error(
      `${breaks.length} breaks of ${commit} need a changeset with "major", or a line "Compatible: <name>: <why>"`,
    );
    process.exitCode = 1;
  }
}

/** @param {(...args: string[]) => string} git */
function newestTag(git) {
  try {
    return git('describe', '--tags', '--abbrev=0', '--match', 'v*').trim();
  } catch {
    return undefined;
  }
}

/** @param {string} file */
function readText(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
