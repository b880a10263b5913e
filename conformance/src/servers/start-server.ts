import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('./', import.meta.url));

/** A running server. */
export interface Started {
  readonly url: string;
  stop(): Promise<void>;
}

/** Runs a command in the build folder; throws with its output. */
export interface Run {
  (command: string, ...args: string[]): void;
  readonly folder: string;
}

/** Builds a server in its own folder, which is removed with it, and starts what `build` returns. */
export async function startBuilt(
  sources: string,
  build: (run: Run) => readonly [command: string, args: readonly string[]],
  path = '/',
): Promise<Started> {
  const folder = mkdtempSync(join(tmpdir(), `soapstone-${sources}-`));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  const run: Run = Object.assign(
    (command: string, ...args: string[]): void => {
      const { status, stdout, stderr } = spawnSync(command, args, {
        cwd: folder,
        encoding: 'utf8',
        timeout: 300_000,
      });
      if (status !== 0) throw new Error(`${command} failed: ${stderr}${stdout}`);
    },
    { folder },
  );
  try {
    for (const file of readdirSync(join(here, sources)))
      copyFileSync(join(here, sources, file), join(folder, file));
    const [command, args] = build(run);
    const child = spawn(command, [...args], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
    const port = await printedPort(child, child.stdout);
    const stop = async (): Promise<void> => {
      await end(child);
      remove();
    };
    return { url: `http://127.0.0.1:${port}${path}`, stop };
  } catch (error) {
    remove();
    throw error;
  }
}

/** The port that a server prints once it listens. */
export function printedPort(child: ChildProcess, stream: Readable, pattern = /^(\d+)\n/m): Promise<number> {
  return new Promise((resolve, reject) => {
    let text = '';
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error('the server did not print its port'));
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

export function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });
}
