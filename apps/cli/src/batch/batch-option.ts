import type { Command } from 'commander';
import { usageError } from '../errors/errors.js';

/** Adds `--batch`. */
export function addBatchOption(command: Command, members: readonly string[]): Command {
  return command.option(
    '--batch <cases.jsonl>',
    `run a case for each line of this file: {${['id', 'wsdl', ...members].join(', ')}}`,
  );
}

/** The arguments of a command outside a batch. Throws a usage error if the first one is missing. */
export function requireWsdl(wsdl: string | undefined): string {
  if (wsdl === undefined) throw usageError("missing required argument 'wsdl'; or --batch");
  return wsdl;
}
