import { OptionError } from '@soapstone/options';
import type { Port } from '@soapstone/soap-model';
import type { PolicySecurity, Security } from './security.js';

/** Returns the credentials for calls through a port. Throws `OptionError`. */
export function securityOf(
  security: Security | readonly Security[] | PolicySecurity | undefined,
  port: Port,
  what: string,
): Security | undefined {
  return isPolicySecurity(security) ? security.forPort(port) : mergeSecurity(security, what);
}

/** Returns the credentials for fetching the WSDL. Throws `OptionError`. */
export function documentSecurity(
  security: Security | readonly Security[] | PolicySecurity | undefined,
): Security | undefined {
  return isPolicySecurity(security) ? security.forDocuments : mergeSecurity(security);
}

/** Whether `security` was created by `wsdlPolicy`. */
function isPolicySecurity(
  security: Security | readonly Security[] | PolicySecurity | undefined,
): security is PolicySecurity {
  return typeof security === 'object' && 'forPort' in security;
}

/**
 * Merges several profiles into one. An empty member, such as `timestamp: {}`, is a default that another profile overrides. Throws
 * `OptionError` if two profiles set the same member.
 */
export function mergeSecurity(
  security: Security | readonly Security[] | undefined,
  what = 'createClient',
): Security | undefined {
  if (security === undefined) return undefined;
  if (!Array.isArray(security)) return security as Security;
  const merged: Record<string, unknown> = {};
  for (const profile of security as readonly Security[]) {
    for (const [name, value] of Object.entries(profile)) {
      if (value === undefined) continue;
      if (name === 'headers') {
        merged[name] = { ...(merged[name] as object | undefined), ...(value as object) };
      } else if (merged[name] === undefined || isDefault(merged[name])) {
        merged[name] = value;
      } else if (!isDefault(value)) {
        const expected = `"${name}" is set twice; keep one of the two`;
        throw new OptionError(what, { path: '/security', expected });
      }
    }
  }
  return merged as Security;
}

function isDefault(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
