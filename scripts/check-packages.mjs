#!/usr/bin/env node
/**
 * Checks what would be published: `pnpm run check:packages`, after `pnpm run build`.
 *
 * Packs every package that is not private as for the registry, and checks the tarball with publint and attw (are the types
 * wrong?). Then installs all tarballs into an empty project, where the command must work and every entry must load, with
 * `import` and with `require`; the gateway must start without settings and serve its dashboard. Prints sizes and dependencies, which must stay within `package-budgets.json`; `--write` records them.
 * A program must compile there with several versions of TypeScript (decision 0093), every task of the guide for node-soap must print what the
 * guide says, and a generated client that is bundled from there must stay within its bound (decision 0092).
 * `check-programs.mjs` compiles against every entry without `skipLibCheck`, runs bundles, and tests a NestJS project with Jest (decision 0144).
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import https from 'node:https';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { bundledClientSize } from './bundled-client.mjs';
import { bareBuiltins, compileEntries, runBundles, runJest } from './check-programs.mjs';
import { compileTypes } from './compile-types.mjs';
import { freePort } from './free-port.mjs';
import { installable, packLibraries, readManifest, run } from './pack-libraries.mjs';
import { NODE_SOAP, runGuide } from './run-guide.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
/** The size budget of each package: `--write` records the current sizes plus some room. */
const budgetFile = join(root, 'scripts/package-budgets.json');
const write = process.argv.includes('--write');
/** In bytes. From the sources, `conformance/src/client-size.test.ts`, it is less: here a file that holds a needed module brings its others. */
const BUNDLED_CLIENT = 50_300;

const scratch = mkdtempSync(join(tmpdir(), 'soapstone-packages-'));
try {
  const packed = packLibraries(scratch);
  const problems = [];
  for (const each of packed) problems.push(...(await lint(each)), ...(await checkTypes(each)));
  problems.push(...checkBudgets(packed));
  problems.push(...(await install(packed)));
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
  else console.log(`${packed.length} packages: publint and attw find nothing, and they install and run`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

async function lint({ name, tarball }) {
  const bytes = readFileSync(tarball);
  const { messages, pkg } = await publint({
    strict: true,
    pack: { tarball: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) },
  });
  return messages.map((message) => `${name}: publint: ${formatMessage(message, pkg, { color: false })}`);
}

async function checkTypes({ name, folder, tarball }) {
  const checked = await checkPackage(createPackageFromTarballData(readFileSync(tarball)));
  // A command without entries has no types to check.
  if (checked.types === false)
    return entriesOf(folder).length === 0 ? [] : [`${name}: attw: there are no types`];
  return checked.problems.map((problem) => `${name}: attw: ${JSON.stringify(problem)}`);
}

/** The modules of a package that programs import: `.`, `./node`. */
function entriesOf(folder) {
  const { exports = {} } = readManifest(folder).publishConfig ?? {};
  return Object.keys(exports).filter((entry) => entry !== './package.json');
}

/** The size of each tarball and package, and the packages installed with it: ours and others. */
function checkBudgets(packed) {
  const budgets = write ? {} : JSON.parse(readFileSync(budgetFile, 'utf8'));
  const problems = [];
  const rows = packed.map(({ name, folder, tarball }) => {
    const contents = run('tar', ['tzvf', tarball], scratch).trim().split('\n');
    const found = {
      tarball: statSync(tarball).size,
      unpacked: contents.reduce((sum, line) => sum + Number(line.split(/\s+/)[2]), 0),
      dependencies: closureOf(folder).size,
    };
    for (const file of ['README.md', 'CHANGELOG.md', 'LICENSE']) {
      if (!contents.some((line) => line.endsWith(` package/${file}`)))
        problems.push(`${name}: the tarball has no ${file}`);
    }
    if (write)
      budgets[name] = { ...found, tarball: withRoom(found.tarball), unpacked: withRoom(found.unpacked) };
    for (const [what, is] of Object.entries(found)) {
      const most = budgets[name]?.[what] ?? 0;
      if (is > most)
        problems.push(`${name}: ${what} is ${is}, its budget ${most} (scripts/package-budgets.json)`);
    }
    return { name, ...found };
  });
  console.table(Object.fromEntries(rows.map(({ name, ...figures }) => [name, figures])));
  if (write) writeFileSync(budgetFile, `${JSON.stringify(budgets, null, 2)}\n`);
  return problems;
}

/** Adds a tenth, rounded up to whole KB. */
function withRoom(bytes) {
  return Math.ceil((bytes * 1.1) / 1024) * 1024;
}

/** The packages installed with one of ours: its dependencies, and theirs. */
function closureOf(folder, found = new Set()) {
  for (const name of Object.keys(readManifest(folder).dependencies ?? {})) {
    const path = dependencyFolder(folder, name);
    if (found.has(name) || path === undefined) continue;
    found.add(name);
    closureOf(path, found);
  }
  return found;
}

/** The folder of a dependency, as Node resolves it. */
function dependencyFolder(folder, name) {
  for (let at = realpathSync(folder); ; at = dirname(at)) {
    const path = join(at, 'node_modules', name);
    if (existsSync(path)) return realpathSync(path);
    if (at === dirname(at)) return undefined;
  }
}

/** Installs the tarballs into an empty project, as on a user's machine. */
async function install(packed) {
  const project = join(scratch, 'project');
  mkdirSync(project);
  const dependencies = Object.fromEntries(packed.map((each) => [each.name, installable(each)]));
  dependencies.soap = NODE_SOAP;
  writeFileSync(
    join(project, 'package.json'),
    JSON.stringify({ name: 'project', private: true, type: 'module', dependencies }),
  );
  const quietly = ['--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];
  run('npm', ['install', ...quietly], project);

  const problems = [];
  const entries = packed.flatMap(({ name, folder }) => entriesOf(folder).map((entry) => join(name, entry)));
  const script = entries.map((entry) => `await import(${JSON.stringify(entry)});`).join('\n');
  run('node', ['--input-type=module', '--eval', script], project);
  // Both ways must give the same objects and print nothing.
  const both = entries
    .map((entry) => {
      const name = JSON.stringify(entry);
      return `for (const [key, value] of Object.entries(await import(${name}))) if (require(${name})[key] !== value) throw new Error(${name} + ' ' + key);`;
    })
    .join('\n');
  const loaded = spawnSync('node', ['--input-type=commonjs', '--eval', `(async () => {${both}})()`], {
    cwd: project,
    encoding: 'utf8',
  });
  if (loaded.status !== 0 || loaded.stderr !== '') problems.push(`require: ${loaded.stderr}`);

  const wsdl = join(root, 'examples/user-directory/user-directory.wsdl');
  const printed = run('npx', ['--no-install', 'soapstone', 'openapi', wsdl], project);
  const { openapi, paths } = JSON.parse(printed);
  if (openapi !== '3.0.3' || Object.keys(paths).length !== 3) {
    problems.push(
      `npx soapstone openapi: expected 3.0.3 with 3 paths, got ${openapi} with ${Object.keys(paths)}`,
    );
  }
  const message = run(
    'npx',
    ['--no-install', 'soapstone', 'request', wsdl, 'GetUser', '--query', 'userId=1', '--body'],
    project,
  );
  writeFileSync(join(project, 'message.xml'), message);
  const verdict = run('npx', ['--no-install', 'soapstone', 'validate', wsdl, 'message.xml'], project);
  if (verdict.trim() !== 'message.xml: valid') problems.push(`npx soapstone validate: ${verdict}`);
  const version = run('npx', ['--no-install', '@soapstone/cli', '--version'], project).trim();
  if (version !== readManifest(join(root, 'apps/cli')).version)
    problems.push(`npx @soapstone/cli: ${version}`);
  problems.push(...compileTypes(project), ...compileEntries(project, entries));
  problems.push(...(await runGuide(project, scratch)));
  problems.push(...(await runBundles(realpathSync(project))));
  const libraries = packed.filter(({ folder }) => entriesOf(folder).length > 0);
  problems.push(
    ...bareBuiltins(
      project,
      libraries.map(({ name }) => name),
    ),
    ...runJest(libraries, scratch, entries),
  );
  const bundled = await bundledClientSize(realpathSync(project));
  console.log(`a generated client loads ${bundled} bytes, minified and gzipped`);
  if (bundled > BUNDLED_CLIENT)
    problems.push(`a generated client loads ${bundled} bytes, its bound ${BUNDLED_CLIENT} (decision 0067)`);
  problems.push(...(await startGateway(project)));
  return problems;
}

/** Starts the gateway without settings, opens its dashboard, and stops it. */
async function startGateway(project) {
  const [port, redirectPort] = await Promise.all([freePort(), freePort()]);
  const environment = { HTTPS_PORT: String(port), HTTP_PORT: String(redirectPort) };
  const gateway = spawn('npx', ['--no-install', '@soapstone/gateway'], {
    cwd: project,
    env: { ...process.env, ...environment },
    detached: true,
  });
  const ended = once(gateway, 'exit');
  let printed = '';
  for (const stream of [gateway.stdout, gateway.stderr]) {
    stream.on('data', (chunk) => {
      printed += chunk;
    });
  }
  try {
    const [link] = await waitFor(() => /https:\/\/localhost:\d+\/[^"\s]+/.exec(printed), gateway);
    const page = await get(link);
    const problems = page.includes('<script')
      ? []
      : [`npx @soapstone/gateway: no dashboard at ${link}: ${page}`];
    if (!existsSync(join(project, 'data/soapstone.db')))
      problems.push('npx @soapstone/gateway: no data directory');
    return problems;
  } catch (error) {
    return [`npx @soapstone/gateway: ${error instanceof Error ? error.message : error}\n${printed}`];
  } finally {
    // npx and the gateway are one process group.
    if (gateway.exitCode === null && gateway.pid !== undefined) process.kill(-gateway.pid, 'SIGINT');
    await ended;
  }
}

/** The result of `look` as soon as there is one. Throws if the process ends first. */
async function waitFor(look, child) {
  for (;;) {
    const found = look();
    if (found !== null) return found;
    if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}`);
    await setTimeout(100);
  }
}

/** Sends a GET request to a server with an untrusted certificate. */
async function get(url) {
  const request = https.get(url, { rejectUnauthorized: false, headers: { Accept: 'text/html' } });
  const [response] = await once(request, 'response');
  return Buffer.concat(await response.toArray()).toString();
}
