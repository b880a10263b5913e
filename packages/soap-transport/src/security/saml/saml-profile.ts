import { type Check, members, text } from '@soapstone/soap-model/options';

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
  /** The `Assertion` of SAML 1.1 or 2.0 as XML, unchanged since its issuer signed it. Up to 262,144 characters. */
  readonly assertion: string;
}

/** The members of a `SamlProfile` and their types. */
export const samlProfile: Check = members<SamlProfile>({ assertion: text }, ['assertion']);
