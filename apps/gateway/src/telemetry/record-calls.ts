import type { CallBatch } from '../domain/calls/logged-call.js';
import { CALLER_DAYS } from '../domain/services/contract-watch.js';
import type { CallLog, CallRecord, Log } from '../log/log.js';
import type { KeyUse } from '../store/repositories/accounts/change-keys.js';
import { KEEP_REPEATABLE } from '../store/repositories/accounts/idempotency.js';
import type { Store } from '../store/store.js';
import { createCallTally } from './tally-calls.js';

/** Writes the call log for owners, in the background. */
export interface CallRecorder extends CallLog {
  /** Writes what is left, and stops. */
  close(): Promise<void>;
}

/** The interval between two writes, in milliseconds. */
const INTERVAL = 1_000;
/** The interval between two writes of the last use of keys, in milliseconds. */
const TOUCH_EVERY = 10_000;
/** How long calls and hourly sums are kept, in milliseconds. */
const KEEP = 7 * 86_400_000;
/** How long daily sums are kept, in milliseconds: a year. */
const KEEP_DAYS = 400 * 86_400_000;
/** How long it is known which keys called an operation. */
const KEEP_CALLERS = (CALLER_DAYS + 1) * 86_400_000;
const CLEAN_EVERY = 3_600_000;

/**
 * Records calls of known accounts and the last use of their keys: every call in the sums of its hour and day, and individually as many as
 * `createCallTally` selects per account. A database that is slow or down does not affect calls, and no count is lost. `now` is in
 * milliseconds since the Unix epoch; `notice` receives each batch once it is written.
 */
export function recordCalls(
  store: Pick<
    Store,
    'calls' | 'callDays' | 'keyDays' | 'operationCallers' | 'idempotency' | 'callBodies' | 'apiKeys'
  >,
  log: Log,
  now: () => number,
  notice: (batch: CallBatch) => Promise<void> = async () => {},
): CallRecorder {
  const tally = createCallTally();
  /** A batch whose outcome is unknown is written again unchanged, and recognised if it was stored. */
  let unsure: CallBatch | undefined;
  let used = new Map<string, { -readonly [Key in keyof KeyUse]: KeyUse[Key] }>();
  let writing = Promise.resolve();
  let scheduled = false;
  let cleanAt = now();
  let touchAt = now() + TOUCH_EVERY;

  function noteUse(accountId: string, id: string, at: number, from: string): void {
    const use = used.get(id);
    if (use === undefined) used.set(id, { accountId, id, at, from });
    else {
      use.at = at;
      use.from = from;
    }
  }

  async function writeBatch(batch: CallBatch): Promise<void> {
    await store.calls.add(batch);
    unsure = undefined;
    await notice(batch);
  }

  async function writeCalls(): Promise<void> {
    if (unsure !== undefined) await writeBatch(unsure);
    unsure = tally.take(now());
    if (unsure !== undefined) await writeBatch(unsure);
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
    await store.keyDays.deleteOlder(now() - KEEP_DAYS);
    await store.operationCallers.deleteOlder(now() - KEEP_CALLERS);
    await store.idempotency.deleteOlder(now() - KEEP_REPEATABLE);
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
    // A write that takes longer than a second is followed by a single one, not by many.
    if (scheduled) return;
    scheduled = true;
    writing = writing.then(() => write());
  }

  const timer = setInterval(schedule, INTERVAL);
  return {
    call(record: CallRecord) {
      const { accountId, keyId, address = '' } = record;
      // Calls without an account have no owner who could see them.
      if (accountId === undefined) return;
      const at = now();
      if (keyId !== undefined) noteUse(accountId, keyId, at, address);
      tally.add(record, accountId, at);
    },
    async close() {
      clearInterval(timer);
      writing = writing.then(() => write(true));
      await writing;
    },
  };
}
