import { type ContractWatch, DEFAULT_WATCH, untilFirstCheck } from '../../domain/services/contract-watch.js';
import type { Channel } from '../../events/outbox.js';
import type { AttemptLimits, Place } from '../../events/share-out.js';
import type { Log } from '../../log/log.js';
import type { WatchRepository } from '../../store/repositories/services/watches.js';

/** The number of concurrent checks on the node that runs them. */
const LIMITS: AttemptLimits = { atOnce: 8, ofAccount: 2, ofQueue: 1 };
/** Services that a round looks at. */
const MOST_WAITING = 200;
/** Services whose first check one round plans. */
const MOST_ADOPTED = 500;
/** Milliseconds between two checks for services without a planned check. */
const ADOPT_EVERY = 600_000;
/** Milliseconds until a check is tried again for which there was no room, or which failed for a reason that is not in the contract. */
const POSTPONED = 900_000;

/** The dependencies of the watch. */
export interface WatchDependencies {
  readonly watches: Pick<WatchRepository, 'waiting' | 'find' | 'adopt' | 'postpone'>;
  /** Makes one check. See `checkContract`. */
  readonly check: (watch: ContractWatch, signal: AbortSignal) => Promise<void>;
  /** The shortest time between two checks of a service, in milliseconds. */
  readonly minimum: number;
  readonly log: Pick<Log, 'warn'>;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
  /** From 0 to 1. */
  readonly random: () => number;
}

/** A watch that is due. */
type DueCheck = ContractWatch & { readonly id: string };

/**
 * The checks of contracts as messages of an outbox: one node has the right to make them, accounts take turns, and a service is checked once at a
 * time.
 */
export function createWatchChannel({
  watches,
  check,
  minimum,
  log,
  now,
  random,
}: WatchDependencies): Channel<Place, DueCheck> {
  let adoptAt = now();

  /** Spreads the first checks of services over the time between two. */
  async function adopt(): Promise<void> {
    if (now() < adoptAt) return;
    const adopted = await watches.adopt(MOST_ADOPTED, (schedule = DEFAULT_WATCH.schedule) => {
      const wait = untilFirstCheck(schedule, minimum, random());
      return wait === undefined ? undefined : now() + wait;
    });
    if (adopted < MOST_ADOPTED) adoptAt = now() + ADOPT_EVERY;
  }

  return {
    limits: LIMITS,
    async waiting() {
      await adopt();
      // Those under way are due until they end.
      const due = await watches.waiting(now(), MOST_WAITING, 2 * LIMITS.ofAccount);
      return due.map(({ accountId, serviceId }) => ({ accountId, queue: serviceId }));
    },
    async due({ accountId, queue }, _most, except) {
      if (except.includes(queue)) return [];
      const watch = await watches.find(accountId, queue);
      return watch.nextAt === undefined || watch.nextAt > now() ? [] : [{ ...watch, id: queue }];
    },
    async attempt({ id: _, ...watch }, signal) {
      try {
        await check(watch, signal);
      } catch (error) {
        // The next node begins again.
        if (signal.aborted) return;
        const { serviceId } = watch;
        log.warn('a contract could not be checked; it is tried again later', {
          serviceId,
          reason: error instanceof Error ? error.message : 'unknown',
        });
        await watches.postpone(watch, now() + POSTPONED);
      }
    },
    async prune() {},
  };
}
