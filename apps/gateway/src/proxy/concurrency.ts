import { GatewayError } from './errors.js';

/** How many calls of each account run in this process. Counters only: nothing that a crash could leave locked. */
export interface ConcurrencyLimit {
  /** Take a place for the account; the function gives it back. Throws `TOO_MANY_CONCURRENT` where `limit` calls run. */
  enter(accountId: string, limit: number): () => void;
}

export function createConcurrencyLimit(): ConcurrencyLimit {
  const running = new Map<string, number>();
  return {
    enter(accountId, limit) {
      const count = running.get(accountId) ?? 0;
      if (count >= limit) throw tooManyConcurrent(limit);
      running.set(accountId, count + 1);
      return () => {
        const left = running.get(accountId)! - 1;
        if (left === 0) running.delete(accountId);
        else running.set(accountId, left);
      };
    },
  };
}

function tooManyConcurrent(limit: number): GatewayError {
  return new GatewayError({
    type: 'RATE_LIMIT_EXCEEDED',
    code: 'TOO_MANY_CONCURRENT',
    message: `${limit} calls of this account are running already`,
    sent: false,
    headers: { 'Retry-After': '1' },
  });
}
