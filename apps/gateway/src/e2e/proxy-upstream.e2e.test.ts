import { beforeEach, describe, expect, test } from 'vitest';
import { envelope } from '../testing/hostile-upstream.js';
import { expectError, setScene, stages } from '../testing/proxy-scene.js';

describe.each(await stages())('upstream behaviour, with $name', (stage) => {
  const scene = setScene(stage);
  const { post } = scene;

  describe('UPSTREAM_ERROR', () => {
    test('a declared fault is typed by the WSDL, with any status and with or without qualified details', async () => {
      const answer = await post('GetUser', '{"userId": 7}');
      expectError(answer, 502, 'UPSTREAM_ERROR', 'SOAP_FAULT');
      expect(answer.json().error).toMatchObject({
        message: 'There is no user 7',
        fault: {
          version: '1.1',
          code: '{http://schemas.xmlsoap.org/soap/envelope/}Client',
          reason: 'There is no user 7',
          name: 'UserNotFound',
          detail: { UserNotFound: { userId: 7, suggestion: [1001] } },
        },
      });
    });

    test('a fault with 500 is a fault too', async () => {
      const user =
        '{"name":"A","email":"a@b","birthDate":"2000-01-01","salary":{"@currency":"EUR","$value":1},"manager":null}';
      const answer = await post('CreateUser', `{"user":${user}}`);
      expectError(answer, 502, 'UPSTREAM_ERROR', 'SOAP_FAULT');
      expect(answer.json().error.fault).toMatchObject({
        name: 'NotPermitted',
        detail: { NotPermitted: { reason: 'no token' } },
      });
    });

    test('a fault is charged, because the upstream has done its work', async () => {
      const first = await post('GetUser', '{"userId": 7}');
      const second = await post('GetUser', '{"userId": 7}');
      expect(Number(second.headers['x-ratelimit-remaining'])).toBe(
        Number(first.headers['x-ratelimit-remaining']) - 1,
      );
    });

    beforeEach(() => {
      scene.hostile.answer = (_request, response) => response.end();
    });

    test.each<[string, (response: import('node:http').ServerResponse) => void]>([
      ['nothing', (response) => response.end()],
      ['HTML with 200', (response) => response.end('<html><body>Login</body></html>')],
      ['HTML with 503', (response) => response.writeHead(503).end('<html>down</html>')],
      ['JSON', (response) => response.end('{"a":1}')],
      ['half an envelope', (response) => response.end(envelope('<ListUsersResponse').slice(0, 100))],
      ['a DOCTYPE', (response) => response.end(`<!DOCTYPE a>${envelope('<a/>')}`)],
      ['another root', (response) => response.end('<a/>')],
      ['another element', (response) => response.end(envelope('<Other xmlns="urn:x"/>'))],
      ['a redirect', (response) => response.writeHead(302, { Location: '/elsewhere' }).end()],
      [
        'a good envelope with 500',
        (response) =>
          response
            .writeHead(500)
            .end(
              envelope(
                '<ListUsersResponse xmlns="urn:example:user-directory"><total>0</total></ListUsersResponse>',
              ),
            ),
      ],
    ])('a response that is %s', async (_, answerWith) => {
      scene.hostile.answer = (_request, response) => answerWith(response);
      const answer = await post('ListUsers', '{}', { slug: 'hostile' });
      expectError(answer, 502, 'UPSTREAM_ERROR', 'UPSTREAM_BAD_RESPONSE');
      expect(answer.json().error).not.toHaveProperty('fault');
    });

    test.each<[status: number, retryAfter: string | undefined, expected: string | undefined]>([
      [503, '30', '30'],
      [429, '7', '7'],
      [429, undefined, undefined],
      [503, 'Fri, 01 Jan 2100 00:00:00 GMT', '86400'],
    ])(
      'FL-3 a service that is busy (%i, Retry-After: %s) is UPSTREAM_BUSY',
      async (status, retryAfter, expected) => {
        scene.hostile.answer = (_request, response) => {
          response
            .writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter })
            .end('busy');
        };
        const answer = await post('ListUsers', '{}', { slug: 'hostile' });
        expectError(answer, 503, 'UPSTREAM_ERROR', 'UPSTREAM_BUSY');
        expect(answer.headers['retry-after']).toBe(expected);
      },
    );

    test('WA-4 a response with WS-Addressing is accepted in strict mode, unless it replies to another call', async () => {
      await scene.under.register(scene.account, {
        source: { kind: 'url', url: scene.soap.wsdlAddress },
        slug: 'addressed',
        settings: { endpoint: scene.hostile.address, addressing: 'always', strictResponses: true },
      });
      const answerTo = (messageId: string | undefined): string => `<s:Envelope
          xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:a="http://www.w3.org/2005/08/addressing">
          <s:Header><a:Action s:mustUnderstand="1">urn:x</a:Action>
            <a:RelatesTo s:mustUnderstand="1">${messageId}</a:RelatesTo></s:Header>
          <s:Body><ListUsersResponse xmlns="urn:example:user-directory"><total>0</total></ListUsersResponse></s:Body>
        </s:Envelope>`;
      const sentId = () =>
        /<wsa:MessageID[^>]*>([^<]+)</.exec(scene.hostile.bodies[scene.hostile.bodies.length - 1] ?? '')?.[1];
      scene.hostile.answer = (_request, response) => response.end(answerTo(sentId()));
      const good = await post('ListUsers', '{}', { slug: 'addressed' });
      expect(good.json()).toMatchObject({ result: { total: 0 } });
      expect(good.json()).not.toHaveProperty('meta.warnings');

      scene.hostile.answer = (_request, response) => response.end(answerTo('urn:uuid:another'));
      const mixedUp = await post('ListUsers', '{}', { slug: 'addressed' });
      expectError(mixedUp, 502, 'UPSTREAM_ERROR', 'UPSTREAM_BAD_RESPONSE');
      expect(JSON.stringify(mixedUp.json())).toContain('RELATES_TO_MISMATCH');
    });

    test('a response that never comes is a timeout within the deadline', async () => {
      await scene.under.register(scene.account, {
        source: { kind: 'url', url: scene.soap.wsdlAddress },
        slug: 'silent',
        settings: { endpoint: scene.hostile.address, timeoutMs: 1_500 },
      });
      scene.hostile.answer = () => {};
      const startedAt = performance.now();
      const answer = await post('ListUsers', '{}', { slug: 'silent' });
      expectError(answer, 502, 'UPSTREAM_ERROR', 'UPSTREAM_TIMEOUT');
      // Well under the general limit of 30 seconds, with some slack for a busy machine.
      expect(performance.now() - startedAt).toBeLessThan(20_000);
    });

    test('a broken connection does not cause a second call', async () => {
      const before = scene.hostile.calls;
      scene.hostile.answer = (request) => request.socket.destroy();
      const answer = await post('ListUsers', '{}', { slug: 'hostile' });
      expectError(answer, 502, 'UPSTREAM_ERROR', 'UPSTREAM_RESET');
      expect(answer.json().error.sent).toBe(true);
      expect(scene.hostile.calls).toBe(before + 1);
    });

    test('an unreachable upstream: nothing was sent, a retry is safe, and there is no charge', async () => {
      const mine = await scene.under.createAccount();
      const { key: own } = await scene.under.createKey(mine.id);
      await scene.under.register(mine, {
        source: { kind: 'url', url: scene.soap.wsdlAddress },
        slug: 'away',
        settings: { endpoint: 'http://127.0.0.1:9/' },
      });
      await scene.under.register(mine, {
        source: { kind: 'url', url: scene.soap.wsdlAddress },
        slug: 'private',
        settings: { endpoint: 'http://10.0.0.1/' },
      });
      const over = { account: mine.id, headers: { 'X-API-Key': own } };
      const refused = await post('ListUsers', '{}', { ...over, slug: 'private' });
      expectError(refused, 502, 'UPSTREAM_ERROR', 'UPSTREAM_ADDRESS_REFUSED');
      expect(refused.json().error.sent).toBe(false);
      expect(refused.headers['x-ratelimit-remaining']).toBe('50000');
      expect(refused.text).not.toContain('10.0.0.1');
      expect(refused.json().error.message).toContain('EGRESS_ALLOW');
    });
  });
});
