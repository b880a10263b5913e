import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { isDecodeError, isMappingError } from '@soapstone/json-xml-mapper';
import type { PrintedAnswer } from '@soapstone/soap-transport/internal/answer';
import { isWsdlError } from '@soapstone/wsdl-parser';
import { createColors } from 'picocolors';
import { type ErrorReport, problemsOf } from '../errors/error-report.js';
import { displayPath } from './display-path.js';

/** The maximum number of characters of a source line to show; one-line WSDLs are common. */
const EXCERPT_WIDTH = 100;

/** Prints an error for a terminal: the message, the line of the document with a caret, and the advice. */
export async function printError(
  error: unknown,
  report: ErrorReport,
  options: { readonly color: boolean; readonly cwd: string },
): Promise<string> {
  const colors = createColors(options.color);
  const lines: string[] = [];
  const { file, line, column } = report;
  const place =
    file === undefined
      ? ''
      : `${displayPath(file, options.cwd)}${line === undefined ? '' : `:${line}:${column}`}: `;
  lines.push(`${colors.red(colors.bold('error'))}: ${place}${report.message}`);
  if (file !== undefined && line !== undefined && column !== undefined) {
    lines.push(...(await excerpt(file, line, column, colors.dim)));
  }
  if (isWsdlError(error)) {
    const found = error.diagnostics.at(-1);
    if (found?.effect !== undefined) lines.push(colors.dim(`  effect: ${found.effect}`));
    if (found?.advice !== undefined) lines.push(colors.dim(`  advice: ${found.advice}`));
  }
  if (isMappingError(error) || isDecodeError(error)) {
    for (const { path, keyword, message } of problemsOf(error)) {
      lines.push(`  ${path === '' ? '/' : path}: ${message} ${colors.dim(`(${keyword})`)}`);
    }
    if (isMappingError(error) && error.truncated) lines.push(colors.dim('  … and more'));
  }
  if (report.answer !== undefined) lines.push(...answerLines(report.answer).map(colors.dim));
  return `${lines.join('\n')}\n`;
}

/** The response of a server, as `--verbose` shows it. */
function answerLines({ statusLine, fields, body, truncated }: PrintedAnswer): string[] {
  const text = body === '' ? [] : body.split(/\r\n|\r|\n/);
  return [
    ...[statusLine, ...fields].map((line) => `  < ${line}`),
    ...(text.length === 0 ? [] : ['  <']),
    ...text.map((line) => `  ${line}`),
    ...(truncated && text.length > 0 ? ['  … and more'] : []),
  ];
}

/** The line of a local document, with a caret under the column. Empty if the document cannot be read again. */
async function excerpt(
  file: string,
  line: number,
  column: number,
  dim: (text: string) => string,
): Promise<string[]> {
  if (!file.startsWith('file:')) return [];
  const bytes = await readFile(fileURLToPath(file)).catch(() => undefined);
  const text = bytes?.toString('utf8').split(/\r\n|\r|\n/)[line - 1];
  if (text === undefined) return [];
  const start = Math.max(0, Math.min(column - 1 - EXCERPT_WIDTH / 2, text.length - EXCERPT_WIDTH));
  const shown = text.slice(start, start + EXCERPT_WIDTH).replace(/\t/g, ' ');
  const margin = String(line).padStart(5);
  const caret = `${' '.repeat(Math.max(0, column - 1 - start))}^`;
  return [`${dim(`${margin} |`)} ${shown}`, `${dim(`${' '.repeat(5)} |`)} ${caret}`];
}
