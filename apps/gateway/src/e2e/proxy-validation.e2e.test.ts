import { describe, expect, test } from 'vitest';
import { expectError, setScene } from '../testing/proxy-scene.js';
import { setUps } from '../testing/set-ups.js';
import { NODE_SOAP } from '../testing/upstreams.js';

describe.each(await setUps())('rejected requests, with $name', (setUp) => {
  const scene = setScene({ setUp, upstream: NODE_SOAP });
  const { post } = scene;

  describe('VALIDATION_ERROR', () => {
    test.each<[string, string | Uint8Array, string]>([
      ['not JSON', '{"userId": }', 'INVALID_JSON'],
      ['not UTF-8', Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d), 'INVALID_JSON'],
      ['a duplicate key', '{"userId": 1, "userId": 2}', 'DUPLICATE_KEY'],
      ['a missing field', '{}', 'SCHEMA_VIOLATION'],
      ['a wrong type', '{"userId": "seven"}', 'SCHEMA_VIOLATION'],
      ['an unknown field', '{"userId": 7, "user_id": 7}', 'SCHEMA_VIOLATION'],
      ['an array', '[1]', 'SCHEMA_VIOLATION'],
      ['null', 'null', 'SCHEMA_VIOLATION'],
      ['markup as a key', '{"userId": 7, "b><evil>1</evil><b": 1}', 'SCHEMA_VIOLATION'],
    ])('%s is rejected with its code', async (_, body, code) => {
      expectError(await post('GetUser', body), 400, 'VALIDATION_ERROR', code);
    });

    test('names every problem at once, each with its location', async () => {
      const answer = await post(
        'CreateUser',
        '{"user": {"email": "nobody", "birthDate": "1912-13-01", "salary": {"$value": "x"}, "manager": null, "extra": 1}}',
      );
      expectError(answer, 400, 'VALIDATION_ERROR', 'SCHEMA_VIOLATION');
      const { details = [], message } = answer.json().error;
      expect(new Set(details.map(({ path, keyword }) => `${path} ${keyword}`))).toEqual(
        new Set([
          '/user/name required',
          '/user/email pattern',
          '/user/birthDate format',
          '/user/salary/@currency required',
          '/user/salary/$value type',
          '/user/extra additionalProperties',
        ]),
      );
      expect(message).toBe('The request does not match the input of operation CreateUser (6 errors)');
    });

    test.each<[string, Record<string, string>]>([
      ['no Content-Type', { 'Content-Type': '' }],
      ['another Content-Type', { 'Content-Type': 'text/plain' }],
      ['another charset', { 'Content-Type': 'application/json; charset=iso-8859-1' }],
      ['a content encoding', { 'Content-Encoding': 'gzip' }],
    ])('%s is an unsupported media type', async (_, headers) => {
      expectError(
        await post('GetUser', '{"userId": 1001}', { headers }),
        400,
        'VALIDATION_ERROR',
        'UNSUPPORTED_MEDIA',
      );
    });

    test.each(['application/json; charset=utf-8', 'Application/JSON;Charset="UTF-8"'])(
      '%s is accepted',
      async (type) => {
        expect(
          (await post('GetUser', '{"userId": 1001}', { headers: { 'Content-Type': type } })).status,
        ).toBe(200);
      },
    );

    test('a body over the limit, with or without Content-Length', async () => {
      const long = `{"userId": 1001${' '.repeat(1_048_576)}}`;
      expectError(await post('GetUser', long), 400, 'VALIDATION_ERROR', 'BODY_TOO_LARGE');
      const chunked = await post('GetUser', long, { headers: { 'Transfer-Encoding': 'chunked' } });
      expectError(chunked, 400, 'VALIDATION_ERROR', 'BODY_TOO_LARGE');
    });

    test('a body that is nested too deeply', async () => {
      const deep = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`;
      const answer = await post('GetUser', deep);
      expect([answer.status, answer.json().error.type]).toEqual([400, 'VALIDATION_ERROR']);
    });

    test('problems of X-SOAP-Headers are reported below /$headers, without its values', async () => {
      for (const value of ['{', '[]', '{"Session":{"token":{"secret":"hidden"}}}', '{"Nope":1}']) {
        const answer = await post('CreateUser', '{}', { headers: { 'X-SOAP-Headers': value } });
        expect([answer.status, answer.json().error.type]).toEqual([400, 'VALIDATION_ERROR']);
        expect(answer.json().error.details?.some(({ path }) => path.startsWith('/$headers'))).toBe(true);
        expect(answer.text).not.toContain('hidden');
      }
    });
  });
});
