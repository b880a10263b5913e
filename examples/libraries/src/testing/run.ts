import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const run = promisify(execFile);

interface Bundler {
  bundleProgram(file: string, folder: string): Promise<string>;
}

/** Bundles a program with the sources of this repository instead of published packages, and returns its file. */
export async function bundleProgram(file: string): Promise<string> {
  const bundler = (await import(join(root, 'scripts/bundle-processes.mjs'))) as Bundler;
  return await bundler.bundleProgram(file, join(dirname(file), '.processes'));
}

/** Runs a program as its author would. */
export async function runProgram(
  file: string,
  args: readonly string[] = [],
  cwd: string = root,
): Promise<{ readonly stdout: string; readonly stderr: string }> {
  return await run(process.execPath, [await bundleProgram(file), ...args], { cwd });
}

/** Commands that serve until they are stopped. */
const SERVERS = /^npx @soapstone\/cli (?:serve|mock|record .*--upstream) /;

/** Runs the commands of a page like a reader who pastes them one after the other: a server keeps running while the next commands run. */
export class Shell {
  readonly #cwd: string;
  readonly #environment: NodeJS.ProcessEnv;
  readonly #servers: ChildProcess[] = [];

  constructor(cwd: string) {
    this.#cwd = cwd;
    const bin = join(cwd, 'bin');
    mkdirSync(bin);
    // `npx @soapstone/cli` is the command of this repository, as `scripts/bundle-processes.mjs` bundles it before the tests.
    const command = `"${process.execPath}" "${root}/apps/cli/.processes/main.js"`;
    writeFileSync(join(bin, 'npx'), `#!/bin/sh\nshift\nexec ${command} "$@"\n`, { mode: 0o755 });
    this.#environment = { ...process.env, PATH: `${bin}:${process.env['PATH']}` };
  }

  /** Runs one line. Rejects unless it ends with 0, or prints its address if it is a server. */
  async run(line: string): Promise<void> {
    const options = { cwd: this.#cwd, env: this.#environment };
    if (!SERVERS.test(line)) {
      await run('bash', ['-c', line], options);
      return;
    }
    const server = spawn('bash', ['-c', `exec ${line}`], options);
    this.#servers.push(server);
    let printed = '';
    await new Promise<void>((resolve, reject) => {
      for (const stream of [server.stdout, server.stderr]) {
        stream.on('data', (chunk: Buffer) => {
          printed += chunk.toString();
          if (/http:\/\/(?:localhost|127\.0\.0\.1):\d+/.test(printed)) resolve();
        });
      }
      server.once('exit', (code) => reject(new Error(`${line} ended with ${code}: ${printed}`)));
    });
  }

  /** Stops all servers. */
  async close(): Promise<void> {
    for (const server of this.#servers.filter(({ exitCode }) => exitCode === null)) {
      server.removeAllListeners('exit');
      const ended = once(server, 'exit');
      server.kill('SIGINT');
      await ended;
    }
  }
}
