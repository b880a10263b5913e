import { expect, test, vi } from 'vitest';
import { RunningActions } from './running-actions.js';

/** A task that ends on demand. */
function open() {
  let finish: (value: string) => void = () => {};
  let fail: (error: Error) => void = () => {};
  const begin = vi.fn(
    () =>
      new Promise<string>((resolve, reject) => {
        finish = resolve;
        fail = reject;
      }),
  );
  return { begin, finish: (value: string) => finish(value), fail: (error: Error) => fail(error) };
}

test('two starts with the same variables, before anything has settled, are one action with one result', async () => {
  const actions = new RunningActions<string>();
  const { begin, finish } = open();
  const both = [actions.join({ name: 'A' }, begin), actions.join({ name: 'A' }, begin)];
  expect(begin).toHaveBeenCalledTimes(1);
  finish('done');
  expect(await Promise.all(both)).toEqual(['done', 'done']);
});

test('other variables are another action, such as two rows of a list', () => {
  const actions = new RunningActions<string>();
  const { begin } = open();
  for (const variables of ['one', 'two', null, undefined]) void actions.join(variables, begin);
  expect(begin).toHaveBeenCalledTimes(4);
});

test('an action can start again after it has ended, whether it failed or not', async () => {
  const actions = new RunningActions<string>();
  const { begin, finish, fail } = open();
  const first = actions.join(undefined, begin);
  fail(new Error('rejected'));
  await expect(first).rejects.toThrow('rejected');
  const second = actions.join(undefined, begin);
  finish('done');
  expect(await second).toBe('done');
  expect(begin).toHaveBeenCalledTimes(2);
});
