import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../run.js';
import type { Terminal } from '../terminal.js';

/** The output and exit code of a command line. */
export interface CommandResult {
  readonly out: string;
  readonly err: string;
  readonly exitCode: number;
}

/** What a command line gets in a test. */
export interface TestTerminalOptions {
  readonly cwd?: string;
  readonly input?: string | Uint8Array;
  /** The command runs until its input ends. Default false: it is interrupted at once. */
  readonly endless?: boolean;
}

/** A terminal that records its output. */
export function testTerminal(options: TestTerminalOptions = {}): {
  readonly terminal: Terminal;
  readonly written: { out: string; err: string; status: string[] };
} {
  const written = { out: '', err: '', status: [] as string[] };
  const terminal: Terminal = {
    out: (text) => {
      written.out += text;
    },
    err: (text) => {
      written.err += text;
    },
    status: (text) => {
      if (text !== undefined) written.status.push(text);
    },
    readInput: async () => Buffer.from(options.input ?? ''),
    input: async function* () {
      yield Buffer.from(options.input ?? '');
    },
    interrupted: () => (options.endless === true ? new Promise(() => {}) : Promise.resolve()),
    color: { out: false, err: false },
    cwd: options.cwd ?? process.cwd(),
  };
  return { terminal, written };
}

/** Runs a command line in this process, as `soapstone` would. `cwd` is the base of relative paths. */
export async function runCommand(
  argv: readonly string[],
  options: TestTerminalOptions = {},
): Promise<CommandResult> {
  const { terminal, written } = testTerminal(options);
  const exitCode = await run(argv, terminal);
  return { out: written.out, err: written.err, exitCode };
}

const directories: string[] = [];
process.once('exit', () => {
  for (const directory of directories) rmSync(directory, { recursive: true, force: true });
});

/** Creates a directory with these files, removed at the end of the run. */
export function directoryOf(files: Readonly<Record<string, string | Uint8Array>>): string {
  const directory = mkdtempSync(join(tmpdir(), 'soapstone-'));
  directories.push(directory);
  for (const [name, content] of Object.entries(files)) writeFileSync(join(directory, name), content);
  return directory;
}
