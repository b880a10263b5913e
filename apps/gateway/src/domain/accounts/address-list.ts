/** A network: the first `prefix` bits of an address. */
interface Network {
  readonly version: 4 | 6;
  readonly bits: bigint;
  readonly prefix: number;
}

interface Address {
  readonly version: 4 | 6;
  readonly bits: bigint;
}

/** The networks from which a key may be used. */
export interface AddressList {
  /** Whether an IP address belongs to one of the networks. A text that is not an address belongs to none. */
  has(address: string): boolean;
}

const WIDTH = { 4: 32, 6: 128 } as const;
/** `::ffff:0:0/96`, the IPv6 addresses that stand for IPv4 ones. */
const MAPPED = { bits: 0xffff_0000_0000n, prefix: 96 };

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

function contains({ version, bits, prefix }: Network, address: Address): boolean {
  const rest = BigInt(WIDTH[version] - prefix);
  return address.version === version && address.bits >> rest === bits >> rest;
}

function parseNetwork(entry: string): Network | { readonly problem: string } {
  const slash = entry.indexOf('/');
  const text = slash === -1 ? entry : entry.slice(0, slash);
  const parsed = parseVersion(text);
  if (parsed === undefined) return { problem: 'is neither an IP address nor a network such as 192.0.2.0/24' };
  const digits = slash === -1 ? String(WIDTH[parsed.version]) : entry.slice(slash + 1);
  const prefix = /^\d{1,3}$/.test(digits) ? Number(digits) : Number.NaN;
  if (!(prefix <= WIDTH[parsed.version])) {
    return { problem: `has a prefix that is not a number from 0 to ${WIDTH[parsed.version]}` };
  }
  const rest = BigInt(WIDTH[parsed.version] - prefix);
  const network = { ...parsed, prefix };
  if ((parsed.bits >> rest) << rest !== parsed.bits) {
    const meant = printNetwork({ ...network, bits: (parsed.bits >> rest) << rest });
    return { problem: `has bits after its prefix: the network is ${meant}` };
  }
  if (parsed.version === 6 && prefix >= MAPPED.prefix && isMapped(parsed)) {
    return { ...withoutMapping(parsed), prefix: prefix - MAPPED.prefix };
  }
  return network;
}

/** Returns an address, with IPv4-mapped ones as IPv4, and without the zone of a link-local one. */
function parseAddress(text: string): Address | undefined {
  const zone = text.indexOf('%');
  const address = parseVersion(zone === -1 ? text : text.slice(0, zone));
  return address !== undefined && isMapped(address) ? withoutMapping(address) : address;
}

const isMapped = ({ version, bits }: Address): boolean => version === 6 && bits >> 32n === MAPPED.bits >> 32n;

const withoutMapping = ({ bits }: Address): Address => ({ version: 4, bits: bits & 0xffff_ffffn });

const IPV4 = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/;

function parseVersion(text: string): Address | undefined {
  const parts = IPV4.exec(text)?.slice(1);
  if (parts !== undefined) {
    // A leading zero means an octal number to some programs and nothing to others.
    if (parts.some((part) => Number(part) > 255 || (part.length > 1 && part.startsWith('0'))))
      return undefined;
    return { version: 4, bits: parts.reduce((bits, part) => (bits << 8n) | BigInt(part), 0n) };
  }
  if (!/^[0-9A-Fa-f:.]{2,45}$/.test(text) || !URL.canParse(`http://[${text}]`)) return undefined;
  // Eight groups of hexadecimal digits at most, one run of zeros left out.
  const [left = '', right] = new URL(`http://[${text}]`).hostname.slice(1, -1).split('::');
  const groups = [left, right ?? ''].map((half) => (half === '' ? [] : half.split(':')));
  const [first = [], last = []] = groups;
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => '0');
  const bits = [...first, ...zeros, ...last].reduce((sum, group) => (sum << 16n) | BigInt(`0x${group}`), 0n);
  return { version: 6, bits };
}

function printNetwork({ version, bits, prefix }: Network): string {
  const size = version === 4 ? 8n : 16n;
  const count = version === 4 ? 4 : 8;
  const mask = (1n << size) - 1n;
  const parts = Array.from(
    { length: count },
    (_, index) => (bits >> (size * BigInt(count - 1 - index))) & mask,
  );
  if (version === 4) return `${parts.join('.')}/${prefix}`;
  const groups = parts.map((part) => part.toString(16)).join(':');
  return `${new URL(`http://[${groups}]`).hostname.slice(1, -1)}/${prefix}`;
}
