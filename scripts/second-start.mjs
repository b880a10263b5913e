#!/usr/bin/env node
/**
 * Follows the README for two days, as a person would: `npm start`, a service registered in the dashboard's API, Ctrl-C, `npm start` again,
 * where the service must still be there, `npm start -- --once`, which runs every printed command, and the other lines of the README,
 * which run the command and the gateway. Then it starts on the data directory
 * that an earlier version left (`fixtures/`), which must be kept as well. `--keep` writes the data of the first day as that fixture, for the
 * release of a version.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from './free-port.mjs';

/**
 * @typedef Started What `npm start` printed.
 * @property {string} dashboard
 * @property {string} email
 * @property {string} password
 * @property {string} wsdl
 * @property {() => Promise<void>} stop Presses Ctrl-C and waits for the end of all processes.
 */

/** The service that the person registers. */
const OWN = 'my-own-service';
const root = fileURLToPath(new URL('..', import.meta.url));
const fixture = fileURLToPath(new URL('./fixtures/demo-data.tar.gz', import.meta.url));

const scratch = mkdtempSync(join(tmpdir(), 'soapstone-second-start-'));
const [https, http, soap] = await Promise.all([freePort(), freePort(), freePort()]);
const ports = { HTTPS_PORT: `${https}`, HTTP_PORT: `${http}`, SOAP_PORT: `${soap}` };
try {
  const data = join(scratch, 'data');
  const first = await start(data);
  try {
    const manage = await logIn(first);
    await manage('POST', '/api/manage/services', { url: first.wsdl, slug: OWN });
  } finally {
    await first.stop();
  }
  console.log('\n== started, registered a service and stopped');
  if (process.argv.includes('--keep')) keep(data);

  await startAgain(data);
  console.log('\n== started again: the service is still there');
  run('npm', ['start', '--', '--once'], { DATA_DIR: data, ...ports });

  const [inspected, accounts] = printedByReadme({ DATA_DIR: data });
  if (!inspected?.includes('service UserDirectory')) throw new Error(`the command printed ${inspected}`);
  if (JSON.parse(accounts ?? '').accounts.length !== 1)
    throw new Error(`the gateway has the accounts ${accounts}`);
  console.log('\n== the command and the gateway run as the README says');

  const earlier = join(scratch, 'earlier');
  mkdirSync(earlier);
  run('tar', ['--extract', '--gzip', '--file', fixture, '--directory', earlier]);
  await startAgain(earlier);
  console.log('\n== started on the data of an earlier version: the service is still there');
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** @param {string} data */
async function startAgain(data) {
  const started = await start(data);
  try {
    const manage = await logIn(started);
    const { services } = await manage('GET', '/api/manage/services');
    const slugs = services.map((/** @type {{ slug: string }} */ { slug }) => slug).toSorted();
    const expected = [OWN, 'user-directory'];
    if (`${slugs}` !== `${expected}`) throw new Error(`expected the services ${expected}, found ${slugs}`);
  } finally {
    await started.stop();
  }
}

/**
 * Runs `npm start` until it says how to stop it.
 *
 * @param {string} data
 * @returns {Promise<Started>}
 */
async function start(data) {
  // A process group of its own, which Ctrl-C reaches as a whole.
  const child = spawn('npm', ['start'], {
    cwd: root,
    env: { ...process.env, ...ports, DATA_DIR: data },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const group = -(child.pid ?? 0);
  const ended = once(child, 'close');
  let printed = '';
  /** @type {Promise<void>} */
  const ready = new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        process.stdout.write(chunk);
        printed += chunk;
        if (printed.includes('Press Ctrl-C to stop.')) resolve();
      });
    }
    child.once('close', (code) => reject(new Error(`npm start ended with ${code}`)));
  });
  const stop = async () => {
    process.kill(group, 'SIGINT');
    // The output closes when the last process of the group has ended.
    await ended;
  };
  await ready;
  const after = (/** @type {string} */ label) =>
    new RegExp(`^ *${label} +(\\S+)`, 'm').exec(printed)?.[1] ?? '';
  return {
    dashboard: after('Dashboard'),
    email: after('Email'),
    password: after('Password'),
    wsdl: after('SOAP service'),
    stop,
  };
}

/**
 * Logs in with what was printed. Resolves to a function that sends a request of the session and rejects an unsuccessful response.
 *
 * @param {Started} started
 */
async function logIn({ dashboard, email, password }) {
  let session = {};
  const send = async (
    /** @type {string} */ method,
    /** @type {string} */ path,
    /** @type {object | undefined} */ body = undefined,
  ) => {
    const sent = request(new URL(path, dashboard), {
      method,
      rejectUnauthorized: false,
      headers: { 'Content-Type': 'application/json', ...session },
    });
    sent.end(body && JSON.stringify(body));
    const [response] = await once(sent, 'response');
    const text = Buffer.concat(await response.toArray()).toString();
    if (response.statusCode >= 300) throw new Error(`${method} ${path}: ${response.statusCode} ${text}`);
    return { ...JSON.parse(text), cookies: response.headers['set-cookie'] };
  };
  const { csrfToken, cookies } = await send('POST', '/api/manage/log-in', { email, password });
  session = {
    Cookie: cookies.map((/** @type {string} */ each) => each.split(';')[0]).join('; '),
    'X-CSRF-Token': csrfToken,
  };
  return send;
}

/**
 * What the lines of the README print that run programs of the clone.
 *
 * @param {Record<string, string>} variables
 */
function printedByReadme(variables) {
  const lines = readFileSync(join(root, 'README.md'), 'utf8').match(/^npm run -s .*$/gm) ?? [];
  return lines.map((line) =>
    execFileSync('sh', ['-c', line], { cwd: root, env: { ...process.env, ...variables }, encoding: 'utf8' }),
  );
}

/** @param {string} data */
function keep(data) {
  mkdirSync(dirname(fixture), { recursive: true });
  const reproducible = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mtime=@0'];
  run('tar', ['--create', '--gzip', '--file', fixture, ...reproducible, '--directory', data, '.']);
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} [variables]
 */
function run(command, args, variables = {}) {
  execFileSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...variables } });
}
