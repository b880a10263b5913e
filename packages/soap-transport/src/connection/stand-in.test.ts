import { expect, test, vi } from 'vitest';
import { createTransport, isTransportError } from '../index.js';

vi.mock('undici', () => ({ Client: class {} }));

test('transport: reports at once that the runtime has no undici HTTP client, as in Bun', () => {
  let caught: unknown;
  try {
    createTransport();
  } catch (error) {
    caught = error;
  }
  expect(isTransportError(caught)).toBe(true);
  expect(caught).toMatchObject({
    code: 'INVALID_REQUEST',
    message: expect.stringMatching(/undici.*Node\.js/),
  });
});
