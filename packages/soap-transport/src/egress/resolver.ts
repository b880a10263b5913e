import { lookup } from 'node:dns';
import { assertOptions, text } from '@soapstone/options';

/** An address of a host name. */
export interface ResolvedAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** Resolves a host name to all of its addresses, in order of preference. Rejects or returns `[]` if there are none. */
export type AddressResolver = (hostname: string) => Promise<readonly ResolvedAddress[]>;

/**
 * The resolver of the operating system, including hosts file and search domains, as owners of private networks expect. Rejects with
 * `OptionError` for anything but a string, and with the error of `node:dns` for a name without an address.
 */
export const systemResolver: AddressResolver = (hostname) =>
  new Promise((resolve, reject) => {
    assertOptions(text, hostname, 'systemResolver', 'hostname');
    lookup(hostname, { all: true, verbatim: true }, (error, addresses) => {
      if (error) reject(error);
      else resolve(addresses.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 })));
    });
  });

/** Limits of `createAddressBook`. */
export interface AddressBookOptions {
  readonly resolver: AddressResolver;
  /** How long a result is cached, at most 60,000 ms; resolvers do not report the TTL. */
  readonly ttlMs: number;
  readonly maxEntries: number;
  /**
   * The number of concurrent lookups per account. The system resolver occupies a thread of a small pool for as long as a dead name
   * server makes it wait, and Node gives lookups half of that pool. Without this limit an account with a few such names would block
   * DNS for everyone.
   */
  readonly maxLookupsPerAccount: number;
  /** How long a lookup may take before the previous result of that name is used, in milliseconds. Default 1,500. */
  readonly patienceMs?: number;
  /** A monotonic clock in milliseconds. */
  readonly now: () => number;
}

/** A cache of resolved names. Results are not checked here: every use asks the guard again. */
export interface AddressBook {
  /** Rejects as the resolver does. Cannot be cancelled; callers stop waiting on their own. */
  find(hostname: string, account: string): Promise<readonly ResolvedAddress[]>;
  stats(): AddressBookStats;
}

/** Counts since the start. */
export interface AddressBookStats {
  readonly hits: number;
  readonly lookups: number;
  readonly failures: number;
}

interface Waiting {
  readonly start: () => void;
}

/** A cached result. */
interface Known {
  readonly addresses: readonly ResolvedAddress[];
  /** When it must be looked up again, and when it can no longer stand in for a new result. */
  readonly until: number;
  readonly staleUntil: number;
  /** Whether a later lookup of the name took too long, so that this result is used without waiting. */
  isSlow: boolean;
}

/** How long after its expiry a result may stand in for a new one. */
const STALE_MS = 3_600_000;

/**
 * Joins concurrent lookups of one name and caches successful results for a while. Failures are not cached. If a name server does not
 * answer, or other accounts keep the threads of the system resolver busy, the previous result is used for up to an hour, as RFC 8767
 * recommends; a name server that says that a name does not exist is believed.
 */
export function createAddressBook(options: AddressBookOptions): AddressBook {
  const answers = new Map<string, Known>();
  const underWay = new Map<string, Promise<readonly ResolvedAddress[]>>();
  const accounts = new Map<string, { active: number; queue: Waiting[] }>();
  const ttlMs = Math.min(options.ttlMs, 60_000);
  const { patienceMs = 1_500 } = options;
  let hits = 0;
  let lookups = 0;
  let failures = 0;

  const withinLimit = async <T>(account: string, task: () => Promise<T>): Promise<T> => {
    let lane = accounts.get(account);
    if (lane === undefined) {
      lane = { active: 0, queue: [] };
      accounts.set(account, lane);
    }
    const { queue } = lane;
    if (lane.active >= options.maxLookupsPerAccount)
      await new Promise<void>((start) => queue.push({ start }));
    else lane.active += 1;
    try {
      return await task();
    } finally {
      const next = queue.shift();
      // The slot passes to the next waiting lookup.
      if (next !== undefined) next.start();
      else if (--lane.active === 0) accounts.delete(account);
    }
  };

  const look = async (hostname: string): Promise<readonly ResolvedAddress[]> => {
    lookups += 1;
    try {
      const addresses = await options.resolver(hostname);
      if (addresses.length > 0) {
        answers.delete(hostname);
        const until = options.now() + ttlMs;
        answers.set(hostname, { addresses, until, staleUntil: until + STALE_MS, isSlow: false });
        if (answers.size > options.maxEntries) {
          const oldest = answers.keys().next();
          if (!oldest.done) answers.delete(oldest.value);
        }
      }
      return addresses;
    } catch (error) {
      failures += 1;
      throw error;
    }
  };

  /** Joined per account: an account whose lookups are delayed must not delay another's. */
  const lookOnce = (hostname: string, account: string): Promise<readonly ResolvedAddress[]> => {
    const key = `${account}\u0000${hostname}`;
    const joined = underWay.get(key);
    if (joined !== undefined) return joined;
    const found = withinLimit(account, () => look(hostname)).finally(() => underWay.delete(key));
    underWay.set(key, found);
    return found;
  };

  const orStale = (
    found: Promise<readonly ResolvedAddress[]>,
    known: Known,
  ): Promise<readonly ResolvedAddress[]> =>
    new Promise((resolve, reject) => {
      const serveStale = (): void => {
        known.isSlow = true;
        resolve(known.addresses);
      };
      const timer = setTimeout(serveStale, known.isSlow ? 0 : patienceMs);
      found
        .then(resolve, (error: unknown) => {
          // The name server did not respond. Any other error is its response.
          if ((error as { code?: unknown } | undefined)?.code === 'EAI_AGAIN') serveStale();
          else reject(error);
        })
        .finally(() => clearTimeout(timer));
    });

  return {
    find(hostname, account) {
      const known = answers.get(hostname);
      if (known !== undefined && known.until > options.now()) {
        hits += 1;
        return Promise.resolve(known.addresses);
      }
      const found = lookOnce(hostname, account);
      return known !== undefined && known.staleUntil > options.now() ? orStale(found, known) : found;
    },
    stats: () => ({ hits, lookups, failures }),
  };
}
