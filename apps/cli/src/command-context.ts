import type { ExitCode } from './exit-code.js';
import type { Terminal } from './terminal.js';

/** What every command is made with. A command that finds something sets `exitCode`; one that fails throws. */
export interface CommandContext {
  readonly terminal: Terminal;
  exitCode: ExitCode;
}
