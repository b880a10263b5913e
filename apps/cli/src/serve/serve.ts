import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { bodyTooLargeProblem, REQUEST_ID_HEADER } from '@soapstone/http-contract';
import { createCursors, isJsonBody } from '@soapstone/http-contract/internal/routes';
import { defined } from '@soapstone/options/defined';
import { createTransport } from '@soapstone/soap-transport';
import { readCredentials } from '../credentials/credentials.js';
import type { SourceOptions } from '../description/description-options.js';
import { assertComplete } from '../description/incomplete.js';
import { sessionOf } from '../exchange/session-exchange.js';
import { type GatewayResponse, problemResponse } from '../local-servers/error-response.js';
import { readBody, serveLocally } from '../local-servers/listen-locally.js';
import { hostsOf, loadServices, type ServedService } from '../local-servers/served-service.js';
import type { CredentialOptions } from '../options/credential-options.js';
import type { FillOptions } from '../options/design-options.js';
import type { SizeOptions } from '../options/size-options.js';
import { printJsonLine } from '../output/print-json.js';
import type { CommandContext } from '../terminal/command-context.js';
import { DEFAULT_RESPONSE_BYTES } from './arriving-files.js';
import { handleRequest } from './gateway.js';
import type { ArrivingBody, GatewayOptions } from './gateway-request.js';
import { createLocalQuota } from './local-quota.js';
import { folderOf, isRoutePath, refuseRoute } from './serve-route.js';

/** The options of `soapstone serve`. */
export interface ServeOptions extends SourceOptions, CredentialOptions, SizeOptions, FillOptions {
  /** The TCP port; 0 for a free one. */
  readonly port: number;
  readonly endpoint?: string;
  /** Whether to go on without a document that an operation needs. */
  readonly incomplete?: boolean;
  readonly format: 'text' | 'json';
}

/** The maximum size of a request body without --request-bytes, as in the real gateway (§21). */
const DEFAULT_BODY_BYTES = 1024 * 1024;

/** `soapstone serve`: runs the local gateway until the user stops it. */
export async function serve(
  wsdls: readonly string[],
  options: ServeOptions,
  context: CommandContext,
): Promise<void> {
  const { terminal } = context;
  const { close, url, services } = await startServing(wsdls, options, context);
  const served = services.map(({ slug, service: { mapper }, routes }) => ({
    service: slug,
    openapi: `${url}/${slug}/openapi.json`,
    operations: mapper.operations.map(({ name }) => name),
    ...(routes !== undefined && {
      routesOpenapi: `${url}${folderOf(slug)}/openapi.json`,
      routes: routes.routes.map(({ method, path }) => `${method} ${folderOf(slug)}${routes.base}${path}`),
    }),
  }));
  if (options.format === 'json') terminal.out(printJsonLine({ url: `${url}/`, services: served }));
  else {
    terminal.out(`${url}/\n`);
    for (const { service, openapi, operations, routes, routesOpenapi } of served) {
      terminal.out(`  ${service}  ${operations.length} operations  ${openapi}\n`);
      if (routes !== undefined) terminal.out(`  ${service}  ${routes.length} routes  ${routesOpenapi}\n`);
    }
  }
  await terminal.interrupted();
  await close();
}

/** Loads the services and listens. Throws the errors of loading, and a `CliError` if the port is taken. */
export async function startServing(
  wsdls: readonly string[],
  options: Omit<ServeOptions, 'format'>,
  { terminal }: CommandContext,
): Promise<{ url: string; services: readonly ServedService[]; close: () => Promise<void> }> {
  const { port: tcpPort, ...others } = options;
  const services = await loadServices(wsdls, others, terminal);
  for (const { service } of services) {
    assertComplete(service, {
      incomplete: options.incomplete,
      task: `cannot serve ${service.description.input}`,
    });
  }
  const credentials = await readCredentials(options, process.env, terminal.cwd);
  const transport = createTransport({
    egress: { allow: hostsOf(services) },
    insecureTls: options.insecure === true,
    lenientHttp: options.lenientHttp === true,
    compatibility: options.compatibility,
    limits: defined({ maxResponseBytes: options.responseBytes }),
  });
  const sizes = {
    requestBytes: options.requestBytes ?? DEFAULT_BODY_BYTES,
    responseBytes: options.responseBytes ?? DEFAULT_RESPONSE_BYTES,
    fileBytes: options.fileBytes,
  };
  const gateway = {
    services,
    transport,
    credentials,
    quota: createLocalQuota(Date.now),
    cursors: createCursors(crypto),
    sizes,
    now: () => performance.now(),
  };
  const { url, close } = await serveLocally(
    (request, response, baseUrl) => answer(request, response, { ...gateway, baseUrl }),
    tcpPort,
  );
  return {
    url,
    services,
    async close() {
      await close();
      await Promise.all(
        services.map(({ service, endpoint }) => sessionOf(service, transport, { endpoint })?.end()),
      );
      await transport.close();
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  gateway: GatewayOptions,
): Promise<void> {
  const { requestBytes: bodyBytes } = gateway.sizes;
  const arriving = arrivingBody(request, gateway);
  const body = arriving === undefined ? await readBody(request, bodyBytes) : NO_BODY;
  const id = randomUUID();
  if (body === undefined) {
    const headers = { ...gateway.quota.headers(), [REQUEST_ID_HEADER]: id, Connection: 'close' };
    const problem = bodyTooLargeProblem(bodyBytes);
    const message = `${problem.message} (--request-bytes raises this limit)`;
    const refuse = isRoutePath(request.url ?? '') ? refuseRoute : problemResponse;
    write(response, refuse({ ...problem, message, headers }, id));
    return;
  }
  const made = await handleRequest(
    {
      method: request.method ?? 'GET',
      url: request.url ?? '/',
      accept: request.headers.accept,
      contentType: request.headers['content-type'],
      body,
      arriving,
      id,
    },
    gateway,
  );
  if (made.stream !== undefined) await writeStream(response, made, made.stream);
  else write(response, made);
  arriving?.leave();
}

const NO_BODY = new Uint8Array();

/** The body of a request to a route that may be a file, and is larger than a message or does not say how large it is (PG-10). */
function arrivingBody(
  request: IncomingMessage,
  { sizes: { fileBytes, requestBytes } }: GatewayOptions,
): ArrivingBody | undefined {
  if (fileBytes === undefined || !isRoutePath(request.url ?? '')) return undefined;
  const { 'content-length': length, 'content-type': contentType } = request.headers;
  if (isJsonBody((name) => (name === 'content-type' ? contentType : undefined))) return undefined;
  const size = Number(length ?? Number.NaN);
  if (size <= requestBytes) return undefined;
  let reading: ReturnType<typeof chunksOf> | undefined;
  return {
    size,
    chunks() {
      reading = chunksOf(request);
      return reading;
    },
    leave: () => void reading?.return().catch(() => undefined),
  };
}

/** A handler that returns early sends a response on the same connection, so the rest is read all the same. */
async function* chunksOf(request: IncomingMessage): AsyncGenerator<Uint8Array, void> {
  try {
    yield* request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
  } finally {
    request.resume();
  }
}

function write(response: ServerResponse, { status, contentType, headers, body }: GatewayResponse): void {
  const type = contentType === undefined ? {} : { 'Content-Type': contentType };
  response.writeHead(status, { ...type, ...headers }).end(body);
}

/** A client that leaves ends what makes the pieces. */
async function writeStream(
  response: ServerResponse,
  { status, contentType, headers }: GatewayResponse,
  stream: AsyncIterable<Uint8Array>,
): Promise<void> {
  const type = contentType === undefined ? {} : { 'Content-Type': contentType };
  response.writeHead(status, { ...type, ...headers });
  await pipeline(stream, response).catch((error: unknown) => {
    if (!response.destroyed) throw error;
  });
}
