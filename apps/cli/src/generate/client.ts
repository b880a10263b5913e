import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { generateClient } from '@soapstone/openapi-generator';
import { operationsByPort } from '@soapstone/wsdl-parser';
import type { CommandContext } from '../command-context.js';
import { type DescriptionOptions, loadOptionsOf } from '../description-options.js';
import { reportOf } from '../error-report.js';
import { usageError } from '../errors.js';
import { EXIT } from '../exit-code.js';
import { loadDescription } from '../load-description.js';
import { printError } from '../print-error.js';
import type { Terminal } from '../terminal.js';
import { writeOutput } from '../write-output.js';
import { watchFiles } from './watch-files.js';

/** The options of `soapstone client`. */
export interface ClientOptions extends DescriptionOptions {
  readonly output: string;
  readonly operations?: readonly string[];
  readonly numbers: 'number' | 'string' | 'bigint';
  readonly split?: true;
  readonly check?: true;
  readonly watch?: true;
}

/** `soapstone client`: writes the modules of a typed client, which reads no WSDL at run time. */
export async function client(wsdl: string, options: ClientOptions, context: CommandContext): Promise<void> {
  const { terminal } = context;
  if (options.watch === true) {
    if (options.check === true)
      throw usageError('--watch writes files and --check does not: use one of them');
    if (wsdl === '-') throw usageError('--watch needs a file: standard input does not change');
    await watchClient(wsdl, options, terminal);
    return;
  }
  const { files } = await clientFiles(wsdl, options, terminal);
  if (options.check !== true) {
    await writeFiles(files, options.output, terminal);
    return;
  }
  const stale: string[] = [];
  for (const [name, text] of files) {
    const file = join(options.output, name);
    if ((await readText(file, terminal)) !== text) stale.push(file);
  }
  if (stale.length === 0) return;
  context.exitCode = EXIT.finding;
  terminal.err(`out of date: ${stale.join(', ')}; run the command again without --check\n`);
}

/** Writes the client now and after each change of a document. Reports an erroneous WSDL and keeps watching it. */
async function watchClient(wsdl: string, options: ClientOptions, terminal: Terminal): Promise<void> {
  let watched: readonly string[] = [];
  const write = async (): Promise<readonly string[]> => {
    try {
      const { files, documents } = await clientFiles(wsdl, options, terminal);
      const changed = await writeFiles(files, options.output, terminal);
      terminal.err(changed === 0 ? 'nothing changed\n' : `${changed} of ${files.size} files written\n`);
      watched = documents;
    } catch (error) {
      // The first run determines the files to watch.
      if (watched.length === 0) throw error;
      const { report } = reportOf(error);
      terminal.err(await printError(error, report, { color: terminal.color.err, cwd: terminal.cwd }));
    }
    return watched;
  };
  await watchFiles(write, terminal.interrupted());
}

async function clientFiles(
  wsdl: string,
  options: ClientOptions,
  terminal: Terminal,
): Promise<{ readonly files: ReadonlyMap<string, string>; readonly documents: readonly string[] }> {
  const { model, documents } = await loadDescription(wsdl, terminal, loadOptionsOf(options));
  const files = generateClient(
    { model, ports: operationsByPort(model) },
    { operations: options.operations, numbers: options.numbers, split: options.split },
  );
  return { files, documents: documents.map(({ uri }) => uri) };
}

/** Writes the files whose content differs, so that watchers of the output only see changes. Returns their number. */
async function writeFiles(
  files: ReadonlyMap<string, string>,
  directory: string,
  terminal: Terminal,
): Promise<number> {
  let changed = 0;
  for (const [name, text] of files) {
    const file = join(directory, name);
    if ((await readText(file, terminal)) === text) continue;
    changed++;
    await writeOutput(text, file, terminal);
  }
  return changed;
}

async function readText(file: string, { cwd }: Pick<Terminal, 'cwd'>): Promise<string | undefined> {
  return await readFile(resolve(cwd, file), 'utf8').catch(() => undefined);
}
