import { assertOptions, text } from '@soapstone/options';
import type { StsProfile } from '@soapstone/ws-security';
import type { Security } from './security.js';

/**
 * A SAML 1.1 or 2.0 assertion in each message (WS-Security SAML Token Profile 1.1), with a timestamp of five minutes. A bearer
 * assertion needs nothing else; for holder-of-key or sender-vouches, add `x509Signature`. Needs Node's `crypto`: Node, Bun or Deno.
 *
 * @param assertion the `Assertion` as XML, unchanged since its issuer signed it
 *
 * @example
 * ```ts
 * const security = [samlAssertion(await readFile('assertion.xml', 'utf8')), x509Signature({ certificate, privateKey })];
 * ```
 */
export function samlAssertion(assertion: string): Security {
  assertOptions(text, assertion, 'samlAssertion', 'assertion');
  return { saml: { assertion }, timestamp: {} };
}

/**
 * The SAML assertion of a token service (WS-Trust 1.3 or 2005/02) in each message, with a timestamp of five minutes. It is
 * requested once for all calls and replaced shortly before it expires. With `keyType: 'public-key'`, add `x509Signature`: the
 * assertion is issued for that certificate. Needs Node's transport.
 *
 * @param sts the token service, and the credentials for it
 *
 * @example
 * ```ts
 * const security = issuedToken({
 *   endpoint: 'https://sts.example.com/issue',
 *   credentials: { usernameToken: { username: 'shop', password, type: 'text' } },
 * });
 * ```
 */
export function issuedToken(sts: StsProfile): Security {
  return { sts, timestamp: {} };
}
