import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CliError, reasonOf } from './errors.js';
import { EXIT } from './exit-code.js';
import type { Terminal } from './terminal.js';

/** Writes a result to `file`, or to standard output if there is none. Throws a `CliError` if the file cannot be written. */
export async function writeOutput(text: string, file: string | undefined, terminal: Terminal): Promise<void> {
  if (file === undefined) {
    terminal.out(text);
    return;
  }
  try {
    await writeFile(resolve(terminal.cwd, file), text);
  } catch (cause) {
    throw new CliError({
      code: 'UNWRITABLE',
      message: `cannot write ${file}: ${reasonOf(cause)}`,
      exitCode: EXIT.unreadable,
      cause,
    });
  }
}
