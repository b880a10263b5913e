import { isTransportError } from '@soapstone/soap-transport';
import type { NewEvent } from '../../domain/accounts/event.js';
import { SealError } from '../../domain/seal.js';
import { type ContractWatch, UNREADABLE_FOR, untilNextCheck } from '../../domain/services/contract-watch.js';
import type { RegisteredService } from '../../domain/services/registered-service.js';
import type { Changes } from '../../services/changes.js';
import { DocumentUnavailable } from '../registration/fetch-document.js';
import { ImportError } from '../registration/import-documents.js';
import { RegistrationError } from '../registration/register.js';
import { type DecideDependencies, decide, eventOf } from './decide-contract.js';
import {
  type ReadContract,
  type ReadContractDependencies,
  readContract,
  UnreadableContract,
} from './read-contract.js';

/** The dependencies of checks. */
export interface CheckDependencies extends ReadContractDependencies, DecideDependencies {
  readonly changes: Pick<Changes, 'announce'>;
  /** The shortest time between two checks of a service, in milliseconds. */
  readonly minimum: number;
  /** From 0 to 1. */
  readonly random: () => number;
}

/** The revisions of a service that are kept although a later check replaced them: a contract that comes back is one of them. */
const KEPT_REPLACED = 5;

/**
 * Checks the contract of a service, and stores what was found in one transaction: the result, the event, and which revision is live or waits. A
 * process that is killed before has done nothing that its successor does not find again; so the check is repeated, and tells of a change once.
 *
 * Rejects if the gateway has no room for it or its database fails, and then it stays due; it also does when `signal` fires.
 */
export async function checkContract(
  watch: ContractWatch,
  deps: CheckDependencies,
  signal: AbortSignal,
): Promise<void> {
  const { store } = deps;
  const { accountId, serviceId } = watch;
  const [service, summaries] = await Promise.all([
    store.services.find(accountId, serviceId),
    store.services.summaries(accountId, [serviceId]),
  ]);
  if (service === undefined) return;
  const url = summaries.get(serviceId)?.source ?? '';
  if (!/^https?:\/\//.test(url)) {
    await store.watches.settle(watch, {
      ...{ outcome: { result: 'no-address' }, at: deps.now(), nextAt: undefined, isTold: false },
      ...{ memory: {}, events: [] },
    });
    return;
  }
  let found: ReadContract;
  try {
    found = await readContract(service, url, watch, deps, signal);
  } catch (error) {
    signal.throwIfAborted();
    await settleFailure(watch, service, failureOf(error), deps);
    return;
  }
  const { described, ...decision } = await decide(service, found, watch, deps);
  signal.throwIfAborted();
  const at = deps.now();
  const isSettled = await store.watches.settle(watch, {
    ...decision,
    at,
    nextAt: nextAfter(watch, 0, at, deps),
    isTold: false,
    memory: { ...found.memory, revision: described },
    events: [...decision.events, ...recoveryOf(watch, service, at)],
  });
  if (!isSettled) {
    if (decision.outcome.revision !== undefined)
      await store.watches.discard(accountId, serviceId, decision.outcome.revision, at);
    return;
  }
  if (decision.publish !== undefined) await deps.changes.announce(accountId);
  if (found.imported !== undefined) await store.watches.pruneReplaced(accountId, serviceId, KEPT_REPLACED);
}

/** Returns why the contract cannot be read, for its owner. Throws an error that says nothing about the contract. */
function failureOf(error: unknown): string {
  if (
    error instanceof UnreadableContract ||
    error instanceof DocumentUnavailable ||
    error instanceof ImportError ||
    error instanceof RegistrationError ||
    isTransportError(error)
  )
    return error.message;
  if (error instanceof SealError) return 'the credentials of the service cannot be opened';
  throw error;
}

async function settleFailure(
  watch: ContractWatch,
  service: RegisteredService,
  reason: string,
  deps: CheckDependencies,
): Promise<void> {
  const at = deps.now();
  const { failingSince = at, isTold } = watch;
  const tells = !isTold && at - failingSince >= UNREADABLE_FOR;
  const event = eventOf('contract.unreadable', service, { period: since(failingSince), at });
  await deps.store.watches.settle(watch, {
    outcome: { result: 'failed', reason: reason.slice(0, 1_000) },
    at,
    nextAt: nextAfter(watch, watch.failures + 1, at, deps),
    failingSince,
    isTold: isTold || tells,
    events: tells ? [{ ...event, data: { ...event.data, since: since(failingSince) } }] : [],
  });
}

/** The event of a contract that can be read again, if its owner was notified that it could not. */
function recoveryOf(
  { failingSince, isTold }: ContractWatch,
  service: RegisteredService,
  at: number,
): readonly NewEvent[] {
  if (!isTold || failingSince === undefined) return [];
  return [eventOf('contract.readable', service, { period: since(failingSince), at })];
}

function nextAfter(
  { schedule }: ContractWatch,
  failures: number,
  at: number,
  { minimum, random }: CheckDependencies,
): number | undefined {
  const wait = untilNextCheck(schedule, failures, minimum, random());
  return wait === undefined ? undefined : at + wait;
}

function since(instant: number): string {
  return new Date(instant).toISOString();
}
