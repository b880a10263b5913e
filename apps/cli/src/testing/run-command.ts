import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../run.js';

/** What a command line printed and ended with. */
export interface CommandResult {
  readonly out: string;
  readonly err: string;
  readonly exitCode: number;
}

/** Run a command line in this process, as `soapstone` would. `cwd` is where relative paths start. */
export async function runCommand(
  argv: readonly string[],
  options: { readonly cwd?: string; readonly input?: string | Uint8Array } = {},
): Promise<CommandResult> {
  let out = '';
  let err = '';
  const exitCode = await run(argv, {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    readInput: async () => Buffer.from(options.input ?? ''),
    color: { out: false, err: false },
    cwd: options.cwd ?? process.cwd(),
  });
  return { out, err, exitCode };
}

/** A directory with these files, removed at the end of the run. */
export function directoryOf(files: Readonly<Record<string, string | Uint8Array>>): string {
  const directory = mkdtempSync(join(tmpdir(), 'soapstone-'));
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(directory, name), content);
  return directory;
}
