import { Type } from 'typebox';
import { arrayOf, object, TEXT, type ValueOf } from '../../../domain/json-schema.js';
import { notFound } from '../../../errors/management-errors.js';
import type { CallFilter } from '../../../store/repositories/calls/call-log.js';
import { CALL } from '../answers/calls.js';
import { ID, SENT_INSTANT } from '../inputs/service-schema.js';
import { NEXT, PLACE_QUERY, printPlace, readPlace } from '../routing/paging.js';
import { ownerOf, type Route, route } from '../routing/route.js';
import { csvFile } from '../views/csv-file.js';
import { showCalls } from '../views/show-call.js';

const CALLS_OF_PAGE = 50;
const CALLS_QUERY = {
  requestId: ID,
  serviceId: ID,
  operation: Type.String({ minLength: 1, maxLength: 1024 }),
  method: Type.String({ minLength: 1, maxLength: 20 }),
  status: Type.Integer({ minimum: 100, maximum: 599 }),
  type: Type.String({ minLength: 1, maxLength: 64 }),
  keyId: ID,
  from: SENT_INSTANT,
  to: SENT_INSTANT,
  ...PLACE_QUERY,
  limit: Type.Integer({ minimum: 1, maximum: 200, default: CALLS_OF_PAGE }),
};
type CallsQuery = { readonly [Name in keyof typeof CALLS_QUERY]?: ValueOf<(typeof CALLS_QUERY)[Name]> };

const calls = route({
  method: 'get',
  path: '/api/manage/calls',
  access: 'owner',
  limit: 'queries',
  summary:
    'Calls of the last seven days, newest first, page by page; sampled above ten successes or ten failures a second',
  query: CALLS_QUERY,
  answer: object({ calls: arrayOf(CALL), next: NEXT }),
  async handle(call, { store }) {
    const { limit = CALLS_OF_PAGE, ...filter } = call.query;
    const accountId = ownerOf(call).account.id;
    const found = await store.calls.list(accountId, limit + 1, readFilter(filter));
    const page = found.slice(0, limit);
    const last = page.at(-1);
    const next =
      found.length > limit && last !== undefined ? printPlace({ at: last.at, id: last.requestId }) : null;
    return { body: { calls: await showCalls(accountId, page, store), next } };
  },
});

/** The maximum number of calls in a CSV file. */
const MAX_ROWS = 10_000;
const { after: _after, limit: _limit, ...CSV_QUERY } = CALLS_QUERY;

const callsCsv = route({
  method: 'get',
  path: '/api/manage/calls.csv',
  access: 'owner',
  limit: 'queries',
  summary: `Calls of the last seven days as CSV, newest first, at most ${MAX_ROWS}, with the names of services and keys that still exist`,
  query: CSV_QUERY,
  answer: TEXT,
  media: ['text/csv'],
  async handle(call, { store }) {
    const { account } = ownerOf(call);
    const found = await store.calls.list(account.id, MAX_ROWS, readFilter(call.query));
    const columns = [
      ...([
        'at',
        'requestId',
        'serviceId',
        'operation',
        'requested',
        'method',
        'status',
        'type',
        'code',
      ] as const),
      ...(['latencyMs', 'cached', 'charged', 'keyId', 'serviceName', 'keyName'] as const),
    ];
    return { file: csvFile('calls.csv', columns, await showCalls(account.id, found, store)) };
  },
});

function readFilter({ from, to, after, ...rest }: CallsQuery): CallFilter {
  return {
    ...rest,
    ...(from !== undefined && { from: Date.parse(from) }),
    ...(to !== undefined && { to: Date.parse(to) }),
    ...(after === undefined ? {} : { after: readPlace(after) }),
  };
}

const bodies = route({
  method: 'get',
  path: '/api/manage/calls/:requestId/bodies',
  access: 'owner',
  summary: 'The recorded bodies of a call, without secrets and truncated if they are long',
  answer: object({ request: TEXT, response: TEXT }),
  async handle(call, { store }) {
    const kept = await store.callBodies.find(ownerOf(call).account.id, call.params['requestId'] ?? '');
    if (kept === undefined) throw notFound('call');
    return { body: { request: kept.request, response: kept.response } };
  },
});

/** Individual calls and their recorded bodies. */
export const callRoutes: readonly Route[] = [calls, callsCsv, bodies];
