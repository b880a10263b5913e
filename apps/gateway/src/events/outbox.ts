import { setMaxListeners } from 'node:events';
import type { Log } from '../log/log.js';
import type { Store } from '../store/store.js';
import { type AttemptLimits, type Place, shareOut } from './share-out.js';

/** Sends what waits in the database, while this node has the right to. */
export interface Outbox {
  /** Begins a round every two seconds. */
  start(): void;
  /** Takes or keeps the right to send, stores the deliveries of new events, and begins those that are due. */
  round(): Promise<void>;
  /** Waits for the attempts that have begun. */
  settled(): Promise<void>;
  /** Ends the attempts that are under way, which another node repeats, and gives the right back. */
  close(): Promise<void>;
}

/** A kind of messages of the outbox. */
export interface Channel<Waiting extends Place = Place, Item extends { readonly id: string } = never> {
  readonly limits: AttemptLimits;
  /** Returns the queues in which something is due, the longest due first. */
  waiting(): Promise<readonly Waiting[]>;
  /** Returns what is due in a queue, except some, the longest due first. */
  due(place: Waiting, most: number, except: readonly string[]): Promise<readonly Item[]>;
  /** Makes one attempt and stores its outcome, unless `signal` ended it. Rejects if the database fails: then it is due again. */
  attempt(item: Item, signal: AbortSignal): Promise<void>;
  /** Deletes what is no longer needed. Called once an hour. */
  prune(): Promise<void>;
}

/** The dependencies of the outbox. */
export interface OutboxDependencies extends Omit<RoundDependencies, 'store' | 'lease' | 'prepare'> {
  readonly store: Pick<Store, 'deliveries' | 'leases'>;
  /** Whether events are mailed. */
  readonly mails: boolean;
}

/** The dependencies of rounds that one node makes at a time. */
export interface RoundDependencies {
  readonly store: Pick<Store, 'leases'>;
  readonly log: Pick<Log, 'error'>;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
  /** The name of the right to make them. */
  readonly lease: string;
  /** Called at the beginning of each round. */
  readonly prepare?: () => Promise<unknown>;
}

/** The name of the right to send. */
const LEASE = 'webhooks';
/** How long the right lasts without a round, in milliseconds: longer than an attempt. */
const LEASE_FOR = 30_000;
/** Milliseconds between two rounds. */
const ROUND_EVERY = 2_000;
/** Milliseconds after which a node without the right tries to take it again. */
const TAKE_EVERY = 10_000;
/** Milliseconds between two deletions of what is over. */
const PRUNE_EVERY = 3_600_000;
/** New events per round. */
const EVENTS_AT_ONCE = 200;

/** A channel with its attempts under way. */
interface Running {
  begin(): Promise<void>;
  settled(): Promise<void>;
  prune(): Promise<void>;
}

/** Prepares a channel for the outbox. */
export function runChannel<Waiting extends Place, Item extends { readonly id: string }>(
  channel: Channel<Waiting, Item>,
): (signal: AbortSignal, log: Pick<Log, 'error'>) => Running {
  return (signal, log) => {
    const attempts = new Map<string, Place & { readonly done: Promise<void> }>();
    return {
      async begin() {
        const begun = [...attempts.values()];
        for (const { place, count } of shareOut(await channel.waiting(), begun, channel.limits)) {
          const { accountId, queue } = place;
          const except = [...attempts].flatMap(([id, attempt]) => (attempt.queue === queue ? [id] : []));
          for (const item of await channel.due(place, count, except)) {
            const done = channel
              .attempt(item, signal)
              .catch((error: unknown) => log.error('the outcome of an attempt could not be stored', error))
              .finally(() => attempts.delete(item.id));
            attempts.set(item.id, { accountId, queue, done });
          }
        }
      },
      async settled() {
        await Promise.all([...attempts.values()].map(({ done }) => done));
      },
      prune: () => channel.prune(),
    };
  };
}

/** Creates the outbox of a node. A channel whose database fails does not hold up the others. */
export function createOutbox(
  { mails, ...deps }: OutboxDependencies,
  channels: readonly ReturnType<typeof runChannel>[],
): Outbox {
  const { store, now } = deps;
  const prepare = () => store.deliveries.dispatch(now(), EVENTS_AT_ONCE, mails);
  return createRounds({ ...deps, lease: LEASE, prepare }, channels);
}

/** Creates the rounds of a node, which does nothing while another node has the right to make them. */
export function createRounds(
  { store, log, now, lease: name, prepare }: RoundDependencies,
  channels: readonly ReturnType<typeof runChannel>[],
): Outbox {
  let lease: number | undefined;
  let takeAt = Number.NEGATIVE_INFINITY;
  let pruneAt = now() + PRUNE_EVERY;
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  /** Ends the attempts that are under way when the gateway stops. */
  const closing = new AbortController();
  // Each attempt under way listens to it. Node would call more than ten listeners a leak, in the log of the operator.
  setMaxListeners(0, closing.signal);
  const runs = channels.map((channel) => channel(closing.signal, log));

  async function maySend(): Promise<boolean> {
    const at = now();
    if (lease !== undefined && (await store.leases.renew(name, lease, at + LEASE_FOR))) return true;
    lease = undefined;
    if (at < takeAt) return false;
    lease = await store.leases.take(name, at, at + LEASE_FOR);
    takeAt = at + TAKE_EVERY;
    return lease !== undefined;
  }

  /** Does something with every channel, and rejects afterwards if it failed with one. */
  async function withEach(act: (run: Running) => Promise<void>): Promise<void> {
    const failed = (await Promise.allSettled(runs.map(act))).find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
  }

  async function round(): Promise<void> {
    if (!(await maySend())) return;
    await prepare?.();
    await withEach((run) => run.begin());
    if (now() >= pruneAt) {
      pruneAt = now() + PRUNE_EVERY;
      await withEach((run) => run.prune());
    }
  }

  const settled = () => withEach((run) => run.settled());
  return {
    round,
    settled,
    start() {
      timer = setInterval(() => {
        running ??= round()
          .catch((error: unknown) => log.error(`a round of ${name} failed`, error))
          .finally(() => {
            running = undefined;
          });
      }, ROUND_EVERY).unref();
    },
    async close() {
      clearInterval(timer);
      await running;
      closing.abort();
      await settled();
      if (lease === undefined) return;
      // The right expires if the database does not answer.
      await store.leases.release(name, lease).catch(() => {});
    },
  };
}
