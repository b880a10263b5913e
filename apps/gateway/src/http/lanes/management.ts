import { createHash } from 'node:crypto';
import { problemBody, REQUEST_ID_HEADER } from '@soapstone/http-contract';
import { stringify } from '@soapstone/json-xml-mapper';
import { defined } from '@soapstone/options/defined';
import type { Express, Request, RequestHandler } from 'express';
import { type ConcurrencyLimit, createConcurrencyLimit } from '../../calls/proxy/concurrency.js';
import { createFairSlots, type FairSlots } from '../../children/fair-slots.js';
import { createRequestId } from '../../domain/calls/request-id.js';
import { errorResponse, JSON_HEADERS } from '../../errors/error-response.js';
import { badRequest, type GatewayError } from '../../errors/errors.js';
import { accountClosing, ChangedMeanwhile } from '../../errors/management-errors.js';
import { markActivity, NO_ACTIVITY } from '../../log/activity.js';
import { describeManagement } from '../../owners/management/openapi/describe-management.js';
import { ROUTES } from '../../owners/management/routes.js';
import {
  answerOnce,
  readIdempotencyKey,
  type SentAnswer,
} from '../../owners/management/routing/answer-once.js';
import { checkBody, parseBody, prepareBody, readQuery } from '../../owners/management/routing/check-body.js';
import { explainFailure } from '../../owners/management/routing/explain-failure.js';
import { handle as handleCall } from '../../owners/management/routing/handle.js';
import { identifyOperator, identifyOwner } from '../../owners/management/routing/identify.js';
import {
  type LargeBody,
  type ManagementAnswer,
  type ManagementCall,
  type ManagementDependencies,
  type Route,
  takesIdempotencyKey,
} from '../../owners/management/routing/route.js';
import { throttleOwner } from '../../owners/management/routing/throttle.js';
import { prepareImport } from '../../owners/registration/import-documents.js';
import { type BodyLease, type BodyRoom, createBodyRoom } from '../limits/body-room.js';
import { addressGroup } from '../limits/connection-limit.js';
import type { UnreadResponses } from '../limits/unread-responses.js';
import { readBody } from '../messages/body.js';
import { nameInPath } from '../messages/path-name.js';
import { hasMoreValues } from '../messages/value-count.js';
import { writeEvents } from '../messages/write-events.js';
import { type WrittenResponse, writeResponse } from '../messages/write-response.js';
import { addressOf, headerLines } from './proxy-lane.js';

/** The dependencies of the management routes, the number of trusted proxies, and the memory for large responses. */
export interface ManagementApi extends ManagementDependencies {
  readonly hops: number;
  readonly unread: UnreadResponses;
}

const DEFAULT_BODY = 64 * 1024;
/** One object for all routes, because a query schema is compiled once per object. */
const NO_PARAMETERS = {};
/** The digest of a body that is absent or not needed. */
const NO_BODY = '';
const NEVER = new AbortController().signal;
/** The room for larger bodies in this process, in bytes. These are documents, which wait for a child process that reads them. */
const BODY_ROOM = { total: 256 * 1024 * 1024, ofAccount: 64 * 1024 * 1024 };
/** A body larger than `bytes` may have at most `values` values, so it has to consist of a few long strings. */
const MANY_VALUES = { bytes: 2 * 1024 * 1024, values: 200_000 };

/** Identifies the caller of a route, according to its access. */
const IDENTIFY = {
  public: async () => undefined,
  owner: identifyOwner,
  admin: identifyOperator,
};

/** The maximum number of open event streams per account in this process. */
const MAX_STREAMS = 20;
/** The limits of concurrent queries: the call log may be long, and the embedded database runs one statement at a time. */
const QUERIES = { atOnce: 2, ofAccount: 1, waiting: 200, waitingOfAccount: 20 };

/** The parts that all routes share. */
interface Shared {
  readonly streams: ConcurrencyLimit;
  readonly queries: FairSlots;
  readonly bodies: BodyRoom;
}

/** Mounts the route table. */
export function mountManagement(app: Express, api: ManagementApi): void {
  const description = Buffer.from(`${JSON.stringify(describeManagement(api.baseUrl), null, 2)}\n`);
  app.get('/api/manage/openapi', (request, response) =>
    writeResponse(request, response, { status: 200, headers: JSON_HEADERS, body: description }),
  );
  const shared: Shared = {
    streams: createConcurrencyLimit(),
    queries: createFairSlots(QUERIES),
    bodies: createBodyRoom(BODY_ROOM),
  };
  for (const route of ROUTES) {
    if (route.body !== undefined) {
      prepareBody(route.body);
      if (route.bodyBytes !== undefined) prepareBody(route.body, true);
    }
    app[route.method](route.path, serve(route, api, shared));
  }
}

function serve(route: Route, api: ManagementApi, { streams, queries, bodies }: Shared): RequestHandler {
  return async (request, response) => {
    const requestId = createRequestId();
    const headers = { ...JSON_HEADERS, 'Cache-Control': 'no-store', [REQUEST_ID_HEADER]: requestId };
    const abort = new AbortController();
    response.once('close', () => {
      if (!response.writableFinished) abort.abort();
    });
    // Clears the mark of the call that this turn of the event loop handled before.
    markActivity(NO_ACTIVITY);
    const lease = new CallLease(bodies);
    try {
      const { call, key, digest } = await readCall(route, request, api, abort.signal, lease);
      markActivity(NO_ACTIVITY);
      // Owners at work may import documents next.
      if (call.owner !== undefined) response.once('finish', () => prepareImport(api.registration));
      const accountId = call.owner?.account.id ?? '';
      const handle = () => handleCall(route, call, api);
      if (key !== undefined) {
        // The keys of strangers and of the operator must not meet.
        const stranger = route.access === 'admin' ? 'admin' : `network ${call.ip}`;
        const place = {
          accountId: accountId === '' ? stranger : accountId,
          route: `${route.method} ${route.path}`,
          key,
        };
        const sent = await answerOnce({ ...place, path: request.path, digest }, api, async () => {
          const answer = await handle();
          markActivity(NO_ACTIVITY);
          return render(route, answer);
        });
        api.unread.hold(accountId, response, sent.body.length);
        return writeResponse(request, response, { ...sent, headers: { ...headers, ...sent.headers } });
      }
      const answer = await (route.limit === 'queries' ? queries.run(accountId, handle) : handle());
      markActivity(NO_ACTIVITY);
      if (answer.events !== undefined) {
        const leave = streams.enter(accountId, MAX_STREAMS);
        return await writeEvents(response, { ...headers, ...answer.headers }, answer.events).finally(leave);
      }
      const sent = render(route, answer);
      api.unread.hold(accountId, response, sent.body.length);
      writeResponse(request, response, { ...sent, headers: { ...headers, ...sent.headers } });
    } catch (error) {
      const failure = explainFailure(error);
      if (failure.type === 'INTERNAL_ERROR')
        api.log.error(`a management request failed (${requestId})`, error);
      writeResponse(request, response, failureResponse(failure, requestId));
    } finally {
      lease.end();
    }
  };
}

/** Returns the response to a request that failed. That of a change which came too late contains what is stored now. */
function failureResponse(failure: GatewayError, requestId: string): WrittenResponse {
  const response = errorResponse(failure, requestId, {});
  if (!(failure instanceof ChangedMeanwhile)) return response;
  const { error } = problemBody(failure.init, requestId);
  const body = { error: { ...error, ...defined({ current: failure.current }) } };
  return { ...response, body: Buffer.from(stringify(body)) };
}

/** Returns the response to a request, apart from the headers that all responses have. */
function render(route: Route, { file, json, body, status, headers }: ManagementAnswer): SentAnswer {
  return {
    status: status ?? route.status ?? 200,
    headers: {
      ...(file === undefined
        ? {}
        : {
            'Content-Type': file.contentType,
            'Content-Disposition': `attachment; filename="${file.name}"`,
          }),
      ...headers,
    },
    body: json ?? Buffer.from(file?.text ?? JSON.stringify(body ?? {})),
  };
}

/** The lease for the body of one call, if the body may be large. */
class CallLease {
  readonly #room: BodyRoom;
  #lease: BodyLease | undefined;
  #kept = false;

  constructor(room: BodyRoom) {
    this.#room = room;
  }

  /** Begins the lease of a route with a large body. */
  begin({ bodyBytes = DEFAULT_BODY }: Route, accountId: string): BodyLease | undefined {
    if (bodyBytes > DEFAULT_BODY) this.#lease = this.#room.enter(accountId);
    return this.#lease;
  }

  /** The lease in the form that a handler sees. */
  get largeBody(): LargeBody | undefined {
    const lease = this.#lease;
    if (lease === undefined) return undefined;
    return {
      signal: lease.signal,
      keep: () => {
        this.#kept = true;
        return () => lease.release();
      },
    };
  }

  /** Called when the response was sent. */
  end(): void {
    if (!this.#kept) this.#lease?.release();
  }
}

/** Checks the identity before the body: errors in the body must not reveal a path to callers who may not use it. */
async function readCall(
  route: Route,
  request: Request,
  api: ManagementApi,
  signal: AbortSignal,
  lease: CallLease,
): Promise<{ readonly call: ManagementCall; readonly key: string | undefined; readonly digest: string }> {
  const header = (name: string): string | undefined => {
    const value = request.headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  };
  const address = addressOf(request, api.hops);
  const credentials = { method: request.method, apiKeys: headerLines(request, 'x-api-key'), address, header };
  const owner = await IDENTIFY[route.access](credentials, {
    ...api,
    apiKeyPepper: api.secrets.apiKeyPepper,
  });
  // An account that is not active and has an owner is closing.
  if (owner !== undefined && owner.account.status !== 'active' && route.whileClosing !== true)
    throw accountClosing(owner.account.closesAt);
  // Before the body is read, because a rejected request must cost next to nothing.
  if (owner !== undefined) await throttleOwner(api, route.limit ?? 'requests', owner.account.id);
  const query = readQuery(
    route.query ?? NO_PARAMETERS,
    new URL(request.originalUrl, 'http://localhost').searchParams,
  );
  const key = takesIdempotencyKey(route) ? readIdempotencyKey(header('idempotency-key')) : undefined;
  const body =
    route.body === undefined
      ? undefined
      : await readJson(request, route, lease.begin(route, owner?.account.id ?? ''));
  const call: ManagementCall = {
    params: Object.fromEntries(
      Object.entries(request.params).map(([name, value]) => [name, nameInPath(String(value))]),
    ),
    query,
    header,
    // A request that may be repeated is finished, so that the repetition gets its response.
    signal: key === undefined ? signal : NEVER,
    body: body?.value,
    ip: addressGroup(address),
    ...defined({ owner, largeBody: lease.largeBody }),
  };
  // Only a request that may be repeated is compared with another one.
  return { call, key, digest: key === undefined || body === undefined ? NO_BODY : digestOf(body.bytes) };
}

async function readJson(
  request: Request,
  { body: schema, bodyBytes = DEFAULT_BODY }: Route,
  lease: BodyLease | undefined,
): Promise<{ readonly value: unknown; readonly bytes: Uint8Array }> {
  // A page of another site can send text or a form without a preflight, but not JSON.
  if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '')) {
    throw badRequest('UNSUPPORTED_MEDIA', 'Content-Type must be application/json');
  }
  const bytes = await readBody(request, bodyBytes, lease);
  if (bytes.length > MANY_VALUES.bytes && hasMoreValues(bytes, MANY_VALUES.values)) {
    throw badRequest('SCHEMA_VIOLATION', `The body has more than ${MANY_VALUES.values} values`);
  }
  const value = parseBody(bytes);
  checkBody(schema!, value, bytes.length > DEFAULT_BODY);
  return { value, bytes };
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64url');
}
