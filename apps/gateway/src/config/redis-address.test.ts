import { describe, expect, test } from 'vitest';
import { readRedisAddress } from './redis-address.js';

describe('REDIS_URL', () => {
  test.each([
    [
      'redis://localhost',
      { kind: 'single', nodes: [{ host: 'localhost', port: 6379 }], access: { tls: false } },
    ],
    [
      'rediss://gate%40way:a%3Ab@redis.internal:6380/2',
      {
        kind: 'single',
        nodes: [{ host: 'redis.internal', port: 6380 }],
        access: { username: 'gate@way', password: 'a:b', db: 2, tls: true },
      },
    ],
    [
      'redis://:secret@10.0.0.1:7000,10.0.0.2:7001,[::1]',
      {
        kind: 'cluster',
        nodes: [
          { host: '10.0.0.1', port: 7000 },
          { host: '10.0.0.2', port: 7001 },
          { host: '::1', port: 6379 },
        ],
        access: { password: 'secret', tls: false },
      },
    ],
    [
      'redis+cluster://only:7000',
      { kind: 'cluster', nodes: [{ host: 'only', port: 7000 }], access: { tls: false } },
    ],
    [
      'rediss+sentinel://u:p@s1,s2:26380/main',
      {
        kind: 'sentinel',
        master: 'main',
        nodes: [
          { host: 's1', port: 26379 },
          { host: 's2', port: 26380 },
        ],
        access: { username: 'u', password: 'p', tls: true },
      },
    ],
  ])('%s', (text, address) => {
    expect(readRedisAddress(text)).toEqual(address);
  });

  test.each([
    ['http://x', /expected redis:\/\/HOST:PORT, a list/],
    ['redis+sentinel://s1,s2', /the name of the master is missing/],
    ['redis://', /it names no host/],
    ['redis://a b:1', /a b:1 is not a host/],
    ['redis://a:99999', /99999 is not a port/],
    ['redis://a,b/1', /a cluster has no databases/],
    ['redis://a/one', /the number of a database, not one/],
    ['redis://:100%@a', /write it as %25/],
  ])('%s is rejected', (text, message) => {
    expect(() => readRedisAddress(text)).toThrow(message);
  });

  test('no message contains the password', () => {
    for (const text of ['redis://u:swordfish@a b', 'redis://u:swordfish@a:99999', 'redis://u:swordfish%@a']) {
      expect(() => readRedisAddress(text)).toThrow(
        expect.not.objectContaining({ message: expect.stringContaining('swordfish') }),
      );
    }
  });
});
