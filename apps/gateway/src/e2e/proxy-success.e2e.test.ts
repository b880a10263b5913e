import { describe, expect, test } from 'vitest';
import { expectLimitHeaders, setScene, stages } from '../testing/proxy-scene.js';

describe.each(await stages())('a successful call with $name', (stage) => {
  const scene = setScene(stage);
  const { post } = scene;

  describe('a successful call', () => {
    test('returns the result with exact digits, and meta', async () => {
      const answer = await post('GetUser', '{"userId": 9007199254740993}');
      expect(answer.status).toBe(200);
      expect(answer.text).toMatch(
        /^\{"result":\{"@id":9007199254740993,"@status":"on-leave","name":"Grace Hopper","email":"grace@example\.com","birthDate":"1906-12-09","salary":\{"@currency":"USD","\$value":120000\.123456789012345678\},"manager":1001,"phone":\[\{"@kind":"office","\$value":"\+1 202 555 0143"\}\]\},"meta":\{"service":"users","operation":"GetUser","latencyMs":\d+,"cached":false\}\}$/,
      );
      expectLimitHeaders(answer);
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
      expect(answer.headers['x-content-type-options']).toBe('nosniff');
      expect(answer.headers['strict-transport-security']).toMatch(/^max-age=63072000/);
      expect(answer.headers['x-request-id']).toMatch(/^req_/);
    });

    test('keeps several members of a response, and lists of one as lists', async () => {
      const answer = await post('ListUsers', '{"department": "compilers"}');
      const { result } = answer.json<{ result: { total: number; user: { name: string }[] } }>();
      expect(result.total).toBe(1);
      expect(result.user.map((user) => user.name)).toEqual(['Grace Hopper']);
    });

    test('an absent list is an empty array, nil is null, and text is not markup', async () => {
      const answer = await post('ListUsers', '{"department": "engines", "status": ["active"]}');
      const { result } = answer.json<{ result: { user: Record<string, unknown>[] } }>();
      expect(result.user[0]).toMatchObject({ '@id': 1001, manager: null });
      expect(result.user[1]).toMatchObject({ name: 'Emmy Noether & Töchter <GmbH>', phone: [] });
      const none = await post('ListUsers', '{"department": "none"}');
      expect(none.text).toMatch(/^\{"result":\{"total":0,"user":\[\]\}/);
    });

    test('an empty body is an empty object', async () => {
      const answer = await post('ListUsers', '');
      expect(answer.json<{ result: { total: number } }>().result.total).toBe(3);
    });

    test('a SOAP header is sent in the body or in X-SOAP-Headers', async () => {
      const user = {
        name: 'Alan Turing',
        email: 'alan@example.com',
        birthDate: '1912-06-23',
        salary: { '@currency': 'GBP', $value: 1 },
        manager: null,
      };
      const inBody = await post(
        'CreateUser',
        JSON.stringify({ $headers: { Session: { token: 'demo-writer' } }, user }),
      );
      expect(inBody.text).toMatch(
        /^\{"result":\{"userId":9007199254741004,"createdAt":"2026-11-21T09:00:00Z"\}/,
      );
      const inHeader = await post('CreateUser', JSON.stringify({ user }), {
        headers: { 'X-SOAP-Headers': '{"Session":{"token":"demo-writer"}}' },
      });
      expect(inHeader.status).toBe(200);
    });

    test('is charged one unit of quota, and the headers say so', async () => {
      const first = await post('GetUser', '{"userId": 1001}');
      const second = await post('GetUser', '{"userId": 1001}');
      expect(first.headers['x-ratelimit-limit']).toBe('50000');
      expect(Number(second.headers['x-ratelimit-remaining'])).toBe(
        Number(first.headers['x-ratelimit-remaining']) - 1,
      );
      expect(Date.parse(String(first.headers['x-ratelimit-reset']))).toBeGreaterThan(Date.now());
      expect(first.headers['ratelimit-policy']).toMatch(/^"minute";q=600;w=60, "period";q=50000;w=\d+$/);
      const { ratelimit } = first.headers;
      expect(ratelimit).toMatch(/^"minute";r=\d+;t=\d+, "period";r=\d+;t=\d+$/);
    });

    test('is logged without any of its content', async () => {
      const answer = await post('GetUser', '{"userId": 1001}');
      const id = String(answer.headers['x-request-id']);
      const line = scene.under.logLines.find((one) => one.includes(id));
      expect(JSON.parse(line ?? '{}')).toMatchObject({
        requestId: id,
        accountId: scene.account.id,
        serviceId: scene.service.id,
        operation: 'GetUser',
        method: 'POST',
        status: 200,
      });
      expect(scene.under.logLines.join('')).not.toContain(scene.key);
      expect(scene.under.logLines.join('')).not.toContain('demo-writer');
      expect(scene.under.logLines.join('')).not.toContain('Hopper');
    });
  });
});
