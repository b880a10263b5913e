import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { generateClient } from '@soapstone/openapi-generator';
import { operationsByPort } from '@soapstone/wsdl-parser';
import type { CommandContext } from '../command-context.js';
import { type DescriptionOptions, loadOptionsOf } from '../description-options.js';
import { EXIT } from '../exit-code.js';
import { loadDescription } from '../load-description.js';
import type { Terminal } from '../terminal.js';
import { writeOutput } from '../write-output.js';

export interface ClientOptions extends DescriptionOptions {
  readonly output: string;
  readonly operations?: readonly string[];
  readonly numbers: 'number' | 'string' | 'bigint';
  readonly check?: true;
}

/** `soapstone client`: writes the modules of a typed client, which reads no WSDL at run time. */
export async function client(wsdl: string, options: ClientOptions, context: CommandContext): Promise<void> {
  const { terminal } = context;
  const { model } = await loadDescription(wsdl, terminal, loadOptionsOf(options));
  const files = generateClient(
    { model, ports: operationsByPort(model) },
    { operations: options.operations, numbers: options.numbers },
  );
  if (options.check === true) {
    const stale = await staleFiles(files, options.output, terminal);
    if (stale.length === 0) return;
    context.exitCode = EXIT.finding;
    terminal.err(`out of date: ${stale.join(', ')}; run the command again without --check\n`);
    return;
  }
  for (const [name, text] of files) await writeOutput(text, join(options.output, name), terminal);
}

async function staleFiles(
  files: ReadonlyMap<string, string>,
  directory: string,
  terminal: Terminal,
): Promise<string[]> {
  const stale: string[] = [];
  for (const [name, text] of files) {
    const file = join(directory, name);
    const found = await readFile(resolve(terminal.cwd, file), 'utf8').catch(() => undefined);
    if (found !== text) stale.push(file);
  }
  return stale;
}
