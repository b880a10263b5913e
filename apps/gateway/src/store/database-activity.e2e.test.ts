import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import {
  createActivityBoard,
  currentActivity,
  labelActivity,
  markActivity,
  showActivity,
} from '../log/activity.js';
import { openStore } from './store.js';

afterEach(() => showActivity(undefined));

test('work that waited for the database is not blamed on a call that was handled meanwhile', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'soapstone-activity-'));
  const store = await openStore({ dataDir, databaseUrl: undefined }, () => {});
  showActivity(createActivityBoard());
  const call = { accountId: 'acc_1', serviceId: 'svc_1', operation: 'Get' };
  const found = store.accounts.find('acc_none');
  markActivity(labelActivity(call));
  expect(currentActivity()).toEqual(call);
  expect(await found).toBeUndefined();
  expect(currentActivity()).toBeUndefined();
  await store.close();
  await rm(dataDir, { recursive: true, force: true });
});
