import { isDecodeError, isMappingError, isOperationNotFoundError } from '@soapstone/json-xml-mapper';
import { OptionError } from '@soapstone/soap-model/options';
import { isTransportError } from '@soapstone/soap-transport/fetch';
import { type Diagnostic, isWsdlError } from '@soapstone/wsdl-parser';
import { CommanderError } from 'commander';
import { CliError } from './errors.js';
import { EXIT, type ExitCode } from './exit-code.js';

/** An error as data, for `--format json` and batch lines. */
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
    const { code, message, exitCode, place } = error;
    return { report: { code, message, ...place }, exitCode };
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
  if (isDecodeError(error)) {
    return { report: { code: error.code, message: error.message }, exitCode: EXIT.finding };
  }
  if (isOperationNotFoundError(error)) {
    return { report: { code: 'OPERATION_NOT_FOUND', message: error.message }, exitCode: EXIT.usage };
  }
  if (isTransportError(error)) {
    return { report: { code: error.code, message: error.message }, exitCode: EXIT.upstream };
  }
  // Its package is only loaded by the commands that read recordings.
  if (error instanceof Error && error.name === 'RecordingError') {
    return { report: { code: 'RECORDING_UNREADABLE', message: error.message }, exitCode: EXIT.unreadable };
  }
  if (error instanceof OptionError) {
    return { report: { code: error.code, message: error.message }, exitCode: EXIT.usage };
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
