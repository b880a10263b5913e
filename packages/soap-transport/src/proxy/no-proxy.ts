import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import {
  type EgressRule,
  matchesAddress,
  matchesHost,
  normaliseHost,
  readEgressRule,
} from '../egress/policy.js';

/** Whether a host is called without the proxy. `hostname` is as in `URL.hostname`. */
export type NoProxy = (hostname: string, port: number) => boolean;

/** The longest list that is read: some hundred names and networks. */
const MAX_LENGTH = 16_384;

/** The entries of a list that commas or white space separate. */
export function listEntries(list: string): string[] {
  return list
    .slice(0, MAX_LENGTH)
    .split(/[,\s]/)
    .filter((entry) => entry !== '');
}

/** Whether an entry of `NO_PROXY` can be read. */
export function isNoProxyEntry(entry: string): boolean {
  return entry === '*' || ruleOf(entry) !== undefined;
}

/**
 * Reads `NO_PROXY`: a name stands for itself and every name below it, with or without a dot or `*.` before it; an address or a network
 * matches addresses in URLs, never what a name resolves to. An entry that cannot be read matches nothing, because the variable belongs to all
 * programs of a machine.
 */
export function readNoProxy(list: string): NoProxy {
  const entries = listEntries(list);
  if (entries.includes('*')) return () => true;
  const rules = entries.flatMap((entry) => ruleOf(entry) ?? []);
  return (hostname, port) => {
    const literal = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
    if (isIP(literal) === 0) return rules.some((rule) => matchesHost(rule, normaliseHost(hostname), port));
    const address = ipaddr.process(literal);
    return rules.some((rule) => matchesAddress(rule, address, port));
  };
}

function ruleOf(entry: string): EgressRule | undefined {
  const name = entry.startsWith('.') ? `*${entry}` : entry;
  try {
    const rule = readEgressRule(name);
    return rule.host === undefined ? rule : { ...rule, subdomains: true };
  } catch {
    return undefined;
  }
}
