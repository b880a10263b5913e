import type { MacAlgorithm, RequestPart, SessionProfile } from '@soapstone/credentials';
import type { SecurityAlternative, SecurityBinding, SecurityToken } from '@soapstone/soap-model';
import {
  canonicalizationOf,
  cipherOf,
  encryptedRequestParts,
  hasEncryptedResponses,
  keyTransportOf,
  type MessageBinding,
  openBinding,
  signedResponseParts,
  strongCipherOf,
} from './message-binding.js';
import type { PolicyDraft } from './policy-draft.js';
import { describePart, partsOf } from './protected-parts.js';
import { DERIVED_KEYS_OPTION, isInRequests, keyIdentifierOf, refuseToken } from './tokens.js';

/**
 * Reads a binding in which both sides sign and encrypt with one key (WS-SecurityPolicy §7.4): a new one for each request, encrypted for the
 * certificate of the service.
 */
export function readSymmetricBinding(
  alternative: SecurityAlternative,
  binding: SecurityBinding,
  draft: PolicyDraft,
): void {
  const wanted = openBinding(alternative, binding, draft);
  const tokens = tokensOf(binding, draft);
  if (wanted === undefined || tokens === undefined) return;
  draft.want(wanted.suiteName);
  const signedParts = signedRequestParts(wanted, tokens, draft);
  const encryptedParts = encryptedRequestParts(wanted, tokens.encryption, draft).filter(
    (part) => part !== 'signature' || signedParts.length > 0,
  );
  if (encryptedParts.length > 0 && tokens.encryption === undefined) {
    draft.gap('EncryptedParts', 'the policy has no EncryptionToken or ProtectionToken to encrypt with');
  }
  const derivedKeys = derivedKeysOf(wanted, tokens.key, draft);
  if (signedParts.length > 0) draft.want(`signed ${signedParts.map(describePart).join(', ')}`);
  if (encryptedParts.length > 0) draft.want(`encrypted ${encryptedParts.map(describePart).join(', ')}`);
  if (derivedKeys !== undefined) draft.want('keys derived from the session key');
  draft.need('session', 'the certificate of the service, to encrypt a session key for each request');
  const isEncrypted =
    encryptedParts.length > 0 ||
    hasEncryptedResponses(wanted) ||
    alternative.supportingTokens.some(({ encrypted }) => encrypted);
  draft.set('session', {
    keyIdentifier: referenceTo(wanted, tokens.key, draft),
    keyTransport: keyTransportOf(wanted, draft),
    ...(derivedKeys === undefined ? {} : { derivedKeys }),
    ...macOf(wanted, draft),
    ...canonicalizationOf(wanted),
    signedParts,
    encryptedParts,
    ...ciphersOf(wanted, isEncrypted, draft),
    ...(binding.options.includes('EncryptBeforeSigning') ? { order: 'encrypt-then-sign' as const } : {}),
  });
  readResponses(wanted, draft);
}

interface SessionTokens {
  /** The token whose key is used: the protection token, or the two others, which are then the same. */
  readonly key: SecurityToken;
  readonly signature: SecurityToken | undefined;
  readonly encryption: SecurityToken | undefined;
}

function tokensOf({ tokens }: SecurityBinding, draft: PolicyDraft): SessionTokens | undefined {
  const find = (name: string): SecurityToken | undefined => tokens.find(({ role }) => role === name)?.token;
  const both = find('ProtectionToken');
  const signature = both ?? find('SignatureToken');
  const encryption = both ?? find('EncryptionToken');
  const key = signature ?? encryption;
  if (key === undefined) {
    draft.gap('SymmetricBinding', 'it has no ProtectionToken, SignatureToken or EncryptionToken');
    return undefined;
  }
  const others = [signature, encryption].filter((token) => token !== undefined && token.name !== 'X509Token');
  for (const token of others) if (token !== undefined) refuseToken(token, draft);
  if (others.length > 0) return undefined;
  // Apache CXF requires the same: there is one session key.
  if (signature !== undefined && encryption !== undefined && !isSameToken(signature, encryption)) {
    draft.gap('SymmetricBinding', 'its SignatureToken and EncryptionToken are different');
    return undefined;
  }
  return { key, signature, encryption };
}

function isSameToken(a: SecurityToken, b: SecurityToken): boolean {
  const print = ({ name, inclusion, options }: SecurityToken): string =>
    JSON.stringify([name, inclusion, [...options].sort()]);
  return print(a) === print(b);
}

function signedRequestParts(
  { alternative, binding }: MessageBinding,
  { signature }: SessionTokens,
  draft: PolicyDraft,
): readonly RequestPart[] {
  const { options } = binding;
  const signed = partsOf('signed', alternative.request.signed, draft);
  const parts = signed.filter((part) => part !== 'timestamp' && isInMessage(part, alternative, signature));
  if (options.includes('IncludeTimestamp')) parts.push('timestamp');
  if (parts.length > 0 && signature === undefined) {
    draft.gap('SignedParts', 'the policy has no SignatureToken or ProtectionToken to sign with');
    return [];
  }
  if (parts.length === 0) {
    if (signature !== undefined) {
      draft.note('The policy has a key to sign with and names nothing to sign in requests.');
    }
    return [];
  }
  if (options.includes('ProtectTokens')) {
    parts.push('encrypted-key');
    if (signature !== undefined && isInRequests(signature)) parts.push('binary-security-token');
  }
  return parts.filter((part, index) => parts.indexOf(part) === index);
}

/** Whether requests have a token that `SignedElements` names: what is not there need not be signed (§4.1.2). */
function isInMessage(
  part: RequestPart,
  { supportingTokens }: SecurityAlternative,
  signature: SecurityToken | undefined,
): boolean {
  const supporting = supportingTokens.map(({ token }) => token);
  const has = (...names: readonly string[]): boolean => supporting.some(({ name }) => names.includes(name));
  if (part === 'username-token') return has('UsernameToken');
  if (part === 'saml-assertion') return has('SamlToken', 'IssuedToken');
  if (part !== 'binary-security-token') return true;
  return [signature, ...supporting].some((token) => token?.name === 'X509Token' && isInRequests(token));
}

/** The reference to the certificate. Which keys are derived is read by `derivedKeysOf`. */
function referenceTo({ alternative }: MessageBinding, token: SecurityToken, draft: PolicyDraft) {
  const options = token.options.filter((option) => !DERIVED_KEYS_OPTION.test(option));
  return keyIdentifierOf({ ...token, options }, alternative.wss, isInRequests(token), draft);
}

/** WS-SecurityPolicy 1.1 goes with WS-SecureConversation of 2005/02, later versions with 1.3. */
function derivedKeysOf(
  { binding, alternative: { trust } }: MessageBinding,
  { options }: SecurityToken,
  draft: PolicyDraft,
): SessionProfile['derivedKeys'] {
  const option = options.find((each) => DERIVED_KEYS_OPTION.test(each));
  if (option === undefined) return undefined;
  if (option === 'RequireImpliedDerivedKeys') {
    draft.gap(option, 'derived keys without a DerivedKeyToken in the message are not supported');
  }
  const version = binding.version ?? (trust?.name === 'Trust10' ? '1.1' : '1.2');
  return version === '1.1' ? '2005-02' : '1.3';
}

/**
 * The standard has HMAC-SHA1 for every suite. Suites whose digest is SHA-256 are read as HMAC-SHA256, as WCF does, unless SHA-1 is allowed.
 */
function macOf(
  { suite, suiteName }: MessageBinding,
  draft: PolicyDraft,
): Pick<SessionProfile, 'algorithm' | 'digest'> {
  const isSha256 = suite.signature !== 'rsa-sha1';
  if (isSha256) {
    if (draft.isAllowed('sha1')) return { algorithm: 'hmac-sha1', digest: 'sha256' };
    draft.note(
      `Messages are signed with HMAC-SHA256. A service that reads ${suiteName} as the standard says, such as one of Apache CXF, wants HMAC-SHA1: allow "sha1" for it.`,
    );
    return { algorithm: 'hmac-sha256' };
  }
  const why =
    'HMAC-SHA1 and digests with SHA-1: SHA-1 is broken, and someone can make two parts with one digest';
  const algorithm: MacAlgorithm = draft.allows('sha1', suiteName, why) ? 'hmac-sha1' : 'hmac-sha256';
  return { algorithm };
}

/** The cipher also decides how long the keys are. */
function ciphersOf(
  wanted: MessageBinding,
  isEncrypted: boolean,
  draft: PolicyDraft,
): Pick<SessionProfile, 'cipher' | 'allowCbc'> {
  if (!isEncrypted) return { cipher: strongCipherOf(wanted.suite) };
  const cipher = cipherOf(wanted, draft);
  return cipher.endsWith('cbc') ? { cipher, allowCbc: true } : { cipher };
}

/** Responses are signed and encrypted with the key of their request. */
function readResponses(wanted: MessageBinding, draft: PolicyDraft): void {
  const parts = signedResponseParts(wanted, draft);
  if (parts === undefined) {
    if (hasEncryptedResponses(wanted)) {
      draft.gap('SymmetricBinding', 'encrypted responses without a signed Body cannot be read');
    }
    return;
  }
  if (hasEncryptedResponses(wanted)) draft.want('reading of encrypted responses');
  draft.want(`verification of the signed ${parts.map(describePart).join(', ')} of responses`);
  draft.set('verify', { parts, ...(draft.isAllowed('sha1') ? { allowSha1: true } : {}) });
}
