import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';

/** A folder with the configurations of proxies of Debian, which run in the foreground. */
export interface ProxyFolder {
  readonly path: string;
  /** Writes a file that every user may read. Returns its path. */
  write(name: string, lines: readonly string[]): string;
  /** Starts a program with a configuration of these lines. */
  start(
    program: string,
    args: (config: string) => readonly string[],
    lines: readonly string[],
    env?: Readonly<Record<string, string>>,
  ): ChildProcess;
  /** Starts squid, which lets through who has logged in by `auth`, to any port. It gives up its privileges, if it has any. */
  startSquid(port: number, auth: readonly string[], env?: Readonly<Record<string, string>>): ChildProcess;
  remove(): void;
}

/** Creates the folder. */
export function createProxyFolder(): ProxyFolder {
  const folder = mkdtempSync(join(tmpdir(), 'soapstone-proxies-'));
  // Squid reads its files as another user.
  chmodSync(folder, 0o755);
  let files = 0;
  const write = (name: string, lines: readonly string[]): string => {
    const file = join(folder, name);
    writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o644 });
    return file;
  };
  const start: ProxyFolder['start'] = (program, args, lines, env = {}) => {
    files += 1;
    const config = write(`${files}.conf`, lines);
    return spawn(program, args(config), {
      stdio: 'ignore',
      env: { PATH: process.env['PATH'] ?? '', ...env },
    });
  };
  return {
    path: folder,
    write,
    start,
    startSquid: (port, auth, env) =>
      start('/usr/sbin/squid', (config) => ['-N', '-f', config], squidConfig(port, auth), env),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function squidConfig(port: number, auth: readonly string[]): string[] {
  return [
    `http_port 127.0.0.1:${port}`,
    ...auth,
    'acl known proxy_auth REQUIRED',
    'http_access allow known',
    'http_access deny all',
    'pid_filename none',
    'access_log none',
    'cache_log /dev/null',
    'cache deny all',
    'pinger_enable off',
    'visible_hostname squid.example',
    'max_filedescriptors 1024',
    'dns_timeout 3 seconds',
    'connect_timeout 10 seconds',
    'shutdown_lifetime 0 seconds',
  ];
}

/** Resolves once something listens. */
export async function reachable(port: number): Promise<void> {
  await vi.waitFor(() => reach(port), { timeout: 60_000, interval: 100 });
}

function reach(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve();
    });
    socket.once('error', reject);
  });
}

/** A password as squid's file of users has it. */
export function squidHash(password: string): string {
  return execFileSync('openssl', ['passwd', '-1', '-stdin'], { input: password, encoding: 'utf8' }).trim();
}
