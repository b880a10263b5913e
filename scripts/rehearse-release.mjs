#!/usr/bin/env node
/**
 * Rehearses a release with a registry of its own (Verdaccio) on loopback: `pnpm run release:rehearse [--short]`.
 *
 * Copies the tree, and does there what the release workflow does: versions (`changeset version`), builds and publishes every package,
 * but without provenance, which only the workflow can sign. Then it is a user with that registry alone, in empty folders:
 *
 * 1. `npx @soapstone/cli inspect` reads a WSDL, and `npx @soapstone/gateway` prints its commands.
 * 2. A gateway is installed and started; a service is applied and called.
 * 3. A second version is published, and the gateway is upgraded to it on its data: one node with SQLite, which drains and starts again, and
 *    two nodes with PostgreSQL and Redis, one after the other, while clients call. No call may fail.
 * 4. What the documentation shows owners, clients and operators runs with the published gateway, as one story.
 * 5. `check:packages` and `check:runtimes` run with the published packages.
 *
 * `--short` takes what the working tree has built, and ends after step 2. `--serve` takes it too, publishes it, and keeps the registry until
 * Ctrl-C, for somebody who tries the packages by hand.
 */
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { startSoapServer } from '../examples/user-directory/soap-server.mjs';
import { bundleProgram } from './bundle-processes.mjs';
import { callWhile, expect, send, timed } from './call-while.mjs';
import { freePort } from './free-port.mjs';
import { publishedFolders, readManifest, run } from './pack-libraries.mjs';

/** Runs on every Node that the packages support. Its audit plugin wants a tag of node-fetch that mirrors of the registry may lack. */
const VERDACCIO = {
  private: true,
  dependencies: { verdaccio: '6.8.0' },
  overrides: { 'node-fetch': '2.7.0' },
};
/** What is installed, built or kept by Git. */
const NOT_COPIED = new Set(['node_modules', 'dist', '.git', '.turbo', '.processes']);
/** Milliseconds between two calls: plans have a limit per minute. */
const PAUSE = 100;
const QUIETLY = ['--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];

const { values } = parseArgs({
  options: { short: { type: 'boolean', default: false }, serve: { type: 'boolean', default: false } },
});
const isBuilt = values.short || values.serve;
const root = fileURLToPath(new URL('..', import.meta.url));
const pnpm = ['--yes', readManifest(root).packageManager.split('+')[0]];
const scratch = mkdtempSync(join(tmpdir(), 'soapstone-release-'));
const tree = join(scratch, 'tree');
const wsdl = join(root, 'examples/user-directory/user-directory.wsdl');
/** What has to end, in the opposite order of its start. */
const ends = [() => rmSync(scratch, { recursive: true, force: true })];
try {
  await timed('the registry', startRegistry);
  await timed('a copy of the tree', copyTree);
  const first = await timed('the first version', publish);
  console.log(`${first}: published ${publishedFolders(tree).length} packages`);
  await (values.serve ? serveUntilStopped() : tryRelease(first));
} finally {
  for (const end of ends.toReversed()) await end();
}

/**
 * Is a user of the registry.
 *
 * @param {string} first
 */
async function tryRelease(first) {
  await timed('npx, in an empty folder', () => tryCommands(first));
  const directory = await startSoapServer();
  ends.push(() => directory.stop());
  const one = install(first);
  const node = await timed('a gateway with SQLite', () => openNode(one, directory));

  if (values.short) {
    await stopNode(node);
    console.log(`${first} was released, installed and called`);
  } else {
    const second = await timed('the second version', publishAnother);
    const two = install(second);
    await timed(`from ${first} to ${second} with SQLite`, () => upgradeOne(node, two));
    await timed(`from ${first} to ${second} with PostgreSQL and Redis`, () =>
      upgradeTwo(one, two, directory),
    );
    await timed('three paths through the documentation', () => followPaths(two));
    for (const check of ['check:packages', 'check:runtimes']) {
      // They install this version instead of tarballs.
      await timed(check, () => pnpmIn(tree, ['run', check], { SOAPSTONE_PUBLISHED: second }));
    }
    console.log(`${first} was released and upgraded to ${second}, and no call failed`);
  }
}

/** Starts a registry that has packages of others from the one that npm is set to, and makes it the one of all child processes. */
async function startRegistry() {
  const folder = join(scratch, 'registry');
  mkdirSync(folder);
  const others = run('npm', ['config', 'get', 'registry'], folder).trim();
  writeFileSync(join(folder, 'package.json'), JSON.stringify(VERDACCIO));
  run('npm', ['install', ...QUIETLY], folder);
  const config = {
    storage: join(folder, 'storage'),
    auth: { htpasswd: { file: join(folder, 'htpasswd') } },
    // A busy machine answers late, and two late answers would close this registry for five minutes.
    uplinks: { others: { url: others, timeout: '2m', max_fails: 100, maxage: '1h' } },
    packages: {
      '@soapstone/*': { access: '$all', publish: '$all' },
      '**': { access: '$all', proxy: 'others' },
    },
    log: { type: 'stdout', level: 'warn' },
    max_body_size: '64mb',
  };
  writeFileSync(join(folder, 'config.yaml'), JSON.stringify(config));
  const port = await freePort();
  const options = ['--config', 'config.yaml', '--listen', `127.0.0.1:${port}`];
  const registry = spawn(process.execPath, ['node_modules/verdaccio/bin/verdaccio', ...options], {
    cwd: folder,
    stdio: 'ignore',
  });
  ends.push(() => endOf(registry, 'SIGTERM'));
  const address = `http://127.0.0.1:${port}/`;
  for (;;) {
    if (registry.exitCode !== null) throw new Error(`the registry ended with ${registry.exitCode}`);
    const answer = await fetch(`${address}-/ping`).catch(() => undefined);
    if (answer?.ok) break;
    await setTimeout(200);
  }
  // npm publishes with a token only; this registry accepts any.
  const settings = join(scratch, 'npmrc');
  writeFileSync(settings, `//127.0.0.1:${port}/:_authToken=rehearsal\n`);
  for (const name of Object.keys(process.env)) if (/^npm_config_/i.test(name)) delete process.env[name];
  process.env.npm_config_userconfig = settings;
  process.env.npm_config_registry = address;
  // npx would take what an earlier rehearsal installed for the same version.
  process.env.npm_config_cache = join(scratch, 'cache');
}

async function serveUntilStopped() {
  const { npm_config_registry: registry, npm_config_cache: cache } = process.env;
  console.log(`export npm_config_registry=${registry} npm_config_cache=${cache}\nCtrl-C ends the registry.`);
  await Promise.race(['SIGINT', 'SIGTERM'].map((signal) => once(process, signal)));
}

/** Copies the sources, even where they are not a clone, into a repository of their own, which Changesets asks. */
function copyTree() {
  cpSync(root, tree, { recursive: true, filter: (path) => !NOT_COPIED.has(basename(path)) });
  run('git', ['init', '--quiet'], tree);
  run('git', ['add', '--all'], tree);
  const author = ['-c', 'user.name=rehearsal', '-c', 'user.email=rehearsal@localhost'];
  run('git', [...author, 'commit', '--quiet', '--message', 'the tree'], tree);
  pnpmIn(tree, [
    'install',
    '--frozen-lockfile',
    '--prefer-offline',
    '--reporter=append-only',
    '--loglevel=error',
  ]);
  if (!isBuilt) return;
  for (const folder of [...publishedFolders(root), join(root, 'apps/dashboard')]) {
    cpSync(join(folder, 'dist'), join(tree, relative(root, folder), 'dist'), { recursive: true });
  }
}

/** Gives the packages of the tree the version that their changesets ask for, builds them and publishes them. Returns that version. */
function publish() {
  pnpmIn(tree, ['changeset', 'version']);
  const { version } = readManifest(join(tree, 'apps/gateway'));
  const others = publishedFolders(tree).filter((folder) => readManifest(folder).version !== version);
  if (others.length > 0) throw new Error(`${others}: another version than ${version}`);
  if (!isBuilt) pnpmIn(tree, ['run', 'build', '--output-logs=errors-only']);
  pnpmIn(tree, ['changeset', 'publish', '--no-git-tag']);
  return version;
}

function publishAnother() {
  writeFileSync(
    join(tree, '.changeset/rehearsal.md'),
    '---\n"@soapstone/gateway": patch\n---\n\nA second version, to upgrade to.\n',
  );
  return publish();
}

/** @param {string} version */
function tryCommands(version) {
  const empty = mkdtempSync(join(scratch, 'empty-'));
  const printed = run('npx', ['--yes', '@soapstone/cli', 'inspect', wsdl], empty);
  expect(printed.includes('ListUsers  document/literal'), 'npx @soapstone/cli inspect', printed);
  const found = run('npx', ['--yes', '@soapstone/cli', '--version'], empty).trim();
  expect(found === version, 'npx @soapstone/cli --version', found);
  const usage = run('npx', ['--yes', '@soapstone/gateway', '--help'], empty);
  expect(usage.startsWith('Usage: soapstone-gateway'), 'npx @soapstone/gateway --help', usage);
}

/**
 * Installs the gateway into an empty folder.
 *
 * @param {string} version
 */
function install(version) {
  const folder = mkdtempSync(join(scratch, 'gateway-'));
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ private: true, dependencies: { '@soapstone/gateway': version } }),
  );
  run('npm', ['install', ...QUIETLY], folder);
  return folder;
}

/**
 * A gateway that runs.
 *
 * @typedef Node
 * @property {Record<string, string>} settings
 * @property {import('node:child_process').ChildProcess} child
 */

/**
 * Starts a node and waits until it is ready.
 *
 * @param {string} folder
 * @param {Record<string, string>} settings
 * @returns {Promise<Node>}
 */
async function startNode(folder, settings) {
  const child = spawn(join(folder, 'node_modules/.bin/soapstone-gateway'), {
    cwd: folder,
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      printed += chunk;
    });
  ends.push(() => endOf(child, 'SIGKILL'));
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the gateway ended with ${child.exitCode}\n${printed}`);
    const { status } = await send(`${addressOf(settings)}/readyz`, 'GET').catch(() => ({ status: 0 }));
    if (status === 200) return { settings, child };
    await setTimeout(100);
  }
}

/** @param {Record<string, string>} settings */
function addressOf({ HTTPS_PORT }) {
  return `https://localhost:${HTTPS_PORT}`;
}

/** @param {Node} node */
async function stopNode({ child }) {
  await endOf(child, 'SIGTERM');
  expect(child.exitCode === 0, 'SIGTERM', `ended with ${child.exitCode ?? child.signalCode}`);
}

/** Settings of a node that keeps its data in an empty folder. */
async function newSettings() {
  const [port, redirect] = await Promise.all([freePort(), freePort()]);
  return {
    HTTPS_PORT: `${port}`,
    HTTP_PORT: `${redirect}`,
    DATA_DIR: mkdtempSync(join(scratch, 'data-')),
    EGRESS_ALLOW: '127.0.0.0/8',
  };
}

/**
 * Starts a node on an empty store, applies a service and a key, and calls the service.
 *
 * @param {string} folder
 * @param {{ address: string }} directory
 * @param {Record<string, string>} more
 */
async function openNode(folder, directory, more = {}) {
  const node = await startNode(folder, { ...(await newSettings()), ...more });
  const command = (/** @type {string[]} */ args) => {
    const { status, stdout, stderr } = spawnSync(join(folder, 'node_modules/.bin/soapstone-gateway'), args, {
      cwd: folder,
      env: { ...process.env, ...node.settings },
      encoding: 'utf8',
    });
    expect(status === 0, `soapstone-gateway ${args}`, `${stdout}${stderr}`);
    return stdout;
  };
  const created = command(['admin', 'accounts', 'create', '--name', 'Example', '--plan', 'Pro', '--json']);
  const { accountId } = JSON.parse(created);
  const schema = wsdl.replace('.wsdl', '.xsd');
  const file = join(folder, 'services.yaml');
  const service = { slug: 'users', name: 'Users', wsdl: { files: [wsdl, schema] } };
  writeFileSync(
    file,
    JSON.stringify({
      account: accountId,
      services: [{ ...service, settings: { endpoint: directory.address } }],
      keys: [{ name: 'rehearsal', purpose: 'live' }],
    }),
  );
  const [key = ''] = /\S{30,}/.exec(command(['apply', file])) ?? [];
  return { ...node, path: `/api/v1/${accountId}/users/GetUser`, key };
}

/**
 * Runs what the pages for owners, clients and operators show with an installed gateway.
 *
 * @param {string} folder
 */
function followPaths(folder) {
  pnpmIn(root, ['exec', 'vitest', 'run', 'examples/libraries/src/paths.deep.test.ts'], {
    SOAPSTONE_TESTS: 'deep',
    SOAPSTONE_DEPTH: '10',
    SOAPSTONE_GATEWAY: join(folder, 'node_modules/.bin/soapstone-gateway'),
  });
}

/**
 * Starts the second version on the data of the first.
 *
 * @param {Node & { path: string, key: string }} node
 * @param {string} folder
 */
async function upgradeOne(node, folder) {
  const { path, key } = node;
  const callFor = (/** @type {number} */ ms) =>
    callWhile(() => `${addressOf(node.settings)}${path}`, key, setTimeout(ms), { pause: PAUSE });
  await callFor(500);
  await stopNode(node);
  const upgraded = await startNode(folder, node.settings);
  await callFor(500);
  await stopNode(upgraded);
}

/**
 * Replaces two nodes one after the other while a client calls the one that a load balancer would choose.
 *
 * @param {string} one
 * @param {string} two
 * @param {{ address: string }} directory
 */
async function upgradeTwo(one, two, directory) {
  const module = await bundleProgram(join(root, 'testing/src/postgres-server.ts'), scratch);
  const { findPostgres, startPostgres } = await import(pathToFileURL(module).href);
  const programs = await findPostgres();
  const hasRedis = spawnSync('redis-server', ['--version'], { stdio: 'ignore' }).status === 0;
  if (programs === undefined || !hasRedis)
    return console.log('PostgreSQL or Redis is not installed: no rolling upgrade');
  const postgres = await startPostgres(programs);
  ends.push(() => postgres.stop());
  const redisPort = `${await freePort()}`;
  const redis = spawn('redis-server', ['--bind', '127.0.0.1', '--port', redisPort, '--save', ''], {
    cwd: scratch,
    stdio: 'ignore',
  });
  ends.push(() => endOf(redis, 'SIGTERM'));
  const shared = {
    DATABASE_URL: await postgres.createDatabase(),
    REDIS_URL: `redis://127.0.0.1:${redisPort}`,
    API_KEY_PEPPER: randomBytes(32).toString('hex'),
    ENCRYPTION_KEYS: `first:${randomBytes(32).toString('base64')}`,
    NODE_COUNT: '2',
  };
  const left = await openNode(one, directory, shared);
  const right = await startNode(one, { ...(await newSettings()), ...shared });
  let target = right.settings;
  /** @type {Node[]} */
  const upgraded = [];
  const roll = async () => {
    await stopNode(left);
    const newLeft = await startNode(two, left.settings);
    target = newLeft.settings;
    await stopNode(right);
    const newRight = await startNode(two, right.settings);
    target = newRight.settings;
    upgraded.push(newLeft, newRight);
    await setTimeout(500);
  };
  const told = await callWhile(() => `${addressOf(target)}${left.path}`, left.key, roll(), { pause: PAUSE });
  for (const node of upgraded) await stopNode(node);
  return told;
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
async function endOf(child, signal) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

/**
 * @param {string} cwd
 * @param {string[]} args
 * @param {Record<string, string>} environment
 */
function pnpmIn(cwd, args, environment = {}) {
  const { status, stdout, stderr } = spawnSync('npx', [...pnpm, ...args], {
    cwd,
    env: { ...process.env, ...environment },
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  expect(status === 0, `pnpm ${args.join(' ')}`, `${stdout}${stderr}`);
  return stdout;
}
