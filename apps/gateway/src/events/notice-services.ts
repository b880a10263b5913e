import type { CallBatch } from '../domain/calls/logged-call.js';
import type { Store } from '../store/store.js';

/** Notices SOAP services that stop responding, and that respond again. */
export interface ServiceNotice {
  /** Looks at the calls of the last second. Rejects if the database fails. */
  see(batch: Pick<CallBatch, 'sums'>): Promise<void>;
  /** Looks for failing services that have responded since. Rejects if the database fails. */
  lookForRecovery(): Promise<void>;
}

/** The codes of calls that did not reach the service: what opens a circuit, and that it is open. */
const FAILURES: ReadonlySet<string> = new Set([
  'UPSTREAM_DNS',
  'UPSTREAM_CONNECT',
  'UPSTREAM_TLS',
  'UPSTREAM_RESET',
  'UPSTREAM_TIMEOUT',
  'UPSTREAM_CIRCUIT_OPEN',
]);
const CIRCUIT_OPEN = 'UPSTREAM_CIRCUIT_OPEN';
/** How long after a recovery a failure is not an event, in milliseconds: a service that comes and goes is one event a minute at most. */
const QUIET = 60_000;
/** Failures in a row that are an event, as many as open a circuit. */
const IN_A_ROW = 5;
/** The number of services with failures that are remembered. */
const CAPACITY = 10_000;
/** The maximum number of failing services per check. */
const MAX_FAILING = 1_000;

/**
 * Creates the notice of services. A service fails when five calls in a row did not reach it, or a call found its circuit open. It has
 * recovered when the newest call that was sent to it succeeded. Each failure is one event, and so is its recovery, whichever nodes notice them:
 * the next failure needs a recovery in between.
 */
export function createServiceNotice(
  { services, calls, events }: Pick<Store, 'services' | 'calls' | 'events'>,
  now: () => number,
): ServiceNotice {
  const failures = new Map<string, Failures>();
  /** Where the next check continues, so that services that never respond again do not hide others. */
  let after: string | undefined;

  /** Stores the failure of a service. Returns false if it recovered just now, for then it may do so again. */
  async function noticeFailure(accountId: string, serviceId: string): Promise<boolean> {
    const last = await events.newest(accountId, ['service.failing', 'service.recovered'], serviceId);
    if (last?.kind === 'service.failing') return true;
    const at = now();
    if (last !== undefined && at - last.createdAt < QUIET) return false;
    const service = await services.find(accountId, serviceId);
    if (service === undefined) return true;
    const data = { serviceId, serviceName: service.name };
    const period = last?.id ?? '';
    await events.add([{ accountId, kind: 'service.failing', subject: serviceId, period, at, data }]);
    return true;
  }

  return {
    async see({ sums }) {
      const due = new Map<string, { readonly accountId: string; readonly known: Failures }>();
      for (const [serviceId, { accountId, failed, isOpen, isReached }] of countSecond(sums, failures)) {
        if (isReached) failures.delete(serviceId);
        if (failed === 0 || (isReached && !isOpen)) continue;
        const known = failures.get(serviceId) ?? { count: 0, isNoticed: false };
        known.count += failed;
        if (failures.size >= CAPACITY) failures.clear();
        failures.set(serviceId, known);
        if (!known.isNoticed && (isOpen || known.count >= IN_A_ROW)) due.set(serviceId, { accountId, known });
      }
      // All are counted before the first is stored, which may fail.
      for (const [serviceId, { accountId, known }] of due)
        known.isNoticed = await noticeFailure(accountId, serviceId);
    },
    async lookForRecovery() {
      const failing = await events.listFailing(MAX_FAILING, after);
      after = failing.length < MAX_FAILING ? undefined : failing.at(-1)?.id;
      for (const { id, accountId, subject, createdAt, data } of failing) {
        const newest = await calls.newestSent(accountId, subject, createdAt);
        if (newest === undefined || (newest.type !== undefined && newest.code !== 'SOAP_FAULT')) continue;
        // Later than the failure, even if the clock of the node that noticed that is ahead: the newest of the two decides.
        const at = Math.max(now(), createdAt + 1);
        const about = { accountId, subject, period: id, at, data };
        await events.add([{ ...about, kind: 'service.recovered' }]);
        failures.delete(subject);
      }
    },
  };
}

/** The failures of a service in a row, and whether they were noticed. */
interface Failures {
  count: number;
  isNoticed: boolean;
}

/** The calls of a service in one second. */
interface Second {
  readonly accountId: string;
  failed: number;
  isOpen: boolean;
  isReached: boolean;
}

/** Counts by service, but only services with failures in this second or before. */
function countSecond(
  sums: CallBatch['sums'],
  failures: { has(serviceId: string): boolean },
): ReadonlyMap<string, Second> {
  const seconds = new Map<string, Second>();
  for (const { accountId, serviceId, type, code, calls } of sums) {
    const hasFailed = FAILURES.has(code);
    const isReached = type === '' || code === 'SOAP_FAULT';
    if (serviceId === '' || (!hasFailed && !(isReached && failures.has(serviceId)))) continue;
    const second = seconds.get(serviceId) ?? { accountId, failed: 0, isOpen: false, isReached: false };
    if (hasFailed) second.failed += calls;
    second.isOpen ||= code === CIRCUIT_OPEN;
    second.isReached ||= isReached;
    seconds.set(serviceId, second);
  }
  return seconds;
}
