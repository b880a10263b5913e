import { expect, test } from 'vitest';
import type { Trial, TrialRequest } from '../api/trials.js';
import { choose, forgetHistory, lastCall, remember } from './history.js';

const request: TrialRequest = { method: 'POST', mode: 'call', input: '{}', query: '', soapHeaders: '' };
const add = (serviceId: string, operation: string, body: string) =>
  remember(serviceId, {
    at: '2026-11-25T10:00:00Z',
    operation,
    request,
    trial: { body, soap: { request: null, response: null } } as Trial,
  });

test('history: finds the newest call of an operation, only of its own service', () => {
  const first = add('a', 'Get', 'first');
  add('a', 'List', 'second');
  add('a', 'Get', 'third');
  expect(lastCall('a', 'Get')?.trial.body).toBe('third');
  expect(lastCall('b', 'Get')).toBeUndefined();
  choose('a', first);
  expect(lastCall('a', 'Get')?.trial.body).toBe('first');
  add('a', 'Get', 'fourth');
  expect(lastCall('a', 'Get')?.trial.body).toBe('fourth');
  forgetHistory('a');
  expect(lastCall('a', 'Get')).toBeUndefined();
});

test('history: drops the oldest calls beyond twenty, or beyond the limit for messages', () => {
  for (let index = 0; index < 21; index += 1) add('many', `Op${index}`, '');
  expect(lastCall('many', 'Op0')).toBeUndefined();
  expect(lastCall('many', 'Op1')).toBeDefined();
  add('large', 'One', 'x'.repeat(3_000_000));
  add('large', 'Two', 'x'.repeat(5_000_000));
  expect(lastCall('large', 'Two')).toBeDefined();
  expect(lastCall('large', 'One')).toBeUndefined();
});
