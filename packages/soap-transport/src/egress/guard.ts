import { isIP } from 'node:net';
import { assertOptions, members, numeric, text as string } from '@soapstone/options';
import ipaddr from 'ipaddr.js';
import {
  type EgressPolicy,
  egressPolicy,
  matchesAddress,
  matchesHost,
  normaliseHost,
  readEgressRule,
} from './policy.js';
import { REFUSED_PORTS } from './refused-ports.js';
import { type Address, embeddedIpv4, specialPurpose } from './special-addresses.js';

/**
 * The only place that decides which addresses this process connects to. It is asked three times: about the target of the URL (a
 * literal address never reaches a resolver), about every resolved address, and about the address of the connected socket. It
 * returns the reason for a rejection, for the operator's log, or `undefined` if the connection is allowed. It throws
 * `OptionError` for arguments of the wrong type.
 *
 * A reason names the entry that rejects the address (`egress.deny`) or would permit it (`egress.allow`), and a host name with the
 * address that it resolves to: `soap.example.com (10.0.0.1) is private use; egress.allow "soap.example.com" permits it`.
 */
export interface EgressGuard {
  /** `hostname` is as in `URL.hostname`, with or without the brackets of an IPv6 address. */
  refuseTarget(hostname: string, port: number): string | undefined;
  /** `address` as a resolver or a socket reports it; `hostname` is the name it was resolved from. */
  refuseAddress(address: string, hostname: string, port: number): string | undefined;
  /**
   * Whether the policy allows the host name itself, with any address, so that a proxy may resolve it: an entry of `egress.allow` names
   * it, and no entry of `egress.deny` is an address. Names that are rejected are for `refuseTarget` to find.
   */
  trustsName(hostname: string, port: number): boolean;
}

const target = { hostname: string, port: numeric };
const targetArguments = members<{ hostname: string; port: number }>(target, ['hostname', 'port']);
const addressArguments = members<{ address: string; hostname: string; port: number }>(
  { address: string, ...target },
  ['address', 'hostname', 'port'],
);

/**
 * Compiles a policy. Throws `OptionError` if a member is unknown or an entry cannot be parsed.
 *
 * @example
 * ```ts
 * const guard = createEgressGuard({ allow: ['10.1.0.0/16'] });
 * ```
 */
export function createEgressGuard(policy: EgressPolicy = {}): EgressGuard {
  assertOptions(egressPolicy, policy, 'the egress policy');
  const allow = (policy.allow ?? []).map(readEgressRule);
  const deny = (policy.deny ?? []).map((entry) => ({ entry, rule: readEgressRule(entry) }));
  const refusedPorts = new Set([...REFUSED_PORTS, ...(policy.refusedPorts ?? [])]);

  const portOpenedFor = (host: string, address: Address | undefined, port: number): boolean =>
    allow.some(
      (rule) =>
        rule.port !== undefined &&
        (matchesHost(rule, host, port) || (address !== undefined && matchesAddress(rule, address, port))),
    );

  const refuseAddress = (text: string, hostname: string, port: number): string | undefined => {
    assertOptions(addressArguments, { address: text, hostname, port }, 'refuseAddress');
    const host = normaliseHost(hostname);
    const address = readAddress(text);
    const named = nameOf(host, text);
    if (address === undefined) return `${named} is not an address`;
    const inner = embeddedIpv4(address);
    const denied = deny.find(
      ({ rule }) =>
        matchesHost(rule, host, port) ||
        matchesAddress(rule, address, port) ||
        (inner !== undefined && matchesAddress(rule, inner, port)),
    );
    if (denied !== undefined) return `${named} is denied by egress.deny "${denied.entry}"`;
    if (refusedPorts.has(port) && !portOpenedFor(host, address, port)) return refusedPort(host, port);
    if (allow.some((rule) => matchesHost(rule, host, port) || matchesAddress(rule, address, port)))
      return undefined;
    const special = specialPurpose(address);
    if (special === undefined) return undefined;
    // An entry with a name allows what it resolves to; one with an address allows that address alone.
    const entry = isIP(host) === 0 ? host : text;
    return `${named} is ${special}; egress.allow "${entry}" permits it`;
  };

  const hasDeniedAddresses = deny.some(({ rule }) => rule.range !== undefined);

  return {
    refuseAddress,
    trustsName(hostname, port) {
      assertOptions(targetArguments, { hostname, port }, 'trustsName');
      const host = normaliseHost(hostname);
      if (hasDeniedAddresses || !allow.some((rule) => matchesHost(rule, host, port))) return false;
      return !refusedPorts.has(port) || portOpenedFor(host, undefined, port);
    },
    refuseTarget(hostname, port) {
      assertOptions(targetArguments, { hostname, port }, 'refuseTarget');
      const literal = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
      if (isIP(literal) !== 0) return refuseAddress(literal, literal, port);
      const host = normaliseHost(hostname);
      if (host === '') return 'the host is empty';
      const denied = deny.find(({ rule }) => matchesHost(rule, host, port));
      if (denied !== undefined) return `${host} is denied by egress.deny "${denied.entry}"`;
      // Whether an address rule opens the port is decided once the name is resolved.
      const settledLater = allow.some((rule) => rule.range !== undefined && rule.port === port);
      if (refusedPorts.has(port) && !settledLater && !portOpenedFor(host, undefined, port))
        return refusedPort(host, port);
      return undefined;
    },
  };
}

/** Names what is rejected: the host, with the address that it resolves to. */
function nameOf(host: string, address: string): string {
  return host === address ? host : `${host} (${address.slice(0, 100)})`;
}

/** An entry with a port opens that port, whether it is on the built-in list or the policy's. */
function refusedPort(host: string, port: number): string {
  const target = host.includes(':') ? `[${host}]` : host;
  return `port ${port} is refused; egress.allow "${target}:${port}" permits it`;
}

/** An address with a zone (`fe80::1%eth0`) names an interface of this machine, so no entry can allow it. */
function readAddress(text: string): Address | undefined {
  return isIP(text) === 0 || text.includes('%') ? undefined : ipaddr.parse(text);
}
