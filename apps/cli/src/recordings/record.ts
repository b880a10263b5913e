import { relative, resolve } from 'node:path';
import { createRequest, sendResponse } from '@remix-run/node-fetch-server';
import { defined } from '@soapstone/options/defined';
import { createRecorder, type RecordedCall } from '@soapstone/server/recordings';
import { createHttpClient } from '../credentials/http-client.js';
import { loadOptionsOf, type SourceOptions } from '../description/description-options.js';
import { loadDescription } from '../description/load-description.js';
import { serveLocally } from '../local-servers/listen-locally.js';
import type { CredentialOptions } from '../options/credential-options.js';
import { printJsonLine } from '../output/print-json.js';
import { createDirectory } from '../output/write-output.js';
import type { CommandContext } from '../terminal/command-context.js';

/** The options of `soapstone record`. */
export interface RecordOptions extends SourceOptions, Partial<CredentialOptions> {
  readonly upstream: string;
  readonly output: string;
  readonly redact?: readonly string[];
  readonly ignore?: readonly string[];
  readonly port: number;
  readonly service?: string;
  readonly messageBytes?: number;
  readonly format: 'text' | 'json';
}

/** `soapstone record`: runs a recording proxy between a client and the service until the user stops it. */
export async function record(wsdl: string, options: RecordOptions, context: CommandContext): Promise<void> {
  const { terminal } = context;
  const { upstream, service, redact, ignore, messageBytes, port: tcpPort, ...source } = options;
  const load = { ...loadOptionsOf(source), endpoint: upstream };
  const { model, documents } = await loadDescription(wsdl, terminal, load);
  const client = await createHttpClient(options, terminal);
  const directory = resolve(terminal.cwd, options.output);
  await createDirectory(options.output, terminal);
  const folder = relative(terminal.cwd, directory);
  const isJson = options.format === 'json';
  let stored = 0;
  const recorder = await createRecorder(
    { model, documents },
    {
      ...defined({ service, redact, ignore, messageBytes }),
      upstream,
      directory,
      fetch: client.fetch,
      onCall(call) {
        if (call.stored !== undefined) stored++;
        if (isJson) terminal.out(printJsonLine(call));
        else terminal.err(`${line(call)}\n`);
      },
    },
  );
  const server = await serveLocally(
    async (incoming, response) =>
      await sendResponse(response, await recorder.fetch(createRequest(incoming, response))),
    tcpPort,
  );
  terminal.out(
    isJson
      ? printJsonLine({ url: `${server.url}/`, wsdl: `${server.url}/?wsdl`, directory: folder })
      : `${server.url}/  records ${upstream} in ${folder}\n  WSDL   ${server.url}/?wsdl\n`,
  );
  await terminal.interrupted();
  await server.close();
  await recorder.stored();
  await client.close();
  terminal.out(
    isJson
      ? printJsonLine({ stored })
      : `${stored} exchanges stored. Serve them: soapstone mock --recordings ${folder}\n`,
  );
}

function line({ operation, status, stored, skipped }: RecordedCall): string {
  if (stored !== undefined) return `${operation}  ${status}  stored as ${stored}`;
  if (skipped === 'known') return `${operation}  ${status}  known`;
  if (skipped === 'full') return `${operation}  ${status}  not stored: the recording is full`;
  return `${operation}  ${status}  not stored: the message cannot be read, so its secrets cannot be found`;
}
