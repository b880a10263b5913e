import type { Command } from 'commander';
import { usageError } from '../errors.js';

/** Add `--batch`. */
export function addBatchOption(command: Command, members: readonly string[]): Command {
  return command.option(
    '--batch <cases.jsonl>',
    `run many cases in one process: lines {${['id', 'wsdl', ...members].join(', ')}}`,
  );
}

/** The arguments of a command that is not run as a batch. Throws a usage error where the first one is missing. */
export function requireWsdl(wsdl: string | undefined): string {
  if (wsdl === undefined) throw usageError("missing required argument 'wsdl'; or --batch");
  return wsdl;
}
