import type { CompiledOperation } from '@soapstone/json-xml-mapper';
import {
  isMappingError,
  isOperationNotFoundError,
  isResponseError,
  stringify,
} from '@soapstone/json-xml-mapper';
import { ERROR_STATUS, type ErrorType, generateOpenApi, printOpenApi } from '@soapstone/openapi-generator';
import { type CredentialProfile, isTransportError, type Transport } from '@soapstone/soap-transport';
import { CliError } from '../../errors.js';
import { exchange } from '../../messages/exchange.js';
import { proxyBodyOf } from '../../messages/proxy-response.js';
import { portOf } from '../../service.js';
import { documentationPage } from './documentation-page.js';
import { LOCAL_ACCOUNT, type ServedService } from './served-service.js';

/** What the local gateway is asked. */
export interface GatewayRequest {
  readonly method: string;
  /** Path and query, as they were sent. */
  readonly url: string;
  readonly body: Uint8Array;
}

/** What it answers. */
export interface GatewayResponse {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** How the local gateway works. */
export interface GatewayOptions {
  readonly services: readonly ServedService[];
  readonly transport: Transport;
  readonly credentials?: CredentialProfile | undefined;
  /** The address under which it is reached. */
  readonly baseUrl: string;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
}

const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * A gateway without accounts, keys and limits: the JSON of every service, its description, and a page with both. Never
 * rejects: what goes wrong is an answer.
 */
export async function handleRequest(
  request: GatewayRequest,
  options: GatewayOptions,
): Promise<GatewayResponse> {
  const [path = '/', query = ''] = splitOnce(request.url, '?');
  const segments = path.split('/').slice(1).map(decodeSegment);
  if (path === '/') {
    return {
      status: 200,
      contentType: 'text/html; charset=utf-8',
      body: documentationPage(options.services, options.baseUrl),
    };
  }
  const described = options.services.find(({ slug }) => segments.length === 2 && segments[0] === slug);
  if (described !== undefined && segments[1] === 'openapi.json') {
    return { status: 200, contentType: JSON_TYPE, body: descriptionOf(described, options.baseUrl) };
  }
  const [api, version, account, slug, name, ...more] = segments;
  if (api !== 'api' || version !== 'v1' || account !== LOCAL_ACCOUNT || more.length > 0) {
    return errorOf('SERVICE_NOT_FOUND', 'There is nothing here: see / for what there is');
  }
  const served = options.services.find((each) => each.slug === slug);
  if (served === undefined) return errorOf('SERVICE_NOT_FOUND', `There is no service ${slug ?? ''}`);
  try {
    const operation = served.service.mapper.compile(name ?? '');
    return await callOperation(request.method, query, request.body, operation, served, options);
  } catch (error) {
    return errorResponse(error);
  }
}

async function callOperation(
  method: string,
  query: string,
  body: Uint8Array,
  operation: CompiledOperation,
  served: ServedService,
  { transport, credentials, now }: GatewayOptions,
): Promise<GatewayResponse> {
  const { info } = operation;
  const methods = info.querySafe.safe ? ['POST', 'GET'] : ['POST'];
  if (!methods.includes(method)) {
    const answer = errorOf(
      'VALIDATION_ERROR',
      `${info.name} is called with ${methods.join(' or ')}`,
      'METHOD_NOT_ALLOWED',
    );
    return { ...answer, status: 405, headers: { Allow: methods.join(', ') } };
  }
  // An empty body is an empty object where nothing is required, and otherwise says what is (VE-7).
  const input = method === 'GET' ? operation.fromQuery(query) : body.length === 0 ? {} : body;
  const startedAt = now();
  const { reply } = await exchange(transport, operation, input, {
    endpoint: served.endpoint,
    credentials,
    port: portOf(served.service, info.name),
  });
  const answer = proxyBodyOf(operation, reply, served.slug, Math.round(now() - startedAt));
  const status = reply.kind === 'fault' ? ERROR_STATUS.UPSTREAM_ERROR : 200;
  return { status, contentType: JSON_TYPE, body: stringify(answer) };
}

function errorResponse(error: unknown): GatewayResponse {
  if (isMappingError(error)) {
    return errorOf('VALIDATION_ERROR', error.message, undefined, { details: error.errors });
  }
  if (isOperationNotFoundError(error)) return errorOf('OPERATION_NOT_FOUND', error.message);
  if (isTransportError(error)) return errorOf('UPSTREAM_ERROR', error.message, error.code);
  if (isResponseError(error)) return errorOf('UPSTREAM_ERROR', error.message, 'UPSTREAM_BAD_RESPONSE');
  if (error instanceof CliError) return errorOf('UPSTREAM_ERROR', error.message, error.code);
  return errorOf('INTERNAL_ERROR', error instanceof Error ? error.message : String(error));
}

function errorOf(type: ErrorType, message: string, code?: string, more: object = {}): GatewayResponse {
  const error = { type, message, ...(code === undefined ? {} : { code }), ...more };
  return { status: ERROR_STATUS[type], contentType: JSON_TYPE, body: stringify({ error }) };
}

function descriptionOf({ service, slug }: ServedService, baseUrl: string): string {
  const options = {
    baseUrl,
    accountId: LOCAL_ACCOUNT,
    serviceSlug: slug,
    defaultPolicy: 'GET + POST' as const,
  };
  return printOpenApi(generateOpenApi(service.mapper, options), 'json');
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    // Not UTF-8: then it is the name of nothing.
    return segment;
  }
}
