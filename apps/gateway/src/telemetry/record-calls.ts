import type { KeyUse } from '../store/api-keys.js';
import type { LoggedCall } from '../store/call-log.js';
import type { Store } from '../store/store.js';
import type { CallLog, CallRecord, Log } from './log.js';

/** Writes calls down for their owners, behind the calls themselves. */
export interface CallRecorder extends CallLog {
  /** Write what is left, and stop. */
  close(): Promise<void>;
}

/** Milliseconds between two writes, unless so many calls wait before; and how many may wait at all. */
const INTERVAL = 1_000;
const BATCH = 2_000;
const WAITING = 10_000;
/** Milliseconds between two writes of when keys were used. */
const TOUCH_EVERY = 10_000;
/** Milliseconds that a call stays. */
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
    const batch = waiting;
    waiting = [];
    try {
      await store.calls.add(batch);
    } catch (error) {
      waiting = [...batch, ...waiting].slice(-WAITING);
      throw error;
    }
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
      if (waiting.length > 0) await writeCalls();
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
      if (waiting.length >= WAITING) waiting.shift();
      waiting.push(loggedCall(record, accountId, at));
      if (waiting.length === BATCH) schedule();
    },
    async close() {
      clearInterval(timer);
      writing = writing.then(() => write(true));
      await writing;
    },
  };
}

/** Member by member: this is done for every call, and copies with and without members are what it would cost most. */
function loggedCall(record: CallRecord, accountId: string, at: number): LoggedCall {
  const { requestId, method, status, latencyMs, cached = false, serviceId, operation, type, code } = record;
  const call: { -readonly [Key in keyof LoggedCall]: LoggedCall[Key] } = {
    requestId,
    accountId,
    at,
    method,
    status,
    latencyMs,
    cached,
  };
  if (serviceId !== undefined) call.serviceId = serviceId;
  if (operation !== undefined) call.operation = operation;
  if (type !== undefined) call.type = type;
  if (code !== undefined) call.code = code;
  return call;
}
