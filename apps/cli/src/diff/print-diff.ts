import { createColors } from 'picocolors';
import type { ChangeKind, DescribedChange } from './describe-change.js';

const KINDS: readonly ChangeKind[] = ['breaking', 'additive', 'invisible'];

/** Prints changes for a terminal, breaking ones first. */
export function printChanges(changes: readonly DescribedChange[], color: boolean): string {
  const { red, green, dim, bold } = createColors(color);
  const paint = { breaking: red, additive: green, invisible: dim };
  if (changes.length === 0) return 'no change of the JSON contract\n';
  const lines: string[] = [];
  for (const kind of KINDS) {
    const ofKind = changes.filter((change) => change.kind === kind);
    if (ofKind.length === 0) continue;
    lines.push(bold(paint[kind](`${kind} (${ofKind.length})`)));
    for (const { operation, path, message } of ofKind) {
      lines.push(`  ${operation}${path === '' ? '' : ` ${path}`}: ${dim(message)}`);
    }
  }
  return `${lines.join('\n')}\n`;
}

/** Prints changes as Markdown, for a pull request. */
export function printMarkdown(changes: readonly DescribedChange[]): string {
  if (changes.length === 0) return 'No change of the JSON contract.\n';
  const rows = KINDS.flatMap((kind) => changes.filter((change) => change.kind === kind)).map(
    ({ kind, operation, path, message }) =>
      `| ${kind} | ${cell(operation)} | ${path === '' ? '' : cell(path)} | ${escapeCell(message)} |`,
  );
  return ['| change | operation | where | what |', '|---|---|---|---|', ...rows, ''].join('\n');
}

function cell(text: string): string {
  return `\`${escapeCell(text)}\``;
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|').replace(/\s+/g, ' ');
}
