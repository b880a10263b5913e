import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../run.js';
import type { Terminal } from '../terminal/terminal.js';

/** The output and exit code of a command line. */
export interface CommandResult {
  readonly out: string;
  readonly err: string;
  readonly exitCode: number;
}

/** The environment of a command line in a test. */
export interface TestTerminalOptions {
  readonly cwd?: string;
  readonly input?: string | Uint8Array;
  /** Whether the command runs until its input ends. Default false: it is interrupted immediately. */
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

/** A command that runs until it is stopped, such as a server. */
export interface RunningCommand {
  /** The output so far. */
  readonly written: { readonly out: string; readonly err: string };
  /** The first address that it printed. */
  readonly url: string;
  /** Interrupts it, as Ctrl+C does. */
  stop(): Promise<CommandResult>;
}

/** Starts a command that serves, and waits for its address. Throws if the command ends first. */
export async function startCommand(argv: readonly string[], cwd: string): Promise<RunningCommand> {
  const { terminal, written } = testTerminal({ cwd });
  let interrupt = (): void => undefined;
  const interrupted = new Promise<void>((resolve) => {
    interrupt = resolve;
  });
  let serve = (): void => undefined;
  const serving = new Promise<void>((resolve) => {
    serve = resolve;
  });
  const ended = run(argv, {
    ...terminal,
    interrupted() {
      serve();
      return interrupted;
    },
  });
  await Promise.race([serving, ended]);
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(written.out)?.[0];
  if (url === undefined) throw new Error(`the command has ended: ${written.err}`);
  return {
    written,
    url,
    async stop() {
      interrupt();
      const exitCode = await ended;
      return { out: written.out, err: written.err, exitCode };
    },
  };
}

const directories: string[] = [];
process.once('exit', () => {
  for (const directory of directories) rmSync(directory, { recursive: true, force: true });
});

/** Creates a directory with these files, which is removed at the end of the run. */
export function directoryOf(files: Readonly<Record<string, string | Uint8Array>>): string {
  const directory = mkdtempSync(join(tmpdir(), 'soapstone-'));
  directories.push(directory);
  for (const [name, content] of Object.entries(files)) writeFileSync(join(directory, name), content);
  return directory;
}
