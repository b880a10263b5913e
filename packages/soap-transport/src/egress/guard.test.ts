import { describe, expect, test } from 'vitest';
import { createEgressGuard } from './guard.js';

const open = createEgressGuard();

describe('without a policy', () => {
  // The neighbours of every rejected IPv4 network, and addresses of well-known hosts.
  test.each([
    '1.0.0.0',
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.0',
    '93.184.216.34',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '168.63.129.15',
    '168.63.129.17',
    '169.253.255.255',
    '169.255.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '191.255.255.255',
    '192.0.1.0',
    '192.0.3.0',
    '192.88.98.255',
    '192.88.100.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '198.51.99.255',
    '203.0.114.0',
    '223.255.255.255',
    '2001:200::1',
    '2001:4860:4860::8888',
    '2003::1',
    '2606:4700:4700::1111',
    '2a00:1450:4001:81b::200e',
  ])('%s is allowed', (address) => {
    expect(open.refuseAddress(address, 'soap.example.com', 443)).toBeUndefined();
  });

  test.each([
    ['localhost', 'localhost (127.0.0.1) is loopback; egress.allow "localhost" permits it'],
    [
      'soap.example.com',
      'soap.example.com (127.0.0.1) is loopback; egress.allow "soap.example.com" permits it',
    ],
  ])('a name (%s) is allowed until it resolves', (name, reason) => {
    expect(open.refuseTarget(name, 80)).toBeUndefined();
    expect(open.refuseAddress('127.0.0.1', name, 80)).toBe(reason);
  });
});

describe('allow', () => {
  test.each<[string, string, string, number, string | undefined]>([
    ['an address with its port', '127.0.0.1:8001', '127.0.0.1', 8001, undefined],
    [
      'not another port',
      '127.0.0.1:8001',
      '127.0.0.1',
      8002,
      '127.0.0.1 is loopback; egress.allow "127.0.0.1" permits it',
    ],
    ['an address on all ports', '10.1.2.3', '10.1.2.3', 9999, undefined],
    [
      'not the next address',
      '10.1.2.3',
      '10.1.2.4',
      80,
      '10.1.2.4 is private use; egress.allow "10.1.2.4" permits it',
    ],
    ['a network', '10.1.0.0/16', '10.1.255.255', 80, undefined],
    [
      'not beyond it',
      '10.1.0.0/16',
      '10.2.0.0',
      80,
      '10.2.0.0 is private use; egress.allow "10.2.0.0" permits it',
    ],
    ['an IPv6 network', 'fd00:1::/32', 'fd00:1:2::3', 80, undefined],
    ['an IPv6 address in brackets with a port', '[fd00::1]:8001', 'fd00::1', 8001, undefined],
    [
      'not its mapped form',
      '127.0.0.1',
      '::ffff:127.0.0.1',
      80,
      '::ffff:127.0.0.1 is not global unicast; egress.allow "::ffff:127.0.0.1" permits it',
    ],
    [
      'a network does not open a refused port',
      '10.0.0.0/8',
      '10.0.0.1',
      6379,
      'port 6379 is refused; egress.allow "10.0.0.1:6379" permits it',
    ],
    ['a network with the port does', '10.0.0.0/8:6379', '10.0.0.1', 6379, undefined],
  ])('%s', (_name, entry, address, port, expected) => {
    const guard = createEgressGuard({ allow: [entry] });
    const literal = address.includes(':') ? `[${address}]` : address;
    expect(guard.refuseTarget(literal, port)).toBe(expected);
    expect(guard.refuseAddress(address, address, port)).toBe(expected);
    expect(guard.refuseAddress(address, 'soap.internal', port) === undefined).toBe(expected === undefined);
  });

  test.each<[string, string, string, number, boolean]>([
    ['a name', 'soap.internal', 'soap.internal', 80, true],
    ['a name in upper case, with a trailing dot', 'Soap.Internal.', 'SOAP.internal.', 80, true],
    ['not a longer name that ends with it', 'soap.internal', 'xsoap.internal', 80, false],
    ['not a name below it', 'soap.internal', 'a.soap.internal', 80, false],
    ['every name below', '*.internal', 'a.b.internal', 80, true],
    ['and the name itself', '*.internal', 'internal', 80, true],
    ['not a name that only ends with the same text', '*.internal', 'evil-internal', 80, false],
    ['a name on its port', 'soap.internal:8080', 'soap.internal', 8080, true],
    ['not on another', 'soap.internal:8080', 'soap.internal', 80, false],
  ])('%s', (_name, entry, host, port, allowed) => {
    const guard = createEgressGuard({ allow: [entry] });
    expect(guard.refuseAddress('10.0.0.1', host, port) === undefined).toBe(allowed);
  });
});

describe('deny', () => {
  test.each<[string, string[], string, string]>([
    ['a public address', ['8.8.8.8'], '8.8.8.8', 'x'],
    ['a network', ['8.0.0.0/8'], '8.1.2.3', 'x'],
    ['a name', ['evil.example'], '8.8.8.8', 'EVIL.example.'],
    ['a name and every name below it', ['*.evil.example'], '8.8.8.8', 'a.evil.example'],
    ['an IPv6 network', ['2606:4700::/32'], '2606:4700::1', 'x'],
  ])('%s', (_name, deny, address, host) => {
    const guard = createEgressGuard({ deny });
    expect(guard.refuseAddress(address, host, 443)).toContain(` is denied by egress.deny "${deny[0]}"`);
    expect(guard.refuseAddress('93.184.216.34', 'soap.example.com', 443)).toBeUndefined();
  });

  test('wins over allow, and covers the IPv6 forms of an address', () => {
    const guard = createEgressGuard({ allow: ['10.0.0.0/8', '::/0'], deny: ['10.9.0.0/16'] });
    expect(guard.refuseAddress('10.8.0.1', 'x', 80)).toBeUndefined();
    for (const form of ['10.9.0.1', '::ffff:10.9.0.1', '::10.9.0.1', '64:ff9b::10.9.0.1', '2002:a09:1::']) {
      expect(guard.refuseAddress(form, 'x', 80)).toBe(`x (${form}) is denied by egress.deny "10.9.0.0/16"`);
    }
  });
});

test.each(['fe80::1%eth0', 'localhost', '', '1.2.3', '1.2.3.4.5', '::g'])('%j is not an address', (text) => {
  expect(createEgressGuard({ allow: ['::/0', '0.0.0.0/0'] }).refuseAddress(text, 'x', 80)).toBe(
    `x (${text}) is not an address`,
  );
});

test.each([
  '',
  ' ',
  'http://x',
  '1.2.3.4/33',
  '::1/129',
  '1.2.3',
  '0x7f.1',
  '2130706433',
  'a b',
  'x:0',
  'x:65536',
  'x:http',
  '[::1',
  '[1.2.3.4]:80',
  '1.2.3.4/8/9',
  'host/8',
  '*',
  'a..b',
])('entry %j cannot be parsed', (entry) => {
  expect(() => createEgressGuard({ allow: [entry] })).toThrow(
    `cannot read egress policy entry "${entry}": expected a host name, *.name, address or network, optionally with :port`,
  );
});

test('refusedPorts: rejects an invalid port, and refuses a valid one', () => {
  expect(() => createEgressGuard({ refusedPorts: [70000] })).toThrow('cannot refuse port 70000');
  expect(createEgressGuard({ refusedPorts: [8443] }).refuseTarget('93.184.216.34', 8443)).toBe(
    'port 8443 is refused; egress.allow "93.184.216.34:8443" permits it',
  );
});

test('egress: the entry that a rejection suggests permits the connection', () => {
  for (const [address, host, port] of [
    ['192.168.1.10', '192.168.1.10', 80],
    ['10.0.0.1', '10.0.0.1', 6379],
    ['fd00::1', 'fd00::1', 6379],
    ['10.0.0.1', 'soap.intranet.example', 443],
    ['fd00::1', 'SOAP.intranet.example.', 6379],
    ['127.0.0.1', '0.0.0.0', 80],
  ] as const) {
    const allow: string[] = [];
    for (let step = 0; step < 2; step += 1) {
      const refusal = createEgressGuard({ allow }).refuseAddress(address, host, port);
      const entry = /egress\.allow "([^"]+)" permits it$/.exec(refusal ?? '')?.[1];
      if (entry !== undefined) allow.push(entry);
    }
    expect(allow.length).toBeGreaterThan(0);
    expect(createEgressGuard({ allow }).refuseAddress(address, host, port)).toBeUndefined();
  }
});
