import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GatewayUnderTest, startUnderTest } from '../testing/gateway-under-test.js';

let under: GatewayUnderTest;
beforeAll(async () => {
  under = await startUnderTest();
});
afterAll(() => under?.stop());

test('every hostile request writes at most one line, without any of its content', async () => {
  const account = await under.createAccount();
  const { key } = await under.createKey(account.id);
  const before = under.logLines.length;
  const names = [
    'a%0a%7B%22level%22:60%7D',
    'a%0d%0aX',
    '%1b%5b31mred',
    '%c2%9b31m',
    '%e2%80%a8line',
    '%e2%80%aereversed',
    '%00',
    'canary-slug',
    'x'.repeat(10_000),
    '__proto__',
    '%ff%fe',
  ];
  const hostile = ['canary-header', '{"level":60}', '\u009b31m', 'x'.repeat(4_000)];
  let sent = 0;
  for (const name of names) {
    for (const path of [`/api/v1/${account.id}/${name}/Op?canary-query=${name}`, `/${name}`]) {
      for (const apiKey of [key, 'canary-key']) {
        const text = await under.sendRaw(
          [
            `POST ${path} HTTP/1.1`,
            'Host: localhost',
            `X-API-Key: ${apiKey}`,
            ...hostile.map((value) => `User-Agent: ${value}`),
            'Content-Type: application/json',
            'Connection: close',
            'Content-Length: 17',
            '',
            '{"canary-body":1}',
          ].join('\r\n'),
        );
        sent += 1;
        expect(text).toMatch(/^HTTP\/1\.1 4\d\d /);
      }
    }
  }
  const lines = under.logLines.slice(before);
  expect(lines.length).toBeGreaterThan(names.length);
  expect(lines.length).toBeLessThanOrEqual(sent);
  for (const line of lines) {
    expect(line.slice(0, -1)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e]/);
    expect(line).not.toContain('canary');
    expect(line).not.toContain(key);
    expect(line.length).toBeLessThan(2_000);
    expect(JSON.parse(line)).not.toHaveProperty('headers');
  }
});
