#!/usr/bin/env node
/**
 * Checks that no regular expression needs more than linear work: `pnpm run check:patterns`.
 *
 * Reads every regular expression literal in the sources of packages and applications and examines it with recheck. A finding is an error
 * unless `accepted-patterns.json` lists it together with the bound on its input, and so is an entry of that list that is not a finding any
 * more. Expressions that `new RegExp` builds are listed there too, because nothing can examine them.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import { check } from 'recheck';
import ts from 'typescript';

const root = fileURLToPath(new URL('..', import.meta.url));
const accepted = JSON.parse(readFileSync(new URL('accepted-patterns.json', import.meta.url), 'utf8'));

/** The files that contain each expression. */
const found = new Map();
const built = new Map();
const add = (map, text, file) => map.set(text, [...(map.get(text) ?? []), file]);

for (const file of sources()) {
  const source = ts.createSourceFile(
    file,
    readFileSync(`${root}/${file}`, 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
  /** @type {ts.Node[]} */
  const work = [source];
  for (let node = work.pop(); node !== undefined; node = work.pop()) {
    if (ts.isRegularExpressionLiteral(node)) add(found, node.text, file);
    if (ts.isNewExpression(node) && node.expression.getText(source) === 'RegExp')
      add(built, node.getText(source).replace(/\s+/g, ' '), file);
    ts.forEachChild(node, (child) => void work.push(child));
  }
}

/** The sources of packages and applications, without tests. */
function sources() {
  const folders = ['packages', 'apps'].flatMap((group) =>
    readdirSync(`${root}/${group}`).map((name) => `${group}/${name}/src`),
  );
  return folders
    .filter((folder) => existsSync(`${root}/${folder}`))
    .flatMap((folder) =>
      readdirSync(`${root}/${folder}`, { recursive: true }).map((file) => `${folder}/${file}`),
    )
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\.d\.ts$|\/testing\//.test(file))
    .sort();
}

const problems = [];
const seen = new Set();
const safe = new Set();
/** Ample for a busy machine, in milliseconds. */
const TIMEOUT = 60_000;

/**
 * Examines an expression. What recheck guesses from texts that it tries (`fuzz`) depends on how far a slow machine comes, so what it
 * finds so and nobody has accepted is examined as an automaton of any size, which proves it or refutes it. Where there is no automaton
 * (an assertion, a large bound), the attack that was guessed is tried: undefined if it is not one.
 */
async function examine(literal, files) {
  const end = literal.lastIndexOf('/');
  const [pattern, flags] = [literal.slice(1, end), literal.slice(end + 1)];
  const options = { timeout: TIMEOUT, randomSeed: 1 };
  const result = await check(pattern, flags, options);
  if (result.status !== 'vulnerable' || result.checker !== 'fuzz') return result;
  if (files.every((file) => accepted[file]?.[literal] !== undefined)) return result;
  const proof = await check(pattern, flags, { ...options, checker: 'automaton', maxNFASize: 1_000_000 });
  if (proof.status !== 'unknown') return proof;
  return withstands(pattern, flags, result.attack) ? undefined : result;
}

/** Whether the expression reads the attack at a length of a million characters: milliseconds in linear time, hours in quadratic time. */
function withstands(pattern, flags, { pumps, suffix }) {
  const repetitions = Math.ceil(1_000_000 / pumps.reduce((sum, { pump }) => sum + pump.length, 0));
  const text = pumps.map(({ prefix, pump }) => prefix + pump.repeat(repetitions)).join('') + suffix;
  try {
    runInNewContext(
      'expression.test(text)',
      { expression: new RegExp(pattern, flags), text },
      { timeout: 10_000 },
    );
    return true;
  } catch {
    return false;
  }
}

/** Records a finding, or that it is accepted. */
function report(pattern, files, reason) {
  for (const file of new Set(files)) {
    seen.add(`${file} ${pattern}`);
    if (accepted[file]?.[pattern] === undefined) problems.push(`${file}: ${pattern}\n    ${reason}`);
  }
}

for (const [literal, files] of found) {
  const result = await examine(literal, files);
  if (result === undefined || result.status === 'safe') {
    // The other checker tries texts for a limited time, so on another day it may find something.
    if (result?.checker === 'automaton') for (const file of files) safe.add(`${file} ${literal}`);
    else for (const file of files) seen.add(`${file} ${literal}`);
    continue;
  }
  if (result.status === 'unknown' && result.error.kind === 'timeout') {
    // Says nothing about the expression: the machine was slow. Its entry, if it has one, stays.
    console.warn(`not examined within ${TIMEOUT} ms: ${files}: ${literal}`);
    for (const file of files) seen.add(`${file} ${literal}`);
    continue;
  }
  report(
    literal,
    files,
    result.status === 'vulnerable' ? result.complexity.summary : `not examined: ${result.error.kind}`,
  );
}
for (const [expression, files] of built) report(expression, files, 'built when the program runs');

for (const [file, patterns] of Object.entries(accepted)) {
  for (const pattern of Object.keys(patterns)) {
    const place = `${file} ${pattern}`;
    if (safe.has(place)) problems.push(`${file}: ${pattern}\n    accepted, but examined as linear`);
    else if (!seen.has(place)) problems.push(`${file}: ${pattern}\n    accepted, but no longer there`);
  }
}

console.log(`${found.size} regular expressions examined`);
if (problems.length > 0) {
  console.error(problems.join('\n'));
  console.error(
    'Mend the expression, or add it with the bound on its input to scripts/accepted-patterns.json.',
  );
  process.exitCode = 1;
}
