import type { Diagnostic, SourceLocation } from '@soapstone/soap-model';
import { diagnose } from '../../diagnostics.js';

/** An http(s) URL with a host: without the `$`, `{`, lone `%` and white space of a template. */
const HTTP_URL =
  /^https?:\/\/(?:\[[0-9a-f:.]+\]|(?:[\p{L}\p{M}\p{N}._~-]|%[0-9a-f]{2})+)(?::([0-9]{0,5}))?(?:[/?#]\S*)?$/iu;

/** Whether a call can be sent to an address: an http(s) URL with a host and a possible port, which is no placeholder. */
export function isUsableAddress(address: string): boolean {
  const url = address.length <= 10_000 ? HTTP_URL.exec(address) : null;
  return url !== null && Number(url[1] ?? 0) <= 65_535;
}

/** The scheme and the user information of an http(s) URL. */
const USER_INFORMATION = /^(https?:\/\/)[^\s/?#]*@/i;

/**
 * Returns the address of a port as calls use it: without a user name and a password, which a description has no business to hand out
 * and which would be sent to whatever host it names. They are reported, without being repeated, and so is an address that no call can
 * be sent to: a placeholder, a path without a host, another protocol.
 */
export function readAddress(
  address: string,
  location: SourceLocation,
  component: string,
  report: (diagnostic: Diagnostic) => void,
): string {
  const used = address.replace(USER_INFORMATION, '$1');
  if (used !== address) {
    const what = `the address has credentials, which are not sent; read as "${used.slice(0, 200)}": set them as credentials of the service`;
    report(diagnose('BAD_EXTENSION_VALUE', location, what, component));
  }
  if (!isUsableAddress(used)) {
    const what = `the address "${used.slice(0, 200)}" is not an http or https URL`;
    report(diagnose('NO_ADDRESS', location, what, component));
  }
  return used;
}
