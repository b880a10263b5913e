import type { Diagnostic, SourceLocation } from '@soapstone/soap-model';
import { diagnose } from '../../diagnostics.js';

/** An http(s) URL with a host: without the `$`, `{`, lone `%` and white space of a template. */
const HTTP_URL =
  /^https?:\/\/(?:[^\s/?#@{}$]*@)?(?:\[[0-9a-f:.]+\]|(?:[\p{L}\p{M}\p{N}._~-]|%[0-9a-f]{2})+)(?::([0-9]{0,5}))?(?:[/?#]\S*)?$/iu;

/** Whether a call can be sent to an address: an http(s) URL with a host and a possible port, which is no placeholder. */
export function isUsableAddress(address: string): boolean {
  const url = address.length <= 10_000 ? HTTP_URL.exec(address) : null;
  return url !== null && Number(url[1] ?? 0) <= 65_535;
}

/** Reports an address that no call can be sent to: a placeholder, a path without a host, another protocol. */
export function reportUnusableAddress(
  address: string,
  location: SourceLocation,
  component: string,
  report: (diagnostic: Diagnostic) => void,
): void {
  if (isUsableAddress(address)) return;
  const what = `the address "${address.slice(0, 200)}" is not an http or https URL`;
  report(diagnose('NO_ADDRESS', location, what, component));
}
