import { usageError } from './errors.js';

/** Where a command writes and reads; handed in, so that commands run in tests without a process. */
export interface Terminal {
  /** Results, and nothing else: what a pipe gets. */
  out(text: string): void;
  /** Progress, warnings and errors for a person. */
  err(text: string): void;
  /** Everything that standard input holds. */
  readInput(): Promise<Uint8Array>;
  /** Whether results and messages may carry colour. */
  readonly color: { readonly out: boolean; readonly err: boolean };
  /** Resolves when the person ends a command that would run for ever (Ctrl+C), or its supervisor does. */
  interrupted(): Promise<void>;
  /** The directory that relative paths start in. */
  readonly cwd: string;
}

/** The terminal of this process. A reader that goes away (`| head`) ends the process quietly. */
export function processTerminal(): Terminal {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
      process.exit();
    });
  }
  return {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    readInput: readStandardInput,
    interrupted: () =>
      new Promise((resolve) => {
        process.once('SIGINT', () => resolve());
        process.once('SIGTERM', () => resolve());
      }),
    color: { out: isColored(process.stdout), err: isColored(process.stderr) },
    cwd: process.cwd(),
  };
}

/** The same terminal; who reads its standard input a second time is told, because there is nothing left of it. */
export function readingOnce(terminal: Terminal): Terminal {
  let isRead = false;
  return {
    ...terminal,
    async readInput() {
      if (isRead) throw usageError('standard input can stand for one input only: name a file for the others');
      isRead = true;
      return terminal.readInput();
    },
  };
}

/** Colour on a terminal, unless NO_COLOR asks for none; FORCE_COLOR asks for it anywhere. */
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
