#!/usr/bin/env node
/**
 * Checks what would be published: `pnpm run check:packages`, after `pnpm run build`.
 *
 * Every package that is not private is packed as for the registry; publint and attw (are the types wrong?) look at the
 * tarball; then all tarballs are installed into an empty project, where the command must work and every entry must load.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const pnpmVersion = readManifest(root).packageManager.split('+')[0];
/** The packages are ES modules, so resolution modes that cannot load those are ignored (attw's profile `esm-only`). */
const NOT_ASKED = new Set(['node10', 'node16-cjs']);

const scratch = mkdtempSync(join(tmpdir(), 'soapstone-packages-'));
try {
  const packed = publishedFolders().map(pack);
  const problems = [];
  for (const each of packed) problems.push(...(await lint(each)), ...(await checkTypes(each)));
  problems.push(...install(packed));
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
  else console.log(`${packed.length} packages: publint and attw find nothing, and they install and run`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function publishedFolders() {
  return ['packages', 'apps']
    .flatMap((parent) => readdirSync(join(root, parent)).map((name) => join(root, parent, name)))
    .filter(
      (folder) => readdirSync(folder).includes('package.json') && readManifest(folder).private !== true,
    );
}

function readManifest(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

function pack(folder) {
  const { name } = readManifest(folder);
  const destination = join(scratch, name.replace(/\W+/g, '-'));
  mkdirSync(destination);
  run('npx', ['--yes', pnpmVersion, 'pack', '--pack-destination', destination], folder);
  const [file] = readdirSync(destination);
  return { name, folder, tarball: join(destination, file) };
}

async function lint({ name, tarball }) {
  const bytes = readFileSync(tarball);
  const { messages, pkg } = await publint({
    strict: true,
    pack: { tarball: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) },
  });
  return messages.map((message) => `${name}: publint: ${formatMessage(message, pkg, { color: false })}`);
}

async function checkTypes({ name, tarball }) {
  const { types, problems = [] } = await checkPackage(createPackageFromTarballData(readFileSync(tarball)));
  // A command without exports has no types to be wrong.
  if (types === false) {
    return readManifest(join(root, 'apps/cli')).name === name ? [] : [`${name}: attw: there are no types`];
  }
  return problems
    .filter(({ resolutionKind }) => !NOT_ASKED.has(resolutionKind))
    .map((problem) => `${name}: attw: ${JSON.stringify(problem)}`);
}

/** Installs the tarballs into an empty project, as on a user's machine. */
function install(packed) {
  const project = join(scratch, 'project');
  mkdirSync(project);
  const dependencies = Object.fromEntries(packed.map(({ name, tarball }) => [name, `file:${tarball}`]));
  writeFileSync(
    join(project, 'package.json'),
    JSON.stringify({ name: 'project', private: true, type: 'module', dependencies }),
  );
  const quietly = ['--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];
  run('npm', ['install', ...quietly], project);

  const problems = [];
  const entries = packed.flatMap(({ name, tarball: _, folder }) =>
    Object.keys(readManifest(folder).publishConfig?.exports ?? {}).map((entry) => join(name, entry)),
  );
  const script = entries.map((entry) => `await import(${JSON.stringify(entry)});`).join('\n');
  run('node', ['--input-type=module', '--eval', script], project);

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
  return problems;
}

/** Removes npm's own settings, which npm passes to scripts as variables, so that child processes do not use them. */
function run(command, args, cwd) {
  const kept = new Set(['npm_config_nodedir', 'npm_config_registry', 'npm_config_cafile']);
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => kept.has(name.toLowerCase()) || !/^npm_(config|package|lifecycle)_/i.test(name),
    ),
  );
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    env,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (error) throw error;
  if (status !== 0)
    throw new Error(`${command} ${args.join(' ')} ended with ${status}:\n${stdout}\n${stderr}`);
  return stdout;
}
