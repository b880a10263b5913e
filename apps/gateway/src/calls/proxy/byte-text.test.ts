import { expect, test } from 'vitest';
import { ByteText, byteCharacters, utf8Characters } from './byte-text.js';
import type { Meta, ProxyRequest } from './http.js';
import { printedBody, successResponse } from './respond.js';

test('byte text: has the bytes of a text in UTF-8', () => {
  for (const text of ['', 'plain', 'Größe', '☃ \u{1f600}']) {
    const characters = new ByteText(utf8Characters(text));
    expect(characters.length).toBe(Buffer.byteLength(text));
    expect(Buffer.from(characters.bytes()).toString('utf8')).toBe(text);
  }
});

test('byte text: takes bytes as they are, also those of a view', () => {
  const all = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  expect(new ByteText(byteCharacters(all)).bytes()).toEqual(Buffer.from(all));
  expect(byteCharacters(all.subarray(65, 68))).toBe('ABC');
  expect(byteCharacters(Buffer.from('Größe'))).toBe('Gr\u00c3\u00b6\u00c3\u009fe');
});

test.each([
  ['short', 10],
  ['long', 40_000],
])('success response: a %s result, its names and its header blocks arrive as they are', (_name, length) => {
  const result = Buffer.from(JSON.stringify({ text: 'ö'.repeat(length) }));
  const meta: Meta = {
    title: '"service":"größe","operation":"Größe"',
    latencyMs: 3,
    cached: false,
    soapHeaders: Buffer.from('{"☃":1}'),
  };
  const limits = { limit: '1', remaining: '0', reset: '', policy: '', state: '' };
  const response = successResponse({ id: 'req_1' } as ProxyRequest, result, meta, 0, limits);
  const body = printedBody(response);
  expect(response.body.length).toBe(body.length);
  expect(JSON.parse(Buffer.from(body).toString('utf8'))).toEqual({
    result: { text: 'ö'.repeat(length) },
    meta: { service: 'größe', operation: 'Größe', latencyMs: 3, cached: false, soapHeaders: { '☃': 1 } },
  });
});
