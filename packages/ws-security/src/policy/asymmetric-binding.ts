import type { RequestPart } from '@soapstone/credentials';
import type { BindingToken, SecurityAlternative, SecurityBinding } from '@soapstone/soap-model';
import {
  canonicalizationOf,
  cipherOf,
  encryptedRequestParts,
  hasEncryptedResponses,
  keyTransportOf,
  type MessageBinding,
  openBinding,
  signatureOf,
  signedResponseParts,
} from './message-binding.js';
import type { PolicyDraft } from './policy-draft.js';
import { describePart, partsOf } from './protected-parts.js';
import { isInRequests, keyIdentifierOf, refuseToken } from './tokens.js';

/** Reads a binding in which each side signs with its own key and encrypts for the certificate of the other. */
export function readAsymmetricBinding(
  alternative: SecurityAlternative,
  binding: SecurityBinding,
  draft: PolicyDraft,
): void {
  const wanted = openBinding(alternative, binding, draft);
  const tokens = tokensOf(binding, draft);
  if (wanted === undefined) return;
  draft.want(wanted.suiteName);
  if (tokens.initiator !== undefined) signRequests(wanted, tokens.initiator, draft);
  encryptRequests(wanted, tokens.recipient, draft);
  readResponses(wanted, draft);
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

/** RSA keys, because suites name only RSA. */
function signRequests(wanted: MessageBinding, token: BindingToken['token'], draft: PolicyDraft): void {
  const { alternative, binding } = wanted;
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
  draft.set('signature', {
    parts: unique,
    keyIdentifier,
    algorithm: signatureOf(wanted, draft),
    ...canonicalizationOf(wanted),
    ...(signed.includes('username-token') ? { signUsernameToken: true } : {}),
  });
}

function encryptRequests(
  wanted: MessageBinding,
  token: BindingToken['token'] | undefined,
  draft: PolicyDraft,
): void {
  const { alternative, binding } = wanted;
  const parts = encryptedRequestParts(wanted, token, draft);
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
    cipher: cipherOf(wanted, draft),
    keyTransport: keyTransportOf(wanted, draft),
    ...(binding.options.includes('EncryptBeforeSigning') ? { order: 'encrypt-then-sign' as const } : {}),
  });
}

function readResponses(wanted: MessageBinding, draft: PolicyDraft): void {
  if (hasEncryptedResponses(wanted)) {
    draft.want('reading of encrypted responses');
    draft.need('decryption', 'your private key (RSA), to decrypt responses; default: the one that signs');
    draft.set('decryption', {
      ...(cipherOf(wanted, draft).endsWith('cbc') ? { allowCbc: true } : {}),
      ...(keyTransportOf(wanted, draft) === 'rsa-1_5' ? { allowRsa15: true } : {}),
    });
  }
  const parts = signedResponseParts(wanted, draft);
  if (parts === undefined) return;
  draft.want(`verification of the signed ${parts.map(describePart).join(', ')} of responses`);
  const trusted = 'the certificate of the service or its authority, to verify responses';
  draft.need(
    'verify',
    draft.has('encryption') ? `${trusted}; default: the one that requests are encrypted for` : trusted,
  );
  draft.set('verify', {
    parts,
    ...(signatureOf(wanted, draft) === 'rsa-sha1' ? { allowSha1: true } : {}),
  });
}
