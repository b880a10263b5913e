import { expect, test } from 'vitest';
import { clientAddress, clientScheme } from './client-address.js';

const PROXY = '10.0.0.1';
const plain = (value: string | string[], hops = 1) =>
  clientAddress({ 'x-forwarded-for': value }, PROXY, hops);
const standard = (value: string, hops = 1) => clientAddress({ forwarded: value }, PROXY, hops);

test('client address: the connection’s without trusted proxies, which ignores all headers', () => {
  expect(plain('198.51.100.7', 0)).toBe(PROXY);
  expect(standard('for=198.51.100.7', 0)).toBe(PROXY);
});

test.each([
  ['198.51.100.7', '198.51.100.7'],
  ['198.51.100.7:40001', '198.51.100.7'],
  ['[2001:db8::7]:40001', '2001:db8::7'],
  ['[2001:db8::7]', '2001:db8::7'],
  ['2001:db8::7', '2001:db8::7'],
  ['"198.51.100.7:40001"', '198.51.100.7'],
  ['"[2001:db8::7]:40001"', '2001:db8::7'],
  ['::ffff:198.51.100.7', '::ffff:198.51.100.7'],
  ['203.0.113.1, 198.51.100.7', '198.51.100.7'],
  ['203.0.113.1,198.51.100.7 ,', '198.51.100.7'],
  ['unknown', PROXY],
  ['', PROXY],
  ['evil"', PROXY],
  ['" , 198.51.100.7', '198.51.100.7'],
])('client address: X-Forwarded-For %j is %s', (value, expected) => {
  expect(plain(value)).toBe(expected);
});

test('client address: each of several trusted proxies appended one entry', () => {
  expect(plain('6.6.6.6, 198.51.100.7:1, 10.0.0.2:2', 2)).toBe('198.51.100.7');
  expect(plain(['6.6.6.6', '198.51.100.7', '10.0.0.2'], 2)).toBe('198.51.100.7');
  // A request that did not pass the outer proxy has fewer entries.
  expect(plain('198.51.100.7', 2)).toBe('198.51.100.7');
  expect(plain('_hidden, 10.0.0.2', 2)).toBe('10.0.0.2');
});

test.each([
  ['for=198.51.100.7', '198.51.100.7'],
  ['For="198.51.100.7:40001";proto=https', '198.51.100.7'],
  ['by=10.0.0.1; for="[2001:db8::7]:40001" ;proto=https', '2001:db8::7'],
  ['for=203.0.113.1, for=198.51.100.7;proto=http', '198.51.100.7'],
  ['for="203.0.113.1, for=6.6.6.6", for=198.51.100.7', '198.51.100.7'],
  ['for="\\"198.51.100.7\\"", for=198.51.100.8', '198.51.100.8'],
  ['for=unknown', PROXY],
  ['for=_secret', PROXY],
  ['proto=https', PROXY],
  // A quote that the client left open does not swallow what the proxy appended.
  ['for=", for="[2001:db8::7]:40001"', '2001:db8::7'],
  ['for="\\, for=198.51.100.7', '198.51.100.7'],
])('client address: Forwarded %j is %s', (value, expected) => {
  expect(standard(value)).toBe(expected);
});

test('client address: X-Forwarded-For takes precedence over Forwarded', () => {
  expect(clientAddress({ 'x-forwarded-for': '198.51.100.7', forwarded: 'for=6.6.6.6' }, PROXY, 1)).toBe(
    '198.51.100.7',
  );
});

test('client scheme: what the nearest proxy received', () => {
  expect(clientScheme({ 'x-forwarded-proto': 'https' })).toBe('https');
  expect(clientScheme({ 'x-forwarded-proto': 'http' })).toBe('http');
  expect(clientScheme({ 'x-forwarded-proto': 'http, HTTPS' })).toBe('https');
  expect(clientScheme({ 'x-forwarded-proto': 'http', forwarded: 'proto=https' })).toBe('http');
  expect(clientScheme({ forwarded: 'for=6.6.6.6;proto=https, for=198.51.100.7;Proto="http"' })).toBe('http');
  expect(clientScheme({ forwarded: 'for=198.51.100.7; proto=https' })).toBe('https');
  expect(clientScheme({})).toBeUndefined();
});
