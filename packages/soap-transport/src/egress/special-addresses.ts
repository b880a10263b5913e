import ipaddr from 'ipaddr.js';

/** An address as ipaddr.js parses it. */
export type Address = ipaddr.IPv4 | ipaddr.IPv6;
/** A network: base address and prefix length. */
export type Range = readonly [Address, number];

/**
 * IPv4 networks without public hosts: the IANA IPv4 Special-Purpose Address Registry in full, multicast, and the one metadata
 * service whose address looks public. Everything else is allowed.
 *
 * @see https://www.iana.org/assignments/iana-ipv4-special-registry
 */
const REFUSED_IPV4: readonly (readonly [cidr: string, name: string])[] = [
  ['0.0.0.0/8', 'this network'],
  ['10.0.0.0/8', 'private use'],
  ['100.64.0.0/10', 'shared address space'],
  ['127.0.0.0/8', 'loopback'],
  ['168.63.129.16/32', 'cloud host services'],
  ['169.254.0.0/16', 'link local'],
  ['172.16.0.0/12', 'private use'],
  ['192.0.0.0/24', 'IETF protocol assignments'],
  ['192.0.2.0/24', 'documentation'],
  ['192.31.196.0/24', 'AS112'],
  ['192.52.193.0/24', 'AMT'],
  ['192.88.99.0/24', '6to4 relay anycast'],
  ['192.168.0.0/16', 'private use'],
  ['192.175.48.0/24', 'AS112'],
  ['198.18.0.0/15', 'benchmarking'],
  ['198.51.100.0/24', 'documentation'],
  ['203.0.113.0/24', 'documentation'],
  ['224.0.0.0/4', 'multicast'],
  ['240.0.0.0/4', 'reserved'],
];

/**
 * IPv6 uses an allow-list, because unassigned ranges may be assigned tomorrow: only global unicast, without its special parts and
 * those that embed an IPv4 address. Mapped, compatible, NAT64, unique local, link local and multicast addresses all lie outside
 * 2000::/3.
 *
 * @see https://www.iana.org/assignments/iana-ipv6-special-registry
 */
const GLOBAL_UNICAST_IPV6 = '2000::/3';
const REFUSED_IPV6: readonly (readonly [cidr: string, name: string])[] = [
  ['2001::/23', 'IETF protocol assignments'],
  ['2001:db8::/32', 'documentation'],
  ['2002::/16', '6to4'],
  ['2620:4f:8000::/48', 'AS112'],
  ['3fff::/20', 'documentation'],
];

const ipv4Table = REFUSED_IPV4.map(([cidr, name]) => ({ range: ipaddr.parseCIDR(cidr), name }));
const ipv6Table = REFUSED_IPV6.map(([cidr, name]) => ({ range: ipaddr.parseCIDR(cidr), name }));
const globalUnicast = ipaddr.parseCIDR(GLOBAL_UNICAST_IPV6);

/** A short reason why an address does not belong to a public host; `undefined` if it does. */
export function specialPurpose(address: Address): string | undefined {
  if (address.kind() === 'ipv4') return nameIn(ipv4Table, address);
  if (!inRange(address, globalUnicast)) return 'not global unicast';
  return nameIn(ipv6Table, address);
}

/** Whether `address` lies in `range`; false across families. */
export function inRange(address: Address, range: Range): boolean {
  if (address.kind() !== range[0].kind()) return false;
  return (address as ipaddr.IPv6).match(range[0] as ipaddr.IPv6, range[1]);
}

function nameIn(table: readonly { range: Range; name: string }[], address: Address): string | undefined {
  return table.find(({ range }) => inRange(address, range))?.name;
}

/** IPv6 ranges that embed an IPv4 address: the network, and the offset of the four bytes. */
const CARRIERS: readonly { range: Range; at: number }[] = [
  { range: ipaddr.parseCIDR('::ffff:0:0/96'), at: 12 },
  { range: ipaddr.parseCIDR('::ffff:0:0:0/96'), at: 12 },
  { range: ipaddr.parseCIDR('::/96'), at: 12 },
  { range: ipaddr.parseCIDR('64:ff9b::/96'), at: 12 },
  { range: ipaddr.parseCIDR('64:ff9b:1::/48'), at: 12 },
  { range: ipaddr.parseCIDR('2002::/16'), at: 2 },
];

/** The IPv4 address inside a mapped, compatible, NAT64 or 6to4 address. A deny rule for it covers these forms too. */
export function embeddedIpv4(address: Address): Address | undefined {
  if (address.kind() === 'ipv4') return undefined;
  const carrier = CARRIERS.find(({ range }) => inRange(address, range));
  if (carrier === undefined) return undefined;
  return new ipaddr.IPv4(address.toByteArray().slice(carrier.at, carrier.at + 4));
}
