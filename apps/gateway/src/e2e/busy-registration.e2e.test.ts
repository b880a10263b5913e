import { setTimeout } from 'node:timers/promises';
import { startUserDirectory, type UserDirectory } from '@soapstone/testing/user-directory';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GatewayUnderTest, startUnderTest } from '../testing/gateway-under-test.js';
import { createOwner } from '../testing/owner-client.js';

let under: GatewayUnderTest;
let directory: UserDirectory;
let busy = true;
/** Blocks the event loop of this process, which is the gateway's, for most of the time. */
const work = async (): Promise<void> => {
  while (busy) {
    const until = performance.now() + 40;
    while (performance.now() < until);
    await setTimeout(5);
  }
};
let working: Promise<void>;

beforeAll(async () => {
  directory = await startUserDirectory();
  // Every turn of the busy loop is longer.
  under = await startUnderTest({ OVERLOAD_LAG_MS: '1' }, { processes: true });
  working = work();
});
afterAll(async () => {
  busy = false;
  await working;
  await Promise.all([under?.stop(), directory?.stop()]);
});

// The child processes have a low priority, and this process takes what it gets: on a slow machine they wait for minutes.
test('registrations of a process whose event loop is late wait and succeed', {
  timeout: 600_000,
}, async () => {
  const owner = await createOwner(under);
  // Each takes longer than the interval at which the process measures itself.
  for (const slug of ['first', 'second', 'third']) {
    const answer = await owner.send('POST', '/api/manage/services', { url: directory.wsdlAddress, slug });
    expect([answer.status, answer.text]).toEqual([201, expect.stringContaining(`"slug":"${slug}"`)]);
  }
});
