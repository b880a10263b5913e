import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Log } from '../log/log.js';
import { openStore, type Store } from '../store/store.js';
import { sampleAccount } from '../testing/sample-records.js';
import { recordCalls } from './record-calls.js';

describe('recorded calls while the database fails', () => {
  let dataDir: string;
  let store: Store;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'soapstone-'));
    store = await openStore({ dataDir }, (error) => {
      throw error;
    });
  });
  afterAll(async () => {
    await store?.close();
    await rm(dataDir, { recursive: true });
  });

  // The interval between two writes is the test's; the database answers in its own time.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
  afterEach(() => void vi.useRealTimers());

  /** Makes calls while `fail` decides the outcome of each write. Returns the final contents of the store. */
  async function record(fail: (write: number, add: () => Promise<void>) => Promise<void>) {
    const account = sampleAccount(0);
    const accountId = account.id;
    await store.accounts.create(account);
    const errors: unknown[] = [];
    const log: Log = {
      call() {},
      info() {},
      warn() {},
      error: (_message, error) => errors.push(error),
    };
    let writes = 0;
    let finished = 0;
    let at = Date.now();
    const calls: Store['calls'] = {
      ...store.calls,
      async add(batch) {
        try {
          await fail(++writes, () => store.calls.add(batch));
        } finally {
          finished += 1;
        }
      },
    };
    const recorder = recordCalls({ ...store, calls }, log, () => at);
    let made = 0;
    const call = (): void => {
      made += 1;
      recorder.call({
        requestId: `${accountId}-${made}`,
        method: 'POST',
        status: 200,
        latencyMs: 1,
        accountId,
      });
    };
    while (writes < 4) {
      // Few enough per second that each is recorded individually.
      for (let each = 0; each < 6; each += 1) {
        call();
        at += 150;
      }
      const before = writes;
      vi.advanceTimersByTime(1_000);
      await expect.poll(() => writes > before && finished === writes, { interval: 5 }).toBe(true);
    }
    call();
    await recorder.close();
    const { days } = await store.callDays.sums(accountId, 0, { most: 1 });
    return {
      made,
      counted: days.reduce((sum, day) => sum + day.calls, 0),
      listed: (await store.calls.list(accountId, 1_000)).length,
      errors,
    };
  }

  test('a lost write is repeated', async () => {
    const { made, counted, listed, errors } = await record(async (write, add) => {
      if (write < 3) throw new Error('away');
      await add();
    });
    expect([counted, listed]).toEqual([made, made]);
    expect(errors).toHaveLength(2);
  });

  test('a write without an acknowledgement is not repeated twice', async () => {
    const { made, counted, listed, errors } = await record(async (write, add) => {
      await add();
      if (write < 3) throw new Error('cut off');
    });
    expect([counted, listed]).toEqual([made, made]);
    expect(errors).toHaveLength(2);
  });
});
