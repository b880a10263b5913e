import { createRequest, sendResponse } from '@remix-run/node-fetch-server';
import { defined } from '@soapstone/options/defined';
import { createSoapServer, type SoapServer } from '@soapstone/server';
import { createHttpClient } from '../access/http-client.js';
import { loadOptionsOf, type SourceOptions } from '../description/description-options.js';
import { type Description, loadDescription } from '../description/load-description.js';
import { readBytes } from '../input/read-file.js';
import type { CredentialOptions } from '../options/credential-options.js';
import type { SizeOptions } from '../options/size-options.js';
import { printJsonLine } from '../output/print-json.js';
import { serveLocally } from '../servers/listen-locally.js';
import type { CommandContext } from '../terminal/command-context.js';
import { type Backend, callBackend } from './backend.js';
import { type FaceRules, readFaceRules } from './face-rules.js';

/** The options of `soapstone face`. */
export interface FaceOptions extends SourceOptions, Partial<CredentialOptions>, SizeOptions {
  readonly backend: string;
  readonly rules?: string;
  readonly port: number;
  readonly service?: string;
  readonly format: 'text' | 'json';
}

/** `soapstone face`: serves SOAP in front of a JSON back end until the user stops it. */
export async function face(wsdl: string, options: FaceOptions, context: CommandContext): Promise<void> {
  const { terminal } = context;
  const { backend, root, allowHost, documentBytes, service, rules: file, port } = options;
  const { requestBytes, responseBytes: maxBytes } = options;
  const description = await loadDescription(
    wsdl,
    terminal,
    loadOptionsOf(defined({ root, allowHost, documentBytes })),
  );
  const client = await createHttpClient(options, terminal);
  let rules: FaceRules = new Map();
  const server = await createFace(
    description,
    { address: backend, fetch: client.fetch, ...defined({ maxBytes }) },
    {
      ...defined({ service, requestBytes }),
      rules: () => rules,
      onError: (error, operation) =>
        terminal.err(`${operation}: ${error instanceof Error ? error.message : String(error)}\n`),
    },
  );
  if (file !== undefined) {
    const text = (await readBytes(file, terminal.cwd)).toString('utf8');
    rules = readFaceRules(text, file, server.operations);
  }
  const { url, close } = await serveLocally(
    async (incoming, response) =>
      await sendResponse(response, await server.fetch(createRequest(incoming, response))),
    port,
  );
  const { operations } = server;
  terminal.out(
    options.format === 'json'
      ? printJsonLine({ url: `${url}/`, wsdl: `${url}/?wsdl`, operations })
      : `${url}/  ${operations.length} operations, answered by ${backend}\n  WSDL   ${url}/?wsdl\n`,
  );
  await terminal.interrupted();
  await close();
  await client.close();
}

/** A SOAP server whose operations are HTTP requests with JSON. */
async function createFace(
  { model, documents }: Pick<Description, 'model' | 'documents'>,
  backend: Backend,
  {
    service,
    requestBytes,
    rules,
    onError,
  }: {
    readonly service?: string;
    /** The maximum size of a request. Default: that of the server. */
    readonly requestBytes?: number | undefined;
    readonly rules: () => FaceRules;
    readonly onError: (error: unknown, operation: string) => void;
  },
): Promise<SoapServer> {
  return await createSoapServer(
    { model, documents },
    {},
    {
      ...defined({ service }),
      limits: { requestBytes },
      onError,
      fallback: async (input, { operation, headers, faults, signal }) =>
        await callBackend(
          backend,
          { operation, input, headers, faults, signal },
          rules().get(operation) ?? {},
        ),
    },
  );
}
