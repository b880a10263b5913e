import { withCode } from '@soapstone/http-contract';
import { GatewayError, overloaded } from '../errors/errors.js';
import { FairQueue } from './fair-queue.js';

/**
 * Slots for work that accounts take turns at, such as child processes that read untrusted documents: each may use a whole core and
 * the memory of a registration.
 */
export interface FairSlots {
  /**
   * Runs `work` when it is the turn of the account. Throws `TOO_MANY_JOBS` if too many jobs of the account are waiting, `OVERLOADED`
   * if too many are waiting in total, and the reason of `signal` if it fires before the work starts.
   */
  run<Value>(accountId: string, work: () => Promise<Value>, signal?: AbortSignal): Promise<Value>;
}

/** The limits, all in numbers of jobs. */
export interface FairSlotLimits {
  readonly atOnce: number;
  /** Concurrent jobs per account. Fewer than `atOnce`, so that other accounts always get a slot. */
  readonly ofAccount: number;
  readonly waiting: number;
  readonly waitingOfAccount: number;
}

interface Waiting {
  readonly begin: (done: (cost: number) => void) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Creates slots. An account with fewer running jobs is next, and among equal ones the account whose jobs have taken less time. If the
 * queue is full, the newest job of the account with the longest queue makes room for a job of an account with a shorter one.
 *
 * @param elapsed a monotonic clock in milliseconds
 */
export function createFairSlots(
  limits: FairSlotLimits,
  elapsed: () => number = () => performance.now(),
): FairSlots {
  const queue = new FairQueue<Waiting>();
  let busy = 0;

  function beginNext(): void {
    if (busy >= limits.atOnce) return;
    const next = queue.take(limits.ofAccount);
    if (next === undefined) return;
    busy += 1;
    next.item.begin(next.done);
  }

  function makeRoom(accountId: string): void {
    const waiting = queue.waitingOf(accountId);
    if (waiting >= limits.waitingOfAccount) throw tooManyJobs();
    if (queue.waiting < limits.waiting) return;
    const longest = queue.longest();
    // With equal queues, the two accounts would keep displacing each other's jobs.
    if (longest === undefined || queue.waitingOf(longest) <= waiting + 1) throw overloaded();
    queue.remove(longest)?.reject(tooManyJobs());
  }

  function wait(accountId: string, signal: AbortSignal | undefined): Promise<(cost: number) => void> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      makeRoom(accountId);
      const cancel = () => {
        if (queue.remove(accountId, entry) !== undefined) reject(signal!.reason as Error);
      };
      const leave = () => signal?.removeEventListener('abort', cancel);
      const entry: Waiting = {
        begin(done) {
          leave();
          resolve(done);
        },
        reject(error) {
          leave();
          reject(error);
        },
      };
      queue.add(accountId, entry);
      signal?.addEventListener('abort', cancel, { once: true });
      beginNext();
    });
  }

  return {
    async run(accountId, work, signal) {
      const done = await wait(accountId, signal);
      const begun = elapsed();
      try {
        return await work();
      } finally {
        busy -= 1;
        done(elapsed() - begun);
        beginNext();
      }
    },
  };
}

function tooManyJobs(): GatewayError {
  return new GatewayError({
    ...withCode('TOO_MANY_JOBS'),
    message: 'Too many jobs of this account are waiting already',
    headers: { 'Retry-After': '5' },
  });
}
