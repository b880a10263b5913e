import { describe, expect, test } from 'vitest';
import { canonicalNetwork, createAddressList } from './address-list.js';

describe('address lists', () => {
  test.each([
    [
      '192.0.2.0/24',
      ['192.0.2.0', '192.0.2.255', '::ffff:192.0.2.7', '::ffff:c000:207'],
      ['192.0.3.0', '192.0.1.255', '::192.0.2.7'],
    ],
    ['192.0.2.7', ['192.0.2.7', '0:0:0:0:0:FFFF:192.0.2.7'], ['192.0.2.6']],
    ['0.0.0.0/0', ['8.8.8.8', '255.255.255.255', '::ffff:1.2.3.4'], ['2001:db8::1', '::']],
    ['2001:db8::/32', ['2001:db8::1', '2001:0DB8:ffff::', '2001:db8::1%eth0'], ['2001:db9::', '32.1.13.184']],
    ['::1', ['::1', '0:0:0:0:0:0:0:1'], ['::2', '127.0.0.1', '0.0.0.1']],
    ['::ffff:10.0.0.0/104', ['10.255.0.1', '::ffff:a00:1'], ['11.0.0.0', '::10.0.0.1']],
    ['::/0', ['::', 'ffff::'], ['10.0.0.1', '::ffff:10.0.0.1']],
    ['fe80::/10', ['fe80::1%en0', 'febf::1'], ['fec0::1']],
  ])('%s: contains %j, not %j', (entry, inside, outside) => {
    const list = createAddressList([entry]);
    expect(inside.filter((address) => !list.has(address))).toEqual([]);
    expect(outside.filter((address) => list.has(address))).toEqual([]);
  });

  test('an address belongs to a list if one of its networks has it, regardless of earlier questions', () => {
    const list = createAddressList(['10.0.0.0/8', '2001:db8::/32']);
    const asked = ['10.1.2.3', '10.1.2.3', '11.0.0.1', '2001:db8::9', '11.0.0.1', '10.1.2.3'];
    expect(asked.map((address) => list.has(address))).toEqual([true, true, false, true, false, true]);
  });

  test.each([
    '',
    'unknown',
    '10.0.0.256',
    '10.0.0',
    '010.0.0.1',
    '1.2.3.4.5',
    ':::',
    '[::1]',
    'fe80::1/64',
    '%',
  ])('%j is no address and belongs to no network', (address) => {
    expect(createAddressList(['0.0.0.0/0', '::/0']).has(address)).toBe(false);
  });

  test.each([
    ['192.0.2.1', '192.0.2.1/32'],
    ['2001:DB8:0:0:0:0:0:0/32', '2001:db8::/32'],
    ['::FFFF:192.0.2.0/120', '192.0.2.0/24'],
    ['::', '::/128'],
  ])('%s is stored as %s', (entry, network) => {
    expect(canonicalNetwork(entry)).toEqual({ network });
    expect(canonicalNetwork(network)).toEqual({ network });
  });

  test.each([
    ['10.0.0.1/8', 'has bits after its prefix: the network is 10.0.0.0/8'],
    ['2001:db8::1/32', 'has bits after its prefix: the network is 2001:db8::/32'],
    ['10.0.0.0/33', 'has a prefix that is not a number from 0 to 32'],
    ['::/129', 'has a prefix that is not a number from 0 to 128'],
    ['10.0.0.0/', 'has a prefix that is not a number from 0 to 32'],
    ['10.0.0.0/-1', 'has a prefix that is not a number from 0 to 32'],
    ['10.0.0.0/8/8', 'has a prefix that is not a number from 0 to 32'],
    ['example.com', 'is neither an IP address nor a network such as 192.0.2.0/24'],
    ['1', 'is neither an IP address nor a network such as 192.0.2.0/24'],
    ['0x7f.0.0.1', 'is neither an IP address nor a network such as 192.0.2.0/24'],
    ['fe80::1%eth0', 'is neither an IP address nor a network such as 192.0.2.0/24'],
  ])('%s %s', (entry, problem) => {
    expect(canonicalNetwork(entry)).toEqual({ problem });
    expect(createAddressList([entry]).has('10.0.0.1')).toBe(false);
  });
});
