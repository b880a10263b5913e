import type { CallBatch } from '../domain/calls/logged-call.js';
import type { Store } from '../store/store.js';

/** Notices services of which many calls fail, although it can be reached. Rejects if the database fails. */
export type NoticeErrors = (batch: Pick<CallBatch, 'sums'>) => Promise<void>;

const MINUTE = 60_000;
/** How long the rate has to be too high, in minutes. */
const MINUTES = 5;
/** The share of calls that has to fail in each of these minutes. */
const SHARE = 0.25;
/** The number of calls in these minutes below which a rate says nothing. */
const ENOUGH = 20;
/** How long after an event the same service has no other, in milliseconds. */
const QUIET = 6 * 3_600_000;
/** The number of services with errors that are remembered. */
const CAPACITY = 10_000;

interface Minute {
  /** The number of the minute since the Unix epoch. */
  readonly number: number;
  calls: number;
  failed: number;
}

/**
 * Creates the notice of errors. A quarter of the calls that this node sent to a service has to fail in each of five minutes in a row. Faults are
 * answers, and do not count; nor does what a cache, a mock or the gateway itself answers with an error of the client.
 */
export function createErrorNotice(
  { services, events }: Pick<Store, 'services' | 'events'>,
  now: () => number,
): NoticeErrors {
  const seen = new Map<string, { readonly accountId: string; minutes: Minute[]; quietUntil: number }>();

  async function notice(accountId: string, serviceId: string, minutes: readonly Minute[]): Promise<void> {
    const at = now();
    const last = await events.newest(accountId, ['service.errors'], serviceId);
    if (last !== undefined && at - last.createdAt < QUIET) return;
    const service = await services.find(accountId, serviceId);
    if (service === undefined) return;
    const calls = sumOf(minutes, 'calls');
    const failed = sumOf(minutes, 'failed');
    const percent = Math.round((100 * failed) / calls);
    const data = { serviceId, serviceName: service.name, calls, failed, percent };
    // Nodes that notice it at once have the same event before.
    const period = last?.id ?? '';
    await events.add([{ accountId, kind: 'service.errors', subject: serviceId, period, at, data }]);
  }

  return async ({ sums }) => {
    const at = now();
    const number = Math.floor(at / MINUTE);
    const touched = new Set<string>();
    for (const { accountId, serviceId, type, code, calls } of sums) {
      const hasFailed = isFailure(type, code);
      if (serviceId === '' || !(hasFailed || isAnswer(type, code))) continue;
      const known = seen.get(serviceId);
      // A service without errors costs nothing.
      if (known === undefined && !hasFailed) continue;
      if (known === undefined && seen.size >= CAPACITY) seen.clear();
      const service = known ?? { accountId, minutes: [], quietUntil: 0 };
      seen.set(serviceId, service);
      let minute = service.minutes.at(-1);
      if (minute?.number !== number) {
        minute = { number, calls: 0, failed: 0 };
        service.minutes = [...service.minutes.filter((each) => number - each.number <= MINUTES), minute];
      }
      minute.calls += calls;
      if (hasFailed) minute.failed += calls;
      touched.add(serviceId);
    }
    for (const serviceId of touched) {
      const service = seen.get(serviceId);
      if (service === undefined) continue;
      // The minutes that are over.
      const minutes = service.minutes.filter(
        (each) => each.number < number && number - each.number <= MINUTES,
      );
      if (sumOf(service.minutes, 'failed') === 0) seen.delete(serviceId);
      const isHigh =
        minutes.length === MINUTES &&
        sumOf(minutes, 'calls') >= ENOUGH &&
        minutes.every(({ calls, failed }) => failed >= calls * SHARE);
      if (!isHigh || at < service.quietUntil) continue;
      await notice(service.accountId, serviceId, minutes);
      service.quietUntil = at + MINUTE;
    }
  };
}

function sumOf(minutes: readonly Minute[], member: 'calls' | 'failed'): number {
  return minutes.reduce((sum, minute) => sum + minute[member], 0);
}

/** Whether a call failed at the service or on the way to it. */
function isFailure(type: string, code: string): boolean {
  return type === 'UPSTREAM_ERROR' && code !== 'SOAP_FAULT';
}

function isAnswer(type: string, code: string): boolean {
  return type === '' || code === 'SOAP_FAULT';
}
