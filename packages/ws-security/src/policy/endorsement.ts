import type { SignatureProfile } from '@soapstone/credentials';
import type { SecurityAlternative, SupportingToken } from '@soapstone/soap-model';
import { canonicalizationOf, openBinding, signatureOf } from './message-binding.js';
import type { PolicyDraft } from './policy-draft.js';
import { partsOf } from './protected-parts.js';

/** The protection of a supporting token. */
export interface Protection {
  /** TLS, keys of both sides, or a session key; `gap` if the binding is not supported: no further gap is reported. */
  readonly kind: 'transport' | 'asymmetric' | 'symmetric' | 'gap';
  /** Whether messages are encrypted before they are signed. */
  readonly encryptsFirst: boolean;
  /** Whether signatures cover the certificates of their keys. */
  readonly protectsTokens: boolean;
  /** How an endorsing signature is made over a message signature. */
  readonly signature: Pick<SignatureProfile, 'algorithm' | 'canonicalization'>;
}

/** The protection of the supporting tokens of an alternative whose binding has been read. */
export function protectionOf(alternative: SecurityAlternative, draft: PolicyDraft): Protection {
  const { binding, supportingTokens } = alternative;
  const kind = binding?.kind ?? 'asymmetric';
  const isEndorsed = kind === 'symmetric' && supportingTokens.some(({ endorsing }) => endorsing);
  const wanted = isEndorsed && binding !== undefined ? openBinding(alternative, binding, draft) : undefined;
  return {
    kind: kind === 'symmetric' && !draft.has('session') ? 'gap' : kind,
    encryptsFirst: binding?.options.includes('EncryptBeforeSigning') === true,
    protectsTokens: binding?.options.includes('ProtectTokens') === true,
    signature:
      wanted === undefined ? {} : { algorithm: signatureOf(wanted, draft), ...canonicalizationOf(wanted) },
  };
}

/**
 * Adds the signature of an endorsing token to the template: over the Timestamp if TLS protects messages, over the message signature if a
 * session key makes it (§8.3). It is the only signature with a key pair. Returns false, with a gap, if none can be made.
 */
export function endorse(
  { signedParts, token }: SupportingToken,
  { kind, protectsTokens, signature }: Protection,
  draft: PolicyDraft,
): boolean {
  if (kind === 'asymmetric') {
    draft.gap('EndorsingSupportingTokens', 'a second signature with a key pair is not supported');
    return false;
  }
  if (draft.has('signature')) draft.gap('EndorsingSupportingTokens', 'only one signature is made');
  const parts = partsOf('signed', signedParts, draft);
  if (kind === 'transport') {
    if (!draft.has('timestamp')) {
      draft.gap('EndorsingSupportingTokens', 'there is nothing to sign: the policy has no IncludeTimestamp');
    }
    draft.want('signature over the Timestamp');
    draft.set('signature', { parts: ['timestamp', ...parts.filter((part) => part !== 'timestamp')] });
    return true;
  }
  if (!draft.signsWithSession()) {
    draft.gap(
      'EndorsingSupportingTokens',
      'there is nothing to sign: the policy asks for no message signature',
    );
  }
  draft.want('signature over the message signature');
  draft.set('signature', {
    ...signature,
    parts: [
      'signature',
      ...parts,
      ...(protectsTokens && token.name === 'X509Token' ? ['binary-security-token' as const] : []),
    ],
  });
  return true;
}
