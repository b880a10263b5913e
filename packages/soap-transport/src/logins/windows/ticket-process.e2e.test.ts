import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { createCleanup } from '../../testing/cleanup.js';
import { printProgram } from './ticket-client.js';

const cleanup = createCleanup();

test('the process for tickets tells each request that its libraries are missing, and ends with its parent', async () => {
  const child = spawn(process.execPath, ['--eval', printProgram('/nowhere/koffi/index.js')], {
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  cleanup(() => child.kill());
  for (const id of [1, 2]) {
    child.send({ id, key: 'k', principal: 'a@B', service: 'HTTP/c@B', fresh: false });
    const [answer] = (await once(child, 'message')) as unknown[];
    expect(answer).toEqual({ id, stage: 'unavailable', code: 0 });
  }
  child.disconnect();
  expect((await once(child, 'exit'))[0]).toBe(0);
});
