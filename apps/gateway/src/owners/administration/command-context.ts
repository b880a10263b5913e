import type { Command } from 'commander';
import type { Administration } from './open-administration.js';
import type { Terminal } from './terminal.js';

/** The context of every administration command. */
export interface CommandContext {
  readonly terminal: Terminal;
  /** Runs `work` on the configured store, then closes the store. */
  withStore<Value>(work: (administration: Administration) => Promise<Value>): Promise<Value>;
  /** Prints a result as JSON with `--json`, otherwise as the text that `lines` returns. */
  print<Value>(command: Command, value: Value, lines: (value: Value) => readonly string[]): void;
}

/** Escape control characters, because a name could otherwise control the reader's terminal. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\u{FFFD}');
}

/** Formats rows as aligned columns. */
export function printTable(rows: readonly (readonly string[])[]): string[] {
  const cells = rows.map((row) => row.map(printable));
  const widths = (cells[0] ?? []).map((_, column) => Math.max(...cells.map((row) => row[column]!.length)));
  return cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  );
}
