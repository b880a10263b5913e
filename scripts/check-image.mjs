/**
 * Checks a built image of the gateway by running it as a strict orchestrator does: as its own unprivileged user, on a read-only root with
 * one writable volume. Needs root, `unshare` and `chroot`. `scripts/image.mjs --check` uses it.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { request } from 'node:https';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startSoapServer } from '../examples/user-directory/soap-server.mjs';
import { freePort } from './free-port.mjs';

const MINUTE = 60_000;
/** How long the SOAP service takes for the call that is in flight at SIGTERM, in milliseconds. */
const SLOW = 1_500;
/** A user ID beyond the safe integers of JavaScript: the call of the example. */
const CALL = { operation: 'GetUser', body: '{"userId": 9007199254740993}', answer: '"@id":9007199254740993' };

/**
 * Starts the image twice on the same volume. The first time an account and a key are created with its command line, the example is
 * registered and called over HTTPS, and a call in flight outlives SIGTERM. The second time the same key must still work. Then a mock in one
 * container is called from a second one. Throws an error that says what failed, with the gateway's log.
 *
 * @param {string} root the root of the image, as `buildah mount` prints it
 * @param {{ Env: string[], Cmd: string[], User: string, WorkingDir: string, Volumes: object }} config the configuration of the image
 * @param {string} work an empty directory
 */
export async function checkImage(root, config, work) {
  assertLean(root);
  const [volume, ...others] = Object.keys(config.Volumes);
  if (volume === undefined || others.length > 0) throw new Error('the image has no volume, or several');
  const entry = new RegExp(`^${config.User}:[^:]*:(\\d+):(\\d+):`, 'm');
  const [, uid, gid] = entry.exec(readFileSync(join(root, 'etc/passwd'), 'utf8')) ?? [];
  if (uid === undefined) throw new Error(`the image has no user ${config.User}`);
  if (uid === '0') throw new Error('the image runs as root');
  const data = join(work, 'data');
  mkdirSync(data);
  // Like a volume of a container engine, which copies the owner of the directory in the image.
  chownSync(data, Number(uid), Number(gid));
  const image = { root, config, data, volume, owner: `${uid}:${gid}` };

  const writes = `for place in / /app /tmp; do if touch "$place/x" 2>/dev/null; then echo "$place"; fi; done; touch ${volume}/x && rm ${volume}/x`;
  const writable = inImage(image, ['sh', '-c', writes]).trim();
  if (writable !== '') throw new Error(`the root is not read-only: ${writable.replaceAll('\n', ', ')}`);

  const soap = await startSoapServer();
  const slow = await startSlowProxy(soap.address);
  try {
    const called = await serve(image, slow, async (gateway) => {
      const account = JSON.parse(
        admin(image, 'accounts', 'create', '--name', 'Example', '--plan', 'Pro', '--json'),
      );
      const management = admin(
        image,
        'keys',
        'create',
        account.id ?? account.accountId,
        '--name',
        'check',
      ).trim();
      const own = (path, body) =>
        gateway.send('POST', `/api/manage/${path}`, management, JSON.stringify(body));
      const settings = { endpoint: slow.address };
      const service = parsed(await own('services', { url: soap.wsdlAddress, settings }), 201);
      const { key } = parsed(await own('keys', { name: 'live' }), 201);
      const path = `/api/v1/${account.id ?? account.accountId}/${service.slug}/${CALL.operation}`;
      assertAnswer(await gateway.send('POST', path, key, CALL.body));
      return { path, key };
    });
    await serve(image, slow, async (gateway) => {
      assertAnswer(await gateway.send('POST', called.path, called.key, CALL.body));
      return called;
    });
  } finally {
    slow.stop();
    await soap.stop();
  }
  await checkMock(image, work);
}

/** The addresses of the two containers. */
const [SERVER, CLIENT] = ['10.213.57.1', '10.213.57.2'];

/** Starts `soapstone mock` in one container, and calls it by its name from a second one, over a network of their own. */
async function checkMock(image, work) {
  const [server, client] = ['mock', 'client'].map((name) => `soapstone-${name}-${process.pid}`);
  const ip = (...argv) => execFileSync('ip', argv, { stdio: ['ignore', 'ignore', 'pipe'] });
  try {
    for (const name of [server, client]) ip('netns', 'add', name);
  } catch (error) {
    const { message, code } = /** @type {Error & { code?: string }} */ (error);
    console.log(
      `the mock is not called from a second container: ip netns fails (${message.split('\n')[1] ?? code})`,
    );
    for (const name of [server, client]) ignoring(() => ip('netns', 'delete', name));
    return;
  }
  let mock;
  try {
    ip('link', 'add', 'eth0', 'netns', server, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', client);
    for (const [name, address] of [
      [server, SERVER],
      [client, CLIENT],
    ]) {
      ip('-n', name, 'address', 'add', `${address}/24`, 'dev', 'eth0');
      for (const link of ['lo', 'eth0']) ip('-n', name, 'link', 'set', link, 'up');
    }
    const example = fileURLToPath(new URL('../examples/user-directory/', import.meta.url));
    for (const name of ['user-directory.wsdl', 'user-directory.xsd'])
      cpSync(join(example, name), join(image.data, name));
    const hosts = join(work, 'hosts');
    writeFileSync(hosts, `127.0.0.1 localhost\n${SERVER} mock-svc\n`);
    const within = (name, argv) => ['netns', 'exec', name, 'unshare', ...enter({ ...image, hosts }, argv)];
    const wsdl = `${image.volume}/user-directory.wsdl`;
    const serving = ['soapstone', 'mock', wsdl, '--host', '0.0.0.0', '--allow-host', 'mock-svc'];
    mock = spawn('ip', within(server, serving), { stdio: ['ignore', 'pipe', 'inherit'] });
    const [printed] = await Promise.race([once(mock.stdout, 'data'), once(mock, 'exit')]);
    if (!String(printed).includes('operations')) throw new Error(`soapstone mock ended with ${printed}`);
    const ask = (argv) => execFileSync('ip', within(client, argv), { encoding: 'utf8' });
    const called = ask([
      'soapstone',
      'call',
      wsdl,
      CALL.operation,
      CALL.body,
      '--endpoint',
      'http://mock-svc:8090/',
    ]);
    if (!called.includes('"name"')) throw new Error(`the mock answered ${called}`);
    const statuses = `const all = ['http://mock-svc:8090/__calls', 'http://${SERVER}:8090/__calls', 'http://mock-svc:8090/?wsdl'].map((url) => fetch(url).then((response) => response.status)); console.log((await Promise.all(all)).join());`;
    const asked = ask(['node', '--input-type=module', '--eval', statuses]).trim();
    if (asked !== '403,403,200') throw new Error(`the calls, and the WSDL, were answered with ${asked}`);
    console.log('soapstone mock: called by its name from a second container');
  } finally {
    mock?.kill('SIGTERM');
    for (const name of [server, client]) ignoring(() => ip('netns', 'delete', name));
  }
}

function ignoring(work) {
  try {
    work();
  } catch {
    // Nothing is left to do.
  }
}

/** The image has what the gateway needs at run time, and no tool that builds it. */
function assertLean(root) {
  const programs = ['gcc', 'cc', 'g++', 'clang', 'make', 'python3', 'node-gyp', 'tsc', 'esbuild', 'pnpm'];
  const places = ['usr/local/bin', 'usr/bin', 'bin', 'usr/local/sbin', 'usr/sbin'];
  const found = places.flatMap((place) =>
    programs.map((name) => join(place, name)).filter((name) => existsSync(join(root, name))),
  );
  const unwanted = /^(libxmljs2|typescript|esbuild|tsup|vite|vitest|turbo|node-gyp)$/;
  for (const name of readdirSync(join(root, 'app'), { recursive: true, encoding: 'utf8' })) {
    const [, module] = /(?:^|\/)node_modules\/([^/]+)$/.exec(name) ?? [];
    if (module !== undefined && unwanted.test(module)) found.push(join('app', name));
  }
  if (found.length > 0) throw new Error(`the image has ${found.join(', ')}`);
}

/** Runs the gateway, does `work`, and stops it with SIGTERM while the call that `work` resolves to is in flight. */
async function serve(image, slow, work) {
  const port = await freePort();
  const settings = {
    HTTPS_PORT: String(port),
    HTTP_PORT: 'off',
    EGRESS_ALLOW: '127.0.0.1',
    DRAIN_DELAY_MS: '3000',
  };
  const child = spawn('unshare', enter(image, image.config.Cmd, settings), {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (piece) => {
      log += piece;
    });
  }
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const send = (method, path, key, body) => ask({ image, port, method, path, key, body });
  const status = async () => (await send('GET', '/readyz').catch(() => ({}))).status;
  try {
    for (const end = Date.now() + MINUTE; (await status()) !== 200; ) {
      if (child.exitCode !== null || Date.now() > end) throw new Error('the gateway did not become ready');
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const [, owner] = /^Uid:\t(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
    if (`${owner}` !== image.owner.split(':')[0]) throw new Error(`the gateway runs as user ${owner}`);
    const called = await work({ send });
    const arrived = slow.slowDown();
    const inFlight = send('POST', called.path, called.key, CALL.body);
    await arrived;
    child.kill('SIGTERM');
    while (!log.includes('"stopping"')) await new Promise((resolve) => setTimeout(resolve, 20));
    const draining = await status();
    if (draining !== 503) throw new Error(`/readyz answers ${draining} while the gateway drains`);
    assertAnswer(await inFlight);
    const code = await ended;
    if (code !== 0) throw new Error(`the gateway ended with ${code}`);
    return called;
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\n${log}`, { cause: error });
  } finally {
    child.kill('SIGKILL');
  }
}

/** The arguments of `unshare` that run `argv` in the image: a root without write access, a volume, /dev and /proc, and names of hosts. */
function enter({ root, config, data, volume, owner, hosts = '' }, argv, settings = {}) {
  const mounts = [
    'mount --bind "$1" "$1"',
    'mount --bind "$2" "$1$3"',
    '[ -z "$4" ] || mount --bind "$4" "$1/etc/hosts"',
    'mount --rbind /dev "$1/dev"',
    'mount -t proc proc "$1/proc"',
    'mount -o remount,bind,ro "$1"',
  ];
  const environment = [...config.Env, ...Object.entries(settings).map((pair) => pair.join('='))];
  const script = `${mounts.join('\n')}\nroot=$1; shift 4\nexec chroot --userspec=${owner} --groups=${owner.split(':')[1]} "$root" env -i -C ${config.WorkingDir} "$@"`;
  const sh = ['sh', '-euc', script, 'sh', root, data, volume, hosts];
  return ['--mount', '--propagation', 'private', '--', ...sh, ...environment, ...argv];
}

/** The output of a program in the image. */
function inImage(image, argv) {
  return execFileSync('unshare', enter(image, argv), {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** The output of the administration command in the image. */
function admin(image, ...argv) {
  return inImage(image, ['node', image.config.Cmd.at(-1), 'admin', ...argv]);
}

/** One request over HTTPS, which trusts only the certificate that the gateway created. */
async function ask({ image, port, method, path, key, body }) {
  const ca = readFileSync(join(image.data, 'tls/cert.pem'));
  return new Promise((resolve, reject) => {
    const headers = {
      ...(key && { 'X-API-Key': key }),
      ...(body && { 'Content-Type': 'application/json' }),
    };
    const options = {
      host: '127.0.0.1',
      servername: 'localhost',
      port,
      path,
      method,
      headers,
      ca,
      agent: false,
    };
    const sent = request(options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece) => {
        text += piece;
      });
      response.on('end', () => resolve({ status: response.statusCode, text }));
      response.on('error', reject);
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

function parsed({ status, text }, expected) {
  if (status !== expected) throw new Error(`the gateway answers ${status} instead of ${expected}: ${text}`);
  return JSON.parse(text);
}

function assertAnswer(answer) {
  parsed(answer, 200);
  if (!answer.text.includes(CALL.answer)) throw new Error(`the call was answered with ${answer.text}`);
}

/** A proxy in front of the SOAP service. `slowDown` makes the next call take a while, and resolves when it has arrived. */
async function startSlowProxy(target) {
  let arrive;
  const server = createServer(async (incoming, response) => {
    const pieces = [];
    for await (const piece of incoming) pieces.push(piece);
    if (arrive !== undefined) {
      arrive();
      arrive = undefined;
      await new Promise((resolve) => setTimeout(resolve, SLOW));
    }
    const names = ['content-type', 'soapaction'];
    const headers = Object.fromEntries(
      names.flatMap((name) => (incoming.headers[name] === undefined ? [] : [[name, incoming.headers[name]]])),
    );
    const answer = await fetch(target, { method: 'POST', headers, body: Buffer.concat(pieces) });
    response.writeHead(answer.status, { 'Content-Type': answer.headers.get('content-type') ?? '' });
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${portOf(server)}/`,
    slowDown: () =>
      new Promise((resolve) => {
        arrive = resolve;
      }),
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** @param {import('node:net').Server} server one that listens on a port */
function portOf(server) {
  return /** @type {import('node:net').AddressInfo} */ (server.address()).port;
}

/** The bytes of the files of a directory, at any depth. */
export function bytesOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}
