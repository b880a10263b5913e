import { Type } from 'typebox';
import { component, INTEGER, list, object, orNull, TEXT } from '../../domain/json-schema.js';
import { dayOf } from '../../store/call-days.js';
import { csvFile } from '../csv-file.js';
import { type ManagementDependencies, ownerOf, type Route, route } from '../route.js';
import { showCall } from '../show-call.js';
import { showAccount } from './account.js';

const DAY = 86_400_000;

const DAYS_QUERY = {
  days: Type.Integer({ minimum: 1, maximum: 366 }),
  serviceId: Type.String({ maxLength: 64 }),
};

const usage = route({
  method: 'get',
  path: '/api/manage/usage',
  access: 'owner',
  limit: 'queries',
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
  limit: 'queries',
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
  limit: 'queries',
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

const keyTotals = route({
  method: 'get',
  path: '/api/manage/usage/keys',
  access: 'owner',
  limit: 'queries',
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

/** Sums of calls: the billing period, days, errors, services and keys. */
export const usageRoutes: readonly Route[] = [usage, days, daysCsv, keyTotals];
