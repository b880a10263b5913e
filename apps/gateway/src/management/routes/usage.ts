import { Type } from 'typebox';
import { component, INTEGER, list, object, orNull, TEXT, type ValueOf } from '../../domain/json-schema.js';
import type { LoggedCall } from '../../domain/logged-call.js';
import { notFound } from '../../errors/management-errors.js';
import { dayOf } from '../../store/call-days.js';
import type { CallFilter, CallLatency } from '../../store/call-log.js';
import { ownerOf, type Route, route } from '../route.js';
import { showAccount } from './account.js';

const DAY = 86_400_000;
const HOUR = 3_600_000;
/** The maximum number of recent calls used for percentiles. */
const SAMPLE = 20_000;

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
  summary: 'Calls per day of UTC, oldest first, and the errors among them by type',
  query: { days: Type.Integer({ minimum: 1, maximum: 366 }), serviceId: Type.String({ maxLength: 64 }) },
  answer: object({
    days: list(object({ day: TEXT, calls: INTEGER, failures: INTEGER })),
    errors: list(object({ type: TEXT, code: TEXT, calls: INTEGER })),
  }),
  async handle(call, { store, now }) {
    const { days: count = 30, serviceId } = call.query;
    const from = now() - (count - 1) * DAY;
    const rows = await store.callDays.list(ownerOf(call).account.id, from, serviceId);
    const byDay = new Map(
      Array.from({ length: count }, (_, index) => [dayOf(from + index * DAY), { calls: 0, failures: 0 }]),
    );
    const errors = new Map<string, { type: string; code: string; calls: number }>();
    for (const { day, type, code, calls } of rows) {
      const sums = byDay.get(day);
      if (sums === undefined) continue;
      sums.calls += calls;
      if (type === '') continue;
      sums.failures += calls;
      const error = errors.get(`${type} ${code}`) ?? { type, code, calls: 0 };
      errors.set(`${type} ${code}`, { ...error, calls: error.calls + calls });
    }
    return {
      body: {
        days: [...byDay].map(([day, sums]) => ({ day, ...sums })),
        errors: [...errors.values()].sort((one, other) => other.calls - one.calls),
      },
    };
  },
});

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
      values.sort((one, other) => one - other);
      // Nearest rank: a measured value, never an interpolated one.
      const rank = (part: number) => values[Math.ceil(part * values.length) - 1] ?? 0;
      return {
        ...group,
        calls: values.length,
        p50: rank(0.5),
        p95: rank(0.95),
        p99: rank(0.99),
        max: rank(1),
      };
    });
}

const instant = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T[\\d:.]+Z$' });
const CALLS_QUERY = {
  serviceId: Type.String({ maxLength: 64 }),
  operation: Type.String({ maxLength: 1024 }),
  method: Type.String({ maxLength: 20 }),
  status: Type.Integer({ minimum: 100, maximum: 599 }),
  type: Type.String({ maxLength: 64 }),
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

export const usageRoutes: readonly Route[] = [usage, days, latency, calls, bodies];
