import type { Port } from '@soapstone/soap-model';
import { OptionError } from '@soapstone/soap-model/options';
import type { PolicySecurity, Security } from './security.js';

/** The credentials for calls through a port. Throws `OptionError`. */
export function securityOf(
  security: Security | readonly Security[] | PolicySecurity | undefined,
  port: Port,
): Security | undefined {
  return isPolicySecurity(security) ? security.forPort(port) : mergeSecurity(security);
}

/** The credentials that fetch the WSDL. Throws `OptionError`. */
export function documentSecurity(
  security: Security | readonly Security[] | PolicySecurity | undefined,
): Security | undefined {
  return isPolicySecurity(security) ? security.forDocuments : mergeSecurity(security);
}

/** Whether security comes from `wsdlPolicy`. */
function isPolicySecurity(
  security: Security | readonly Security[] | PolicySecurity | undefined,
): security is PolicySecurity {
  return typeof security === 'object' && 'forPort' in security;
}

/**
 * Several profiles as one. A member without members of its own, such as `timestamp: {}`, is a default that gives way to another one. Throws
 * `OptionError` when two set the same member.
 */
export function mergeSecurity(security: Security | readonly Security[] | undefined): Security | undefined {
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
        throw new OptionError('createClient', { path: '/security', expected });
      }
    }
  }
  return merged as Security;
}

function isDefault(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
