import { tooManyConcurrentProblem } from '@soapstone/http-contract';
import { GatewayError } from '../errors/errors.js';

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
      if (count >= limit) throw new GatewayError(tooManyConcurrentProblem(limit));
      running.set(accountId, count + 1);
      return () => {
        const left = running.get(accountId)! - 1;
        if (left === 0) running.delete(accountId);
        else running.set(accountId, left);
      };
    },
  };
}
