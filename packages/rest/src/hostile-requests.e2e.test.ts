import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { startUserDirectory, type UserDirectory } from '@soapstone/testing/user-directory';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRestApi, type RestApi } from './index.js';
import { MOUNTS, type Mounted } from './testing/mounts.js';

let directory: UserDirectory;
let api: RestApi;
beforeAll(async () => {
  directory = await startUserDirectory();
  api = await createRestApi(directory.wsdlAddress, { defaultPolicy: 'GET + POST' });
});
afterAll(async () => {
  await api.close();
  await directory.stop();
});

const post = (rest: string): string => `POST PATH/GetUser HTTP/1.1\r\nHost: HOST\r\n${rest}`;

/** Requests of broken clients. An exception that nobody catches fails the run. */
describe.each(Object.entries(MOUNTS))('%s', (_name, mount) => {
  let mounted: Mounted;
  let base: URL;
  beforeAll(async () => {
    mounted = await mount(api);
    base = new URL(mounted.address);
  });
  afterAll(async () => await mounted.close());

  const socketOf = () => connect(Number(base.port), '127.0.0.1').on('error', () => {});
  const expectServing = async () => {
    const response = await fetch(`${mounted.address}/GetUser?userId=1001`);
    expect(response.status, await response.text()).toBe(200);
  };

  test.each([
    ['bytes of a TLS handshake', `\u0016\u0003\u0001${'\u0000'.repeat(100)}`],
    ['nonsense', 'nonsense\r\n\r\n'],
    ['CONNECT', 'CONNECT HOST HTTP/1.1\r\nHost: HOST\r\n\r\n'],
    ['an upgrade', post('Connection: upgrade\r\nUpgrade: websocket\r\nContent-Length: 2\r\n\r\n{}')],
    ['an unknown expectation', post('Expect: more\r\nContent-Length: 2\r\n\r\n{}')],
    ['a header of 40 KB', post(`X: ${'x'.repeat(40_000)}\r\n\r\n`)],
    ['a chunk without a size', post('Transfer-Encoding: chunked\r\n\r\nzz\r\n')],
    ['a content type of control characters', post('Content-Type: \u0001\r\nContent-Length: 2\r\n\r\n{}')],
    ['a content coding', post('Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}')],
    ['a target that cannot be decoded', 'GET PATH/%ff%zz?%zz=%ff HTTP/1.1\r\nHost: HOST\r\n\r\n'],
    ['a target with two slashes', 'GET //[ HTTP/1.1\r\nHost: HOST\r\n\r\n'],
    ['an absolute target that is no URL', 'GET http://[::1/ HTTP/1.1\r\nHost: HOST\r\n\r\n'],
    ['OPTIONS *', 'OPTIONS * HTTP/1.1\r\nHost: HOST\r\n\r\n'],
  ])('%s: at most one response, and the next request is answered', async (_what, bytes) => {
    const socket = socketOf();
    socket.end(bytes.replaceAll('HOST', base.host).replaceAll('PATH', base.pathname.replace(/\/$/, '')));
    const answer = await text(socket).catch(() => '');
    expect(answer.split(/HTTP\/1\.1 \d\d\d /).length - 1).toBeLessThanOrEqual(1);
    await expectServing();
  });

  test('clients that leave before, in and after their request', async () => {
    const whole = post('Content-Type: application/json\r\nContent-Length: 15\r\n\r\n{"userId":1001}');
    const bytes = whole.replace('HOST', base.host).replace('PATH', base.pathname.replace(/\/$/, ''));
    for (let count = 0; count < 40; count += 1) {
      const socket = socketOf();
      await once(socket, 'connect');
      if (count > 0) socket.write(bytes.slice(0, Math.ceil((bytes.length * (count % 8)) / 7)));
      setTimeout(() => socket.resetAndDestroy(), count % 3);
    }
    await expectServing();
  });
});
