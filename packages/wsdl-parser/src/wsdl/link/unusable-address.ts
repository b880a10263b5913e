import type { Diagnostic, SourceLocation } from '@soapstone/soap-model';
import { diagnose } from '../../diagnostics.js';

/** An http(s) URL with a host that has a letter or a digit: without the `$`, `{`, lone `%` and white space of a template. */
const HTTP_URL =
  /^https?:\/\/(\[[0-9a-f.]*:[0-9a-f:.]*\]|(?:[._~-]|%[0-9a-f]{2})*[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}._~-]|%[0-9a-f]{2})*)(?::([0-9]{0,5}))?(?:[/?#]\S*)?$/iu;

/** The scheme and the authority of an http(s) URL. */
const AUTHORITY = /^(https?:\/\/)([^\s/?#]*)/i;

/** A name between at signs, as build tools (Ant, Maven, CMake) write what they replace. */
const AT_TOKEN = /@{1,2}[\w.-]+@{1,2}/g;

/** Placeholders to be filled in: `REPLACE_ME`, `insert-host-here`, `__HOST__`, `HOST_NAME`. A host with a domain may have such a name. */
const PLACEHOLDER =
  /^(?:__[^.]+__|(?:re)?(?:place|insert|enter|change|put|fill|specify|set)[_-]?(?:me|this|with|in|by|your|the|host|server|url|endpoint|address|ip|domain|here)(?:[_-][^.]*)?|(?:to[_-]?do|tbd|fixme|placeholder)(?:[_-][^.]*)?|(?:host|server|domain|machine)[_-]?name|ip[_-]?address)$/i;
/** The same with or without a domain: `your-server.example.com`, `xxx.xxx.xxx.xxx`. */
const YOURS =
  /^(?:your[_-]?(?:host|server|domain|endpoint|machine|address|ip|url|company|site|tenant|instance|organi[sz]ation)(?:[_-]?name)?(?:[._-].*)?|xxx(?:\.xxx)*)$/i;

/** The addresses that servers listen on, and write into the WSDLs that they generate. */
const UNSPECIFIED = /^(?:0\.0\.0\.0|\[::\])$/;
/** Braces around a name that is to be filled in: `/services/{tenant}`, `/${app.context}`. Some servers take braces, but around no name. */
const TO_FILL_IN = /\{[a-z_][\w.-]{0,99}\}/i;

/** The longest address that is looked at. */
const MAX_ADDRESS = 10_000;
/** The longest name of a host in DNS. */
const MAX_HOST = 255;

/**
 * Says why no call can be sent to an address, as a clause: it is not an http(s) URL with a host and a possible port, or a placeholder.
 * `undefined` if one can.
 *
 * @example
 * ```ts
 * addressProblem('http://REPLACE_ME/x'); // 'is a placeholder, not the URL of a server'
 * ```
 */
export function addressProblem(address: string): string | undefined {
  const isLong = address.length > MAX_ADDRESS;
  if (!isLong && isTemplate(address)) return PLACEHOLDER_PROBLEM;
  const [, host, port] = (isLong ? null : HTTP_URL.exec(address)) ?? [];
  if (host === undefined) return 'is not an http or https URL';
  if (port !== undefined && port !== '' && (Number(port) === 0 || Number(port) > 65_535)) {
    return `has the port ${port}: ports are 1 to 65535`;
  }
  if (UNSPECIFIED.test(host)) return `has the host ${host}, which is no address of a server`;
  const isNamed = host.length <= MAX_HOST && (PLACEHOLDER.test(host) || YOURS.test(host));
  return isNamed || TO_FILL_IN.test(address) ? PLACEHOLDER_PROBLEM : undefined;
}

const PLACEHOLDER_PROBLEM = 'is a placeholder, not the URL of a server';

/**
 * Whether the at signs of an address surround names to be replaced, such as `http://@host@:@port@/x`, instead of ending a user name. They
 * do if every at sign surrounds one, and they begin the authority or leave no host behind the last.
 */
function isTemplate(address: string): boolean {
  const authority = AUTHORITY.exec(address)?.[2] ?? '';
  if (!authority.includes('@') || authority.replace(AT_TOKEN, '').includes('@')) return false;
  return authority.startsWith('@') || /^(?:$|[:.-])/.test(authority.slice(authority.lastIndexOf('@') + 1));
}

/**
 * Returns the address of a port as calls use it: without a user name and a password, which a description has no business to hand out
 * and which would be sent to any host that it names. They are reported, without being repeated, and so is an address that no call can
 * be sent to: a placeholder, a path without a host, another protocol.
 */
export function readAddress(
  address: string,
  location: SourceLocation,
  component: string,
  report: (diagnostic: Diagnostic) => void,
): string {
  const [start = '', scheme = '', authority = ''] = AUTHORITY.exec(address) ?? [];
  const isPlain = !authority.includes('@') || (address.length <= MAX_ADDRESS && isTemplate(address));
  const used = isPlain
    ? address
    : `${scheme}${authority.slice(authority.lastIndexOf('@') + 1)}${address.slice(start.length)}`;
  if (!isPlain) {
    const what = `the address has credentials, which are not sent; read as "${used.slice(0, 200)}": set them as credentials of the service`;
    report(diagnose('BAD_EXTENSION_VALUE', location, what, component));
  }
  const problem = addressProblem(used);
  if (problem !== undefined) {
    report(diagnose('NO_ADDRESS', location, `the address "${used.slice(0, 200)}" ${problem}`, component));
  }
  return used;
}
