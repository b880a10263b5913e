import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createOperationShapes } from '@soapstone/json-xml-mapper/shapes';
import { generateClient } from '@soapstone/openapi-generator';
import { operationsByPort } from '@soapstone/wsdl-parser';
import { type DescriptionOptions, loadOptionsOf } from '../description/description-options.js';
import { loadDescription } from '../description/load-description.js';
import { designedMapper } from '../description/read-design.js';
import { unknownOperation } from '../description/unknown-operation.js';
import { reportOf } from '../errors/error-report.js';
import { usageError } from '../errors/errors.js';
import { EXIT } from '../errors/exit-code.js';
import type { DesignOptions } from '../options/design-options.js';
import { printError } from '../output/print-error.js';
import { printJson, printJsonLine } from '../output/print-json.js';
import { writeOutput } from '../output/write-output.js';
import type { CommandContext } from '../terminal/command-context.js';
import type { Terminal } from '../terminal/terminal.js';
import { watchFiles } from './watch-files.js';

/** The options of `soapstone client`. */
export interface ClientOptions extends DescriptionOptions, DesignOptions {
  readonly output: string;
  readonly operations?: readonly string[];
  readonly numbers: 'number' | 'string' | 'bigint';
  readonly binary: 'text' | 'bytes';
  readonly dates: 'text' | 'Date' | 'temporal';
  readonly split?: true;
  readonly check?: true;
  readonly watch?: true;
  readonly format: 'text' | 'json';
}

/** A file of the client, and what happened to it. */
interface ClientFile {
  readonly file: string;
  readonly state: 'written' | 'unchanged' | 'outdated';
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
  const made = await writeFiles(files, options, terminal);
  const stale = made.filter(({ state }) => state === 'outdated').map(({ file }) => file);
  if (stale.length > 0) context.exitCode = EXIT.finding;
  if (options.format === 'json') terminal.out(printJson({ ok: stale.length === 0, files: made }));
  else if (stale.length > 0)
    terminal.err(`out of date: ${stale.join(', ')}; run the command again without --check\n`);
}

/** Writes the client now and after each change of a document. Reports an erroneous WSDL and keeps watching it. */
async function watchClient(wsdl: string, options: ClientOptions, terminal: Terminal): Promise<void> {
  let watched: readonly string[] = [];
  const write = async (): Promise<readonly string[]> => {
    try {
      const { files, documents } = await clientFiles(wsdl, options, terminal);
      const made = await writeFiles(files, options, terminal);
      const changed = made.filter(({ state }) => state === 'written').length;
      if (options.format === 'json') terminal.out(printJsonLine({ ok: true, files: made }));
      else terminal.err(changed === 0 ? 'nothing changed\n' : `${changed} of ${files.size} files written\n`);
      watched = documents;
    } catch (error) {
      // The first run determines the files to watch.
      if (watched.length === 0) throw error;
      const { report } = reportOf(error);
      if (options.format === 'json') terminal.out(printJsonLine({ ok: false, error: report }));
      else terminal.err(await printError(error, report, { color: terminal.color.err, cwd: terminal.cwd }));
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
  if (options.design !== undefined && options.split === true)
    throw usageError('--design and --split cannot be used together: a client with a design is one module');
  const designed = await designedMapper(model, options, terminal.cwd, { numbers: options.numbers });
  const names = createOperationShapes(model, designed).names;
  const unknown = options.operations?.find((name) => !names.includes(name));
  if (unknown !== undefined) throw unknownOperation('--operations', unknown, names);
  const files = generateClient(
    { model, ports: operationsByPort(model) },
    {
      operations: options.operations,
      numbers: options.numbers,
      // The files leave out everything that the runtime does by itself.
      ...(options.binary !== 'text' && { binary: options.binary }),
      ...(options.dates !== 'text' && { dates: options.dates }),
      split: options.split,
      ...designed,
    },
  );
  const design =
    options.design === undefined ? [] : [pathToFileURL(resolve(terminal.cwd, options.design)).href];
  return { files, documents: [...documents.map(({ uri }) => uri), ...design] };
}

/** Writes the files whose content differs, so that watchers of the output only see changes. With `check` it writes nothing. */
async function writeFiles(
  files: ReadonlyMap<string, string>,
  { output, check }: ClientOptions,
  terminal: Terminal,
): Promise<ClientFile[]> {
  const made: ClientFile[] = [];
  for (const [name, text] of files) {
    const file = join(output, name);
    const isCurrent = (await readText(file, terminal)) === text;
    if (!isCurrent && check !== true) await writeOutput(text, file, terminal);
    made.push({ file, state: isCurrent ? 'unchanged' : check === true ? 'outdated' : 'written' });
  }
  return made;
}

async function readText(file: string, { cwd }: Pick<Terminal, 'cwd'>): Promise<string | undefined> {
  return await readFile(resolve(cwd, file), 'utf8').catch(() => undefined);
}
