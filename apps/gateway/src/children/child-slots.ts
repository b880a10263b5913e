import { GatewayError, overloaded } from '../errors/errors.js';

/** Places for the processes that read what strangers send: each may take a whole core and the memory of a registration. */
export interface ChildSlots {
  /**
   * Do `work` when there is a place for the account. Throws `TOO_MANY_JOBS` where too much of the account waits already,
   * `OVERLOADED` where too much waits in all, and the reason of `signal` where it fires before the work began.
   */
  run<Value>(accountId: string, work: () => Promise<Value>, signal?: AbortSignal): Promise<Value>;
}

/** All are counts of pieces of work. */
export interface ChildSlotLimits {
  readonly atOnce: number;
  /** Of one account, at once. Less than `atOnce`, so that there is a place for another. */
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

  /** Whoever has the least is next; among equals whoever came first. */
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
          // In the same turn: another one must not be given the place as well.
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
