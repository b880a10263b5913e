import { join } from 'node:path';
import { type DescriptionOptions, loadOptionsOf } from '../description/description-options.js';
import { loadService } from '../description/service.js';
import { CliError } from '../errors/errors.js';
import { EXIT } from '../errors/exit-code.js';
import { type AddressingOptions, addressingPropertiesOf } from '../options/addressing-options.js';
import { printJson } from '../output/print-json.js';
import { writeOutput } from '../output/write-output.js';
import type { CommandContext } from '../terminal/command-context.js';
import { collectRequests, type ExportedCollection, type ExportForm } from './collect-requests.js';
import { printBruno } from './print-bruno.js';
import { printHttp } from './print-http.js';
import { printPostman } from './print-postman.js';
import { printScripts } from './print-scripts.js';

/** The options of `soapstone export`. */
export interface ExportOptions extends DescriptionOptions, AddressingOptions {
  readonly output: string;
  readonly only?: ExportForm;
  readonly baseUrl: string;
  readonly account: string;
  readonly service?: string;
  readonly endpoint?: string;
  readonly usernameToken?: boolean;
  readonly format: 'text' | 'json';
}

/** The clients of `soapstone export`. */
export type ExportClient = 'bruno' | 'postman' | 'http' | 'curl';

const PRINTERS: Readonly<
  Record<ExportClient, (collection: ExportedCollection) => ReadonlyMap<string, string>>
> = { bruno: printBruno, postman: printPostman, http: printHttp, curl: printScripts };

/** `soapstone export`: writes requests for other HTTP clients. */
export async function exportRequests(
  client: ExportClient,
  wsdl: string,
  options: ExportOptions,
  context: CommandContext,
): Promise<void> {
  const { terminal } = context;
  const service = await loadService(wsdl, terminal, loadOptionsOf(options));
  const collection = collectRequests(service, {
    forms: options.only === undefined ? ['json', 'soap'] : [options.only],
    baseUrl: options.baseUrl,
    account: options.account,
    slug: options.service,
    endpoint: options.endpoint,
    addressing: options.addressing,
    addressingProperties: addressingPropertiesOf(options),
    usernameToken: options.usernameToken,
  });
  const count = collection.folders.reduce((sum, { requests }) => sum + requests.length, 0);
  if (count === 0) {
    const [reason] = collection.omitted;
    throw new CliError({
      code: 'NO_OPERATION',
      message: `${wsdl} has no operation to export${reason === undefined ? '' : `: ${reason}`}`,
      exitCode: EXIT.finding,
    });
  }
  const files = PRINTERS[client](collection);
  let written = 0;
  for (const [name, text] of files) {
    terminal.status(`Writing file ${++written} of ${files.size}`);
    await writeOutput(text, join(options.output, name), terminal);
  }
  const { omitted } = collection;
  const incomplete = collection.folders.flatMap(({ requests }) =>
    requests.flatMap(({ name, missing }) => (missing.length === 0 ? [] : [{ name, missing }])),
  );
  const ok = omitted.length === 0 && incomplete.length === 0;
  if (!ok) context.exitCode = EXIT.finding;
  if (options.format === 'json') {
    const names = [...files.keys()].map((name) => join(options.output, name));
    terminal.out(printJson({ ok, requests: count, files: names, omitted, incomplete }));
    return;
  }
  terminal.err(`${count} requests in ${options.output}\n`);
  for (const each of omitted) terminal.err(`not exported: ${each}\n`);
  for (const { name, missing } of incomplete)
    terminal.err(`incomplete: ${name} lacks ${missing.join(', ')}\n`);
}
