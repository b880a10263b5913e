import type { CredentialProfile } from '@soapstone/credentials';

/** An algorithm that is only used if the owner of a profile allows it: SHA-1 in signatures, AES-CBC, RSA 1.5. */
export type LegacyAlgorithm = (typeof LEGACY_ALGORITHMS)[number];

/** Every legacy algorithm. */
export const LEGACY_ALGORITHMS = ['sha1', 'cbc', 'rsa-1_5'] as const;

/** Members of a profile, each with some or none of its own members: what a policy decides, or what an owner adds. */
export type CredentialTemplate = {
  readonly [Name in keyof CredentialProfile]?: NonNullable<CredentialProfile[Name]> extends
    | readonly unknown[]
    | string
    | boolean
    ? CredentialProfile[Name]
    : Partial<NonNullable<CredentialProfile[Name]>> | undefined;
};

/** Something that only the caller of a service has. */
export interface PolicyNeed {
  readonly member:
    | 'signature'
    | 'session'
    | 'encryption'
    | 'decryption'
    | 'verify'
    | 'usernameToken'
    | 'clientCertificate'
    | 'saml'
    | 'sts'
    | 'basic';
  /** A description of what to supply, such as `your private key and its certificate, to sign requests`. */
  readonly text: string;
}

/** An assertion that is not supported. */
export interface PolicyGap {
  /** The local name in WS-SecurityPolicy, or the Clark name in another namespace. */
  readonly assertion: string;
  readonly reason: string;
}

/** A legacy algorithm that a policy asks for. */
export interface LegacyDemand {
  readonly algorithm: LegacyAlgorithm;
  /** The assertion that asks for it, such as `Basic256`. */
  readonly assertion: string;
  /** Its purpose, and why it is not used without consent. */
  readonly reason: string;
}

/** The demands of a WS-SecurityPolicy on callers, and which of them can be met. Plain data without secrets. */
export interface PolicyDemands {
  /**
   * `supported`: a profile satisfies the policy. `legacy`: one does if `legacy` is allowed. `unsupported`: `gaps` names the assertions
   * that no profile satisfies.
   */
  readonly state: 'supported' | 'legacy' | 'unsupported';
  /** The demands of the service, in words: `signed Body`, `Timestamp`, `Basic256Sha256`. */
  readonly wants: readonly string[];
  /** The things that the caller must supply. */
  readonly needs: readonly PolicyNeed[];
  /** The legacy algorithms that are wanted and not allowed. */
  readonly legacy: readonly LegacyDemand[];
  readonly gaps: readonly PolicyGap[];
  /** Notes for the caller: checks that are not made, and messages that the policy leaves unprotected. */
  readonly notes: readonly string[];
  /** The profile without what the caller must supply. `completeProfile` puts both together. */
  readonly template: CredentialTemplate;
}
