import { Type } from 'typebox';
import { arrayOf, INSTANT, INTEGER, nullable, object, TEXT } from '../../../domain/json-schema.js';
import type { CallLatency } from '../../../store/repositories/calls/call-log.js';
import { ID } from '../inputs/service-schema.js';
import { ownerOf, type Route, route } from '../routing/route.js';
import { nameServices } from '../views/show-call.js';

const HOUR = 3_600_000;
/** The maximum number of recent calls from which percentiles are computed. */
const SAMPLE = 20_000;
const HOURS = Type.Integer({ minimum: 1, maximum: 168 });

/** The calls of a service. The name is null if the service was deleted or never existed. */
export const SERVICE_USE = object({
  serviceId: TEXT,
  serviceName: nullable(TEXT),
  calls: INTEGER,
  failures: INTEGER,
});
/** The maximum number of services and operations in a response. */
const MAX_GROUPS = 100;

const hours = route({
  method: 'get',
  path: '/api/manage/usage/hours',
  access: 'owner',
  limit: 'queries',
  summary: `Calls per UTC hour, oldest first, for at most a week, and the calls of the ${MAX_GROUPS} most called services in that time; percentiles in milliseconds, of the newest ${SAMPLE} listed calls that were sent`,
  query: { hours: HOURS, serviceId: ID },
  answer: object({
    hours: arrayOf(
      object({
        at: INSTANT,
        calls: INTEGER,
        failures: INTEGER,
        p50: nullable(INTEGER),
        p95: nullable(INTEGER),
        p99: nullable(INTEGER),
      }),
    ),
    services: arrayOf(SERVICE_USE),
  }),
  async handle(call, { store, now }) {
    const { hours: count = 24, serviceId } = call.query;
    const accountId = ownerOf(call).account.id;
    const first = Math.floor(now() / HOUR) * HOUR - (count - 1) * HOUR;
    const [counted, timed] = await Promise.all([
      store.calls.hours(accountId, first, serviceId === undefined ? undefined : [serviceId]),
      store.calls.latencies(accountId, first, SAMPLE),
    ]);
    const byHour = Array.from({ length: count }, () => ({ calls: 0, failures: 0, values: [] as number[] }));
    const placeOf = (at: number) => byHour[Math.floor((at - first) / HOUR)];
    const services = new Map<string, { serviceId: string; calls: number; failures: number }>();
    for (const { at, serviceId: id, calls, failures } of counted) {
      const service = services.get(id) ?? { serviceId: id, calls: 0, failures: 0 };
      services.set(id, service);
      for (const sums of [service, placeOf(at)]) {
        if (sums === undefined) continue;
        sums.calls += calls;
        sums.failures += failures;
      }
    }
    for (const { at, latencyMs, serviceId: id } of timed) {
      if (serviceId === undefined || id === serviceId) placeOf(at)?.values.push(latencyMs);
    }
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
        services: await nameServices(
          accountId,
          [...services.values()].sort((one, other) => other.calls - one.calls).slice(0, MAX_GROUPS),
          store,
        ),
      },
    };
  },
});

const latency = route({
  method: 'get',
  path: '/api/manage/usage/latency',
  access: 'owner',
  limit: 'queries',
  summary: `How long calls took by operation, in milliseconds, the ${MAX_GROUPS} most called first; of the newest ${SAMPLE} listed calls that were sent`,
  query: { hours: HOURS },
  answer: object({
    operations: arrayOf(
      object({
        serviceId: TEXT,
        serviceName: nullable(TEXT),
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
    const accountId = ownerOf(call).account.id;
    const operations = percentiles(await store.calls.latencies(accountId, from, SAMPLE));
    return { body: { operations: await nameServices(accountId, operations.slice(0, MAX_GROUPS), store) } };
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

/** Returns the nearest-rank percentiles of values, which are measured values and never interpolated. Sorts the values. */
function ranksOf(values: number[]): (part: number) => number | undefined {
  values.sort((one, other) => one - other);
  return (part) => values[Math.ceil(part * values.length) - 1];
}

/** Latencies, by hour and by operation. */
export const latencyRoutes: readonly Route[] = [hours, latency];
