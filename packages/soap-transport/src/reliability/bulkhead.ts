import { TransportError } from '../transport-error.js';
import type { CallScope } from './call-scope.js';

/** How many calls may be under way at once. Calls beyond are refused at once, never queued without end. */
export interface BulkheadLimits {
  /** Of all accounts together. */
  readonly total: number;
  /** Of one account, over all origins. */
  readonly perAccount: number;
  /** Of one account to one origin; also the connections of one pool. */
  readonly perOrigin: number;
  /** Calls of one account that may wait for their turn at one origin, within their deadline. */
  readonly waitingPerOrigin: number;
}

/** A place in the bulkhead. */
export interface Bulkhead {
  /** Gives the function that frees the place; it may be called more than once. Throws `TransportError` `UPSTREAM_BUSY`. */
  enter(account: string, origin: string, scope: CallScope): Promise<() => void>;
  /** The same without waiting: `undefined` when the call would have to wait. */
  tryEnter(account: string, origin: string): (() => void) | undefined;
  stats(): { readonly inFlight: number; readonly waiting: number };
}

interface AccountLane {
  inFlight: number;
  readonly origins: Map<string, OriginLane>;
}

interface OriginLane {
  inFlight: number;
  readonly queue: Set<() => void>;
}

/** Separate compartments per account and origin, so that a server that hangs costs its own callers only (C6). */
export function createBulkhead(limits: BulkheadLimits): Bulkhead {
  const accounts = new Map<string, AccountLane>();
  let inFlight = 0;
  let waiting = 0;

  const laneOf = (account: string, origin: string): [AccountLane, OriginLane] => {
    let accountLane = accounts.get(account);
    if (accountLane === undefined) {
      accountLane = { inFlight: 0, origins: new Map() };
      accounts.set(account, accountLane);
    }
    let originLane = accountLane.origins.get(origin);
    if (originLane === undefined) {
      originLane = { inFlight: 0, queue: new Set() };
      accountLane.origins.set(origin, originLane);
    }
    return [accountLane, originLane];
  };

  const forgetIfIdle = (
    account: string,
    origin: string,
    accountLane: AccountLane,
    lane: OriginLane,
  ): void => {
    if (lane.inFlight > 0 || lane.queue.size > 0) return;
    accountLane.origins.delete(origin);
    if (accountLane.origins.size === 0) accounts.delete(account);
  };

  const isFull = (accountLane: AccountLane): boolean =>
    inFlight >= limits.total || accountLane.inFlight >= limits.perAccount;

  const take = (
    account: string,
    origin: string,
    accountLane: AccountLane,
    lane: OriginLane,
  ): (() => void) => {
    inFlight += 1;
    accountLane.inFlight += 1;
    lane.inFlight += 1;
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      inFlight -= 1;
      accountLane.inFlight -= 1;
      lane.inFlight -= 1;
      for (const wake of lane.queue) {
        if (lane.inFlight >= limits.perOrigin) break;
        wake();
      }
      forgetIfIdle(account, origin, accountLane, lane);
    };
  };

  const tryEnter = (account: string, origin: string): (() => void) | undefined => {
    const [accountLane, lane] = laneOf(account, origin);
    if (isFull(accountLane)) {
      forgetIfIdle(account, origin, accountLane, lane);
      throw busy();
    }
    // First come, first served: nobody overtakes those who wait.
    if (lane.inFlight >= limits.perOrigin || lane.queue.size > 0) return undefined;
    return take(account, origin, accountLane, lane);
  };

  return {
    tryEnter,
    enter(account, origin, scope) {
      return new Promise((resolve, reject) => {
        if (scope.cancelled !== undefined) return reject(scope.cancelled);
        const free = tryEnter(account, origin);
        if (free !== undefined) return resolve(free);
        const [accountLane, lane] = laneOf(account, origin);
        if (lane.queue.size >= limits.waitingPerOrigin) return reject(busy());
        const leave = (): void => {
          lane.queue.delete(wake);
          waiting -= 1;
          scope.onCancel = undefined;
        };
        const wake = (): void => {
          leave();
          if (isFull(accountLane)) reject(busy());
          else resolve(take(account, origin, accountLane, lane));
        };
        lane.queue.add(wake);
        waiting += 1;
        scope.onCancel = (error) => {
          leave();
          forgetIfIdle(account, origin, accountLane, lane);
          reject(error);
        };
      });
    },
    stats: () => ({ inFlight, waiting }),
  };
}

function busy(): TransportError {
  return new TransportError({
    code: 'UPSTREAM_BUSY',
    phase: 'admit',
    message: 'too many calls to the upstream are under way',
    retryAfterMs: 1000,
  });
}
