import {
  type CompiledOperation,
  type DecodeOptions,
  type EncodeOptions,
  isMappingError,
  isResponseError,
  type JsonObject,
  type ResponseError as MapperResponseError,
  type MappingError,
  type SoapReply,
} from '@soapstone/json-xml-mapper';
import type { Port } from '@soapstone/soap-model';
import { OptionError } from '@soapstone/soap-model/options';
import {
  isTransportError,
  type TransportRequest,
  type TransportResponse,
} from '@soapstone/soap-transport/fetch';
import type { FullReply, PreparedRequest } from './client.js';
import { ResponseError, SoapFaultError, ValidationError } from './errors.js';
import { type RequestEvent, requestAttributes, type TraceAttributes } from './hooks.js';
import type { CallOptions, ClientOptions } from './options.js';
import type { Channel } from './platform/platform.js';
import type { Security } from './security.js';

/** What every call of one operation has in common. */
export interface CallTarget {
  /** Compiled when it is first asked for. */
  readonly compiled: () => CompiledOperation;
  /** The same for responses of any size. */
  readonly streaming: () => CompiledOperation;
  readonly name: string;
  readonly service: string;
  readonly port: Port;
  readonly options: ClientOptions;
  readonly security: Security | undefined;
  readonly channel: Channel;
}

/** A request with what reading its response takes. */
export interface Prepared {
  readonly message: TransportRequest;
  readonly encodeMs: number;
  readonly startedAt: number;
  /** `wsa:MessageID`, where the request has one. */
  readonly messageId: string | undefined;
}

/** A response whose head was read. */
export interface Exchange {
  readonly event: RequestEvent;
  readonly message: TransportRequest;
  readonly response: TransportResponse;
}

const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_RESPONSE_BYTES = 10_485_760;
const EXCERPT_CHARACTERS = 2_000;

/** Checks the input and writes the envelope. Throws `ValidationError`, `OptionError` and `TransportError` `INVALID_REQUEST`. */
export async function prepare(
  target: CallTarget,
  input: unknown,
  call: CallOptions,
  mostBytes: number = DEFAULT_RESPONSE_BYTES,
): Promise<Prepared> {
  const startedAt = performance.now();
  const { options, security, channel, port } = target;
  const compiled = explaining(target, target.compiled);
  const { info } = compiled;
  const url = options.endpoint ?? port.address;
  if (url === undefined) {
    const expected = `the WSDL has no address for port ${port.name}: set the address of the server`;
    throw new OptionError('createClient', { path: '/endpoint', expected });
  }
  const messageId = writesAddressing(options, port) ? newMessageId() : undefined;
  const version = options.addressingVersion;
  const addressing =
    messageId === undefined ? undefined : { action: info.inputAction, to: url, messageId, version };
  const extraHeaders =
    security === undefined && addressing === undefined
      ? []
      : await channel.headerBlocks({ soapVersion: info.soapVersion, security, addressing });
  const encodeOptions: EncodeOptions = {
    ...(call.soapHeaders !== undefined && { headers: call.soapHeaders }),
    ...(options.soapHeaders !== undefined && { storedHeaders: options.soapHeaders }),
    ...(extraHeaders.length > 0 && { extraHeaders }),
  };
  const request = explaining(target, () => compiled.toXml(input ?? {}, encodeOptions));
  const message: TransportRequest = {
    url,
    body: request.body,
    contentType: request.contentType,
    soapVersion: info.soapVersion,
    attachments: request.attachments,
    account: '',
    deadlineMs: call.timeout ?? options.timeout ?? DEFAULT_TIMEOUT_MS,
    maxResponseBytes: options.limits?.responseBytes ?? mostBytes,
    headers: mergeHeaders(options.headers, call.headers),
    ...(request.soapAction !== undefined && { soapAction: request.soapAction }),
    ...(port.mtom === 'required' && { packaging: 'mtom' as const }),
    ...(security !== undefined && { credentials: security }),
  };
  return { message, messageId, startedAt, encodeMs: performance.now() - startedAt };
}

/** The request as users are shown it. */
export function describeRequest({ message }: { readonly message: TransportRequest }): PreparedRequest {
  const {
    url,
    body,
    contentType,
    soapAction,
    soapVersion,
    attachments = [],
    credentials,
    headers = {},
  } = message;
  return {
    method: 'POST',
    url,
    headers: mergeHeaders(
      {
        'content-type': contentType,
        ...(soapVersion === '1.1' && { soapaction: soapAction ?? '""' }),
        ...(credentials?.basic !== undefined && { authorization: basicHeader(credentials.basic) }),
      },
      mergeHeaders(credentials?.headers, headers),
    ),
    body,
    attachments,
  };
}

/** Sends a request and reads its response whole. */
export async function exchange(
  target: CallTarget,
  prepared: Prepared,
  signal: AbortSignal | undefined,
): Promise<FullReply<JsonObject>> {
  const { startedAt, encodeMs, messageId } = prepared;
  return await observed(target, prepared, signal, async ({ event, message, response }) => {
    const { status, headers, contentType, timing } = response;
    const attachments = response.multipart ? await response.attachments() : [];
    const body = await readBody(response.body);
    const reply = readReply(target, status, body, {
      attachments,
      ...(contentType !== undefined && { contentType }),
      ...(messageId !== undefined && { addressing: { messageId } }),
    });
    const fault = reply.kind === 'fault' ? reply.fault : undefined;
    await target.options.hooks?.response?.({
      request: event,
      status,
      headers,
      body,
      fault,
      durationMs: performance.now() - startedAt,
      attributes: responseAttributes(status, body.length, fault?.code),
    });
    if (reply.kind === 'fault') {
      throw new SoapFaultError({ operation: target.name, fault: reply.fault, status });
    }
    return {
      result: reply.result,
      soapHeaders: reply.headers ?? {},
      warnings: reply.warnings,
      status,
      headers,
      attachments,
      request: describeRequest({ message }),
      body,
      timings: { encodeMs, ...timing, totalMs: performance.now() - startedAt },
    };
  });
}

/** Sends a request, with the hooks around it. `read` takes the response and tells the `response` hook. */
export async function observed<Product>(
  target: CallTarget,
  { message, startedAt }: Prepared,
  signal: AbortSignal | undefined,
  read: (exchange: Exchange) => Promise<Product>,
): Promise<Product> {
  const { options, channel, name, service, port } = target;
  const { hooks } = options;
  const { url, body, attachments = [] } = message;
  const headers = { ...message.headers };
  const event: RequestEvent = {
    operation: name,
    service,
    port: port.name,
    url,
    headers,
    body,
    attachments,
    spanName: `${service}/${name}`,
    attributes: hooks === undefined ? {} : requestAttributes({ operation: name, service, url, body }),
  };
  await hooks?.request?.(event);
  const sent = { ...message, headers };
  try {
    const response = await channel.send(sent, signal);
    return await read({ event, message: sent, response });
  } catch (error) {
    await reportFailure(target, event, startedAt, error);
    throw error;
  }
}

/** Tells the `error` hook of a call that failed. A fault is a response. */
export async function reportFailure(
  { options }: CallTarget,
  request: RequestEvent,
  startedAt: number,
  error: unknown,
): Promise<void> {
  if (error instanceof SoapFaultError || !(error instanceof Error)) return;
  const durationMs = performance.now() - startedAt;
  await options.hooks?.error?.({ request, error, durationMs, attributes: errorAttributes(error) });
}

/** The envelope as values. Throws `ResponseError`. */
function readReply(target: CallTarget, status: number, body: Uint8Array, options: DecodeOptions): SoapReply {
  const compiled = target.compiled();
  // A one-way operation may be answered with its status alone (BD-5).
  if (body.length === 0 && compiled.info.oneWay && status < 300) {
    return { kind: 'result', result: {}, warnings: [] };
  }
  try {
    const reply = compiled.fromXml(body, options);
    if (reply.kind === 'fault' || status < 300) return reply;
  } catch (error) {
    throw readingError(target, status, error, body);
  }
  throw badStatus(target, status, 'an envelope without a fault', body);
}

/** What the mapper throws about a response, as an error of the client. */
export function readingError(target: CallTarget, status: number, error: unknown, body?: Uint8Array): unknown {
  if (!isResponseError(error) || error instanceof ResponseError) return error;
  return status < 400
    ? responseError(target, status, error, body)
    : badStatus(target, status, error.message, body, error);
}

function responseError(
  { name }: CallTarget,
  status: number,
  cause: MapperResponseError,
  body?: Uint8Array,
): ResponseError {
  return new ResponseError({
    message: `cannot read the response of ${name}: ${cause.message}`,
    code: cause.code,
    operation: name,
    status,
    path: cause.path,
    problems: cause.details,
    excerpt: body && excerptOf(body),
    cause,
  });
}

/** FL-3: an error status without a fault. */
export function badStatus(
  { name }: CallTarget,
  status: number,
  why: string,
  body?: Uint8Array,
  cause?: unknown,
): ResponseError {
  return new ResponseError({
    message: `the server answered ${name} with HTTP ${status} and no SOAP fault: ${why}`,
    code: 'HTTP_STATUS',
    operation: name,
    status,
    excerpt: body && excerptOf(body),
    cause,
  });
}

function excerptOf(body: Uint8Array): string {
  return new TextDecoder().decode(body.subarray(0, EXCERPT_CHARACTERS * 4)).slice(0, EXCERPT_CHARACTERS);
}

/** Runs a stage of the mapper and turns its errors into those of the client. */
function explaining<Product>({ name }: CallTarget, stage: () => Product): Product {
  try {
    return stage();
  } catch (error) {
    throw isMappingError(error) ? validationError(name, error) : error;
  }
}

function validationError(operation: string, cause: MappingError): ValidationError {
  const { message, code, errors: problems, truncated } = cause;
  return new ValidationError({ message, code, operation, problems, truncated, cause });
}

async function readBody(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.length;
  }
  const [only] = chunks;
  if (chunks.length === 1 && only !== undefined) return only;
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

/** Attributes of a span once its response was read. `bytes` is absent where they were not counted. */
export function responseAttributes(
  status: number,
  bytes: number,
  faultCode: string | undefined,
): TraceAttributes {
  return {
    'http.response.status_code': status,
    'http.response.body.size': bytes,
    ...(faultCode !== undefined && { 'error.type': faultCode }),
  };
}

function errorAttributes(error: Error): TraceAttributes {
  const status = isTransportError(error)
    ? error.upstreamStatus
    : error instanceof ResponseError
      ? error.status
      : undefined;
  const { code } = error as { code?: unknown };
  return {
    'error.type': typeof code === 'string' ? code : error.name,
    ...(status !== undefined && { 'http.response.status_code': status }),
  };
}

function writesAddressing({ addressing = 'auto' }: ClientOptions, port: Port): boolean {
  return addressing === 'always' || (addressing === 'auto' && port.addressing === 'required');
}

function newMessageId(): string {
  return `urn:uuid:${crypto.randomUUID()}`;
}

/** Headers by lower-case names; the later ones win. */
function mergeHeaders(
  first: Readonly<Record<string, string>> = {},
  second: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const merged: Record<string, string> = {};
  for (const [name, value] of [...Object.entries(first), ...Object.entries(second)])
    merged[name.toLowerCase()] = value;
  return merged;
}

function basicHeader({
  username,
  password,
}: {
  readonly username: string;
  readonly password: string;
}): string {
  const bytes = new TextEncoder().encode(`${username}:${password}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}
