import type { Command } from 'commander';
import type { Administration } from './open-administration.js';
import type { Terminal } from './terminal.js';

/** What every administration command is handed. */
export interface CommandContext {
  readonly terminal: Terminal;
  /** Run `work` on the configured store, which is closed behind it. */
  withStore<Value>(work: (administration: Administration) => Promise<Value>): Promise<Value>;
  /** Print a result: as JSON where `--json` was given, else as `lines` puts it for a person. */
  print<Value>(command: Command, value: Value, lines: (value: Value) => readonly string[]): void;
}

/** Control characters in a name would act on the terminal of who reads it. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\u{FFFD}');
}

/** Rows with their columns under each other. */
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
