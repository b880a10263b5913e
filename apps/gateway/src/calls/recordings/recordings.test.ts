import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type ActivityBoard,
  createActivityBoard,
  labelActivity,
  markActivity,
  NO_ACTIVITY,
  readActivity,
  showActivity,
} from '../../log/activity.js';
import type { Target } from '../catalog/resolve.js';
import { createRecordings } from './recordings.js';

const place = { accountId: 'acc_1', serviceId: 'service-1', operation: 'GetUser' };
let board: ActivityBoard;
beforeEach(() => {
  board = createActivityBoard();
  showActivity(board);
});
afterEach(() => showActivity(undefined));

/** Resolves in a later turn of the event loop, after another call has run in it. */
async function later<T>(value: T): Promise<T> {
  await nextTurn();
  markActivity(NO_ACTIVITY);
  return value;
}

const body = new TextEncoder().encode('<Envelope/>');
const request = { body, contentType: 'text/xml', attachments: [] } as never;

function targetThat(decodeXml: () => void): Target {
  return {
    activity: labelActivity(place),
    service: {
      service: { accountId: place.accountId, id: place.serviceId, settings: {} },
      secrets: {},
      threadMapper: { key: 'm', source: () => undefined },
      mapper: { model: { exposed: [], services: [] } },
    },
    operation: {
      info: { name: place.operation },
      decodeXml: () => {
        decodeXml();
        return { kind: 'result', result: body, warnings: [] };
      },
    },
  } as unknown as Target;
}

test('replay marks its operation again after it has waited, so that a stall is blamed on it', async () => {
  const recordings = createRecordings({
    store: {
      recordings: {
        rules: () => later([]),
        findResponse: () => later({ status: 200, contentType: 'text/xml', body }),
      },
    } as never,
    thread: { run: () => later({ value: { key: 'k', content: '' }, cost: { cpu: 0 } }) } as never,
    log: { error: () => undefined },
    now: () => 0,
  });
  let marked: unknown;
  const target = targetThat(() => {
    marked = readActivity(board);
  });
  await recordings.replay(target, request, { digits: 'canonical' });
  expect(marked).toEqual(place);
});

test('a call that is replayed waits until the calls before it are stored', async () => {
  const events: string[] = [];
  let finishStoring: (() => void) | undefined;
  const recordings = createRecordings({
    store: {
      recordings: {
        rules: () => later([]),
        add: () =>
          new Promise((resolve) => {
            finishStoring = () => {
              events.push('stored');
              resolve({ stored: 1 });
            };
          }),
        findResponse: () => {
          events.push('looked up');
          return later({ status: 200, contentType: 'text/xml', body });
        },
      },
    } as never,
    thread: { run: () => later({ value: { key: 'k', content: '' }, cost: { cpu: 0 } }) } as never,
    log: { error: (message) => events.push(message) },
    now: () => 0,
  });
  const target = targetThat(() => events.push('decoded'));
  recordings.record(target, request, { body, contentType: 'text/xml', attachments: [], status: 200 });
  const replayed = recordings.replay(target, request, { digits: 'canonical' });
  await expect.poll(() => finishStoring).toBeDefined();
  for (let turn = 0; turn < 10; turn += 1) await nextTurn();
  expect(events).toEqual([]);
  finishStoring?.();
  await replayed;
  expect(events).toEqual(['stored', 'looked up', 'decoded']);
});
