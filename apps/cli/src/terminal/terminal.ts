import { usageError } from '../errors/errors.js';

/** The streams that a command reads and writes. Passed in, so that commands run in tests without a process. */
export interface Terminal {
  /** Results only, so that output can be piped. */
  out(text: string): void;
  /** Progress, warnings and errors. */
  err(text: string): void;
  /**
   * Shows what a long command is doing, on one line of an interactive terminal; `undefined` removes the line, as does any output.
   * Does nothing if standard error is not a terminal.
   */
  status(text: string | undefined): void;
  /** Reads the whole of standard input. */
  readInput(): Promise<Uint8Array>;
  /** Standard input as it arrives. */
  input(): AsyncIterable<Uint8Array>;
  /** Whether results and messages may contain colour. */
  readonly color: { readonly out: boolean; readonly err: boolean };
  /** Resolves when the user (Ctrl+C) or a supervisor ends a long-running command. */
  interrupted(): Promise<void>;
  /** The base directory of relative paths. */
  readonly cwd: string;
}

/** The terminal of this process. A reader that closes the pipe (`| head`) ends the process quietly. */
export function processTerminal(): Terminal {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
      process.exit();
    });
  }
  let isShown = false;
  const status = (text: string | undefined): void => {
    if (!process.stderr.isTTY || (text === undefined && !isShown)) return;
    isShown = text !== undefined;
    // Truncated to one line: longer text would wrap, and only its last line would be removed.
    process.stderr.write(`\r\u001b[K${text?.slice(0, (process.stderr.columns ?? 80) - 1) ?? ''}`);
  };
  const writeTo = (stream: NodeJS.WriteStream) => (text: string) => {
    status(undefined);
    stream.write(text);
  };
  return {
    out: writeTo(process.stdout),
    err: writeTo(process.stderr),
    status,
    readInput: readStandardInput,
    input: () => process.stdin as AsyncIterable<Uint8Array>,
    interrupted: () =>
      new Promise((resolve) => {
        process.once('SIGINT', () => resolve());
        process.once('SIGTERM', () => resolve());
      }),
    color: { out: isColored(process.stdout), err: isColored(process.stderr) },
    cwd: process.cwd(),
  };
}

/**
 * Returns the same terminal, except that reading standard input a second time fails with an explanation, because nothing is left to
 * read.
 */
export function readingOnce(terminal: Terminal): Terminal {
  let isRead = false;
  return {
    ...terminal,
    async readInput() {
      if (isRead)
        throw usageError('only one of the inputs can be standard input: name a file for the others');
      isRead = true;
      return terminal.readInput();
    },
  };
}

/** Colour on a terminal, unless NO_COLOR disables it; FORCE_COLOR enables it anywhere. */
function isColored(stream: NodeJS.WriteStream): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false;
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '0') return true;
  return stream.isTTY === true && TERM !== 'dumb';
}

async function readStandardInput(): Promise<Uint8Array> {
  if (process.stdin.isTTY) process.stderr.write('reading standard input; Ctrl+D ends it\n');
  const chunks: Uint8Array[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks);
}
