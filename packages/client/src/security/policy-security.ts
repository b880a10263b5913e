import { assertOptions, OptionError, recordOf } from '@soapstone/options';
import type { CredentialTemplate, DemandOptions } from '@soapstone/ws-security';
import { completeProfile, isSecurityError, readDemands } from '@soapstone/ws-security/policy';
import { mergeSecurity } from './merge-security.js';
import type { PolicySecurity, Security } from './security.js';

/**
 * Signs, encrypts, verifies and authenticates as the WS-SecurityPolicy of the called port requires. The policy decides the
 * algorithms, parts and token types; the caller provides keys, certificates and passwords. Creating the client throws `OptionError`
 * if the policy asks for something that is missing or not supported, and for a port without a policy.
 *
 * @param own members of a credential profile, except those that the policy decides
 * @param options `allow`: legacy algorithms (`sha1`, `cbc`, `rsa-1_5`) that may be used if the policy asks for them
 *
 * @example
 * ```ts
 * const client = await createClient('payments.wsdl', {
 *   security: wsdlPolicy({ signature: { certificate, privateKey }, encryption: { certificate: theirs } }),
 * });
 * ```
 */
export function wsdlPolicy(own: CredentialTemplate, options: DemandOptions = {}): PolicySecurity {
  assertOptions(
    recordOf(() => []),
    own,
    'wsdlPolicy',
    'own',
  );
  const { basic, headers, clientCertificate, ca } = own as Security;
  return {
    forDocuments: mergeSecurity([{ basic, headers, clientCertificate, ca }]) ?? {},
    forPort(port) {
      if (port.security === undefined) {
        throw cannotUse(
          `port ${port.name} has no security policy in the WSDL; use the other functions for credentials`,
        );
      }
      const demands = readDemands(port.security, options);
      try {
        return completeProfile(demands, own);
      } catch (error) {
        if (isSecurityError(error)) throw cannotUse(`port ${port.name}: ${error.message}`);
        throw error;
      }
    },
  };
}

function cannotUse(expected: string): OptionError {
  return new OptionError('createClient', { path: '/security', expected });
}
