import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { type FileHandle, mkdir, open, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { CliError, reasonOf } from '../errors/errors.js';
import { EXIT } from '../errors/exit-code.js';
import type { Terminal } from '../terminal/terminal.js';

/**
 * Writes a result to `file`, or to standard output if there is none. Creates the directories of the file.
 *
 * @throws {CliError} if the file cannot be written
 */
export async function writeOutput(
  text: string | Uint8Array,
  file: string | undefined,
  terminal: Terminal,
): Promise<void> {
  if (file === undefined) {
    terminal.out(typeof text === 'string' ? text : Buffer.from(text).toString('utf8'));
    return;
  }
  try {
    const path = resolve(terminal.cwd, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  } catch (cause) {
    throw unwritable(file, cause);
  }
}

/** A file that is written piece by piece. */
export interface OutputFile {
  /** Writes a piece. The bytes may be reused once the promise is settled. */
  write(bytes: Uint8Array): Promise<void>;
  /** Moves the written file into place. */
  commit(): Promise<void>;
  /** Deletes what was written, unless it was committed. */
  discard(): Promise<void>;
}

/**
 * Opens a file for a result that arrives in pieces. An existing file stays unchanged until `commit`, so that a call that fails
 * halfway does not damage it. Devices and pipes are written directly.
 *
 * @throws {CliError} if it cannot be written
 */
export async function openOutput(file: string, { cwd }: Pick<Terminal, 'cwd'>): Promise<OutputFile> {
  const guarded = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (cause) {
      throw unwritable(file, cause);
    }
  };
  const path = resolve(cwd, file);
  const { handle, partial, target } = await guarded(() => openBeside(path));
  const stopWatching = partial === undefined ? () => undefined : removeWhenInterrupted(partial);
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (isOpen) await handle.close();
    isOpen = false;
  };
  return {
    write: (bytes) => guarded(() => writeAll(handle, bytes)),
    commit: () =>
      guarded(async () => {
        await close();
        if (partial !== undefined) await rename(partial, target);
        stopWatching();
      }),
    async discard() {
      if (!isOpen) return;
      await close();
      if (partial !== undefined) await rm(partial, { force: true });
      stopWatching();
    },
  };
}

/** Removes a file if a signal ends the process. @returns a function that stops watching for signals */
function removeWhenInterrupted(file: string): () => void {
  const remove = (signal: NodeJS.Signals): void => {
    stop();
    rmSync(file, { force: true });
    // Without a listener, the signal has its usual effect.
    process.kill(process.pid, signal);
  };
  const stop = (): void => {
    for (const signal of ENDING) process.off(signal, remove);
  };
  for (const signal of ENDING) process.on(signal, remove);
  return stop;
}

const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Opens a new file next to the one that it will replace. Anything but a regular file is opened directly. */
async function openBeside(path: string): Promise<{ handle: FileHandle; partial?: string; target: string }> {
  await mkdir(dirname(path), { recursive: true });
  const existing = await stat(path).catch(() => undefined);
  if (existing !== undefined && !existing.isFile()) return { handle: await open(path, 'w'), target: path };
  // A symbolic link is kept: its target is replaced.
  const target = existing === undefined ? path : await realpath(path);
  const partial = `${target}.${randomBytes(4).toString('hex')}.part`;
  return { handle: await open(partial, 'wx', existing?.mode), partial, target };
}

async function writeAll(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; ) at += (await handle.write(bytes, at)).bytesWritten;
}

/**
 * Creates a directory for results, with its parents.
 *
 * @throws {CliError} if it cannot be created
 */
export async function createDirectory(directory: string, { cwd }: Pick<Terminal, 'cwd'>): Promise<void> {
  try {
    await mkdir(resolve(cwd, directory), { recursive: true });
  } catch (cause) {
    throw unwritable(directory, cause);
  }
}

function unwritable(file: string, cause: unknown): CliError {
  const message = `cannot write ${file}: ${reasonOf(cause)}`;
  return new CliError({ code: 'UNWRITABLE', message, exitCode: EXIT.unreadable, cause });
}
