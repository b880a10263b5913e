import { describe, expect, test } from 'vitest';
import { isNoProxyEntry, readNoProxy } from './no-proxy.js';

describe('NO_PROXY', () => {
  test.each<[list: string, hostname: string, port: number, bypassed: boolean]>([
    ['example.com', 'example.com', 443, true],
    ['example.com', 'a.b.Example.COM.', 443, true],
    ['example.com', 'notexample.com', 443, false],
    ['.example.com', 'a.example.com', 443, true],
    ['.example.com', 'example.com', 443, true],
    ['*.example.com', 'a.example.com', 443, true],
    ['EXAMPLE.com', 'example.com', 80, true],
    ['example.com:8443', 'example.com', 8443, true],
    ['example.com:8443', 'example.com', 443, false],
    ['localhost', 'localhost', 80, true],
    ['10.0.0.0/8', '10.1.2.3', 80, true],
    ['10.0.0.0/8', '11.1.2.3', 80, false],
    ['10.0.0.0/8', '[::ffff:a01:203]', 80, true],
    ['10.0.0.0/8:8080', '10.1.2.3', 80, false],
    ['10.0.0.0/8:8080', '10.1.2.3', 8080, true],
    ['10.1.2.3', '10.1.2.3', 80, true],
    ['fd00::/8', '[fd00::1]', 80, true],
    ['::1', '[::1]', 80, true],
    ['[::1]:81', '[::1]', 80, false],
    ['2.3', '10.1.2.3', 80, false],
    ['*', 'anything.example', 1, true],
    ['a.example, *', 'anything.example', 1, true],
    ['a.example\tb.example  c.example', 'b.example', 1, true],
    ['<local>,10.*,http://x/,example.com', 'example.com', 1, true],
    ['<local>,10.*,http://x/', '10.1.2.3', 1, false],
    ['', 'example.com', 1, false],
    [',', 'example.com', 1, false],
  ])('%j and %s:%i: %s', (list, hostname, port, bypassed) => {
    expect(readNoProxy(list)(hostname, port)).toBe(bypassed);
  });

  test('reads no more than a bounded part of a list', () => {
    expect(readNoProxy(`${'a,'.repeat(9_000)}example.com`)('example.com', 1)).toBe(false);
  });

  test('says which entries can be read', () => {
    expect(['*', '.a.example', 'a:1', '<local>', '10.*', 'a:b'].map(isNoProxyEntry)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
