import type { KeyIdentifier } from '@soapstone/credentials';
import type { SecurityAlternative, SecurityToken, SupportingToken } from '@soapstone/soap-model';
import { endorse, type Protection, protectionOf } from './endorsement.js';
import type { PolicyDraft } from './policy-draft.js';
import { readIssuedToken, readSamlToken } from './saml-tokens.js';

/** Why a kind of token is not supported. */
const UNSUPPORTED_TOKENS: Readonly<Record<string, string>> = {
  IssuedToken: 'tokens of a token service are only supported as supporting tokens',
  SamlToken: 'SAML assertions are only supported as supporting tokens',
  KerberosToken: 'Kerberos is not supported',
  SpnegoContextToken: 'SPNEGO is not supported',
  SecureConversationToken: 'WS-SecureConversation is not supported',
  SecurityContextToken: 'WS-SecureConversation is not supported',
  RelToken: 'REL tokens are not supported',
  KeyValueToken: 'key values without a certificate are not supported',
  UsernameToken: 'a UsernameToken is only supported as a supporting token',
};

/** Adds the gap of a token that is not supported. */
export function refuseToken({ name }: SecurityToken, draft: PolicyDraft): void {
  draft.gap(name, UNSUPPORTED_TOKENS[name] ?? 'this kind of token is not known');
}

/** The options of an X509Token that say which form a certificate has inside a message. */
const TOKEN_FORMS = /^WssX509(Pkcs7|PkiPathV1)Token1[01]$/;

/** The options of a token whose key is not used itself. */
export const DERIVED_KEYS_OPTION: RegExp = /^Require(Explicit|Implied)?DerivedKeys$/;

/** The reference by which a message names the certificate of an `X509Token`. */
export function keyIdentifierOf(
  token: SecurityToken,
  wss: SecurityAlternative['wss'],
  included: boolean,
  draft: PolicyDraft,
): KeyIdentifier {
  const { options } = token;
  if (options.some((option) => DERIVED_KEYS_OPTION.test(option))) {
    draft.gap('RequireDerivedKeys', 'derived keys are not supported');
  }
  const form = options.find((option) => TOKEN_FORMS.test(option));
  if (included && form !== undefined) draft.gap(form, 'certificates are sent as single X.509 certificates');
  if (options.includes('RequireEmbeddedTokenReference')) return 'embedded';
  if (included) return 'binary-security-token';
  if (options.includes('RequireThumbprintReference')) return 'thumbprint-sha1';
  if (options.includes('RequireKeyIdentifierReference')) return 'subject-key-identifier';
  if (options.includes('RequireIssuerSerialReference')) return 'issuer-serial';
  return wss?.options.includes('MustSupportRefThumbprint') === true ? 'thumbprint-sha1' : 'issuer-serial';
}

/** Whether requests contain the token itself. */
export function isInRequests({ inclusion }: SecurityToken): boolean {
  return inclusion !== 'never' && inclusion !== 'always-to-initiator';
}

/** Reads the supporting tokens of an alternative, after its binding. TLS protects those of a transport binding. */
export function readSupportingTokens(alternative: SecurityAlternative, draft: PolicyDraft): void {
  const { supportingTokens, trust } = alternative;
  const protection = protectionOf(alternative, draft);
  for (const supporting of supportingTokens) {
    const { token } = supporting;
    if (token.name === 'UsernameToken') readUsernameToken(supporting, protection, draft);
    else if (token.name === 'X509Token') readEndorsement(supporting, protection, alternative, draft);
    else if (token.name === 'HttpsToken') readHttpsToken(token, draft);
    else if (token.name === 'SamlToken') readSamlToken(supporting, protection, draft);
    else if (token.name === 'IssuedToken') readIssuedToken(supporting, protection, trust, draft);
    else refuseToken(token, draft);
  }
}

function readUsernameToken(
  { token, signed, endorsing, encrypted }: SupportingToken,
  { kind }: Protection,
  draft: PolicyDraft,
): void {
  const { options } = token;
  const derived = options.find((option) => option.endsWith('DerivedKeys'));
  if (derived !== undefined) draft.gap(derived, 'keys derived from a password are not supported');
  if (options.includes('NoPassword')) draft.gap('NoPassword', 'a UsernameToken always has a password');
  if (endorsing) draft.gap('EndorsingSupportingTokens', 'a UsernameToken cannot sign');
  if (draft.has('usernameToken')) draft.gap('UsernameToken', 'only one UsernameToken is sent');
  const digest = options.includes('HashPassword');
  draft.want(digest ? 'UsernameToken with a password digest' : 'UsernameToken');
  draft.need('usernameToken', 'a user name and password');
  draft.set('usernameToken', {
    type: digest ? 'digest' : 'text',
    ...(options.includes('Nonce') ? { nonce: true } : {}),
    ...(options.includes('Created') ? { created: true } : {}),
  });
  if (kind === 'transport' || kind === 'gap') return;
  if (signed) {
    if (kind === 'asymmetric' && draft.has('signature')) draft.set('signature', { signUsernameToken: true });
    else if (!draft.addPart('signature', 'username-token')) {
      draft.gap(
        'SignedSupportingTokens',
        'no signature covers the UsernameToken: the policy has no key for one',
      );
    }
  }
  if (encrypted && !draft.has('encryption') && !draft.has('session')) {
    draft.gap(
      'EncryptedSupportingTokens',
      'nothing encrypts the UsernameToken: the policy has no key for it',
    );
  }
}

function readEndorsement(
  supporting: SupportingToken,
  protection: Protection,
  { wss }: SecurityAlternative,
  draft: PolicyDraft,
): void {
  const { token, endorsing } = supporting;
  if (!endorsing) {
    draft.gap('SupportingTokens', 'a certificate that does not sign cannot be sent');
    return;
  }
  if (protection.kind === 'gap') return;
  if (!endorse(supporting, protection, draft)) return;
  const keyIdentifier = keyIdentifierOf(token, wss, isInRequests(token), draft);
  draft.need('signature', 'your private key and its certificate, to sign requests');
  draft.set('signature', { keyIdentifier });
  if (protection.kind !== 'symmetric') return;
  const isIncluded = keyIdentifier === 'binary-security-token';
  if (supporting.signed && !(isIncluded && draft.addPart('signature', 'binary-security-token'))) {
    draft.gap(
      'SignedEndorsingSupportingTokens',
      'no signature can cover a certificate that is not in the message',
    );
  }
  if (supporting.encrypted && isInRequests(token)) {
    draft.gap('EndorsingEncryptedSupportingTokens', 'certificates cannot be encrypted');
  }
}

/** Reads what HTTP and TLS themselves must carry. */
export function readHttpsToken({ options }: SecurityToken, draft: PolicyDraft): void {
  if (options.includes('RequireClientCertificate')) {
    draft.want('TLS client certificate');
    draft.need('clientCertificate', 'a TLS client certificate and its private key');
    draft.set('clientCertificate', {});
  }
  if (options.includes('HttpBasicAuthentication')) wantBasic(draft);
  if (options.includes('HttpDigestAuthentication')) {
    draft.gap('HttpDigestAuthentication', 'HTTP Digest authentication is not supported');
  }
}

export function wantBasic(draft: PolicyDraft): void {
  draft.want('HTTP Basic authentication');
  draft.need('basic', 'a user name and password for HTTP Basic authentication');
  draft.set('basic', {});
}
