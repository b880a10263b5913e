import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

/** A third-party SOAP server in a process on loopback. */
export interface UpstreamProcess {
  readonly host: string;
  close(): Promise<void>;
}

const upstreams = fileURLToPath(new URL('../upstreams/', import.meta.url));

/** PHP's SoapServer behind PHP's built-in web server. Needs php-cli and php-soap. */
export async function startPhp(): Promise<UpstreamProcess> {
  const child = spawn('php', ['-S', '127.0.0.1:0', '-t', join(upstreams, 'php')], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, PHP_CLI_SERVER_WORKERS: '2' },
    // Its workers are separate processes, so the whole group is killed.
    detached: true,
  });
  const close = (): Promise<void> => end(child, true);
  const port = await printedPort(child, child.stderr, /\(http:\/\/127\.0\.0\.1:(\d+)\) started/);
  await reachable(port, close);
  return { host: `127.0.0.1:${port}`, close };
}

/** SOAP::Lite. Needs libsoap-lite-perl. */
export async function startSoapLite(): Promise<UpstreamProcess> {
  const child = spawn('perl', [join(upstreams, 'perl', 'server.pl')], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return { host: `127.0.0.1:${await printedPort(child, child.stdout)}`, close: () => end(child) };
}

/** gSOAP, generated and compiled on demand. Needs gsoap, libgsoap-dev and gcc. */
export async function startGsoap(): Promise<UpstreamProcess> {
  const built = buildGsoap('gsoap', 'ledger.h', ['main.c', 'soapC.c', 'soapServer.c', '-lgsoap']);
  return startBuilt(built, []);
}

/** gSOAP with its WS-Security plugin, not started yet. Needs the same packages and takes some seconds to compile. */
export function buildSecuredGsoap(): BuiltUpstream {
  const shared = '/usr/share/gsoap';
  return buildGsoap('gsoap-security', 'vault.h', [
    ...['-w', '-DWITH_OPENSSL', '-DWITH_DOM', '-DWITH_GZIP', `-I${shared}/plugin`, `-I${shared}/custom`],
    ...['vault.c', 'soapC.c', 'soapServer.c', `${shared}/custom/struct_timeval.c`],
    ...['wsseapi.c', 'smdevp.c', 'mecevp.c', 'threads.c'].map((file) => `${shared}/plugin/${file}`),
    ...['-lgsoapssl', '-lssl', '-lcrypto', '-lz', '-lpthread'],
  ]);
}

/** A compiled server in its own folder. */
export interface BuiltUpstream {
  readonly program: string;
  remove(): void;
}

/** Starts a compiled server, which prints its port. Removes the folder with it unless `keep`. */
export async function startBuilt(
  built: BuiltUpstream,
  args: readonly string[],
  keep = false,
): Promise<UpstreamProcess> {
  const child = spawn(built.program, [...args], { stdio: ['ignore', 'pipe', 'ignore'] });
  return {
    host: `127.0.0.1:${await printedPort(child, child.stdout)}`,
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

/** The port that a server prints once it listens; its other output is dropped. */
function printedPort(child: ChildProcess, stream: Readable, pattern = /^(\d+)\n/): Promise<number> {
  return new Promise((resolve, reject) => {
    let text = '';
    const timer = setTimeout(() => reject(new Error('the server did not print its port')), 60_000);
    child.once('error', reject);
    child.once('exit', (status) => reject(new Error(`the server ended with ${status}`)));
    const read = (chunk: Buffer): void => {
      text += chunk.toString();
      const port = pattern.exec(text)?.[1];
      if (port === undefined) return;
      clearTimeout(timer);
      stream.off('data', read).resume();
      resolve(Number(port));
    };
    stream.on('data', read);
  });
}

async function reachable(port: number, close: () => Promise<void>): Promise<void> {
  for (let attempt = 0; attempt < 1_200; attempt += 1) {
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
