import { type Check, members, text } from '@soapstone/options';
import { secondsFrom } from './seconds.js';

/**
 * A SAML assertion that requests carry (WS-Security SAML Token Profile 1.1). The assertion itself says how it is confirmed: a `bearer`
 * assertion is only sent; for one that says `holder-of-key` or `sender-vouches`, `signature` of the profile signs the message, and
 * names its key by the assertion in the first case.
 *
 * @example
 * ```ts
 * const credentials = { timestamp: {}, saml: { assertion: await readFile('assertion.xml', 'utf8') } };
 * ```
 */
export interface SamlProfile {
  /**
   * The `Assertion` of SAML 1.1 or 2.0 as XML, unchanged since its issuer signed it, or an `EncryptedAssertion`, which is sent as
   * a bearer assertion. Up to 262,144 characters.
   */
  readonly assertion: string;
  /** How far the clocks may differ, 0 to 3,600 seconds: an assertion is still sent this long after it expired. Default 60. */
  readonly clockSkewSeconds?: number | undefined;
}

/** The members of a `SamlProfile` and their types. */
export const samlProfile: Check = members<SamlProfile>(
  { assertion: text, clockSkewSeconds: secondsFrom(0, 3_600) },
  ['assertion'],
);
