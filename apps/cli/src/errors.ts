import { isMappingError, isOperationNotFoundError, isResponseError } from '@soapstone/json-xml-mapper';
import { isTransportError } from '@soapstone/soap-transport';
import { type Diagnostic, isWsdlError } from '@soapstone/wsdl-parser';
import { CommanderError } from 'commander';
import { EXIT, type ExitCode } from './exit-code.js';

/** Thrown when a command cannot do what was asked. The message is for the user. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly code: string;
  readonly exitCode: ExitCode;

  constructor(options: { code: string; message: string; exitCode: ExitCode; cause?: unknown }) {
    super(options.message, 'cause' in options ? { cause: options.cause } : undefined);
    this.code = options.code;
    this.exitCode = options.exitCode;
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

/** Explains why the system refused a file. */
export function reasonOf(error: unknown): string {
  switch ((error as NodeJS.ErrnoException | undefined)?.code) {
    case 'ENOENT':
      return 'there is no such file or directory';
    case 'EISDIR':
      return 'it is a directory';
    case 'ENOTDIR':
      return 'a part of its path is no directory';
    case 'ELOOP':
      return 'its symbolic links lead in a circle';
    case 'ENAMETOOLONG':
      return 'the name is too long';
    case 'EACCES':
    case 'EPERM':
      return 'permission denied';
    default:
      return error instanceof Error ? error.message : String(error);
  }
}

/** An error as data, for `--json` and batch lines. */
export interface ErrorReport {
  readonly code: string;
  readonly message: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  /** Every problem of a request or a response. */
  readonly details?: readonly unknown[];
}

/** Converts any error to data, with the exit code of the process. */
export function reportOf(error: unknown): { report: ErrorReport; exitCode: ExitCode } {
  if (error instanceof CliError) {
    return { report: { code: error.code, message: error.message }, exitCode: error.exitCode };
  }
  if (isWsdlError(error)) {
    const place = placeOf(error.diagnostics.at(-1));
    const report = { code: error.code, message: withoutPlace(error.message, place), ...place };
    if (error.code === 'SELECTION_EMPTY') return { report, exitCode: EXIT.usage };
    return { report, exitCode: isTransportError(error.cause) ? EXIT.upstream : EXIT.unreadable };
  }
  if (isMappingError(error)) {
    const report = { code: error.code, message: error.message, details: error.errors };
    return { report, exitCode: EXIT.finding };
  }
  if (isResponseError(error)) {
    return { report: { code: error.code, message: error.message }, exitCode: EXIT.finding };
  }
  if (isOperationNotFoundError(error)) {
    return { report: { code: 'OPERATION_NOT_FOUND', message: error.message }, exitCode: EXIT.usage };
  }
  if (isTransportError(error)) {
    return { report: { code: error.code, message: error.message }, exitCode: EXIT.upstream };
  }
  if (error instanceof CommanderError) {
    return { report: { code: 'USAGE', message: error.message }, exitCode: EXIT.usage };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { report: { code: 'INTERNAL', message }, exitCode: EXIT.internal };
}

/** The message of a `WsdlError` starts with its location, which is shown separately. */
function withoutPlace(
  message: string,
  { file, line, column }: Pick<ErrorReport, 'file' | 'line' | 'column'>,
): string {
  if (file === undefined) return message;
  const place = line === undefined ? `${file}: ` : `${file}:${line}:${column}: `;
  return message.startsWith(place) ? message.slice(place.length) : message;
}

function placeOf(found: Diagnostic | undefined): Pick<ErrorReport, 'file' | 'line' | 'column'> {
  if (found === undefined) return {};
  const { file, line, column } = found;
  return line === 0 ? { file } : { file, line, column };
}
