import { afterEach, expect, test, vi } from 'vitest';
import { createTransport, isTransportError } from '../index.js';

afterEach(() => vi.unstubAllGlobals());

test('transport: reports immediately that undici does not run on Bun', () => {
  vi.stubGlobal('Bun', {});
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

test('transport: loads undici’s client, but neither its fetch nor its WebSockets', async () => {
  const { createRequire } = await import('node:module');
  const { cache } = createRequire(import.meta.url);
  const loaded = Object.keys(cache).filter((file) => /[\\/]undici[\\/]/.test(file));
  expect(loaded.some((file) => file.endsWith('client.js'))).toBe(true);
  expect(loaded.filter((file) => /undici.(index|lib.web.(fetch.index|websocket|cache))/.test(file))).toEqual(
    [],
  );
});
