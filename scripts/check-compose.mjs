#!/usr/bin/env node
/**
 * Runs compose.yaml with Docker, as root: `node scripts/check-compose.mjs`. Needs dockerd, Docker Compose, buildah and mmdebstrap.
 *
 * No image is pulled: those of PostgreSQL, Redis and HAProxy are made here from Debian's packages and read the same variables and files, and
 * the base image of the Dockerfile is the one of `image.mjs --local-base`. Everything runs in a Docker daemon of its own, which is removed.
 *
 * 1. Docker builds the Dockerfile, and Compose starts the file.
 * 2. An account, a service (`soapstone mock` in a container) and a key are created, and the service is called through the balancer.
 * 3. The process of each container is killed in turn while a client calls. Docker starts it again, and calls succeed again.
 * 4. Both gateways are replaced by a second version, one after the other, while a client calls. No call may fail.
 * 5. Compose takes everything down; no container, network or volume is left.
 */
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { callWhile, expect, timed } from './call-while.mjs';
import { freePort } from './free-port.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'soapstone-compose-'));
const certificates = '/etc/ssl/certs/ca-certificates.crt';
/** The images that compose.yaml names, in the order of its file, and the services that only this check has. */
const GATEWAYS = ['gateway-1', 'gateway-2'];
const CONTAINERS = [...GATEWAYS, 'redis', 'postgres', 'balancer'];
const ports = { HTTPS_PORT: `${await freePort()}`, HTTP_PORT: `${await freePort()}` };
/** What Compose reads in place of `.env`. */
const settings = {
  ...ports,
  BASE_URL: `https://localhost:${ports.HTTPS_PORT}`,
  POSTGRES_PASSWORD: randomBytes(24).toString('hex'),
  REDIS_PASSWORD: randomBytes(24).toString('hex'),
  API_KEY_PEPPER: randomBytes(32).toString('base64'),
  ENCRYPTION_KEYS: `first:${randomBytes(32).toString('base64')}`,
  EGRESS_ALLOW: 'soap',
  SOAPSTONE_TAG: 'first',
};
const environment = { ...process.env, ...settings, DOCKER_HOST: `unix://${join(scratch, 'docker.sock')}` };
/** Images with the names of compose.yaml. The official ones read these variables too. */
const SERVERS = {
  'postgres:16-bookworm': `ENV PGDATA=/var/lib/postgresql/data PATH=/usr/lib/postgresql/15/bin:/usr/bin:/bin
RUN mkdir -p /run/postgresql && chown -R postgres:postgres /run/postgresql && mkdir -p $PGDATA && chown postgres:postgres $PGDATA
COPY postgres.sh /entrypoint.sh
USER postgres
VOLUME /var/lib/postgresql/data
ENTRYPOINT ["sh", "/entrypoint.sh"]
STOPSIGNAL SIGINT`,
  'redis:7-bookworm': `RUN mkdir -p /data && chown redis:redis /data
USER redis
WORKDIR /data
VOLUME /data`,
  'haproxy:3.0-bookworm': `USER haproxy
STOPSIGNAL SIGUSR1
ENTRYPOINT ["haproxy", "-W", "-db", "-f", "/usr/local/etc/haproxy/haproxy.cfg"]`,
};

const POSTGRES_ENTRYPOINT = `set -e
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  echo "$POSTGRES_PASSWORD" >/tmp/password
  initdb --username="$POSTGRES_USER" --pwfile=/tmp/password --auth=scram-sha-256 --encoding=UTF8 >/dev/null
  rm /tmp/password
  echo "host all all all scram-sha-256" >>"$PGDATA/pg_hba.conf"
  echo "create database \\"$POSTGRES_DB\\"" | postgres --single -j postgres >/dev/null 2>&1 || true
fi
exec postgres -c listen_addresses='*'
`;

const ends = [() => rmSync(scratch, { recursive: true, force: true })];
let failed = true;
try {
  await timed('the daemon', startDaemon);
  await timed('images of servers', makeImages);
  await timed('the image of the gateway', buildGateway);
  writeOverride();
  ends.push(() => compose('down', '--volumes', '--timeout', '5'));
  await timed('compose up', async () => {
    compose('up', '--detach', '--no-build');
    await everythingHealthy();
  });
  const service = createService();
  await timed('calls through the balancer', () => callThrough(service, setTimeout(2_000), 0));
  for (const name of CONTAINERS) await timed(`kill ${name}`, () => killOne(name, service));
  await timed('upgrade', () => callThrough(service, upgrade(), 0));
  compose('down', '--volumes');
  ends.pop();
  for (const [what, args] of Object.entries({
    container: ['ps', '--all', '--quiet'],
    network: ['network', 'ls', '--quiet', '--filter', 'type=custom'],
    volume: ['volume', 'ls', '--quiet'],
  })) {
    const left = docker(...args).trim();
    expect(left === '', `a ${what} is left`, left);
  }
  console.log(
    'compose.yaml: started, called, killed, upgraded without a failed call, and taken down without a trace',
  );
  failed = false;
} finally {
  if (failed && ends.length > 2) console.error(compose('logs', '--tail', '30'));
  for (const end of ends.toReversed()) await end();
}

/** Starts a daemon that keeps images and containers in `scratch`. */
async function startDaemon() {
  const place = (/** @type {string} */ name) => join(scratch, name);
  const options = ['--data-root', place('data'), '--exec-root', place('exec'), '--pidfile', place('pid')];
  const daemon = spawn('dockerd', [...options, '--host', environment.DOCKER_HOST], { stdio: 'ignore' });
  ends.push(async () => {
    const ended = once(daemon, 'exit');
    daemon.kill('SIGTERM');
    await ended;
    // The daemon leaves the name space of the host's network mounted.
    spawnSync('umount', [place('exec/netns/default')], { stdio: 'ignore' });
  });
  while (spawnSync('docker', ['info'], { env: environment, stdio: 'ignore' }).status !== 0) {
    if (daemon.exitCode !== null) throw new Error(`dockerd ended with ${daemon.exitCode}`);
    await setTimeout(200);
  }
}

function makeImages() {
  const tar = join(scratch, 'servers.tar');
  const packages = '--include=ca-certificates,postgresql,redis-server,haproxy';
  run('mmdebstrap', '--quiet', '--variant=minbase', packages, 'bookworm', tar);
  docker('import', tar, 'servers');
  rmSync(tar);
  for (const [tag, lines] of Object.entries(SERVERS)) {
    buildFrom(tag, `FROM servers\n${lines}\n`, { 'postgres.sh': POSTGRES_ENTRYPOINT });
  }
}

/** Docker builds the Dockerfile, on the base image of `image.mjs`; what this machine needs to reach the npm registry is in that image. */
function buildGateway() {
  const [, base = ''] = /^FROM (\S+)/m.exec(readFileSync(join(root, 'Dockerfile'), 'utf8')) ?? [];
  const tar = join(scratch, 'base.tar');
  run(process.execPath, join(root, 'scripts/image.mjs'), '--base-only');
  run('buildah', 'push', '--quiet', `docker.io/library/${base}`, `docker-archive:${tar}:${base}`);
  docker('load', '--quiet', '--input', tar);
  rmSync(tar);
  const registry = run('npm', 'config', 'get', 'registry').trim();
  const npmrc = `registry=${registry}\ncafile=${certificates}\n`;
  const lines = [
    `FROM ${base}`,
    `COPY ca.crt ${certificates}`,
    'COPY npmrc /usr/local/etc/npmrc',
    `ENV NODE_EXTRA_CA_CERTS=${certificates} NPM_CONFIG_GLOBALCONFIG=/usr/local/etc/npmrc`,
  ];
  buildFrom(base, `${lines.join('\n')}\n`, { npmrc, 'ca.crt': readFileSync(certificates, 'utf8') });
  docker('build', '--network', 'host', '--tag', 'soapstone-gateway:first', root);
  const manifest = '/app/gateway/package.json';
  const change = `const m = require('${manifest}'); m.version = '9.9.9'; fs.writeFileSync('${manifest}', JSON.stringify(m))`;
  buildFrom(
    'soapstone-gateway:second',
    `FROM soapstone-gateway:first\nUSER root\nRUN node -e "${change}"\nUSER node\n`,
    {},
  );
}

/**
 * @param {string} tag
 * @param {string} dockerfile
 * @param {Record<string, string>} files
 */
function buildFrom(tag, dockerfile, files) {
  const folder = mkdtempSync(join(scratch, 'image-'));
  for (const [name, text] of Object.entries({ ...files, Dockerfile: dockerfile })) {
    writeFileSync(join(folder, name), text);
  }
  docker('build', '--quiet', '--tag', tag, folder);
}

/** Adds a SOAP service, and the files that `apply` reads. */
function writeOverride() {
  const examples = join(scratch, 'examples');
  mkdirSync(examples);
  for (const name of ['user-directory.wsdl', 'user-directory.xsd'])
    copyFileSync(join(root, 'examples/user-directory', name), join(examples, name));
  const volumes = [`${examples}:/examples:ro`];
  const command = 'soapstone mock /examples/user-directory.wsdl --host 0.0.0.0 --port 8000 --allow-host soap';
  const services = {
    'gateway-1': { volumes },
    soap: { image: 'soapstone-gateway:first', volumes, command, healthcheck: { disable: true } },
  };
  writeFileSync(join(scratch, 'override.yaml'), JSON.stringify({ services }));
}

/** Creates an account with a service and a key, with the commands in the image. Returns the path of an operation, and the key. */
function createService() {
  const gateway = ['exec', '-T', 'gateway-1', 'node', '/app/gateway/dist/main.js'];
  const created = compose(
    ...gateway,
    'admin',
    'accounts',
    'create',
    '--name',
    'Check',
    '--plan',
    'Pro',
    '--json',
  );
  const { accountId } = JSON.parse(created);
  const file = {
    account: accountId,
    services: [
      {
        slug: 'users',
        name: 'Users',
        wsdl: { files: ['user-directory.wsdl', 'user-directory.xsd'] },
        settings: { endpoint: 'http://soap:8000/user-directory' },
      },
    ],
    keys: [{ name: 'check', purpose: 'live' }],
  };
  writeFileSync(join(scratch, 'examples/services.yaml'), JSON.stringify(file));
  const [key = ''] = /\S{30,}/.exec(compose(...gateway, 'apply', '/examples/services.yaml')) ?? [];
  return { path: `/api/v1/${accountId}/users/GetUser`, key };
}

/**
 * Calls the service through the balancer until `until` has ended.
 *
 * @param {{ path: string, key: string }} service
 * @param {Promise<unknown>} until
 * @param {number} bound how many calls may fail
 */
function callThrough({ path, key }, until, bound) {
  return callWhile(() => `${settings.BASE_URL}${path}`, key, until, { bound, pause: 50 });
}

/**
 * Kills the process of a container, as a crash does.
 *
 * @param {string} name
 * @param {{ path: string, key: string }} service
 */
function killOne(name, service) {
  const crash = async () => {
    const id = compose('ps', '--quiet', name).trim();
    const state = (/** @type {string} */ format) => docker('inspect', '--format', format, id).trim();
    const started = state('{{.State.StartedAt}}');
    process.kill(Number(state('{{.State.Pid}}')), 'SIGKILL');
    while (
      state('{{.State.StartedAt}} {{.State.Running}}') === `${started} true` ||
      state('{{.State.Running}}') !== 'true'
    )
      await setTimeout(100);
    await everythingHealthy();
    // A balancer notices what it checks every second.
    await setTimeout(3_000);
  };
  // Those that a killed gateway was answering are lost; without its balancer, nothing answers.
  const bound = name === 'balancer' ? Number.POSITIVE_INFINITY : GATEWAYS.includes(name) ? 5 : 0;
  return callThrough(service, crash(), bound);
}

async function upgrade() {
  environment.SOAPSTONE_TAG = 'second';
  for (const name of GATEWAYS) {
    // Not synchronously, because this process calls in the meantime.
    await composeAsync('up', '--detach', '--no-build', '--no-deps', name);
    await everythingHealthy();
    await setTimeout(3_000);
    const version = compose('exec', '-T', name, 'node', '-p', "require('/app/gateway/package.json').version");
    expect(version.trim() === '9.9.9', `${name}: version`, version);
  }
}

/** Waits until every container with a health check is healthy. Throws after two minutes. */
async function everythingHealthy() {
  for (let left = 600; left > 0; left--) {
    const listed = await dockerAsync('ps', '--format', '{{.Names}} {{.Status}}');
    const healthy = listed.split('\n').filter((line) => line.includes('(healthy)'));
    // The balancer and the SOAP service have no health check.
    if (healthy.length === 4) return;
    await setTimeout(200);
  }
  throw new Error(`not healthy:\n${docker('ps', '--all')}`);
}

/** @param {string[]} args */
function compose(...args) {
  const [program, ...first] = composeProgram();
  return run(program, ...first, ...args);
}

/** @param {string[]} args */
async function composeAsync(...args) {
  const [program, ...first] = composeProgram();
  return runAsync(program, ...first, ...args);
}

/** @returns {[string, ...string[]]} the plug-in of Docker, or the program of earlier versions */
function composeProgram() {
  const files = ['--project-name', 'check', '--project-directory', root];
  for (const file of [join(root, 'compose.yaml'), join(scratch, 'override.yaml')]) files.push('--file', file);
  const hasPlugin = spawnSync('docker', ['compose', 'version'], { stdio: 'ignore' }).status === 0;
  return hasPlugin ? ['docker', 'compose', ...files] : ['docker-compose', ...files];
}

/** @param {string[]} args */
function docker(...args) {
  return run('docker', ...args);
}

/** @param {string[]} args */
function dockerAsync(...args) {
  return runAsync('docker', ...args);
}

/**
 * @param {string} program
 * @param {string[]} args
 */
function run(program, ...args) {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    env: environment,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (error) throw error;
  expect(status === 0, `${program} ${args.join(' ')}`, `${stdout}${stderr}`);
  return stdout;
}

/**
 * @param {string} program
 * @param {string[]} args
 */
async function runAsync(program, ...args) {
  const child = spawn(program, args, { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const [status] = await once(child, 'close');
  expect(status === 0, `${program} ${args.join(' ')}`, `${stdout}${stderr}`);
  return stdout;
}
