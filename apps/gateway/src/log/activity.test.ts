import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type ActivityBoard,
  createActivityBoard,
  labelActivity,
  markActivity,
  NO_ACTIVITY,
  readActivity,
  showActivity,
} from './activity.js';

const place = (operation: string) => ({ accountId: 'acc_1', serviceId: 'service-1', operation });

describe('activity', () => {
  let board: ActivityBoard;
  beforeEach(() => {
    board = createActivityBoard();
    showActivity(board);
  });
  afterEach(() => showActivity(undefined));

  test('shows the last mark until the end of its turn of the event loop', async () => {
    expect(readActivity(board)).toBeUndefined();
    markActivity(labelActivity(place('GetUser')));
    expect(readActivity(board)).toEqual(place('GetUser'));
    markActivity(labelActivity(place('A')));
    expect(readActivity(board)).toEqual(place('A'));
    await Promise.resolve();
    expect(readActivity(board)).toEqual(place('A'));
    await nextTurn();
    expect(readActivity(board)).toBeUndefined();
    markActivity(labelActivity(place('Größe')));
    expect(readActivity(board)).toEqual(place('Größe'));
  });

  test('work outside any operation clears the mark of the previous call', () => {
    markActivity(labelActivity(place('GetUser')));
    markActivity(NO_ACTIVITY);
    expect(readActivity(board)).toBeUndefined();
  });

  test('a name that does not fit is omitted; the ids are kept', () => {
    markActivity(labelActivity(place('x'.repeat(100_000))));
    expect(readActivity(board)).toEqual({ accountId: 'acc_1', serviceId: 'service-1' });
  });

  test('invalid bytes are not an activity', () => {
    markActivity(Buffer.from('{"accountId":'));
    expect(readActivity(board)).toBeUndefined();
  });

  test('a mark costs nothing without a watchdog', () => {
    showActivity(undefined);
    markActivity(labelActivity(place('GetUser')));
    expect(readActivity(board)).toBeUndefined();
  });
});
