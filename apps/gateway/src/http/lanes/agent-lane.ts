import type { IncomingMessage, ServerResponse } from 'node:http';
import { refuseMediaTypes, SCHEMA_FORMS, type SchemaForm } from '@soapstone/agent-tools';
import { tooManyConcurrentProblem } from '@soapstone/http-contract';
import { type AgentDependencies, answerAgent, METADATA_PATH } from '../../calls/agents/answer-agent.js';
import type { AgentResponse } from '../../calls/agents/http.js';
import { GatewayError, overloaded } from '../../errors/errors.js';
import type { TurnBudget } from '../limits/turn-budget.js';
import type { UnreadResponses } from '../limits/unread-responses.js';
import { readBody } from '../messages/body.js';
import { ClientSignal } from '../messages/client-signal.js';
import type { FailRequest } from '../messages/fail-request.js';
import { nameInPath } from '../messages/path-name.js';
import { writePieces, writeResponse } from '../messages/write-response.js';
import { addressOf, bearerKeys, headerLines } from './proxy-lane.js';

/** The path prefix for agents, followed by the account and, unless all services are meant, the service. */
export const AGENT_PREFIX = '/mcp/v1';

/** Whether AI agents are served on this path, including its query. */
export function isAgentPath(url: string): boolean {
  const after = url[AGENT_PREFIX.length];
  return url.startsWith(AGENT_PREFIX) && (after === undefined || after === '/' || after === '?');
}

/** The keep-alive interval of a silent stream in milliseconds, because proxies close silent connections. */
const HEARTBEAT = 15_000;
/** The maximum number of open streams in this process, in total and per account. */
const MAX_STREAMS = 1_000;
const STREAMS_OF_ACCOUNT = 50;

/** The dependencies of the lane in addition to those of answering. */
export interface AgentLaneDependencies extends AgentDependencies {
  /** Whether `Host` must name the host of `baseUrl`. Not behind a proxy, which may rewrite it. */
  readonly checksHost: boolean;
  /** The number of trusted proxies. */
  readonly hops: number;
}

/**
 * The Streamable HTTP transport of the Model Context Protocol, without sessions: every message is its own POST. It is a plain handler in
 * front of Express, whose middleware chain costs more than a whole call.
 */
export function createAgentLane(
  deps: AgentLaneDependencies,
  budget: Pick<TurnBudget, 'refuses'>,
  unread: UnreadResponses,
  fail: FailRequest,
): (request: IncomingMessage, response: ServerResponse) => void {
  const { origin, host, hostname } = new URL(deps.baseUrl);
  const checks: OriginChecks = { origin, served: deps.checksHost ? { host, hostname } : undefined };
  let streams = 0;
  const ofAccounts = new Map<string, number>();
  return (request, response) => {
    const { url = '' } = request;
    const mark = url.indexOf('?');
    const place = placeOf(mark === -1 ? url : url.slice(0, mark));
    const schemas = schemasOf(mark === -1 ? '' : url.slice(mark + 1));
    const refused =
      refusalOf(request, place, checks) ??
      (schemas === undefined ? UNKNOWN_SCHEMAS : undefined) ??
      (budget.refuses() ? errorAnswer(overloaded()) : undefined);
    if (refused !== undefined || place === undefined || schemas === undefined) {
      writeResponse(request, response, refused ?? NOTHING_HERE);
      return;
    }
    const signal = new ClientSignal();
    let heartbeat: ReturnType<typeof setInterval> | undefined;
    response.on('close', () => {
      signal.abort();
      if (heartbeat === undefined) return;
      clearInterval(heartbeat);
      streams--;
      const left = (ofAccounts.get(place.accountId) ?? 0) - 1;
      if (left > 0) ofAccounts.set(place.accountId, left);
      else ofAccounts.delete(place.accountId);
    });
    const startStream = (isOptional: boolean): boolean => {
      if (response.destroyed) return false;
      if (response.headersSent) return true;
      const ofAccount = ofAccounts.get(place.accountId) ?? 0;
      const tooMany =
        ofAccount >= STREAMS_OF_ACCOUNT
          ? new GatewayError(tooManyConcurrentProblem(STREAMS_OF_ACCOUNT))
          : streams >= MAX_STREAMS
            ? overloaded()
            : undefined;
      if (tooMany !== undefined) {
        if (isOptional) return false;
        signal.abort();
        writeResponse(request, response, errorAnswer(tooMany));
        return false;
      }
      streams++;
      ofAccounts.set(place.accountId, ofAccount + 1);
      response.writeHead(200, {
        'Content-Type': 'text/event-stream',
        'Cache-Control': 'no-store',
        'X-Accel-Buffering': 'no',
        'X-Content-Type-Options': 'nosniff',
      });
      heartbeat = setInterval(() => response.write(':\n\n'), HEARTBEAT);
      return true;
    };
    const event = (text: string, droppable = false): void => {
      if (heartbeat !== undefined || startStream(droppable)) response.write(eventOf(text));
    };
    const answering = answerAgent(
      {
        ...place,
        schemas,
        apiKeys: [...headerLines(request, 'x-api-key'), ...bearerKeys(request)],
        address: () => addressOf(request, deps.hops),
        header: (name) => {
          const value = request.headers[name];
          return Array.isArray(value) ? value.join(', ') : value;
        },
        readBody: (limit) => readBody(request, limit),
        signal,
        notify: event,
      },
      deps,
    );
    const respond = (answer: AgentResponse | undefined): void => {
      if (answer !== undefined) unread.hold(place.accountId, response, Buffer.byteLength(answer.body));
      if (heartbeat === undefined) {
        if (answer !== undefined) writeResponse(request, response, answer);
        else response.destroy();
        return;
      }
      writePieces(response, answer === undefined ? '' : eventOf(answer.body), () => response.end());
    };
    answering.then(respond).catch((error: unknown) => fail(request, response, error));
  };
}

const eventOf = (message: string): string => `event: message\ndata: ${message}\n\n`;

/**
 * RFC 9728: how clients authenticate. Names the authorization servers whose tokens the account accepts; without any, an API key is the
 * bearer token. Never rejects: if the database is away, the metadata names none.
 */
export async function protectedResourceMetadata(
  path: string,
  { baseUrl, tokens }: Pick<AgentDependencies, 'baseUrl' | 'tokens'>,
): Promise<AgentResponse> {
  const place = placeOf(path.slice(METADATA_PATH.length));
  if (place === undefined) return NOTHING_HERE;
  const resource = baseUrl + path.slice(METADATA_PATH.length);
  const accepted = await tokens?.describe(place.accountId).catch(() => undefined);
  return answerOf(200, {
    resource,
    resource_name: 'Soapstone',
    ...(accepted !== undefined && accepted.issuers.length > 0 && { authorization_servers: accepted.issuers }),
    ...(accepted !== undefined && accepted.scopes.length > 0 && { scopes_supported: accepted.scopes }),
    bearer_methods_supported: ['header'],
  });
}

/** The form of schemas that a query asks for: `schemas=strict`. Undefined for an unknown one. */
function schemasOf(query: string): SchemaForm | undefined {
  const asked = query === '' ? undefined : new URLSearchParams(query).get('schemas');
  return SCHEMA_FORMS.find((form) => form === (asked ?? 'full'));
}

interface Place {
  readonly accountId: string;
  readonly serviceSlug: string;
}

function placeOf(path: string): Place | undefined {
  if (!path.startsWith(`${AGENT_PREFIX}/`)) return undefined;
  const [account = '', slug, ...more] = path.slice(AGENT_PREFIX.length + 1).split('/');
  if (account === '' || slug === '' || more.length > 0) return undefined;
  try {
    return { accountId: decodeName(account), serviceSlug: slug === undefined ? '' : decodeName(slug) };
  } catch {
    return undefined;
  }
}

function decodeName(segment: string): string {
  return segment.includes('%') ? nameInPath(decodeURIComponent(segment)) : segment;
}

/** The origins and hosts that requests may have. */
interface OriginChecks {
  readonly origin: string;
  /** The value that `Host` must have; undefined behind a proxy, which may rewrite it. */
  readonly served: Pick<URL, 'host' | 'hostname'> | undefined;
}

/** Returns why a request is rejected before its body is read. */
function refusalOf(
  { method, headers }: IncomingMessage,
  place: Place | undefined,
  { origin, served }: OriginChecks,
): AgentResponse | undefined {
  if (place === undefined) return NOTHING_HERE;
  if (headers.origin !== undefined && headers.origin !== origin) {
    return answerOf(403, rpcError(403, 'Requests from pages of another origin are rejected'));
  }
  if (served !== undefined && headers.host !== served.host && hostnameOf(headers.host) !== served.hostname) {
    return answerOf(403, rpcError(403, `The Host of a request must be ${served.hostname}`));
  }
  if (method === 'POST') {
    const refused = refuseMediaTypes((name) => headers[name] as string | undefined);
    return refused && answerOf(refused.status, rpcError(refused.status, refused.message));
  }
  return {
    ...answerOf(405, rpcError(405, 'Messages are sent with POST')),
    headers: { ...JSON_TYPE, Allow: 'POST' },
  };
}

function hostnameOf(host: string | undefined): string | undefined {
  const address = `https://${host ?? ''}`;
  return URL.canParse(address) ? new URL(address).hostname : undefined;
}

const JSON_TYPE = {
  'Content-Type': 'application/json',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
};

function rpcError(code: number, message: string): object {
  return { jsonrpc: '2.0', error: { code, message } };
}

function answerOf(status: number, body: object): AgentResponse {
  return { status, headers: JSON_TYPE, body: JSON.stringify(body) };
}

const UNKNOWN_SCHEMAS: AgentResponse = answerOf(
  400,
  rpcError(400, `The query "schemas" must be one of ${SCHEMA_FORMS.join(', ')}`),
);

const NOTHING_HERE: AgentResponse = answerOf(
  404,
  rpcError(404, `The address is ${AGENT_PREFIX}/{accountId}/{serviceSlug}`),
);

function errorAnswer({ status, message, init }: GatewayError): AgentResponse {
  return { ...answerOf(status, rpcError(status, message)), headers: { ...JSON_TYPE, ...init.headers } };
}
