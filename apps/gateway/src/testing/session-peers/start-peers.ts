import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { SessionDesign } from '@soapstone/json-xml-mapper/design';
import { listen } from 'soap';

/** The counters of a server. */
export interface PeerCounts {
  readonly logins: number;
  /** Logins while a session was valid, which it refuses. */
  readonly refused: number;
  readonly logouts: number;
  readonly executed: number;
}

/** A running server of `orders.wsdl`. */
export interface RunningPeer {
  readonly address: string;
  counts(): Promise<PeerCounts>;
  /** Forgets its session, as a server does that restarts. */
  expire(): Promise<void>;
  stop(): Promise<void>;
}

/** A SOAP server of another stack that wants a login. It has one session at a time, and refuses another login while it is valid. */
export interface Peer {
  readonly name: string;
  /** Its requirements. */
  readonly needs: string;
  /** How its session is used. */
  readonly session: Pick<SessionDesign, 'token' | 'send'>;
  isInstalled(): boolean;
  start(): Promise<RunningPeer>;
}

export const PEER_PASSWORD = 'a "password" & <more>';

const fileAt = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
/** The WSDL of all of them. */
export const PEER_WSDL: string = readFileSync(fileAt('orders.wsdl'), 'utf8');

/** The jars of Debian's JAX-WS RI that its server needs. */
const JARS = [
  ...['jaxws-rt', 'jaxws-api', 'jaxb-api', 'jaxb-impl', 'jaxb-core', 'jaxb-runtime', 'saaj-impl', 'stax-ex'],
  ...['istack-commons-runtime', 'streambuffer', 'gmbal', 'mimepull', 'FastInfoset', 'javax.activation'],
  ...['jws-api', 'txw2', 'metro-policy'],
].map((name) => `/usr/share/java/${name}.jar`);

export const PEERS: readonly Peer[] = [
  {
    name: "node-soap's server: the token in the result, sent in a SOAP header",
    needs: 'nothing',
    session: {
      token: { result: 'token', expires: 'seconds' },
      send: { soapHeader: 'Session/token' },
    },
    isInstalled: () => true,
    start: startNodeSoap,
  },
  {
    name: 'PHP: cookies of setcookie',
    needs: 'the Debian packages php-cli and php-soap',
    session: { token: { cookie: '*' }, send: { cookie: true } },
    isInstalled: () => succeeds('php', '-r', 'exit(class_exists("SoapServer") ? 0 : 1);'),
    start: startPhp,
  },
  {
    name: 'gSOAP: a SOAP header in both directions',
    needs: 'the Debian packages gsoap, libgsoap-dev and gcc',
    session: {
      token: { soapHeader: 'Session/token', expires: 'seconds' },
      send: { soapHeader: 'Session/token' },
    },
    isInstalled: () => succeeds('soapcpp2', '-V') && succeeds('gcc', '--version'),
    start: startGsoap,
  },
  {
    name: 'JAX-WS RI: an HTTP header in both directions',
    needs: 'the Debian packages libjaxws-java and default-jdk-headless',
    session: {
      token: { httpHeader: 'X-Session', expires: 'seconds' },
      send: { httpHeader: 'X-Session' },
    },
    isInstalled: () => JARS.every((jar) => existsSync(jar)) && succeeds('javac', '-version'),
    start: startJaxWs,
  },
];

async function startNodeSoap(): Promise<RunningPeer> {
  const counts = { logins: 0, refused: 0, logouts: 0, executed: 0 };
  let token: string | undefined;
  const refuse = (code: string): never => {
    throw { Fault: { faultcode: `soap:${code}`, faultstring: 'refused' } };
  };
  type Headers = { readonly Session?: { readonly token?: string } } | undefined;
  const check = (headers: Headers): void => {
    if (token === undefined || headers?.Session?.token !== token) refuse('INVALID_SESSION');
  };
  const operations = {
    Login({ password }: { readonly password: string }) {
      counts.logins += 1;
      if (password !== PEER_PASSWORD) refuse('LOGIN_FAILED');
      if (token !== undefined) {
        counts.refused += 1;
        refuse('ALREADY_LOGGED_IN');
      }
      token = randomUUID();
      return { token, seconds: 3600 };
    },
    FindOrders(_input: unknown, _done: unknown, headers: Headers) {
      check(headers);
      counts.executed += 1;
      return { total: 3 };
    },
    Logout(_input: unknown, _done: unknown, headers: Headers) {
      check(headers);
      counts.logouts += 1;
      token = undefined;
      return {};
    },
  };
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  listen(server, { path: '/orders', xml: PEER_WSDL, services: { Orders: { Orders: operations } } });
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/orders`,
    counts: async () => ({ ...counts }),
    async expire() {
      token = undefined;
    },
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** PHP's SoapServer behind PHP's own web server. Each request is a program of its own, so the session is in a file. */
async function startPhp(): Promise<RunningPeer> {
  const folder = createFolder();
  const child = spawn('php', ['-S', '127.0.0.1:0', fileAt('orders.php')], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, SESSION_STATE: join(folder, 'state.json'), PHP_CLI_SERVER_WORKERS: '3' },
    // Its workers are separate processes, so the whole group is killed.
    detached: true,
  });
  const port = await printedPort(child, child.stderr, /\(http:\/\/127\.0\.0\.1:(\d+)\) started/);
  return outside(port, '/orders', async () => {
    await end(child, true);
    rmSync(folder, { recursive: true, force: true });
  });
}

async function startGsoap(): Promise<RunningPeer> {
  const folder = createFolder();
  for (const file of ['orders.h', 'orders.c']) copyFileSync(fileAt(file), join(folder, file));
  run(folder, 'soapcpp2', '-c', '-S', '-L', '-x', '-I/usr/share/gsoap/import', 'orders.h');
  run(folder, 'gcc', '-w', '-I.', '-o', 'server', 'orders.c', 'soapC.c', 'soapServer.c', '-lgsoap');
  const child = spawn(join(folder, 'server'), { stdio: ['ignore', 'pipe', 'ignore'] });
  return outside(await printedPort(child, child.stdout), '/', async () => {
    await end(child);
    rmSync(folder, { recursive: true, force: true });
  });
}

/** JAX-WS RI, in a program that Java compiles as it starts it. */
async function startJaxWs(): Promise<RunningPeer> {
  const child = spawn(
    'java',
    ['-XX:TieredStopAtLevel=1', '-cp', JARS.join(':'), fileAt('OrdersServer.java')],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  return outside(await printedPort(child, child.stdout), '/orders', () => end(child));
}

/** A server in a process of its own, which reports its counters to a GET. */
function outside(port: number, path: string, stop: () => Promise<void>): RunningPeer {
  const base = `http://127.0.0.1:${port}`;
  return {
    address: base + path,
    counts: async () => (await (await fetch(`${base}/state`)).json()) as PeerCounts,
    async expire() {
      await (await fetch(`${base}/expire`)).text();
    },
    stop,
  };
}

function createFolder(): string {
  return mkdtempSync(join(tmpdir(), 'soapstone-session-peer-'));
}

function run(cwd: string, command: string, ...args: string[]): void {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8', timeout: 120_000 });
  if (status !== 0) throw new Error(`${command} failed: ${stderr}${stdout}`);
}

function succeeds(command: string, ...args: string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore', timeout: 20_000 }).status === 0;
}

/** The port that a server prints once it listens; its other output is dropped. */
function printedPort(child: ChildProcess, stream: Readable, pattern = /^(\d+)\n/m): Promise<number> {
  return new Promise((resolve, reject) => {
    let text = '';
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`the server did not print its port: ${text}`));
    }, 60_000);
    child.once('error', reject);
    child.once('exit', (status) => reject(new Error(`the server ended with ${status}: ${text}`)));
    stream.on('data', (chunk: Buffer) => {
      text = (text + chunk.toString()).slice(-10_000);
      const port = pattern.exec(text)?.[1];
      if (port === undefined) return;
      clearTimeout(timer);
      resolve(Number(port));
    });
  });
}

function end(child: ChildProcess, group = false): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    if (group && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    else child.kill('SIGKILL');
  });
}
