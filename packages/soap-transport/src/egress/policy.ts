import { isIP } from 'node:net';
import { type Check, kindOf, listOf, members, text, wrong } from '@soapstone/options';
import ipaddr from 'ipaddr.js';
import { type Address, inRange, type Range } from './special-addresses.js';

/**
 * The hosts that a transport may connect to. Without a policy: every public address, on every port that is not rejected.
 *
 * An entry is a host name (`soap.example.com`), a name and everything below it (`*.example.com`), an address (`10.1.2.3`,
 * `fd00::1`, `[fd00::1]`) or a network (`10.1.0.0/16`), each with or without `:port`.
 */
export interface EgressPolicy {
  /**
   * Targets to allow although they would be rejected: a private network, a demo on loopback. A name allows every address that it
   * resolves to. Only an entry with a port opens a rejected port.
   */
  readonly allow?: readonly string[] | undefined;
  /** Targets to reject even if `allow` names them. An address also stands for its IPv6 forms. */
  readonly deny?: readonly string[] | undefined;
  /** Ports to reject in addition to the built-in list. */
  readonly refusedPorts?: readonly number[] | undefined;
}

/** A parsed entry. */
export interface EgressRule {
  readonly port?: number;
  /** Lower case, without a trailing dot; with `subdomains`, also every name below it. */
  readonly host?: string;
  readonly subdomains?: boolean;
  readonly range?: Range;
}

/** An entry that `readEgressRule` accepts. */
const entry: Check = (value) => {
  if (typeof value !== 'string') return text(value);
  try {
    readEgressRule(value);
    return [];
  } catch (error) {
    return wrong((error as Error).message);
  }
};

const port: Check = (value) =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 65535
    ? []
    : wrong(`cannot refuse port ${kindOf(value)}: expected an integer from 0 to 65535`);

/** The members of a policy, with every entry parsed. */
export const egressPolicy: Check = members<EgressPolicy>({
  allow: listOf(entry),
  deny: listOf(entry),
  refusedPorts: listOf(port),
});

/** Parses an entry. Throws a `TypeError` that quotes it. */
export function readEgressRule(entry: string): EgressRule {
  const text = entry.trim();
  const bracketed = /^\[([^\]]+)\](?:\/(\d+))?(?::(\d+))?$/.exec(text);
  if (bracketed) {
    const [, address = '', bits, port] = bracketed;
    if (isIP(address) !== 6) throw unreadable(entry);
    return { range: rangeOf(entry, address, bits), ...portOf(entry, port) };
  }
  if (isIP(text.split('/')[0] ?? '') === 6) {
    const [address = '', bits, ...rest] = text.split('/');
    if (rest.length > 0) throw unreadable(entry);
    return { range: rangeOf(entry, address, bits) };
  }
  const [, host = '', bits, port] = /^([^:/]+)(?:\/(\d+))?(?::(\d+))?$/.exec(text) ?? [];
  if (isIP(host) === 4) return { range: rangeOf(entry, host, bits), ...portOf(entry, port) };
  if (bits !== undefined) throw unreadable(entry);
  const subdomains = host.startsWith('*.');
  const name = normaliseHost(subdomains ? host.slice(2) : host);
  // A name that a URL would read as a number is a misspelt address; it could never match.
  if (!/^(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)(?:\.[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)*$/.test(name))
    throw unreadable(entry);
  if (/(?:^|\.)(?:\d+|0x[0-9a-f]*)$/.test(name)) throw unreadable(entry);
  return { host: name, ...(subdomains ? { subdomains } : {}), ...portOf(entry, port) };
}

/** Whether `rule` matches this host name and port. */
export function matchesHost(rule: EgressRule, hostname: string, port: number): boolean {
  if (rule.host === undefined || (rule.port !== undefined && rule.port !== port)) return false;
  return hostname === rule.host || (rule.subdomains === true && hostname.endsWith(`.${rule.host}`));
}

/** Whether `rule` matches this address and port. */
export function matchesAddress(rule: EgressRule, address: Address, port: number): boolean {
  if (rule.range === undefined || (rule.port !== undefined && rule.port !== port)) return false;
  return inRange(address, rule.range);
}

/** Normalises a host name for comparison: `Example.COM.` and `example.com` are equal. */
export function normaliseHost(hostname: string): string {
  return hostname.toLowerCase().replace(/\.$/, '');
}

function rangeOf(entry: string, address: string, bits: string | undefined): Range {
  const base = ipaddr.parse(address);
  const width = base.kind() === 'ipv4' ? 32 : 128;
  const prefix = bits === undefined ? width : Number(bits);
  if (prefix > width) throw unreadable(entry);
  return [base, prefix];
}

function portOf(entry: string, port: string | undefined): { port?: number } {
  if (port === undefined) return {};
  const value = Number(port);
  if (value < 1 || value > 65535) throw unreadable(entry);
  return { port: value };
}

function unreadable(entry: string): TypeError {
  return new TypeError(
    `cannot read egress policy entry "${entry.slice(0, 200)}": expected a host name, *.name, address or network, optionally with :port`,
  );
}
