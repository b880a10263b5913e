import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BankScene, startBank } from '../testing/bank-scene.js';
import type { Answer } from '../testing/https-client.js';

/** The header that OData clients send (OData JSON Format 4.01, 3.2). Expected texts were worked out by hand from rules NM-1 to NM-3. */
const STRINGS = { Accept: 'application/json;IEEE754Compatible=true' };
const STRINGS_TYPE = 'application/json; charset=utf-8; IEEE754Compatible=true';
const PLAIN_TYPE = 'application/json; charset=utf-8';
const INPUT = '{"id":9007199254740993,"amount":[12345678901234567890.10,-0.10]}';
const AS_NUMBERS = '{"result":{"id":9007199254740993,"amount":[12345678901234567890.1,-0.1]';
const AS_STRINGS = '{"result":{"id":"9007199254740993","amount":["12345678901234567890.1","-0.1"]';

let bank: BankScene;
beforeAll(async () => {
  bank = await startBank({ mock: true });
});
afterAll(async () => await bank?.stop());

const post = (body: string, headers: Record<string, string> = {}): Promise<Answer> =>
  bank.under.send(`/api/v1/${bank.account.id}/bank/Pay`, {
    method: 'POST',
    headers: { 'X-API-Key': bank.key, 'Content-Type': 'application/json', ...headers },
    body,
  });
const get = (query: string, headers: Record<string, string> = {}): Promise<Answer> =>
  bank.under.send(`/api/v1/${bank.account.id}/bank/Pay?${query}`, {
    headers: { 'X-API-Key': bank.key, ...headers },
  });

describe('Accept: application/json;IEEE754Compatible=true (NM-2)', () => {
  test('POST: wide numbers are strings, and the response says so', async () => {
    const answer = await post(INPUT, STRINGS);
    expect(answer.text.startsWith(AS_STRINGS)).toBe(true);
    expect(answer.headers['content-type']).toBe(STRINGS_TYPE);
    expect(answer.headers.vary).toBe('Accept, Origin');
    // Members that the gateway itself adds are still numbers.
    expect(answer.json<{ meta: object }>().meta).toMatchObject({ latencyMs: expect.any(Number) });
  });

  test('POST: calls without the header get numbers, before and after', async () => {
    for (const headers of [{}, { Accept: '*/*' }, { Accept: 'application/json;IEEE754Compatible=false' }]) {
      const answer = await post(INPUT, headers as Record<string, string>);
      expect(answer.text.startsWith(AS_NUMBERS)).toBe(true);
      expect(answer.headers['content-type']).toBe(PLAIN_TYPE);
      expect(answer.headers.vary).toBeUndefined();
    }
  });

  test('POST: numbers and strings in the request mean the same, with and without the parameter', async () => {
    const strings = '{"id":"9007199254740993","amount":["12345678901234567890.10","-0.10"]}';
    for (const contentType of ['application/json', 'application/json;IEEE754Compatible=true']) {
      for (const body of [INPUT, strings]) {
        const answer = await post(body, { ...STRINGS, 'Content-Type': contentType });
        expect(answer.text.startsWith(AS_STRINGS)).toBe(true);
        expect((await post(body, { 'Content-Type': contentType })).text.startsWith(AS_NUMBERS)).toBe(true);
      }
    }
  });

  test('POST: a message that is mapped in a thread has strings too', async () => {
    const note = 'x'.repeat(200_000);
    const answer = await post(INPUT.replace('}', `,"note":"${note}"}`), STRINGS);
    expect(answer.text.startsWith(`${AS_STRINGS},"note":"xxx`)).toBe(true);
  });

  test('POST: the detail of a fault has strings, and the error says so', async () => {
    const answer = await post('{"id":2,"amount":[1]}', STRINGS);
    expect(answer.status).toBe(502);
    expect(answer.json().error.fault).toMatchObject({ detail: { Refused: { most: '100' } } });
    expect(answer.headers['content-type']).toBe(STRINGS_TYPE);
    const plain = await post('{"id":2,"amount":[1]}');
    expect(plain.json().error.fault).toMatchObject({ detail: { Refused: { most: 100 } } });
  });

  test('POST: a mock has strings', async () => {
    const { result } = (await post(INPUT, { ...STRINGS, 'X-Mock': 'true' })).json<{ result: object }>();
    expect(result).toMatchObject({ id: expect.any(String), amount: [expect.any(String)] });
  });

  test('GET: each form has its own stored response, and Vary names Accept', async () => {
    await bank.under.setOperation(bank.service, 'Pay', { methodPolicy: 'GET + POST', cacheSeconds: 60 });
    const query = 'id=7&amount=1.50';
    const before = bank.seen.length;
    const texts = ['"id":7,"amount":[1.5]', '"id":"7","amount":["1.5"]'];
    for (const cached of [false, true]) {
      for (const [index, headers] of [{}, STRINGS].entries()) {
        const answer = await get(query, headers as Record<string, string>);
        expect(answer.text).toContain(texts[index]);
        expect(answer.text).toContain(`"cached":${cached}`);
        expect(answer.headers['content-type']).toBe([PLAIN_TYPE, STRINGS_TYPE][index]);
        expect(answer.headers.vary?.split(', ')).toContain('Accept');
      }
    }
    expect(bank.seen.length).toBe(before + 2);
    const tagOf = async (headers: Record<string, string>) => String((await get(query, headers)).headers.etag);
    const [plain, strings] = [await tagOf({}), await tagOf(STRINGS)];
    expect((await get(query, { ...STRINGS, 'If-None-Match': plain })).status).toBe(200);
    const known = await get(query, { ...STRINGS, 'If-None-Match': strings });
    expect([known.status, known.headers['content-type']]).toEqual([304, STRINGS_TYPE]);
  });

  test('406 if no form is accepted, and nothing is sent', async () => {
    const before = bank.seen.length;
    const answer = await post(INPUT, { Accept: 'application/json;IEEE754Compatible=1' });
    expect(answer.status).toBe(406);
    expect(answer.json().error).toMatchObject({ type: 'VALIDATION_ERROR', code: 'NOT_ACCEPTABLE' });
    expect(answer.headers.vary).toContain('Accept');
    expect(bank.seen.length).toBe(before);
    const other = await post(INPUT, { Accept: 'application/json;IEEE754Compatible=1, */*;q=0.1' });
    expect(other.text.startsWith(AS_NUMBERS)).toBe(true);
    const stranger = await post(INPUT, { 'X-API-Key': 'x', Accept: 'application/json;IEEE754Compatible=1' });
    expect(stranger.status).toBe(401);
  });

  test('the OpenAPI document names the media type', async () => {
    const answer = await bank.under.send(`/api/services/${bank.service.id}/openapi`, {
      headers: { 'X-API-Key': bank.key },
    });
    const { paths } = answer.json<{ paths: Record<string, { post: { responses: object } }> }>();
    const { post: described } = paths[`/api/v1/${bank.account.id}/bank/Pay`]!;
    expect(described.responses).toMatchObject({
      200: { description: expect.stringContaining('`Accept: application/json;IEEE754Compatible=true`') },
    });
  });

  test('a service whose own form is strings has one mapper', async () => {
    const { gateway } = bank.under;
    const before = (await gateway.store.services.find(bank.account.id, bank.service.id))!;
    await gateway.store.services.update({
      ...before,
      settings: { ...before.settings, numbers: 'string' },
      updatedAt: before.updatedAt + 1,
    });
    await gateway.changes.announce(bank.account.id);
    expect((await post(INPUT)).text.startsWith(AS_STRINGS)).toBe(true);
    const answer = await post(INPUT, STRINGS);
    expect(answer.text.startsWith(AS_STRINGS)).toBe(true);
    expect(answer.headers['content-type']).toBe(STRINGS_TYPE);
  });
});
