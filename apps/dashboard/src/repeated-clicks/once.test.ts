import { expect, test, vi } from 'vitest';
import { Once } from './once.js';

test('a second start in the same frame is ignored, and one after the end is not', async () => {
  const once = new Once();
  let end: () => void = () => {};
  const task = vi.fn(
    () =>
      new Promise<void>((resolve) => {
        end = resolve;
      }),
  );
  once.run(task);
  once.run(task);
  expect(task).toHaveBeenCalledTimes(1);
  // A slow answer: the task is still running.
  await Promise.resolve();
  once.run(task);
  expect(task).toHaveBeenCalledTimes(1);
  end();
  await new Promise((resolve) => setImmediate(resolve));
  once.run(task);
  expect(task).toHaveBeenCalledTimes(2);
});

test('a task that fails does not block the next one', async () => {
  const once = new Once();
  const task = vi.fn().mockRejectedValue(new Error('rejected'));
  once.run(task);
  await new Promise((resolve) => setImmediate(resolve));
  once.run(task);
  expect(task).toHaveBeenCalledTimes(2);
});
