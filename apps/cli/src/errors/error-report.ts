import {
  type DecodeError,
  isDecodeError,
  isFillError,
  isMappingError,
  isOperationNotFoundError,
  type MappingError,
  type ValidationProblem,
} from '@soapstone/json-xml-mapper';
import { OptionError } from '@soapstone/options';
import { defined } from '@soapstone/options/defined';
import { isSessionError } from '@soapstone/soap-call/internal/session';
import { asTransportError, isTransportError, type TransportError } from '@soapstone/soap-transport/fetch';
import { type PrintedAnswer, printAnswer } from '@soapstone/soap-transport/internal/answer';
import { type Diagnostic, isWsdlError } from '@soapstone/wsdl-parser';
import { CommanderError } from 'commander';
import { CliError } from './errors.js';
import { EXIT, type ExitCode } from './exit-code.js';
import { namingFlags } from './limit-advice.js';

/** An error as data, for `--format json` and batch lines. */
export interface ErrorReport {
  readonly code: string;
  readonly message: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  /** Every problem of a request or a response. */
  readonly details?: readonly unknown[];
  /** The response of a server that is not a SOAP message or a document. */
  readonly answer?: PrintedAnswer;
}

/** Converts any error to data, with the exit code of the process. Limits are named by the options that raise them. */
export function reportOf(error: unknown): { report: ErrorReport; exitCode: ExitCode } {
  const { report, exitCode } = describe(asTransportError(error));
  return { report: { ...report, message: namingFlags(report.message) }, exitCode };
}

function describe(error: unknown): { report: ErrorReport; exitCode: ExitCode } {
  if (error instanceof CliError) {
    const { code, message, exitCode, place, answer } = error;
    return { report: { code, message, ...place, ...defined({ answer }) }, exitCode };
  }
  if (isWsdlError(error)) {
    const place = placeOf(error.diagnostics.at(-1));
    const answer = isTransportError(error.cause) ? answerOf(error.cause) : undefined;
    const message = withoutPlace(error.message, place);
    const report = { code: error.code, message, ...place, ...defined({ answer }) };
    if (error.code === 'SELECTION_EMPTY') return { report, exitCode: EXIT.usage };
    return { report, exitCode: isTransportError(error.cause) ? EXIT.upstream : EXIT.unreadable };
  }
  if (isFillError(error))
    return { report: { code: error.code, message: error.message }, exitCode: EXIT.finding };
  if (isSessionError(error))
    return { report: { code: error.code, message: error.message }, exitCode: EXIT.upstream };
  if (isMappingError(error)) {
    const report = { code: error.code, message: error.message, details: problemsOf(error) };
    return { report, exitCode: EXIT.finding };
  }
  if (isDecodeError(error)) {
    const details = problemsOf(error);
    const report = { code: error.code, message: error.message, ...(details.length === 0 ? {} : { details }) };
    return { report, exitCode: EXIT.finding };
  }
  if (isOperationNotFoundError(error)) {
    return { report: { code: 'OPERATION_NOT_FOUND', message: error.message }, exitCode: EXIT.usage };
  }
  if (isTransportError(error)) {
    const { code, message } = error;
    return { report: { code, message, ...defined({ answer: answerOf(error) }) }, exitCode: EXIT.upstream };
  }
  // Recognised by name, because only commands that read recordings load its package.
  if (error instanceof Error && error.name === 'RecordingError') {
    return { report: { code: 'RECORDING_UNREADABLE', message: error.message }, exitCode: EXIT.unreadable };
  }
  if (error instanceof OptionError) {
    return { report: { code: error.code, message: error.message }, exitCode: EXIT.usage };
  }
  if (error instanceof CommanderError) {
    return { report: { code: 'USAGE', message: error.message }, exitCode: EXIT.usage };
  }
  if (isTooLarge(error)) {
    const message =
      'the message is too large to be held in memory as a whole; -o writes a large response as it arrives';
    return { report: { code: 'TOO_LARGE', message }, exitCode: EXIT.unreadable };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { report: { code: 'INTERNAL', message }, exitCode: EXIT.internal };
}

/** The answer behind an error of a transport. Its secrets were hidden where the credentials are known. */
function answerOf({ answer }: TransportError): PrintedAnswer | undefined {
  return answer === undefined ? undefined : printAnswer(answer, (text) => text);
}

/** Every problem of a message. */
export function problemsOf(error: MappingError | DecodeError): readonly ValidationProblem[] {
  const problems = isMappingError(error) ? error.errors : error.details;
  return problems.map((problem) => ({ ...problem, message: namingFlags(problem.message) }));
}

/** Whether an error says that a string or buffer would be longer than the runtime allows. */
function isTooLarge(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, message } = error as NodeJS.ErrnoException;
  return code === 'ERR_STRING_TOO_LONG' || message === 'Invalid string length';
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
