import { describe, expect, test } from 'vitest';
import { createTransport, OptionError } from '../index.js';
import { createProxyRouter, type Environment } from './proxy-router.js';

const HTTP = 'http://erp.example';
const HTTPS = 'https://erp.example';

function foundIn(env: Environment, origin: string): string | undefined {
  const proxy = createProxyRouter('environment', env).proxyFor(origin);
  return proxy && `${proxy.name} ${proxy.hostname}:${proxy.port}`;
}

describe('the environment', () => {
  test.each<[Environment, string, string | undefined]>([
    [{ HTTPS_PROXY: 'http://p.example:3128' }, HTTPS, 'HTTPS_PROXY p.example:3128'],
    [{ HTTPS_PROXY: 'http://p.example:3128' }, HTTP, undefined],
    [{ HTTP_PROXY: 'http://p.example:3128' }, HTTPS, undefined],
    [{ HTTP_PROXY: 'p.example:3128' }, HTTP, 'HTTP_PROXY p.example:3128'],
    [{ HTTP_PROXY: 'http://p.example' }, HTTP, 'HTTP_PROXY p.example:80'],
    [{ HTTP_PROXY: 'http://[::1]:8080/' }, HTTP, 'HTTP_PROXY ::1:8080'],
    [{ https_proxy: 'a:1', HTTPS_PROXY: 'b:2' }, HTTPS, 'https_proxy a:1'],
    [{ https_proxy: '', HTTPS_PROXY: 'b:2' }, HTTPS, 'HTTPS_PROXY b:2'],
    [{ HTTP_PROXY: 'evil:1', REQUEST_METHOD: 'GET' }, HTTP, undefined],
    [{ http_proxy: 'a:1', REQUEST_METHOD: 'GET' }, HTTP, 'http_proxy a:1'],
    [{ HTTPS_PROXY: 'a:1', NO_PROXY: 'erp.example' }, HTTPS, undefined],
    [{ HTTPS_PROXY: 'a:1', NO_PROXY: 'erp.example:80' }, HTTPS, 'HTTPS_PROXY a:1'],
    [{ HTTP_PROXY: 'a:1', NO_PROXY: 'erp.example:80' }, HTTP, undefined],
    [{ HTTPS_PROXY: 'a:1', no_proxy: 'other.example', NO_PROXY: '*' }, HTTPS, 'HTTPS_PROXY a:1'],
    [{}, HTTPS, undefined],
  ])('%j for %s: %s', (env, origin, found) => {
    expect(foundIn(env, origin)).toBe(found);
  });

  test.each([
    ['socks5://u:CANARY-1@p:1080', 'its scheme is not http or https'],
    ['http://CANARY-1:99999', 'it is not http://host:port'],
    ['http://u%zz:CANARY-1@p:1', 'not percent-encoded'],
    ['http://u:CANARY-1%0d%0aX@p:1', 'control characters'],
  ])('a variable that cannot be used fails the calls that need it, without its value: %#', (value, why) => {
    const router = createProxyRouter('environment', { HTTPS_PROXY: value });
    expect(router.proxyFor(HTTP)).toBeUndefined();
    let caught: unknown;
    try {
      router.proxyFor(HTTPS);
    } catch (error) {
      caught = error;
    }
    expect(caught).toMatchObject({ code: 'INVALID_REQUEST', phase: 'prepare' });
    expect(String(caught)).toContain('cannot use the proxy of HTTPS_PROXY: ');
    expect(String(caught)).toContain(why);
    expect(String(caught)).not.toContain('CANARY');
  });
});

describe('the option', () => {
  test.each<[unknown, string]>([
    ['socks5://p:1080', 'proxy'],
    ['http://', 'proxy'],
    [{}, 'proxy.url'],
    [{ url: 'p:1', noProxy: 'a.example,<local>' }, 'proxy.noProxy'],
    [{ url: 'p:1', credentials: { username: 'a:b', password: 'CANARY-1' } }, 'proxy.credentials.username'],
    [
      { url: 'p:1', credentials: { username: 'a', password: 'CANARY-1\r\nX: y' } },
      'proxy.credentials.password',
    ],
    [{ url: 'p:1', credentials: { username: 'a' } }, 'proxy.credentials.password'],
    [{ url: 'https://p:1', ca: 'CANARY-1' }, 'proxy'],
    [{ url: 'p:1', noproxy: '' }, 'proxy.noproxy'],
    [true, 'proxy'],
  ])('%j is rejected', (proxy, option) => {
    let caught: unknown;
    try {
      createTransport({ proxy: proxy as string });
    } catch (error) {
      caught = error;
    }
    expect(caught).toBeInstanceOf(OptionError);
    expect((caught as OptionError).option).toBe(option);
    expect(String(caught)).not.toContain('CANARY');
  });
});
