import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { CliError, reasonOf } from './errors.js';
import { EXIT } from './exit-code.js';
import type { Terminal } from './terminal.js';

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

/**
 * Creates a directory for results, with those above it.
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
