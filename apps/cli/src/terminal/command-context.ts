import type { ExitCode } from '../errors/exit-code.js';
import type { Terminal } from './terminal.js';

/** The context of every command. A command that has findings sets `exitCode`; one that fails throws. */
export interface CommandContext {
  readonly terminal: Terminal;
  exitCode: ExitCode;
}
