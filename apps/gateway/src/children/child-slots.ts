import { GatewayError, overloaded } from '../errors/errors.js';

/** Slots for child processes that read untrusted documents; each may use a whole core and the memory of a registration. */
export interface ChildSlots {
  /**
   * Runs `work` when a slot for the account is free. Throws `TOO_MANY_JOBS` if too many jobs of the account are waiting,
   * `OVERLOADED` if too many are waiting in total, and the reason of `signal` if it fires before the work starts.
   */
  run<Value>(accountId: string, work: () => Promise<Value>, signal?: AbortSignal): Promise<Value>;
}

/** All are numbers of jobs. */
export interface ChildSlotLimits {
  readonly atOnce: number;
  /** Concurrent jobs per account. Fewer than `atOnce`, so that there is a slot for others. */
  readonly ofAccount: number;
  readonly waiting: number;
  readonly waitingOfAccount: number;
}

interface Waiting {
  readonly accountId: string;
  readonly begin: () => void;
}

export function createChildSlots(limits: ChildSlotLimits): ChildSlots {
  const running = new Map<string, number>();
  const queue: Waiting[] = [];
  let busy = 0;

  const countOf = (accountId: string): number => running.get(accountId) ?? 0;

  /** The account with the fewest running jobs is next; among equals, the one that came first. */
  function beginNext(): void {
    if (busy >= limits.atOnce) return;
    let next: Waiting | undefined;
    for (const candidate of queue) {
      const count = countOf(candidate.accountId);
      if (count < limits.ofAccount && (next === undefined || count < countOf(next.accountId)))
        next = candidate;
    }
    if (next === undefined) return;
    queue.splice(queue.indexOf(next), 1);
    next.begin();
  }

  function take(accountId: string): void {
    busy += 1;
    running.set(accountId, countOf(accountId) + 1);
  }

  function giveBack(accountId: string): void {
    busy -= 1;
    const left = countOf(accountId) - 1;
    if (left === 0) running.delete(accountId);
    else running.set(accountId, left);
    beginNext();
  }

  async function wait(accountId: string, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    if (busy < limits.atOnce && countOf(accountId) < limits.ofAccount) return take(accountId);
    if (queue.length >= limits.waiting) throw overloaded();
    const waiting = queue.filter((entry) => entry.accountId === accountId).length;
    if (waiting >= limits.waitingOfAccount) throw tooManyJobs();
    await new Promise<void>((resolve, reject) => {
      const cancel = () => {
        queue.splice(queue.indexOf(entry), 1);
        reject(signal!.reason as Error);
      };
      const entry: Waiting = {
        accountId,
        begin() {
          signal?.removeEventListener('abort', cancel);
          // In the same turn, so that no other job takes the slot as well.
          take(accountId);
          resolve();
        },
      };
      queue.push(entry);
      signal?.addEventListener('abort', cancel, { once: true });
    });
  }

  return {
    async run(accountId, work, signal) {
      await wait(accountId, signal);
      try {
        return await work();
      } finally {
        giveBack(accountId);
      }
    },
  };
}

function tooManyJobs(): GatewayError {
  return new GatewayError({
    type: 'RATE_LIMIT_EXCEEDED',
    code: 'TOO_MANY_JOBS',
    message: 'Too many imports of this account are waiting already',
    headers: { 'Retry-After': '5' },
  });
}
