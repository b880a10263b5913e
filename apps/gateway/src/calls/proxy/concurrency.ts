import { tooManyConcurrentProblem } from '@soapstone/http-contract';
import { GatewayError } from '../../errors/errors.js';

/** Counts the running calls of each account in this process. It is only a counter, so a crash leaves nothing locked. */
export interface ConcurrencyLimit {
  /**
   * Takes a slot for the account and returns the function that releases it. Throws `TOO_MANY_CONCURRENT` if `limit` calls are
   * running.
   */
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
