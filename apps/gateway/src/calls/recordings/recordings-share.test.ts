import { expect, test } from 'vitest';
import type { Target } from '../catalog/resolve.js';
import type { MappingThread } from '../mapping/thread-jobs.js';
import { createRecordings } from './recordings.js';

/** A target of an account, with what a recording without secrets reads of it. */
const targetOf = (accountId: string) =>
  ({
    operation: { info: { name: 'Op' } },
    service: {
      service: { accountId, id: `service of ${accountId}`, settings: {} },
      secrets: {},
      threadMapper: { key: 'key', source: () => Promise.reject(new Error('no job runs here')) },
      mapper: {
        model: {
          exposed: [{ name: 'Op', service: 0, port: 0 }],
          services: [{ name: { localName: 'Service' } }],
        },
      },
    },
  }) as unknown as Target;

/** A thread that is busy: its jobs wait until they are released. */
function busyThread() {
  const waiting: { readonly accountId: string; readonly fail: (error: Error) => void }[] = [];
  const run = ({ accountId }: { readonly accountId: string }) =>
    new Promise((_resolve, reject) => {
      waiting.push({ accountId, fail: reject });
    });
  return { thread: { run } as unknown as MappingThread, waiting };
}

test('one account in record mode fills only its share of the queue', async () => {
  const { thread, waiting } = busyThread();
  const recordings = createRecordings({
    store: { recordings: undefined as never },
    thread,
    log: { error: () => {} },
    now: () => 0,
  });
  const message = { body: new Uint8Array(10), contentType: 'text/xml', attachments: [] };
  const record = (accountId: string) =>
    recordings.record(targetOf(accountId), message as never, { ...message, status: 200 });
  const countOf = (accountId: string) => waiting.filter((job) => job.accountId === accountId).length;

  for (let count = 0; count < 30; count += 1) record('busy');
  for (let count = 0; count < 3; count += 1) record('quiet');
  await expect.poll(() => countOf('quiet')).toBe(3);
  expect(countOf('busy')).toBe(5);

  // Room returns when a recording is done, also after a failure.
  for (const { fail } of waiting.splice(0)) fail(new Error('the thread ended'));
  await expect
    .poll(() => {
      record('busy');
      return countOf('busy');
    })
    .toBe(5);
});
