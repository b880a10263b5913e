import ipaddr, { type IPv4, type IPv6 } from 'ipaddr.js';

type Address = IPv4 | IPv6;

/** A network: the first `prefix` bits of an address. */
interface Network {
  readonly address: Address;
  readonly prefix: number;
}

/** The networks from which a key may be used. */
export interface AddressList {
  /** Whether an IP address belongs to one of the networks. A text that is not an address belongs to none. */
  has(address: string): boolean;
}

/** The prefix of `::ffff:0:0/96`, the IPv6 addresses that stand for IPv4 ones. */
const MAPPED = 96;

/**
 * Returns an entry of an address list in its canonical form, always with a prefix: `192.0.2.1` is `192.0.2.1/32`. IPv4-mapped IPv6
 * addresses become IPv4 ones.
 *
 * @returns what is wrong with the entry, as the end of a sentence, if it is neither an address nor a network
 */
export function canonicalNetwork(entry: string): { readonly network: string } | { readonly problem: string } {
  const found = parseNetwork(entry);
  return 'problem' in found ? found : { network: printNetwork(found) };
}

/** Creates the list of `entries`, which are canonical networks. One that cannot be read matches nothing. */
export function createAddressList(entries: readonly string[]): AddressList {
  const networks = entries.flatMap((entry) => {
    const found = parseNetwork(entry);
    return 'problem' in found ? [] : [found];
  });
  /** Consecutive calls mostly come from one address. */
  let last: string | undefined;
  let lastResult = false;
  return {
    has(text) {
      if (text === last) return lastResult;
      const address = parseAddress(text);
      last = text;
      lastResult = address !== undefined && networks.some((network) => contains(network, address));
      return lastResult;
    },
  };
}

function contains({ address: network, prefix }: Network, address: Address): boolean {
  return address.kind() === network.kind() && address.match([network, prefix]);
}

function parseNetwork(entry: string): Network | { readonly problem: string } {
  const slash = entry.indexOf('/');
  const text = slash === -1 ? entry : entry.slice(0, slash);
  const address = text.includes('%') ? undefined : parse(text);
  if (address === undefined)
    return { problem: 'is neither an IP address nor a network such as 192.0.2.0/24' };
  const width = address.kind() === 'ipv4' ? 32 : 128;
  const digits = slash === -1 ? String(width) : entry.slice(slash + 1);
  const prefix = /^\d{1,3}$/.test(digits) ? Number(digits) : Number.NaN;
  if (!(prefix <= width)) return { problem: `has a prefix that is not a number from 0 to ${width}` };
  const first = (address.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6).networkAddressFromCIDR(
    `${address.toString()}/${prefix}`,
  );
  if (first.toString() !== address.toString())
    return {
      problem: `has bits after its prefix: the network is ${printNetwork({ address: first, prefix })}`,
    };
  const unmapped = prefix >= MAPPED ? withoutMapping(address) : address;
  return { address: unmapped, prefix: unmapped === address ? prefix : prefix - MAPPED };
}

/** Returns an address, with IPv4-mapped ones as IPv4, and without the zone of a link-local one. */
function parseAddress(text: string): Address | undefined {
  const zone = text.indexOf('%');
  const address = parse(zone === -1 ? text : text.slice(0, zone));
  return address && withoutMapping(address);
}

function withoutMapping(address: Address): Address {
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}

/** A leading zero is refused: it means an octal number to some programs and nothing to others. */
function parse(text: string): Address | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  // The library takes `::192.0.2.1` for an IPv4-mapped address, so it gets groups of hexadecimal digits.
  return ipaddr.IPv6.isValid(text)
    ? ipaddr.IPv6.parse(new URL(`http://[${text}]`).hostname.slice(1, -1))
    : undefined;
}

function printNetwork({ address, prefix }: Network): string {
  return `${address.toString()}/${prefix}`;
}
