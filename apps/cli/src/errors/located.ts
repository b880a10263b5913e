import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type DecodeError, isDecodeError, isMappingError, parseJson } from '@soapstone/json-xml-mapper';
import { CliError, type Place } from './errors.js';
import { EXIT } from './exit-code.js';

/** Matches the end of the mapper's message about a syntax error. */
const SYNTAX = / at line (\d+) column (\d+)$/;

/**
 * Runs work on a message that was read from `source`. If the message is not JSON or not a SOAP envelope, the error gets its file,
 * line and column. Other errors pass through unchanged, as do errors of a message on the command line.
 *
 * @param source the argument of the command: see `readMessage`
 * @param message the bytes of the message, for counting lines
 */
export async function located<Result>(
  source: string | undefined,
  message: Uint8Array | undefined,
  cwd: string,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const file = source === undefined ? undefined : fileOf(source, cwd);
    if (file === undefined) throw error;
    if (isMappingError(error)) {
      const [problem] = error.errors;
      const [end, line, column] = SYNTAX.exec(problem?.message ?? '') ?? [];
      if (problem?.keyword !== 'json' || end === undefined) throw error;
      const message = `the input is not JSON: ${problem.message.slice(0, -end.length).toLowerCase()}`;
      const place = { file, line: Number(line), column: Number(column) };
      throw new CliError({ code: error.code, message, exitCode: EXIT.finding, place });
    }
    if (isDecodeError(error) && isAboutText(error)) {
      const { text, place } = placeOf(error.message, message);
      const { code } = error;
      throw new CliError({ code, message: text, exitCode: EXIT.finding, place: { file, ...place } });
    }
    throw error;
  }
}

/** Returns `:line:column` of the first character at which a text stops being JSON; empty for JSON. */
export function placeOfSyntaxError(text: string): string {
  try {
    parseJson(text);
    return '';
  } catch (error) {
    if (!isMappingError(error)) throw error;
    const [, line, column] = SYNTAX.exec(error.errors[0]?.message ?? '') ?? [];
    return line === undefined ? '' : `:${line}:${column}`;
  }
}

/** Whether an error is about the document as a whole, not about the value at a path of the result. */
function isAboutText({ code, path }: DecodeError): boolean {
  return path === undefined && (code === 'NOT_XML' || code === 'NOT_SOAP' || code === 'LIMIT');
}

/** Returns the file that an argument names, as a URL, or `stdin`; `undefined` for a message on the command line. */
function fileOf(source: string, cwd: string): string | undefined {
  if (source === '-') return 'stdin';
  if (/^\s*[{[<]/.test(source)) return undefined;
  return pathToFileURL(resolve(cwd, source.startsWith('@') ? source.slice(1) : source)).href;
}

/** Returns the text of an error without its offset, and the offset as line and column. */
function placeOf(
  text: string,
  message: Uint8Array | undefined,
): { text: string; place: Omit<Place, 'file'> } {
  const [, what, offset] = /^(.*) at byte (\d+)$/s.exec(text) ?? [];
  if (what === undefined || message === undefined) return { text, place: {} };
  const before = Buffer.from(message.subarray(0, Number(offset))).toString('utf8');
  const lines = before.split(/\r\n|\r|\n/);
  return { text: what, place: { line: lines.length, column: (lines.at(-1) ?? '').length + 1 } };
}
