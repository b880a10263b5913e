import { defined } from '@soapstone/options/defined';
import { Type } from 'typebox';
import { arrayOf, INTEGER, nullable, object, TEXT } from '../../../domain/json-schema.js';
import { dayOf } from '../../../store/repositories/calls/call-days.js';
import { ACCOUNT } from '../answers/accounts.js';
import { CALL, OPERATION_USE } from '../answers/calls.js';
import { ID } from '../inputs/service-schema.js';
import { type ManagementDependencies, ownerOf, type Route, route } from '../routing/route.js';
import { csvFile } from '../views/csv-file.js';
import { nameServices, showCalls } from '../views/show-call.js';
import { showAccount } from './account.js';
import { SERVICE_USE } from './latency.js';

const DAY = 86_400_000;
/** The maximum number of operations, services and keys in a response with sums. */
const MAX_OPERATIONS = 1_000;
const MAX_GROUPS = 100;

const DAYS_QUERY = {
  days: Type.Integer({ minimum: 1, maximum: 366 }),
  serviceId: ID,
};

const usage = route({
  method: 'get',
  path: '/api/manage/usage',
  access: 'owner',
  limit: 'queries',
  summary: `The billing period, the calls of the last seven days by operation (the ${MAX_OPERATIONS} most called), and the newest calls`,
  answer: object({
    account: ACCOUNT,
    operations: arrayOf(OPERATION_USE),
    recent: arrayOf(CALL),
  }),
  async handle(call, deps) {
    const { account } = ownerOf(call);
    const [operations, calls] = await Promise.all([
      deps.store.calls.use(account.id, deps.now() - 7 * DAY, MAX_OPERATIONS),
      deps.store.calls.list(account.id, 100),
    ]);
    const [shown, recent] = await Promise.all([
      showAccount(account, deps),
      showCalls(account.id, calls, deps.store),
    ]);
    return { body: { account: shown, operations, recent } };
  },
});

const days = route({
  method: 'get',
  path: '/api/manage/usage/days',
  access: 'owner',
  limit: 'queries',
  summary: `Calls per UTC day, oldest first, with the errors among them by type, and the calls of the ${MAX_GROUPS} most called services. \`charged\` calls used quota; null before it was counted`,
  query: DAYS_QUERY,
  answer: object({
    days: arrayOf(object({ day: TEXT, calls: INTEGER, failures: INTEGER, charged: nullable(INTEGER) })),
    errors: arrayOf(object({ type: TEXT, code: TEXT, calls: INTEGER, charged: nullable(INTEGER) })),
    services: arrayOf(SERVICE_USE),
  }),
  handle: async (call, deps) => ({ body: await sumDays(call.query, ownerOf(call).account.id, deps) }),
});

const daysCsv = route({
  method: 'get',
  path: '/api/manage/usage/days.csv',
  access: 'owner',
  limit: 'queries',
  summary: 'Calls per UTC day as CSV',
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
  summary: `The calls with each API key, the ${MAX_GROUPS} most used ones first; those from the dashboard have the id \`try-it\`, and deleted keys no name`,
  query: { days: DAYS_QUERY.days },
  answer: object({
    keys: arrayOf(
      object({ keyId: TEXT, keyName: nullable(TEXT), calls: INTEGER, failures: INTEGER, charged: INTEGER }),
    ),
  }),
  async handle(call, { store, now }) {
    const from = now() - ((call.query.days ?? 30) - 1) * DAY;
    const { id } = ownerOf(call).account;
    const keys = await store.keyDays.totals(id, from, MAX_GROUPS);
    const names = await store.apiKeys.names(
      id,
      keys.map(({ keyId }) => keyId),
    );
    return { body: { keys: keys.map((key) => ({ ...key, keyName: names.get(key.keyId) ?? null })) } };
  },
});

/** Returns the calls of whole days, by day, by error and by service. */
async function sumDays(
  { days: count = 30, serviceId }: { readonly days?: number; readonly serviceId?: string },
  accountId: string,
  { store, now }: Pick<ManagementDependencies, 'store' | 'now'>,
) {
  const from = now() - (count - 1) * DAY;
  const sums = await store.callDays.sums(accountId, from, { ...defined({ serviceId }), most: MAX_GROUPS });
  const byDay = new Map(sums.days.map((sum) => [sum.day, sum]));
  return {
    days: Array.from({ length: count }, (_, index) => {
      const day = dayOf(from + index * DAY);
      const { calls, failures, charged } = byDay.get(day) ?? { calls: 0, failures: 0, charged: 0 };
      return { day, calls, failures, charged: charged ?? null };
    }),
    errors: sums.errors.map(({ charged, ...error }) => ({ ...error, charged: charged ?? null })),
    services: await nameServices(accountId, sums.services, store),
  };
}

/** The routes for sums of calls: the billing period, days, errors, services and keys. */
export const usageRoutes: readonly Route[] = [usage, days, daysCsv, keyTotals];
