import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createMemoryLimiter, OptionError } from './index.js';
import { createRateLimit, rateLimit } from './middleware.js';

describe('the middleware in Express', () => {
  let now = Date.parse('2026-11-10T12:00:00.000Z');
  let server: Server;
  let address: string;
  beforeEach(async () => {
    const clock = () => now;
    const app = express();
    app.use(
      '/window',
      rateLimit<express.Request>({
        limiter: createMemoryLimiter({ windowMs: 10_000, now: clock }),
        limits: { perWindow: 2 },
        account: (request) => request.get('x-api-key') ?? 'anonymous',
        now: clock,
      }),
    );
    app.use(
      '/quota',
      rateLimit<express.Request>({
        limiter: createMemoryLimiter({ now: clock }),
        limits: (request) => (request.path === '/free' ? undefined : { perMinute: 100, quota: 1 }),
        account: () => 'one',
        cycle: { kind: 'fixed', length: 86_400_000 },
        now: clock,
      }),
    );
    app.use(
      '/broken',
      rateLimit<express.Request>({
        limiter: createMemoryLimiter(),
        limits: { perMinute: Number.NaN },
        account: () => 'one',
      }),
    );
    app.use((_request, response) => void response.send('served'));
    app.use(
      (error: Error, _request: unknown, response: express.Response, _next: unknown) =>
        void response.status(500).send(error.message),
    );
    server = createServer(app);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  });

  test('allows requests up to the limit and reports how many are left', async () => {
    const first = await fetch(`${address}/window`);
    expect(await first.text()).toBe('served');
    expect(first.headers.get('ratelimit-policy')).toBe('"window";q=2;w=10');
    expect(first.headers.get('ratelimit')).toBe('"window";r=1;t=10');
    expect(first.headers.get('retry-after')).toBeNull();
  });

  test('answers the next request with 429 and Retry-After, but not that of another account', async () => {
    await fetch(`${address}/window`);
    now += 4_000;
    await fetch(`${address}/window`);
    const denied = await fetch(`${address}/window`);
    expect(denied.status).toBe(429);
    expect(denied.headers.get('retry-after')).toBe('6');
    expect(denied.headers.get('ratelimit')).toBe('"window";r=0;t=6');
    expect(await denied.json()).toMatchObject({
      error: { type: 'RATE_LIMIT_EXCEEDED', code: 'RATE_PER_MINUTE' },
    });
    expect((await fetch(`${address}/window`, { headers: { 'x-api-key': 'other' } })).status).toBe(200);
    now += 6_000;
    expect((await fetch(`${address}/window`)).status).toBe(200);
  });

  test('applies the quota of each request, and passes requests without limits', async () => {
    const first = await fetch(`${address}/quota/a`);
    expect(first.headers.get('ratelimit-policy')).toBe('"window";q=100;w=60, "quota";q=1;w=86400');
    const denied = await fetch(`${address}/quota/a`);
    expect(denied.status).toBe(429);
    expect(await denied.json()).toMatchObject({ error: { code: 'QUOTA_EXHAUSTED' } });
    const free = await fetch(`${address}/quota/free`);
    expect(free.status).toBe(200);
    expect(free.headers.get('ratelimit')).toBeNull();
  });

  test('passes an invalid limit to the error handler', async () => {
    const broken = await fetch(`${address}/broken`);
    expect(broken.status).toBe(500);
    expect(await broken.text()).toContain('limits.perMinute');
  });
});

test('createRateLimit works with any type of request', async () => {
  const check = createRateLimit<Request>({
    limiter: createMemoryLimiter(),
    limits: { perMinute: 1, quota: 5 },
    account: (request) => request.headers.get('x-api-key') ?? undefined,
  });
  const request = new Request('http://localhost/', { headers: { 'x-api-key': 'ada' } });
  const first = await check(request);
  expect(first).toMatchObject({ allowed: true, decision: { receipt: { account: 'ada' } } });
  expect(await check(request)).toMatchObject({ allowed: false, headers: { 'Retry-After': '60' } });
  expect(await check(new Request('http://localhost/'))).toEqual({
    allowed: true,
    headers: {},
    decision: undefined,
  });
});

test('createRateLimit rejects if the limits of a request are unusable', async () => {
  const check = createRateLimit<number>({
    limiter: createMemoryLimiter(),
    limits: (perMinute) => ({ perMinute }),
    account: () => 'ada',
  });
  await expect(check(-1)).rejects.toBeInstanceOf(OptionError);
});
