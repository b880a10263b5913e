import type { LoggedCall } from '../store/call-log.js';
import type { Store } from '../store/store.js';
import type { CallLog, CallRecord, Log } from './log.js';

/** Writes calls down for their owners, behind the calls themselves. */
export interface CallRecorder extends CallLog {
  /** Write what is left, and stop. */
  close(): Promise<void>;
}

/** Milliseconds between two writes, calls that may wait for one, and how long a call stays. */
const INTERVAL = 1_000;
const WAITING = 10_000;
const KEEP = 7 * 86_400_000;
/** Milliseconds that the sums of days stay: a year to look back on. */
const KEEP_DAYS = 400 * 86_400_000;
const CLEAN_EVERY = 3_600_000;

/**
 * Record calls of known accounts in the store, and when their keys were used last. A database that is slow or away costs the
 * oldest waiting records, never a call. `now` is milliseconds since the Unix epoch.
 */
export function recordCalls(
  store: Pick<Store, 'calls' | 'callDays' | 'callBodies' | 'apiKeys'>,
  log: Log,
  now: () => number,
): CallRecorder {
  let waiting: LoggedCall[] = [];
  let used = new Map<string, { accountId: string; at: number }>();
  let writing = Promise.resolve();
  let cleanAt = now();

  async function write(): Promise<void> {
    const batch = waiting;
    waiting = [];
    const keys = used;
    used = new Map();
    try {
      await store.calls.add(batch);
      for (const [keyId, { accountId, at }] of keys) await store.apiKeys.touch(accountId, keyId, at);
      if (now() < cleanAt) return;
      cleanAt = now() + CLEAN_EVERY;
      await store.calls.deleteOlder(now() - KEEP);
      await store.callBodies.deleteOlder(now() - KEEP);
      await store.callDays.deleteOlder(now() - KEEP_DAYS);
    } catch (error) {
      waiting = [...batch, ...waiting].slice(-WAITING);
      log.error('the call log could not be written', error);
    }
  }

  const timer = setInterval(() => {
    writing = writing.then(write);
  }, INTERVAL);
  return {
    call(record: CallRecord) {
      const { accountId, cause: _, keyId, ...rest } = record;
      // Nobody's calls are nobody's to look at.
      if (accountId === undefined) return;
      if (keyId !== undefined) used.set(keyId, { accountId, at: now() });
      if (waiting.length >= WAITING) waiting.shift();
      waiting.push({ ...rest, accountId, at: now(), cached: record.cached ?? false });
    },
    async close() {
      clearInterval(timer);
      writing = writing.then(write);
      await writing;
    },
  };
}
