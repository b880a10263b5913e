import type { PrintedAnswer } from '@soapstone/soap-transport/internal/answer';
import { EXIT, type ExitCode } from './exit-code.js';

/** A place in an input: a file as a URL, or `stdin`. Line and column count from 1. */
export interface Place {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
}

/** Thrown when a command cannot do what was asked. The message is written for the user. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly code: string;
  readonly exitCode: ExitCode;
  /** The location of the problem; `undefined` if the message contains it. */
  readonly place: Place | undefined;
  /** The response of the server that is not a SOAP message. */
  readonly answer: PrintedAnswer | undefined;
  /** HTTP headers for the client of a local server: how long to wait. */
  readonly headers: Readonly<Record<string, string>> | undefined;

  constructor(options: {
    code: string;
    message: string;
    exitCode: ExitCode;
    cause?: unknown;
    place?: Place | undefined;
    answer?: PrintedAnswer | undefined;
    headers?: Readonly<Record<string, string>> | undefined;
  }) {
    super(options.message, 'cause' in options ? { cause: options.cause } : undefined);
    this.code = options.code;
    this.exitCode = options.exitCode;
    this.place = options.place;
    this.answer = options.answer;
    this.headers = options.headers;
  }
}

/** The command line is invalid. */
export function usageError(message: string): CliError {
  return new CliError({ code: 'USAGE', message, exitCode: EXIT.usage });
}

/** An input cannot be read. */
export function unreadable(message: string, cause?: unknown): CliError {
  return new CliError({ code: 'UNREADABLE', message, exitCode: EXIT.unreadable, cause });
}

/** Explains why the system rejected a file. */
export function reasonOf(error: unknown): string {
  switch ((error as NodeJS.ErrnoException | undefined)?.code) {
    case 'ENOENT':
      return 'there is no such file or directory';
    case 'EISDIR':
      return 'it is a directory';
    case 'ENOTDIR':
    case 'EEXIST':
      return 'part of its path is a file, not a directory';
    case 'ELOOP':
      return 'its symbolic links form a loop';
    case 'ENAMETOOLONG':
      return 'the name is too long';
    case 'EACCES':
    case 'EPERM':
      return 'permission denied';
    default:
      return error instanceof Error ? error.message : String(error);
  }
}
