import {
  type AgentHost,
  handleRead,
  isRefusal,
  RPC,
  RpcError,
  type RpcMessage,
  type RpcRefusal,
  readMessage,
  type ServerInfo,
  type Catalog as ToolCatalog,
} from '@soapstone/agent-tools';
import { problemBody } from '@soapstone/http-contract';
import { stringify } from '@soapstone/json-xml-mapper';
import type { Limiter } from '@soapstone/rate-limiter';
import { ownBytes } from '../../children/own-bytes.js';
import { JSON_HEADERS } from '../../errors/error-response.js';
import { assertAllowed, type GatewayError, toGatewayError } from '../../errors/errors.js';
import type { Log } from '../../log/log.js';
import type { PackedOutcome } from '../mapping/messages.js';
import type { Caller } from '../proxy/authenticate.js';
import { takeCharge } from '../proxy/charge.js';
import type { CallHandler } from '../proxy/layer.js';
import { type AdmitDependencies, admit, tokenOf } from './admit.js';
import type { AgentMessage, ServiceTools } from './agent-tools.js';
import { callOperation } from './call-operation.js';
import type { ExposedServices } from './exposed-services.js';
import type { AgentRequest, AgentResponse } from './http.js';
import {
  isServiceResource,
  type ServiceResourceDependencies,
  serviceResources,
} from './service-resources.js';
import { assertScopes, findTools } from './step-up.js';
import { authenticateHeader, TokenRefusal } from './token-refusal.js';
import { watchCatalog } from './watch-catalog.js';

/** The dependencies of answering agents. */
export interface AgentDependencies extends AdmitDependencies, ServiceResourceDependencies {
  readonly exposed: ExposedServices;
  readonly limiter: Pick<Limiter, 'consume' | 'refund'>;
  /** Handles a proxy call, with all layers. */
  readonly call: CallHandler;
  readonly limits: { readonly requestBytes: number };
  readonly baseUrl: string;
  /** The name and version that clients see. */
  readonly info: ServerInfo;
  readonly log: Pick<Log, 'error'>;
}

/** How many bytes a message may have in addition to the arguments of a call. */
const ENVELOPE_BYTES = 64 * 1024;
/** How long clients may cache a listing, in milliseconds. Subscribed clients are notified of changes. */
const TTL_MS = 60_000;

/**
 * Answers one message of an agent. Never rejects. Resolves to `undefined` if there is nothing to send: for a notification, or if the client is gone.
 *
 * A call of an operation is charged like any call. Other messages that cause work count toward the per-minute limit, like a rejected call.
 */
export async function answerAgent(
  request: AgentRequest,
  deps: AgentDependencies,
): Promise<AgentResponse | undefined> {
  try {
    // Not always awaited, because awaiting costs a turn of the event loop even if the result is known.
    const admitted = admit(request, deps);
    const caller = admitted instanceof Promise ? await admitted : admitted;
    const body = await request.readBody(deps.limits.requestBytes + ENVELOPE_BYTES);
    // Only tokens can get more scopes, and only those whose key is limited need them.
    const mayStepUp = caller.scope !== undefined && tokenOf(request, deps) !== undefined;
    const found = mayStepUp
      ? findTools(request, caller, deps)
      : deps.exposed.find(caller.account.id, request.serviceSlug, caller.scope, request.schemas);
    const tools = found instanceof Promise ? await found : found;
    const message = readMessage(body);
    if (mayStepUp) await assertScopes(message, tools, request, caller, deps);
    const called = isCall(message, tools.catalog);
    if (!called) assertAllowed(await takeCharge(deps.limiter, caller.charges.attempt));
    const answer =
      !called && needsTypes(message)
        ? await tools.answer(inThread(body, request, deps))
        : await answerHere(message, body, { tools, caller }, request, deps);
    if (answer === undefined)
      return isRefusal(message) || message.kind !== 'request'
        ? { status: 202, headers: {}, body: '' }
        : undefined;
    return { status: answer.status, headers: JSON_ANSWER, body: answer.text };
  } catch (error) {
    const failure = toGatewayError(error);
    if (failure.type === 'INTERNAL_ERROR' && failure.code === 'INTERNAL')
      deps.log.error('a message of an agent failed', error);
    return refusal(failure, request, deps.baseUrl);
  }
}

/**
 * Answers a message that needs no types. If the arguments of a call are invalid, the mapping thread explains them, because the explanation
 * contains a valid example.
 */
async function answerHere(
  message: RpcMessage | RpcRefusal,
  body: Uint8Array,
  { tools, caller }: { readonly tools: ServiceTools; readonly caller: Caller },
  request: AgentRequest,
  deps: AgentDependencies,
): Promise<{ readonly status: number; readonly text: string } | undefined> {
  const isListing = !isRefusal(message) && message.method === 'tools/list';
  const catalog = isListing ? await tools.listed() : tools.catalog;
  let invalid: PackedOutcome | undefined;
  const host: AgentHost = {
    info: deps.info,
    catalog: () => catalog,
    resources: isAboutResources(message) ? serviceResources(tools.services, catalog, caller.plan, deps) : [],
    call: (call) =>
      callOperation(call, caller, request, deps.call).then((outcome) => {
        if (outcome.kind !== 'problem' || outcome.problem.type !== 'VALIDATION_ERROR') return outcome;
        const { problem, requestId, answers } = outcome;
        invalid = { problem: stringify(problem), requestId, answers };
        // Ends `handleRead`, whose response is not sent.
        throw new RpcError(RPC.invalidParams, 'the mapping thread explains this outcome');
      }),
    keys: (operation) => tools.keys(operation),
    omitNulls: (operation, json) => tools.omitNulls(operation, json),
    onChange: (listener, end) => watchCatalog(request, catalog, deps, listener, end),
    ttlMs: TTL_MS,
  };
  const answer = await handleRead(message, host, {
    signal: request.signal,
    notify: (text, droppable) => request.notify(text, droppable),
    header: (name) => request.header(name),
  });
  return invalid === undefined
    ? answer
    : tools.answer({ ...inThread(body, request, deps), outcome: invalid });
}

/** The headers that the protocol knows. */
const PROTOCOL_HEADERS = ['mcp-protocol-version', 'mcp-method', 'mcp-name'];

function inThread(
  body: Uint8Array,
  request: AgentRequest,
  { info }: AgentDependencies,
): Omit<AgentMessage, 'outcome'> {
  const headers = PROTOCOL_HEADERS.flatMap((name) => {
    const value = request.header(name);
    return value === undefined ? [] : [[name, value]];
  });
  return {
    message: ownBytes(body),
    headers: Object.fromEntries(headers) as Record<string, string>,
    info,
    ttlMs: TTL_MS,
  };
}

/**
 * Whether the response to a message that calls no operation contains types: search and describe results, and documents about operations.
 */
function needsTypes(message: RpcMessage | RpcRefusal): boolean {
  if (isRefusal(message) || message.kind !== 'request') return false;
  const { method, params } = message;
  if (method === 'resources/read') return !isServiceResource(uriOf(params));
  return method === 'tools/call';
}

function isAboutResources(message: RpcMessage | RpcRefusal): boolean {
  return !isRefusal(message) && message.method.startsWith('resources/');
}

/** Returns the URI that a message names. The URI of a service's document needs no escapes in JSON. */
function uriOf(params: RpcMessage['params']): string {
  return Buffer.from(params.get('uri') ?? [])
    .toString()
    .slice(1, -1);
}

/** The path at which a client reads how to authenticate (RFC 9728). */
export const METADATA_PATH = '/.well-known/oauth-protected-resource';

const JSON_ANSWER: Readonly<Record<string, string>> = { ...JSON_HEADERS, 'Cache-Control': 'no-store' };

/** Unlike other clients, agents may send their key in either header. */
const UNKNOWN_KEY = 'The API key in Authorization: Bearer or X-API-Key is missing, invalid or revoked';

const UNKNOWN_CREDENTIALS = {
  error: 'invalid_token',
  description: 'The API key or the token is unknown, revoked or expired',
} as const;

/** Converts an error of the gateway to a response for an agent: status, headers, and a JSON-RPC error without an id. */
function refusal(
  failure: GatewayError,
  { accountId, serviceSlug, apiKeys }: AgentRequest,
  baseUrl: string,
): AgentResponse {
  const { error } = problemBody(failure.init);
  const path = `/mcp/v1/${encodeURIComponent(accountId)}${serviceSlug === '' ? '' : `/${encodeURIComponent(serviceSlug)}`}`;
  const isUnknown = failure.status === 401 && !(failure instanceof TokenRefusal);
  const message = isUnknown ? UNKNOWN_KEY : failure.message;
  const refused =
    failure instanceof TokenRefusal
      ? failure.challenge
      : apiKeys.length > 0
        ? UNKNOWN_CREDENTIALS
        : undefined;
  const isChallenged = isUnknown || failure instanceof TokenRefusal;
  const challenge = {
    'WWW-Authenticate': authenticateHeader(`${baseUrl}${METADATA_PATH}${path}`, refused),
  };
  return {
    status: failure.status,
    headers: { ...JSON_ANSWER, ...failure.init.headers, ...(isChallenged ? challenge : {}) },
    body: stringify({
      jsonrpc: '2.0',
      error: { code: failure.status, message, data: { ...error, message } },
    }),
  };
}

/** Whether the message calls an operation, which then charges for it. */
function isCall(message: RpcMessage | RpcRefusal, { lazy }: ToolCatalog): boolean {
  if (isRefusal(message) || message.method !== 'tools/call') return false;
  return !lazy || Buffer.from(message.params.get('name') ?? []).toString() === '"call_operation"';
}
