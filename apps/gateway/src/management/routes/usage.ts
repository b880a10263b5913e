import { Type } from 'typebox';
import {
  component,
  INSTANT,
  INTEGER,
  list,
  object,
  orNull,
  TEXT,
  type ValueOf,
} from '../../domain/json-schema.js';
import type { LoggedCall } from '../../domain/logged-call.js';
import { notFound } from '../../errors/management-errors.js';
import { dayOf } from '../../store/call-days.js';
import type { CallFilter, CallLatency } from '../../store/call-log.js';
import { csvFile } from '../csv-file.js';
import { type ManagementDependencies, ownerOf, type Route, route } from '../route.js';
import { showAccount } from './account.js';

const DAY = 86_400_000;
const HOUR = 3_600_000;
/** The maximum number of recent calls used for percentiles. */
const SAMPLE = 20_000;

const SERVICE_ID = Type.String({ maxLength: 64 });
const DAYS_QUERY = { days: Type.Integer({ minimum: 1, maximum: 366 }), serviceId: SERVICE_ID };

const usage = route({
  method: 'get',
  path: '/api/manage/usage',
  access: 'owner',
  summary: 'The billing period, the calls of the last seven days by operation, and the newest calls',
  answer: object({
    account: component('Account'),
    operations: list(component('OperationUse')),
    recent: list(component('Call')),
  }),
  async handle(call, deps) {
    const { account } = ownerOf(call);
    const [operations, calls] = await Promise.all([
      deps.store.calls.use(account.id, deps.now() - 7 * DAY),
      deps.store.calls.list(account.id, 100),
    ]);
    return { body: { account: await showAccount(account, deps), operations, recent: calls.map(showCall) } };
  },
});

const days = route({
  method: 'get',
  path: '/api/manage/usage/days',
  access: 'owner',
  summary:
    'Calls per day of UTC, oldest first, with the errors among them by type, and the calls of each service. `charged` calls used quota; null before it was counted',
  query: DAYS_QUERY,
  answer: object({
    days: list(object({ day: TEXT, calls: INTEGER, failures: INTEGER, charged: orNull(INTEGER) })),
    errors: list(object({ type: TEXT, code: TEXT, calls: INTEGER, charged: orNull(INTEGER) })),
    services: list(object({ serviceId: TEXT, calls: INTEGER, failures: INTEGER })),
  }),
  handle: async (call, deps) => ({ body: await sumDays(call.query, ownerOf(call).account.id, deps) }),
});

const daysCsv = route({
  method: 'get',
  path: '/api/manage/usage/days.csv',
  access: 'owner',
  summary: 'Calls per day of UTC as CSV',
  query: DAYS_QUERY,
  answer: TEXT,
  media: ['text/csv'],
  async handle(call, deps) {
    const { days: rows } = await sumDays(call.query, ownerOf(call).account.id, deps);
    const columns = ['day', 'calls', 'failures', 'charged'] as const;
    return { file: csvFile('usage.csv', columns, rows) };
  },
});

const hours = route({
  method: 'get',
  path: '/api/manage/usage/hours',
  access: 'owner',
  summary: `Calls per hour of UTC, oldest first, of at most a week; percentiles in milliseconds, of the newest ${SAMPLE} listed calls that were sent`,
  query: { hours: Type.Integer({ minimum: 1, maximum: 168 }), serviceId: SERVICE_ID },
  answer: object({
    hours: list(
      object({
        at: INSTANT,
        calls: INTEGER,
        failures: INTEGER,
        p50: orNull(INTEGER),
        p95: orNull(INTEGER),
        p99: orNull(INTEGER),
      }),
    ),
  }),
  async handle(call, { store, now }) {
    const { hours: count = 24, serviceId } = call.query;
    const accountId = ownerOf(call).account.id;
    const first = Math.floor(now() / HOUR) * HOUR - (count - 1) * HOUR;
    const isWanted = (row: { readonly serviceId: string }) =>
      serviceId === undefined || row.serviceId === serviceId;
    const [counted, timed] = await Promise.all([
      store.calls.hours(accountId, first),
      store.calls.latencies(accountId, first, SAMPLE),
    ]);
    const byHour = Array.from({ length: count }, () => ({ calls: 0, failures: 0, values: [] as number[] }));
    const placeOf = (at: number) => byHour[Math.floor((at - first) / HOUR)];
    for (const hour of counted.filter(isWanted)) {
      const sums = placeOf(hour.at);
      if (sums === undefined) continue;
      sums.calls += hour.calls;
      sums.failures += hour.failures;
    }
    for (const { at, latencyMs } of timed.filter(isWanted)) placeOf(at)?.values.push(latencyMs);
    return {
      body: {
        hours: byHour.map(({ calls: sum, failures, values }, index) => {
          const rank = ranksOf(values);
          return {
            at: new Date(first + index * HOUR).toISOString(),
            calls: sum,
            failures,
            p50: rank(0.5) ?? null,
            p95: rank(0.95) ?? null,
            p99: rank(0.99) ?? null,
          };
        }),
      },
    };
  },
});

const keyTotals = route({
  method: 'get',
  path: '/api/manage/usage/keys',
  access: 'owner',
  summary: 'The calls with each API key, most called first; those from the dashboard have the id `try-it`',
  query: { days: DAYS_QUERY.days },
  answer: object({
    keys: list(object({ keyId: TEXT, calls: INTEGER, failures: INTEGER, charged: INTEGER })),
  }),
  async handle(call, { store, now }) {
    const from = now() - ((call.query.days ?? 30) - 1) * DAY;
    return { body: { keys: await store.keyDays.totals(ownerOf(call).account.id, from) } };
  },
});

/** The calls of whole days, by day, by error and by service. */
async function sumDays(
  { days: count = 30, serviceId }: { readonly days?: number; readonly serviceId?: string },
  accountId: string,
  { store, now }: Pick<ManagementDependencies, 'store' | 'now'>,
) {
  const from = now() - (count - 1) * DAY;
  const rows = await store.callDays.list(accountId, from, serviceId);
  const byDay = new Map(
    Array.from({ length: count }, (_, index) => [
      dayOf(from + index * DAY),
      { calls: 0, failures: 0, charged: 0 as number | null },
    ]),
  );
  const errors = new Map<string, { type: string; code: string; calls: number; charged: number | null }>();
  const services = new Map<string, { serviceId: string; calls: number; failures: number }>();
  const plus = (sum: number | null, charged: number | undefined) =>
    sum === null || charged === undefined ? null : sum + charged;
  for (const { day, serviceId: id, type, code, calls: many, charged } of rows) {
    const sums = byDay.get(day);
    if (sums === undefined) continue;
    sums.calls += many;
    sums.charged = plus(sums.charged, charged);
    const service = services.get(id) ?? { serviceId: id, calls: 0, failures: 0 };
    services.set(id, service);
    service.calls += many;
    if (type === '') continue;
    sums.failures += many;
    service.failures += many;
    const error = errors.get(`${type} ${code}`) ?? { type, code, calls: 0, charged: 0 };
    errors.set(`${type} ${code}`, {
      ...error,
      calls: error.calls + many,
      charged: plus(error.charged, charged),
    });
  }
  return {
    days: [...byDay].map(([day, sums]) => ({ day, ...sums })),
    errors: [...errors.values()].sort((one, other) => other.calls - one.calls),
    services: [...services.values()].sort((one, other) => other.calls - one.calls),
  };
}

const latency = route({
  method: 'get',
  path: '/api/manage/usage/latency',
  access: 'owner',
  summary: `How long calls took by operation, in milliseconds; of the newest ${SAMPLE} listed calls that were sent`,
  query: { hours: Type.Integer({ minimum: 1, maximum: 168 }) },
  answer: object({
    operations: list(
      object({
        serviceId: TEXT,
        operation: TEXT,
        calls: INTEGER,
        p50: INTEGER,
        p95: INTEGER,
        p99: INTEGER,
        max: INTEGER,
      }),
    ),
  }),
  async handle(call, { store, now }) {
    const from = now() - (call.query.hours ?? 24) * HOUR;
    const calls = await store.calls.latencies(ownerOf(call).account.id, from, SAMPLE);
    return { body: { operations: percentiles(calls) } };
  },
});

function percentiles(calls: readonly CallLatency[]) {
  const groups = new Map<string, { serviceId: string; operation: string; values: number[] }>();
  for (const { serviceId, operation, latencyMs } of calls) {
    const key = `${serviceId} ${operation}`;
    const group = groups.get(key) ?? { serviceId, operation, values: [] };
    group.values.push(latencyMs);
    groups.set(key, group);
  }
  return [...groups.values()]
    .sort((one, other) => other.values.length - one.values.length)
    .map(({ values, ...group }) => {
      const rank = ranksOf(values);
      return {
        ...group,
        calls: values.length,
        p50: rank(0.5) ?? 0,
        p95: rank(0.95) ?? 0,
        p99: rank(0.99) ?? 0,
        max: rank(1) ?? 0,
      };
    });
}

/** The nearest-rank percentiles of values: measured values, never interpolated ones. Sorts the values. */
function ranksOf(values: number[]): (part: number) => number | undefined {
  values.sort((one, other) => one - other);
  return (part) => values[Math.ceil(part * values.length) - 1];
}

const instant = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T[\\d:.]+Z$' });
const CALLS_QUERY = {
  serviceId: Type.String({ maxLength: 64 }),
  operation: Type.String({ maxLength: 1024 }),
  method: Type.String({ maxLength: 20 }),
  status: Type.Integer({ minimum: 100, maximum: 599 }),
  type: Type.String({ maxLength: 64 }),
  keyId: Type.String({ maxLength: 64 }),
  from: instant,
  to: instant,
  after: Type.String({ pattern: '^\\d{1,16}_[\\w-]{1,64}$' }),
  limit: Type.Integer({ minimum: 1, maximum: 200 }),
};
type CallsQuery = { readonly [Name in keyof typeof CALLS_QUERY]?: ValueOf<(typeof CALLS_QUERY)[Name]> };

const calls = route({
  method: 'get',
  path: '/api/manage/calls',
  access: 'owner',
  summary:
    'Calls of the last seven days, newest first, page by page; above ten a second, successes and failures each, not every one is listed',
  query: CALLS_QUERY,
  answer: object({ calls: list(component('Call')), next: orNull(TEXT) }),
  async handle(call, { store }) {
    const { limit = 50, ...filter } = call.query;
    const found = await store.calls.list(ownerOf(call).account.id, limit + 1, readFilter(filter));
    const page = found.slice(0, limit);
    const last = page.at(-1);
    const next = found.length > limit && last !== undefined ? `${last.at}_${last.requestId}` : null;
    return { body: { calls: page.map(showCall), next } };
  },
});

/** The maximum number of calls in a CSV file. */
const MOST_ROWS = 10_000;
const { after: _after, limit: _limit, ...CSV_QUERY } = CALLS_QUERY;

const callsCsv = route({
  method: 'get',
  path: '/api/manage/calls.csv',
  access: 'owner',
  summary: `Calls of the last seven days as CSV, newest first, at most ${MOST_ROWS}`,
  query: CSV_QUERY,
  answer: TEXT,
  media: ['text/csv'],
  async handle(call, { store }) {
    const found = await store.calls.list(ownerOf(call).account.id, MOST_ROWS, readFilter(call.query));
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
      ...(['latencyMs', 'cached', 'charged', 'keyId'] as const),
    ];
    return { file: csvFile('calls.csv', columns, found.map(showCall)) };
  },
});

function readFilter({ from, to, after, ...rest }: CallsQuery): CallFilter {
  const [at = '', ...requestId] = (after ?? '').split('_');
  const [first, end] = [from, to].map((text) => (text === undefined ? Number.NaN : Date.parse(text)));
  return {
    ...rest,
    ...(Number.isNaN(first) ? {} : { from: first! }),
    ...(Number.isNaN(end) ? {} : { to: end! }),
    ...(after === undefined ? {} : { after: { at: Number(at), requestId: requestId.join('_') } }),
  };
}

const bodies = route({
  method: 'get',
  path: '/api/manage/calls/:requestId/bodies',
  access: 'owner',
  summary: 'What a call carried, where the owner has it kept; without secrets, and cut where it is long',
  answer: object({ request: TEXT, response: TEXT }),
  async handle(call, { store }) {
    const kept = await store.callBodies.find(ownerOf(call).account.id, call.params['requestId'] ?? '');
    if (kept === undefined) throw notFound('call');
    return { body: { request: kept.request, response: kept.response } };
  },
});

function showCall({ accountId: _, at, ...rest }: LoggedCall) {
  return { ...rest, at: new Date(at).toISOString() };
}

export const usageRoutes: readonly Route[] = [
  usage,
  days,
  daysCsv,
  hours,
  keyTotals,
  latency,
  calls,
  callsCsv,
  bodies,
];
