import { defined } from '@soapstone/options/defined';
import { afterAll, describe, expect, test } from 'vitest';
import { closedPort } from '../testing/closed-port.js';
import {
  BROKEN,
  type Expected,
  expectFailure,
  NO_ANSWER,
  reportLatest,
  TIMEOUT_FIRST,
  TIMEOUT_REST,
} from '../testing/failure-check.js';
import { openFaultProxy, type Toxic } from '../testing/fault-proxy.js';
import { serveHttp } from '../testing/loopback-server.js';
import { failureOf, soapRequest, textOf } from '../testing/messages.js';
import { createTransport } from '../transport.js';
import type { TransportOptions } from '../transport-options.js';

const closers: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});
reportLatest();

function keep<T extends { close(): unknown }>(server: T): T {
  closers.push(() => server.close());
  return server;
}

describe('a failing connection', () => {
  test.concurrent.each<[string, Toxic, Expected]>([
    ['latency', { kind: 'latency', ms: 5_000 }, TIMEOUT_FIRST],
    ['drip', { kind: 'drip', bytes: 40, everyMs: 100 }, TIMEOUT_REST],
    ['reset during the request', { kind: 'reset', on: 'request', after: 10 }, NO_ANSWER],
    ['reset before the response', { kind: 'reset', on: 'answer', after: 1 }, NO_ANSWER],
    ['half-open', { kind: 'half-open', forward: false }, TIMEOUT_FIRST],
    ['half-open on the way back', { kind: 'half-open', forward: true }, TIMEOUT_FIRST],
    ['truncation', { kind: 'truncate', after: 400 }, BROKEN],
  ])('%s', async (name, toxic, expected) => {
    const server = keep(await serveHttp((_message, reply) => reply.end('x'.repeat(2_000))));
    const proxy = keep(await openFaultProxy(server.port, () => toxic));
    await expectFailure(name, `http://${proxy.host}/`, expected);
  });

  test('an immediate reset is recognised, on either side of the first byte', async () => {
    const proxy = keep(await openFaultProxy(1, () => ({ kind: 'reset', on: 'connect', after: 0 })));
    const transport = keep(createTransport({ egress: { allow: [proxy.host] } }));
    const error = await failureOf(() => transport.send(soapRequest(`http://${proxy.host}/`)));
    expect([`${error.code} ${error.sent}`]).toContain(
      error.sent ? 'UPSTREAM_RESET true' : 'UPSTREAM_CONNECT false',
    );
  });

  test('a response split into single bytes works', async () => {
    const server = keep(await serveHttp((_message, reply) => reply.end(`<a>${'x'.repeat(500)}</a>`)));
    const proxy = keep(await openFaultProxy(server.port, () => ({ kind: 'slice', bytes: 1 })));
    const transport = keep(createTransport({ egress: { allow: [proxy.host] } }));
    expect(await textOf(await transport.send(soapRequest(`http://${proxy.host}/`)))).toBe(
      `<a>${'x'.repeat(500)}</a>`,
    );
  });
});

describe('before the first byte', () => {
  const named = (resolver: TransportOptions['resolver']): TransportOptions => defined({ resolver });
  const NO_NAME: Expected = { code: 'UPSTREAM_DNS', phase: 'connect', sent: false };

  test.each<[string, TransportOptions]>([
    ['a name without address', named(async () => [])],
    [
      'a name that does not exist',
      named(() => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }))),
    ],
    ['a resolver that never responds', { ...named(() => new Promise(() => {})), limits: { connectMs: 100 } }],
  ])('%s', (name, options) => expectFailure(name, 'http://soap.example.com/', NO_NAME, options));

  test('the total deadline applies here too', () =>
    expectFailure(
      'deadline in DNS',
      'http://soap.example.com/',
      { code: 'UPSTREAM_TIMEOUT', phase: 'connect', sent: false },
      { ...named(() => new Promise(() => {})), limits: { connectMs: 10_000 } },
    ));

  test('a closed port', async () => {
    await expectFailure('refused', `http://127.0.0.1:${await closedPort()}/`, {
      code: 'UPSTREAM_CONNECT',
      phase: 'connect',
      sent: false,
    });
  });

  test('a name whose addresses all refuse connections', async () => {
    const resolver = async () =>
      ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 as const }));
    const expected: Expected = { code: 'UPSTREAM_CONNECT', phase: 'connect', sent: false };
    await expectFailure('refused everywhere', `http://soap.example.com:${await closedPort()}/`, expected, {
      resolver,
    });
  });
});
