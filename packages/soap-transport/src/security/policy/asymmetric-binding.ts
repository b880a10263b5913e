import type { BindingToken, SecurityAlternative, SecurityBinding } from '@soapstone/soap-model';
import type { EncryptedPart } from '../encryption-profile.js';
import type { RequestPart } from '../signature-profile.js';
import type { SignedPart } from '../verify-profile.js';
import type { AlgorithmSuite } from './algorithm-suites.js';
import type { PolicyDraft } from './policy-draft.js';
import { describePart, encryptedPartsOf, partsOf } from './protected-parts.js';
import { isInRequests, keyIdentifierOf, refuseToken } from './tokens.js';

/** Reads a binding in which each side signs with its own key and encrypts for the certificate of the other. */
export function readAsymmetricBinding(
  alternative: SecurityAlternative,
  binding: SecurityBinding,
  draft: PolicyDraft,
): void {
  const suite = draft.suite(binding.algorithmSuite);
  const tokens = tokensOf(binding, draft);
  if (suite === undefined) return;
  const wanted = { alternative, binding, suite, suiteName: shortSuite(binding) };
  draft.want(wanted.suiteName);
  if (tokens.initiator !== undefined) signRequests(wanted, tokens.initiator, draft);
  encryptRequests(wanted, tokens.recipient, draft);
  readResponses(wanted, draft);
}

interface Wanted {
  readonly alternative: SecurityAlternative;
  readonly binding: SecurityBinding;
  readonly suite: AlgorithmSuite;
  readonly suiteName: string;
}

function shortSuite({ algorithmSuite }: SecurityBinding): string {
  return (algorithmSuite?.name ?? '').replace(/^\{.*\}/, '');
}

function tokensOf({ tokens }: SecurityBinding, draft: PolicyDraft) {
  const find = (...roles: readonly string[]): BindingToken['token'] | undefined => {
    const found = tokens.find(({ role }) => roles.includes(role))?.token;
    if (found === undefined || found.name === 'X509Token') return found;
    refuseToken(found, draft);
    return undefined;
  };
  const initiator = find('InitiatorToken', 'InitiatorSignatureToken');
  const recipient = find('RecipientToken', 'RecipientEncryptionToken');
  if (!tokens.some(({ role }) => /^Initiator(Signature)?Token$/.test(role))) {
    draft.gap('AsymmetricBinding', 'it has no InitiatorToken');
  }
  return { initiator, recipient };
}

/** Keys of RSA, because suites name RSA alone. */
function signRequests(wanted: Wanted, token: BindingToken['token'], draft: PolicyDraft): void {
  const { alternative, binding, suite, suiteName } = wanted;
  const { options } = binding;
  const keyIdentifier = keyIdentifierOf(token, alternative.wss, isInRequests(token), draft);
  const signed = partsOf('signed', alternative.request.signed, draft);
  const parts: RequestPart[] = signed.filter((part) => part !== 'timestamp' && part !== 'username-token');
  if (options.includes('IncludeTimestamp')) parts.push('timestamp');
  if (options.includes('ProtectTokens')) {
    if (keyIdentifier === 'binary-security-token') parts.push('binary-security-token');
    else draft.gap('ProtectTokens', 'a certificate that the message does not contain cannot be signed');
  }
  if (parts.length === 0) {
    draft.note('The policy has a key to sign with and names nothing to sign in requests.');
    return;
  }
  const unique = parts.filter((part, index) => parts.indexOf(part) === index);
  draft.want(`signed ${unique.map(describePart).join(', ')}`);
  draft.need('signature', 'your private key (RSA) and its certificate, to sign requests');
  const inclusive = binding.algorithmSuite?.options.includes('InclusiveC14N') === true;
  draft.set('signature', {
    parts: unique,
    keyIdentifier,
    algorithm: signatureOf(suite, suiteName, draft),
    ...(inclusive ? { canonicalization: 'inclusive' as const } : {}),
    ...(signed.includes('username-token') ? { signUsernameToken: true } : {}),
  });
}

/** SHA-1 where it is allowed, else the algorithm that is closest to it. */
function signatureOf({ signature }: AlgorithmSuite, suiteName: string, draft: PolicyDraft) {
  if (signature !== 'rsa-sha1') return signature;
  const why =
    'signatures with RSA-SHA1: SHA-1 is broken, and someone can make two messages with one signature';
  return draft.allows('sha1', suiteName, why) ? signature : 'rsa-sha256';
}

function encryptRequests(wanted: Wanted, token: BindingToken['token'] | undefined, draft: PolicyDraft): void {
  const { alternative, binding, suiteName } = wanted;
  const { options } = binding;
  const parts: EncryptedPart[] = [...encryptedPartsOf(alternative.request.encrypted, draft)];
  const first = options.includes('EncryptBeforeSigning');
  if (options.includes('EncryptSignature')) {
    if (first) draft.gap('EncryptSignature', 'a signature over encrypted parts cannot be encrypted');
    else parts.push('signature');
  }
  const username = alternative.supportingTokens.find(({ token: { name } }) => name === 'UsernameToken');
  // A password is never sent in clear where there is a key to encrypt it with. WCF and WebLogic do the same.
  if (username !== undefined && token !== undefined && !parts.includes('username-token')) {
    if (parts.length > 0 || username.encrypted) parts.push('username-token');
  }
  if (username?.signed === true && first && parts.includes('username-token')) {
    draft.gap('EncryptBeforeSigning', 'an encrypted UsernameToken cannot be signed');
  }
  if (parts.length === 0) return;
  if (token === undefined) {
    draft.gap('EncryptedParts', 'the policy has no RecipientToken to encrypt for');
    return;
  }
  draft.want(`encrypted ${parts.map(describePart).join(', ')}`);
  draft.need('encryption', 'the certificate of the service, to encrypt requests');
  const included = token.inclusion === 'always' || token.inclusion === 'always-to-recipient';
  draft.set('encryption', {
    parts,
    keyIdentifier: keyIdentifierOf(token, alternative.wss, included, draft),
    ...encryptionOf(wanted.suite, suiteName, draft),
    ...(first ? { order: 'encrypt-then-sign' as const } : {}),
  });
}

function encryptionOf({ cipher, keyTransport }: AlgorithmSuite, suiteName: string, draft: PolicyDraft) {
  if (cipher === undefined) draft.gap(suiteName, 'AES-192 and Triple DES are not supported');
  const isCbc = cipher?.endsWith('cbc') === true;
  const usable = !isCbc || draft.allows('cbc', suiteName, CBC);
  const strong = cipher === 'aes-128-cbc' ? 'aes-128-gcm' : 'aes-256-gcm';
  const isOaep = keyTransport !== 'rsa-1_5' || draft.allows('rsa-1_5', suiteName, RSA_15);
  return {
    cipher: usable && cipher !== undefined ? cipher : strong,
    keyTransport: isOaep ? keyTransport : 'rsa-oaep',
  } as const;
}

const CBC =
  'encryption with AES-CBC: it is not authenticated, and errors of its reader can reveal what is encrypted';
const RSA_15 = 'key transport with RSA 1.5: errors of its reader can reveal the key of a message';

function readResponses(wanted: Wanted, draft: PolicyDraft): void {
  const { alternative, binding, suite, suiteName } = wanted;
  const { options } = binding;
  const { signed, encrypted } = alternative.response;
  const isEncrypted = encrypted.length > 0 || options.includes('EncryptSignature');
  if (isEncrypted) {
    const { cipher, keyTransport } = suite;
    if (cipher === undefined) draft.gap(suiteName, 'AES-192 and Triple DES are not supported');
    draft.want('reading of encrypted responses');
    draft.need('decryption', 'your private key (RSA), to decrypt responses; default: the one that signs');
    draft.set('decryption', {
      ...(cipher?.endsWith('cbc') === true && draft.allows('cbc', suiteName, CBC) ? { allowCbc: true } : {}),
      ...(keyTransport === 'rsa-1_5' && draft.allows('rsa-1_5', suiteName, RSA_15)
        ? { allowRsa15: true }
        : {}),
    });
  }
  const parts: SignedPart[] = partsOf('signed', signed, draft).filter(
    (part): part is Exclude<SignedPart, 'timestamp'> =>
      typeof part === 'object' || part === 'body' || part === 'headers',
  );
  if (!parts.includes('body')) {
    draft.note('The policy does not promise a signed Body in responses, so responses are not verified.');
    return;
  }
  if (options.includes('IncludeTimestamp')) parts.push('timestamp');
  else draft.note('Responses carry no Timestamp, so an old response cannot be told from a new one.');
  const { differing = [] } = alternative;
  if (differing.length > 0) {
    const names = differing.slice(0, 5).join(', ');
    draft.gap('SignedParts', `the responses of ${names} are signed in another way than the others`);
  }
  draft.want(`verification of the signed ${parts.map(describePart).join(', ')} of responses`);
  const trusted = 'the certificate of the service or its authority, to verify responses';
  draft.need(
    'verify',
    draft.has('encryption') ? `${trusted}; default: the one that requests are encrypted for` : trusted,
  );
  const isSha1 = suite.signature === 'rsa-sha1';
  draft.set('verify', {
    parts,
    ...(isSha1 && signatureOf(suite, suiteName, draft) === 'rsa-sha1' ? { allowSha1: true } : {}),
  });
}
