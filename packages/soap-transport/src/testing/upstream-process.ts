import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A SOAP server written by others, in a process of its own on loopback. */
export interface UpstreamProcess {
  readonly host: string;
  close(): Promise<void>;
}

const upstreams = fileURLToPath(new URL('../upstreams/', import.meta.url));

/** PHP's SoapServer behind PHP's own web server. Needs php-cli and php-soap. */
export async function startPhp(): Promise<UpstreamProcess> {
  const port = await freePort();
  const child = spawn('php', ['-S', `127.0.0.1:${port}`, '-t', join(upstreams, 'php')], {
    stdio: 'ignore',
    env: { ...process.env, PHP_CLI_SERVER_WORKERS: '2' },
    // Its workers are processes of their own: the group is ended together.
    detached: true,
  });
  const close = (): Promise<void> => end(child, true);
  await reachable(port, close);
  return { host: `127.0.0.1:${port}`, close };
}

/** SOAP::Lite. Needs libsoap-lite-perl. */
export async function startSoapLite(): Promise<UpstreamProcess> {
  const child = spawn('perl', [join(upstreams, 'perl', 'server.pl')], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return { host: `127.0.0.1:${await printedPort(child)}`, close: () => end(child) };
}

/** gSOAP, generated and compiled now. Needs gsoap, libgsoap-dev and gcc. */
export async function startGsoap(): Promise<UpstreamProcess> {
  const built = buildGsoap('gsoap', 'ledger.h', ['main.c', 'soapC.c', 'soapServer.c', '-lgsoap']);
  return startBuilt(built, []);
}

/** gSOAP with its WS-Security plugin, not started yet. Needs the same, and takes some seconds to compile. */
export function buildSecuredGsoap(): BuiltUpstream {
  const shared = '/usr/share/gsoap';
  return buildGsoap('gsoap-security', 'vault.h', [
    ...['-w', '-DWITH_OPENSSL', '-DWITH_DOM', '-DWITH_GZIP', `-I${shared}/plugin`, `-I${shared}/custom`],
    ...['vault.c', 'soapC.c', 'soapServer.c', `${shared}/custom/struct_timeval.c`],
    ...['wsseapi.c', 'smdevp.c', 'mecevp.c', 'threads.c'].map((file) => `${shared}/plugin/${file}`),
    ...['-lgsoapssl', '-lssl', '-lcrypto', '-lz', '-lpthread'],
  ]);
}

/** A compiled server in a folder of its own. */
export interface BuiltUpstream {
  readonly program: string;
  remove(): void;
}

/** Starts a compiled server, which prints its port. The folder goes with it unless `keep`. */
export async function startBuilt(
  built: BuiltUpstream,
  args: readonly string[],
  keep = false,
): Promise<UpstreamProcess> {
  const child = spawn(built.program, [...args], { stdio: ['ignore', 'pipe', 'ignore'] });
  return {
    host: `127.0.0.1:${await printedPort(child)}`,
    async close() {
      await end(child);
      if (!keep) built.remove();
    },
  };
}

function buildGsoap(sources: string, header: string, gccArgs: readonly string[]): BuiltUpstream {
  const folder = mkdtempSync(join(tmpdir(), 'soapstone-gsoap-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  const run = (command: string, args: readonly string[]): void => {
    const { status, stderr, stdout } = spawnSync(command, args, {
      cwd: folder,
      encoding: 'utf8',
      timeout: 120_000,
    });
    if (status !== 0) throw new Error(`${command} failed: ${stderr}${stdout}`);
  };
  try {
    const from = join(upstreams, sources);
    for (const file of readdirSync(from)) copyFileSync(join(from, file), join(folder, file));
    run('soapcpp2', ['-c', '-S', '-L', '-x', '-I/usr/share/gsoap/import', header]);
    run('gcc', ['-I.', '-o', 'server', ...gccArgs]);
    return { program: join(folder, 'server'), remove };
  } catch (error) {
    remove();
    throw error;
  }
}

function printedPort(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let text = '';
    const timer = setTimeout(() => reject(new Error('the server did not print its port')), 20_000);
    child.once('error', reject);
    child.once('exit', (status) => reject(new Error(`the server ended with ${status}`)));
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const port = /^(\d+)\n/.exec(text)?.[1];
      if (port === undefined) return;
      clearTimeout(timer);
      resolve(Number(port));
    });
  });
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function reachable(port: number, close: () => Promise<void>): Promise<void> {
  for (let attempt = 0; attempt < 400; attempt += 1) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('connect', () => {
        socket.destroy();
        resolve(true);
      });
      socket.once('error', () => resolve(false));
    });
    if (open) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await close();
  throw new Error('the server did not start');
}

function end(child: ChildProcess, group = false): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    if (group && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    else child.kill('SIGKILL');
  });
}
