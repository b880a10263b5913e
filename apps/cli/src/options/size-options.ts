import type { Command } from 'commander';
import { readSize } from './option-values.js';

/** The maximum sizes of messages, in bytes. Absent: the default of the library applies. */
export interface SizeOptions {
  readonly requestBytes?: number;
  readonly responseBytes?: number;
  /** The maximum size of a file that is passed on while it arrives. */
  readonly fileBytes?: number;
}

/**
 * Adds `--request-bytes`.
 *
 * @param what the message, for the help text
 * @param usual its default maximum size
 */
export function addRequestBytes(command: Command, what: string, usual = '1MiB'): Command {
  return command.option('--request-bytes <size>', `${described(what)} (default: ${usual})`, readSize);
}

/**
 * Adds `--response-bytes`.
 *
 * @param what the message, for the help text
 * @param usual its default maximum size
 */
export function addResponseBytes(command: Command, what: string, usual = '10MiB'): Command {
  return command.option('--response-bytes <size>', `${described(what)} (default: ${usual})`, readSize);
}

/** Adds `--file-bytes`, for files that routes pass on while they arrive (PG-10). */
export function addFileBytes(command: Command): Command {
  const what = described('a file that a route passes on while it arrives');
  return command.option(
    '--file-bytes <size>',
    `${what} (default: files have the limits of messages)`,
    readSize,
  );
}

/** Adds `--message-bytes`, for the messages of a recording in both directions. */
export function addMessageBytes(command: Command): Command {
  return command.option('--message-bytes <size>', `${described('a message')} (default: 64MiB)`, readSize);
}

function described(what: string): string {
  return `the maximum size of ${what}: bytes, or with a unit such as 50MiB`;
}
