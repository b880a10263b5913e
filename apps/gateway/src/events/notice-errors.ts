import type { CallBatch, LoggedCall } from '../domain/calls/logged-call.js';
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
/** The maximum number of calls of all nodes that are read at once. A service with more has enough on each node. */
const LISTED = 1_000;

interface Minute {
  /** The number of the minute since the Unix epoch. */
  readonly number: number;
  calls: number;
  failed: number;
}

/** The state that a node keeps about a service with errors. */
interface Seen {
  readonly accountId: string;
  minutes: Minute[];
  quietUntil: number;
  /** The number of the minute in which the calls of all nodes were read last. */
  askedIn?: number;
}

/**
 * Creates the notice of errors. A quarter of the calls to a service has to fail in each of five minutes in a row: of those that this node sent, or
 * of those of all nodes where this one has too few. Faults are answers, and do not count; nor does what a cache, a mock or the gateway itself
 * answers with an error of the client.
 */
export function createErrorNotice(
  { services, events, calls: log }: Pick<Store, 'services' | 'events' | 'calls'>,
  now: () => number,
): NoticeErrors {
  const seen = new Map<string, Seen>();

  /** Reads the calls of all nodes in the minutes that are over. */
  async function readMinutes(accountId: string, serviceId: string, number: number): Promise<Minute[]> {
    const [from, to] = [(number - MINUTES) * MINUTE, number * MINUTE];
    return minutesOf(await log.list(accountId, LISTED, { serviceId, from, to }));
  }

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

  /** Stores an event if the share of failed calls was too high in each of the minutes that are over. */
  async function judge(serviceId: string, service: Seen, at: number): Promise<void> {
    const number = Math.floor(at / MINUTE);
    let minutes = service.minutes.filter((each) => each.number < number && number - each.number <= MINUTES);
    if (sumOf(service.minutes, 'failed') === 0) seen.delete(serviceId);
    if (at < service.quietUntil) return;
    if (!isEnough(minutes) && isHigh(service.minutes) && service.askedIn !== number) {
      service.askedIn = number;
      minutes = await readMinutes(service.accountId, serviceId, number);
    }
    if (!isEnough(minutes) || !minutes.every((each) => isHigh([each]))) return;
    await notice(service.accountId, serviceId, minutes);
    service.quietUntil = at + MINUTE;
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
      const service: Seen = known ?? { accountId, minutes: [], quietUntil: 0 };
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
      if (service !== undefined) await judge(serviceId, service, at);
    }
  };
}

function sumOf(minutes: readonly Minute[], member: 'calls' | 'failed'): number {
  return minutes.reduce((sum, minute) => sum + minute[member], 0);
}

/** Whether minutes have enough calls to tell a rate. */
function isEnough(minutes: readonly Minute[]): boolean {
  return minutes.length === MINUTES && sumOf(minutes, 'calls') >= ENOUGH;
}

/** Whether the share of calls that failed is too high. */
function isHigh(minutes: readonly Minute[]): boolean {
  return sumOf(minutes, 'failed') >= sumOf(minutes, 'calls') * SHARE;
}

/** Counts listed calls by minute. */
function minutesOf(calls: readonly LoggedCall[]): Minute[] {
  const minutes = new Map<number, Minute>();
  for (const { at, type = '', code = '', cached, answers = 'record' } of calls) {
    const isFailed = isFailure(type, code);
    if (cached || answers !== 'record' || !(isFailed || isAnswer(type, code))) continue;
    const number = Math.floor(at / MINUTE);
    const minute = minutes.get(number) ?? { number, calls: 0, failed: 0 };
    minutes.set(number, minute);
    minute.calls += 1;
    if (isFailed) minute.failed += 1;
  }
  return [...minutes.values()];
}

/** Whether a call failed at the service or on the way to it. */
function isFailure(type: string, code: string): boolean {
  return type === 'UPSTREAM_ERROR' && code !== 'SOAP_FAULT';
}

function isAnswer(type: string, code: string): boolean {
  return type === '' || code === 'SOAP_FAULT';
}
