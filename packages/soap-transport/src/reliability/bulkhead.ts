import { TransportError } from '../transport-error.js';
import { raisedBy, type TransportLimits } from '../transport-limits.js';
import type { CallScope } from './call-scope.js';

/** The maximum number of concurrent calls. Further calls wait up to a limit and are then rejected immediately. */
export interface BulkheadLimits {
  /** Across all accounts. */
  readonly total: number;
  /** Per account, across all origins. */
  readonly perAccount: number;
  /** Per account and origin; also the maximum number of connections of a pool. */
  readonly perOrigin: number;
  /** Calls of one account that may wait for a slot at one origin, within their deadline. */
  readonly waitingPerOrigin: number;
}

/** A compartment: the calls of one account to one origin. */
export interface Lane {
  readonly account: AccountLane;
  readonly origin: string;
  inFlight: number;
  /** Waiting calls, in order. */
  readonly queue: Set<() => void>;
}

interface AccountLane {
  readonly name: string;
  inFlight: number;
  readonly origins: Map<string, Lane>;
}

/** The compartments of a transport. A caller that entered a lane must leave it, once. */
export interface Bulkhead {
  /** Enters immediately; returns `undefined` if the call has to wait. Throws `TransportError` `UPSTREAM_BUSY`. */
  tryEnter(account: string, origin: string): Lane | undefined;
  /** Waits for a slot. Throws `TransportError`: `UPSTREAM_BUSY`, or the error that ended the call. */
  enter(account: string, origin: string, scope: CallScope): Promise<Lane>;
  leave(lane: Lane): void;
  stats(): { readonly inFlight: number; readonly waiting: number };
}

/** The number of empty lanes to keep; otherwise nearly every call would allocate one. */
const KEPT_LANES = 1_000;

/** Separate compartments per account and origin, so that a server that hangs costs only its own callers (C6). */
export function createBulkhead(limits: BulkheadLimits): Bulkhead {
  const accounts = new Map<string, AccountLane>();
  let inFlight = 0;
  let waiting = 0;
  let lanes = 0;

  const laneOf = (name: string, origin: string): Lane => {
    let account = accounts.get(name);
    if (account === undefined) {
      account = { name, inFlight: 0, origins: new Map() };
      accounts.set(name, account);
    }
    let lane = account.origins.get(origin);
    if (lane === undefined) {
      lane = { account, origin, inFlight: 0, queue: new Set() };
      account.origins.set(origin, lane);
      lanes += 1;
    }
    return lane;
  };

  const forgetIfIdle = (lane: Lane): void => {
    const { account, origin } = lane;
    if (lanes <= KEPT_LANES || lane.inFlight > 0 || lane.queue.size > 0) return;
    if (account.origins.get(origin) !== lane) return;
    account.origins.delete(origin);
    lanes -= 1;
    if (account.origins.size === 0) accounts.delete(account.name);
  };

  /** The limit that blocks a call of this lane. */
  const fullBy = ({ account }: Lane): keyof TransportLimits | undefined => {
    if (inFlight >= limits.total) return 'inFlight';
    return account.inFlight >= limits.perAccount ? 'inFlightPerAccount' : undefined;
  };

  const take = (lane: Lane): Lane => {
    inFlight += 1;
    lane.account.inFlight += 1;
    lane.inFlight += 1;
    return lane;
  };

  const tryEnter = (account: string, origin: string): Lane | undefined => {
    const lane = laneOf(account, origin);
    const full = fullBy(lane);
    if (full !== undefined) {
      forgetIfIdle(lane);
      throw busy(full);
    }
    // First come, first served.
    return lane.inFlight >= limits.perOrigin || lane.queue.size > 0 ? undefined : take(lane);
  };

  const wait = (lane: Lane, scope: CallScope): Promise<Lane> =>
    new Promise((resolve, reject) => {
      const unqueue = (): void => {
        lane.queue.delete(wake);
        waiting -= 1;
        scope.waiting = undefined;
      };
      const wake = (): void => {
        unqueue();
        const full = fullBy(lane);
        if (full !== undefined) reject(busy(full));
        else resolve(take(lane));
      };
      lane.queue.add(wake);
      waiting += 1;
      scope.waiting = {
        cancel(error) {
          unqueue();
          forgetIfIdle(lane);
          reject(error);
        },
      };
    });

  return {
    tryEnter,
    async enter(account, origin, scope) {
      if (scope.cancelled !== undefined) throw scope.cancelled;
      const entered = tryEnter(account, origin);
      if (entered !== undefined) return entered;
      const lane = laneOf(account, origin);
      if (lane.queue.size >= limits.waitingPerOrigin) throw busy('waitingPerOrigin');
      return wait(lane, scope);
    },
    leave(lane) {
      inFlight -= 1;
      lane.account.inFlight -= 1;
      lane.inFlight -= 1;
      for (const wake of lane.queue) {
        if (lane.inFlight >= limits.perOrigin) break;
        wake();
      }
      forgetIfIdle(lane);
    },
    stats: () => ({ inFlight, waiting }),
  };
}

function busy(limit: keyof TransportLimits): TransportError {
  return new TransportError({
    code: 'UPSTREAM_BUSY',
    phase: 'admit',
    message: `too many calls to the upstream are under way${raisedBy(limit)}`,
    retryAfterMs: 1000,
  });
}
