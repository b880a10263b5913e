import type { CallBatch } from '../domain/logged-call.js';
import type { CallLog, CallRecord, Log } from '../log/log.js';
import type { KeyUse } from '../store/api-keys.js';
import type { Store } from '../store/store.js';
import { createCallTally } from './tally-calls.js';

/** Writes calls down for their owners, behind the calls themselves. */
export interface CallRecorder extends CallLog {
  /** Write what is left, and stop. */
  close(): Promise<void>;
}

/** Milliseconds between two writes. */
const INTERVAL = 1_000;
/** Milliseconds between two writes of when keys were used. */
const TOUCH_EVERY = 10_000;
/** Milliseconds that a call, and the sums of its hour, stay. */
const KEEP = 7 * 86_400_000;
/** Milliseconds that the sums of days stay: a year to look back on. */
const KEEP_DAYS = 400 * 86_400_000;
const CLEAN_EVERY = 3_600_000;

/**
 * Record calls of known accounts in the store, and when their keys were used last: every call in the sums of its hour and its
 * day, and of each account as many one by one as `createCallTally` says. A database that is slow or away costs no call, and
 * no count. `now` is milliseconds since the Unix epoch.
 */
export function recordCalls(
  store: Pick<Store, 'calls' | 'callDays' | 'callBodies' | 'apiKeys'>,
  log: Log,
  now: () => number,
): CallRecorder {
  const tally = createCallTally();
  /** A batch that may or may not be written: it is written as it is, or found to be there. */
  let unsure: CallBatch | undefined;
  let used = new Map<string, { -readonly [Key in keyof KeyUse]: KeyUse[Key] }>();
  let writing = Promise.resolve();
  let scheduled = false;
  let cleanAt = now();
  let touchAt = now() + TOUCH_EVERY;

  function noteUse(accountId: string, id: string, at: number): void {
    const use = used.get(id);
    if (use === undefined) used.set(id, { accountId, id, at });
    else use.at = at;
  }

  async function writeCalls(): Promise<void> {
    if (unsure !== undefined) {
      await store.calls.add(unsure);
      unsure = undefined;
    }
    unsure = tally.take(now());
    if (unsure === undefined) return;
    await store.calls.add(unsure);
    unsure = undefined;
  }

  async function touchKeys(): Promise<void> {
    const uses = used;
    used = new Map();
    touchAt = now() + TOUCH_EVERY;
    try {
      await store.apiKeys.touch([...uses.values()]);
    } catch (error) {
      used = new Map([...uses, ...used]);
      throw error;
    }
  }

  async function clean(): Promise<void> {
    cleanAt = now() + CLEAN_EVERY;
    await store.calls.deleteOlder(now() - KEEP);
    await store.callBodies.deleteOlder(now() - KEEP);
    await store.callDays.deleteOlder(now() - KEEP_DAYS);
  }

  async function write(closing = false): Promise<void> {
    scheduled = false;
    try {
      await writeCalls();
      if (used.size > 0 && (closing || now() >= touchAt)) await touchKeys();
      if (!closing && now() >= cleanAt) await clean();
    } catch (error) {
      log.error('the call log could not be written', error);
    }
  }

  function schedule(): void {
    // A write that takes longer than a second is followed by one, not by many.
    if (scheduled) return;
    scheduled = true;
    writing = writing.then(() => write());
  }

  const timer = setInterval(schedule, INTERVAL);
  return {
    call(record: CallRecord) {
      const { accountId, keyId } = record;
      // Nobody's calls are nobody's to look at.
      if (accountId === undefined) return;
      const at = now();
      if (keyId !== undefined) noteUse(accountId, keyId, at);
      tally.add(record, accountId, at);
    },
    async close() {
      clearInterval(timer);
      writing = writing.then(() => write(true));
      await writing;
    },
  };
}
