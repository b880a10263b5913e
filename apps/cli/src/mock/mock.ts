import { watch } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { basename, dirname, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { createRequest, sendResponse } from '@remix-run/node-fetch-server';
import { createMapper, stringify } from '@soapstone/json-xml-mapper';
import { defined } from '@soapstone/options/defined';
import { loadOptionsOf, type SourceOptions } from '../description/description-options.js';
import { type Description, loadDescription } from '../description/load-description.js';
import { usageError } from '../errors/errors.js';
import { readBytes } from '../input/read-file.js';
import { type KeyPair, serveLocally } from '../local-servers/listen-locally.js';
import type { SizeOptions } from '../options/size-options.js';
import { printJsonLine } from '../output/print-json.js';
import type { CommandContext } from '../terminal/command-context.js';
import { callsPage } from './calls-page.js';
import { damageResponse } from './damage-response.js';
import { createMockService, type MockService } from './mock-service.js';
import { readRules } from './rules.js';

/** The options of `soapstone mock`. */
export interface MockOptions extends SourceOptions, Pick<SizeOptions, 'requestBytes'> {
  readonly rules?: string;
  /** The TCP port; 0 for a free one. */
  readonly port: number;
  /** The address to listen on. Default `127.0.0.1`, for this machine alone. */
  readonly host?: string;
  /** PEM files of the certificate chain and its key, for HTTPS. `SOAPSTONE_PASSPHRASE` opens the key. */
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  /** Whether the pages and the control of received calls are served to others than this machine. */
  readonly admin?: boolean;
  readonly service?: string;
  readonly strict: boolean;
  readonly latency?: readonly [number, number];
  readonly errorRate?: number;
  readonly seed: number;
  readonly format: 'text' | 'json';
}

/** The default of `--request-bytes`. */
const REQUEST_BYTES = 10 * 1024 * 1024;

const unzip = promisify(gunzip);

/** `soapstone mock`: runs the server until the user stops it. */
export async function mock(wsdl: string, options: MockOptions, context: CommandContext): Promise<void> {
  const { terminal } = context;
  const { url, operations, commandLine, hasControl, close } = await startMock(wsdl, options, context);
  if (options.format === 'json') {
    terminal.out(
      printJsonLine({ url: `${url}/`, wsdl: `${url}/?wsdl`, calls: `${url}/__calls`, operations }),
    );
  } else {
    const request = commandLine.replace(' call ', ' request ');
    terminal.out(
      `${url}/  ${operations.length} operations\n  WSDL   ${url}/?wsdl\n${hasControl ? `  calls  ${url}/__mock\n` : ''}` +
        `\nCall it:\n  ${commandLine} --endpoint ${url}/\n  ${request} --endpoint ${url}/ --curl | sh\n`,
    );
  }
  await terminal.interrupted();
  await close();
}

interface RunningMock {
  readonly url: string;
  readonly operations: readonly string[];
  /** A command that calls an operation, without the address. */
  readonly commandLine: string;
  /** Whether `/__calls` and `/__mock` are served on this address. */
  readonly hasControl: boolean;
  readonly close: () => Promise<void>;
}

/** Loads the WSDL and the rules, and listens. Throws the errors of loading, and a `CliError` if the port is taken. */
export async function startMock(
  wsdl: string,
  options: Omit<MockOptions, 'format'>,
  { terminal }: CommandContext,
): Promise<RunningMock> {
  const { rules, port, host, admin, tlsCert, tlsKey, ...others } = options;
  const exposure =
    host === undefined || host === '127.0.0.1' ? undefined : { host, names: options.allowHost ?? [] };
  const hasControl = exposure === undefined || admin === true;
  const tls = await readKeyPair(tlsCert, tlsKey, terminal.cwd);
  const description = await loadDescription(wsdl, terminal, loadOptionsOf(others));
  const service = await createMockService(description, {
    ...options,
    onError: (error, operation) =>
      terminal.err(`${operation}: ${error instanceof Error ? error.message : String(error)}\n`),
  });
  const stopWatching =
    rules === undefined ? () => undefined : await useRules(rules, terminal.cwd, service, terminal.err);
  const { url, close } = await serveLocally(
    (incoming, response) =>
      respond(service, createRequest(incoming, response), response, {
        hasControl,
        requestBytes: options.requestBytes ?? REQUEST_BYTES,
      }),
    port,
    undefined,
    exposure,
    tls,
  );
  return {
    url,
    operations: service.operations,
    hasControl,
    commandLine: exampleCall(wsdl, description),
    async close() {
      stopWatching();
      await close();
    },
  };
}

/** Reads the files of HTTPS. Throws a `CliError` if one is missing or cannot be read. */
async function readKeyPair(
  certificate: string | undefined,
  key: string | undefined,
  cwd: string,
): Promise<KeyPair | undefined> {
  if (certificate === undefined && key === undefined) return undefined;
  if (certificate === undefined || key === undefined)
    throw usageError('--tls-cert and --tls-key belong together: name both');
  return {
    cert: await readBytes(certificate, cwd),
    key: await readBytes(key, cwd),
    ...defined({ passphrase: process.env['SOAPSTONE_PASSPHRASE'] }),
  };
}

/** Returns a command that calls an operation with its example input, for the operation with the shortest one. */
function exampleCall(wsdl: string, { model }: Description): string {
  const mapper = createMapper(model);
  const calls = mapper.operations.slice(0, 20).map(({ name }) => {
    return `${name} '${stringify(mapper.compile(name).example('input')).replaceAll("'", "'\\''")}'`;
  });
  const [shortest = ''] = calls.toSorted((one, other) => one.length - other.length);
  return `soapstone call ${wsdl} ${shortest}`;
}

/** Reads the rules now and after every change of their file. An invalid file changes nothing. */
async function useRules(
  file: string,
  cwd: string,
  service: MockService,
  warn: (text: string) => void,
): Promise<() => void> {
  const read = async (): Promise<void> => {
    const text = (await readBytes(file, cwd)).toString('utf8');
    service.use(readRules(text, file, service));
  };
  await read();
  const path = resolve(cwd, file);
  // Editors replace the file, so watch its folder.
  const watcher = watch(dirname(path), (_, changed) => {
    if (changed !== basename(path)) return;
    read().then(
      () => warn(`${file}: read again\n`),
      (error: unknown) =>
        warn(`${error instanceof Error ? error.message : String(error)}\nThe previous rules stay.\n`),
    );
  });
  return () => watcher.close();
}

async function respond(
  service: MockService,
  request: Request,
  response: ServerResponse,
  { hasControl, requestBytes }: { readonly hasControl: boolean; readonly requestBytes: number },
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url);
  if (pathname === '/__calls' || pathname === '/__mock') {
    if (!hasControl) {
      const message = 'The received calls are not served on this address: --admin serves them\n';
      await sendResponse(response, new Response(message, { status: 403 }));
      return;
    }
    await sendResponse(response, control(service, request.method, pathname, searchParams.get('operation')));
    return;
  }
  const readable = await withoutGzip(request, requestBytes);
  if (readable instanceof Response) {
    await sendResponse(response, readable);
    return;
  }
  const { response: answer, failure } = await service.answer(readable);
  if (response.destroyed) return;
  if (failure === undefined) await sendResponse(response, answer);
  else await damageResponse(failure, answer, response);
}

/** Returns a request whose body is not compressed, or the response to one that cannot be decompressed within the limit. */
async function withoutGzip(request: Request, most: number): Promise<Request | Response> {
  const coding = request.headers.get('content-encoding')?.trim().toLowerCase();
  if (request.method !== 'POST' || (coding !== 'gzip' && coding !== 'x-gzip')) return request;
  const tooLarge = (): Response =>
    new Response(`The request has more than ${most} bytes (raised by --request-bytes)\n`, { status: 413 });
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of request.body ?? []) {
    bytes += chunk.length;
    if (bytes > most) return tooLarge();
    chunks.push(chunk);
  }
  const headers = new Headers(request.headers);
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  try {
    const body = await unzip(Buffer.concat(chunks), { maxOutputLength: most });
    return new Request(request.url, { method: 'POST', headers, body, signal: request.signal });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return tooLarge();
    return new Response('The body of the request is not gzip\n', { status: 400 });
  }
}

function control(service: MockService, method: string, pathname: string, operation: string | null): Response {
  if (method === 'DELETE' && pathname === '/__calls') {
    service.reset();
    return new Response(null, { status: 204 });
  }
  if (method !== 'GET') return new Response('GET, or DELETE for /__calls\n', { status: 405 });
  const calls = service.calls.filter((call) => operation === null || call.operation === operation);
  if (pathname === '/__mock') {
    return new Response(callsPage(calls), { headers: { 'Content-Type': 'text/html; charset=utf-8' } });
  }
  return new Response(stringify({ calls }), {
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
  });
}
