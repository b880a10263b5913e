import { request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { createSoapServer, type SoapContext, type SoapHandler } from './index.js';
import { type ListeningServer, listen } from './node.js';

const DIRECTORY = fileURLToPath(
  new URL('../../../examples/user-directory/user-directory.wsdl', import.meta.url),
);
const ENVELOPE =
  '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><GetUser xmlns="urn:example:user-directory"><userId>1</userId></GetUser></s:Body></s:Envelope>';
/** For handlers that fail deliberately. */
const QUIET = { onError: () => {} };
const SOAP_TYPE = { 'content-type': 'text/xml' };

let http: ListeningServer;
afterEach(async () => await http.close());

async function serve(GetUser: SoapHandler, options: Parameters<typeof createSoapServer>[2] = {}) {
  const server = await createSoapServer(DIRECTORY, { GetUser }, options);
  http = await listen(server);
  return server;
}

const post = async (body: string, path = ''): Promise<Response> =>
  await fetch(http.address + path, { method: 'POST', body, headers: SOAP_TYPE });

/** A promise of something that happens once. */
function event<Value>(): { readonly promise: Promise<Value>; happened(value: Value): void } {
  let happened!: (value: Value) => void;
  const promise = new Promise<Value>((resolve) => {
    happened = resolve;
  });
  return { promise, happened };
}

describe('a SOAP server in node:http', () => {
  test('a second server on a port is an error that names the option and the way out', async () => {
    const server = await serve((_input, context) => context.example());
    const port = Number(new URL(http.address).port);
    await expect(listen(server, { port })).rejects.toMatchObject({
      name: 'OptionError',
      option: 'port',
      message: expect.stringMatching(/is in use: close the server that has it, or choose 0 for a free port$/),
      cause: { code: 'EADDRINUSE' },
    });
    // Another port is not a problem.
    await (await listen(server)).close();
  });

  test('passes the HTTP request to a handler that asks for it', async () => {
    let seen: Request | undefined;
    await serve((_input, context) => {
      seen = context.request;
      expect(context.request).toBe(seen);
      return context.example();
    });
    expect((await post(ENVELOPE, 'users?a=1')).status).toBe(200);
    expect(seen?.url).toBe(`${http.address}users?a=1`);
    expect(seen?.method).toBe('POST');
    expect(seen?.headers.get('content-type')).toBe('text/xml');
    expect(seen?.body).toBeNull();
  });

  test('aborts the signal of a handler whose caller disconnects', async () => {
    const started = event<SoapContext['signal']>();
    await serve(async (_input, { signal }) => {
      started.happened(signal);
      await new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      });
    }, QUIET);
    const sent = request(http.address, { method: 'POST', headers: SOAP_TYPE });
    sent.on('error', () => {});
    sent.end(ENVELOPE);
    const signal = await started.promise;
    expect(signal.aborted).toBe(false);
    sent.destroy();
    await expect.poll(() => signal.aborted).toBe(true);
  });

  test('a handler that asks for the signal late gets an aborted one', async () => {
    const gone = event<void>();
    const started = event<void>();
    const late = event<boolean>();
    await serve(async (_input, context) => {
      started.happened();
      await gone.promise;
      late.happened(context.signal.aborted);
    }, QUIET);
    const sent = request(http.address, { method: 'POST', headers: SOAP_TYPE });
    sent.on('error', () => {});
    sent.end(ENVELOPE);
    await started.promise;
    sent.destroy();
    await expect
      .poll(() => new Promise<number>((resolve) => http.http.getConnections((_, count) => resolve(count))))
      .toBe(0);
    gone.happened();
    expect(await late.promise).toBe(true);
  });

  test('timeout: aborts the signal and responds with a fault', async () => {
    const reasons: unknown[] = [];
    await serve(
      async (_input, { signal }) => {
        await new Promise((_, reject) => {
          signal.addEventListener('abort', () => {
            reasons.push(signal.reason.name);
            reject(signal.reason);
          });
        });
      },
      { timeout: 50, onError: () => {} },
    );
    expect(await (await post(ENVELOPE)).text()).toContain('did not answer within 50 ms');
    expect(reasons).toEqual(['TimeoutError']);
  });

  test('rejects a body that is too long without Content-Length, and answers the next request on the connection', async () => {
    await serve((_input, context) => context.example(), { limits: { requestBytes: 1_000 } });
    let pieces = 10;
    const chunks = new ReadableStream({
      pull(controller) {
        controller.enqueue(new Uint8Array(400).fill(0x20));
        pieces -= 1;
        if (pieces === 0) controller.close();
      },
    });
    const init = { method: 'POST', body: chunks, headers: SOAP_TYPE, duplex: 'half' } as RequestInit;
    expect((await fetch(http.address, init)).status).toBe(413);
    expect((await post(ENVELOPE)).status).toBe(200);
  });

  // RFC 9112, section 3.2
  test.each([
    ['TRACE', 'x', 400],
    ['GET', 'a b', 400],
    ['GET', 'x', 200],
  ])('%s with the Host %s is %i', async (method, host, expected) => {
    await serve((_input, context) => context.example());
    const { request } = await import('node:http');
    const status = await new Promise((resolve) => {
      request(`${http.address}?wsdl`, { method, headers: { host } }, (response) =>
        resolve(response.resume().statusCode),
      )
        .on('error', (error) => resolve(error.message))
        .end();
    });
    expect(status).toBe(expected);
  });

  // RFC 9112 §3.2.2: a server accepts the absolute form of a target.
  test('an absolute target is read', async () => {
    await serve((_input, context) => context.example());
    const { request } = await import('node:http');
    const { port } = new URL(http.address);
    const status = await new Promise((resolve, reject) => {
      request({ host: '127.0.0.1', port, path: `${http.address}?wsdl` }, (response) =>
        resolve(response.resume().statusCode),
      )
        .on('error', reject)
        .end();
    });
    expect(status).toBe(200);
  });

  test.each([
    ['bytes of a TLS handshake', `\u0016\u0003\u0001${'\u0000'.repeat(100)}`],
    ['nonsense', 'nonsense\r\n\r\n'],
    ['CONNECT', 'CONNECT HOST HTTP/1.1\r\nHost: HOST\r\n\r\n'],
    [
      'an upgrade',
      'POST / HTTP/1.1\r\nHost: HOST\r\nConnection: upgrade\r\nUpgrade: x\r\nContent-Length: 2\r\n\r\n{}',
    ],
    ['an expectation', 'POST / HTTP/1.1\r\nHost: HOST\r\nExpect: more\r\nContent-Length: 2\r\n\r\n{}'],
    ['a header of 40 KB', `POST / HTTP/1.1\r\nHost: HOST\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`],
    [
      'a broken chunk',
      'POST / HTTP/1.1\r\nHost: HOST\r\nContent-Type: text/xml\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
    ],
    [
      'a broken content type',
      'POST / HTTP/1.1\r\nHost: HOST\r\nContent-Type: \u0001\r\nContent-Length: 2\r\n\r\n{}',
    ],
    [
      'an unfinished package',
      'POST / HTTP/1.1\r\nHost: HOST\r\nContent-Type: multipart/related; boundary=b\r\nContent-Length: 5\r\n\r\n--b\r\n',
    ],
    ['a target without a meaning', 'GET //[?%zz HTTP/1.1\r\nHost: HOST\r\n\r\n'],
    ['OPTIONS *', 'OPTIONS * HTTP/1.1\r\nHost: HOST\r\n\r\n'],
  ])('%s: at most one response, and the next call is answered', async (_what, bytes) => {
    await serve((_input, context) => context.example());
    const { host, port } = new URL(http.address);
    const socket = connect(Number(port), '127.0.0.1').on('error', () => {});
    socket.end(bytes.replaceAll('HOST', host));
    const answer = await text(socket).catch(() => '');
    expect(answer.split(/HTTP\/1\.1 \d\d\d /).length - 1).toBeLessThanOrEqual(1);
    expect((await post(ENVELOPE)).status).toBe(200);
  });

  test('a wrapper of `fetch` that throws: the request gets 500, and the next one is answered', async () => {
    const server = await serve((_input, context) => context.example());
    await http.close();
    let calls = 0;
    http = await listen({
      fetch: async (incoming) => {
        calls += 1;
        if (calls === 1) throw new Error('of the wrapper');
        return await server.fetch(incoming);
      },
    });
    expect((await post(ENVELOPE)).status).toBe(500);
    expect((await post(ENVELOPE)).status).toBe(200);
  });

  test('connections that the system cannot accept do not end the process', async () => {
    await serve((_input, context) => context.example());
    for (let count = 0; count < 2; count += 1) http.http.emit('error', new Error('EMFILE'));
    expect((await post(ENVELOPE)).status).toBe(200);
  });

  test('cancels the body of a response to HEAD, and to a client that disconnected', async () => {
    await serve((_input, context) => context.example());
    await http.close();
    let cancelled = event<void>();
    const asked = event<void>();
    const left = event<void>();
    const endless = () => new Response(new ReadableStream({ cancel: () => cancelled.happened() }));
    http = await listen({
      fetch: async (incoming) => {
        if (incoming.method === 'HEAD') return endless();
        incoming.signal.addEventListener('abort', () => left.happened());
        asked.happened();
        await left.promise;
        return endless();
      },
    });
    expect((await fetch(http.address, { method: 'HEAD' })).status).toBe(200);
    await cancelled.promise;
    cancelled = event<void>();
    const caller = new AbortController();
    const answered = fetch(http.address, { signal: caller.signal });
    await asked.promise;
    caller.abort();
    await expect(answered).rejects.toThrow('aborted');
    await cancelled.promise;
  });

  test('calls a wrapper of `fetch`, not the server behind it', async () => {
    const server = await serve((_input, context) => context.example());
    await http.close();
    http = await listen({
      fetch: async (incoming) => {
        const response = await server.fetch(incoming);
        return new Response(response.body, { status: response.status, headers: { 'x-wrapped': 'yes' } });
      },
    });
    const response = await post(ENVELOPE);
    expect(response.headers.get('x-wrapped')).toBe('yes');
    expect(await response.text()).toContain('GetUserResponse');
  });
});
