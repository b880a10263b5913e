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

test('replay marks its operation again after it has waited, so that a stall is blamed on it', async () => {
  const body = new TextEncoder().encode('<Envelope/>');
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
  const target = {
    activity: labelActivity(place),
    service: {
      service: { accountId: place.accountId, id: place.serviceId, settings: {} },
      threadMapper: { key: 'm', source: () => undefined },
      mapper: { model: { exposed: [], services: [] } },
    },
    operation: {
      info: { name: place.operation },
      decodeXml: () => {
        marked = readActivity(board);
        return { kind: 'result', result: body, warnings: [] };
      },
    },
  } as unknown as Target;
  const request = { body, contentType: 'text/xml', attachments: [] };
  await recordings.replay(target, request as never, { digits: 'canonical' });
  expect(marked).toEqual(place);
});
