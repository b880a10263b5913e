import type {
  ContentCipher,
  EncryptedPart,
  KeyTransport,
  SignatureAlgorithm,
  SignedPart,
} from '@soapstone/credentials';
import type { SecurityAlternative, SecurityBinding, SecurityToken } from '@soapstone/soap-model';
import type { AlgorithmSuite } from './algorithm-suites.js';
import type { PolicyDraft } from './policy-draft.js';
import { encryptedPartsOf, partsOf } from './protected-parts.js';

/** A binding that signs and encrypts messages, with its algorithm suite. */
export interface MessageBinding {
  readonly alternative: SecurityAlternative;
  readonly binding: SecurityBinding;
  readonly suite: AlgorithmSuite;
  /** Its name in messages. */
  readonly suiteName: string;
}

/** Reads the suite of a binding; `undefined`, with a gap, for one that is missing or not known. */
export function openBinding(
  alternative: SecurityAlternative,
  binding: SecurityBinding,
  draft: PolicyDraft,
): MessageBinding | undefined {
  const suite = draft.suite(binding.algorithmSuite);
  const suiteName = (binding.algorithmSuite?.name ?? '').replace(/^\{.*\}/, '');
  return suite === undefined ? undefined : { alternative, binding, suite, suiteName };
}

/** The canonical form, where it is not the default. */
export function canonicalizationOf({ binding }: MessageBinding): { readonly canonicalization?: 'inclusive' } {
  const inclusive = binding.algorithmSuite?.options.includes('InclusiveC14N') === true;
  return inclusive ? { canonicalization: 'inclusive' } : {};
}

/** SHA-1 where it is allowed, else the algorithm that is closest to it. */
export function signatureOf({ suite, suiteName }: MessageBinding, draft: PolicyDraft): SignatureAlgorithm {
  if (suite.signature !== 'rsa-sha1') return suite.signature;
  const why =
    'signatures with RSA-SHA1: SHA-1 is broken, and someone can make two messages with one signature';
  return draft.allows('sha1', suiteName, why) ? suite.signature : 'rsa-sha256';
}

/** AES-CBC where it is allowed, else GCM with a key of that length. AES-192 and Triple DES are gaps. */
export function cipherOf({ suite, suiteName }: MessageBinding, draft: PolicyDraft): ContentCipher {
  const { cipher } = suite;
  if (cipher === undefined) draft.gap(suiteName, 'AES-192 and Triple DES are not supported');
  const usable = cipher?.endsWith('cbc') !== true || draft.allows('cbc', suiteName, CBC);
  return usable && cipher !== undefined ? cipher : strongCipherOf(suite);
}

/** GCM with the key length of a suite. */
export function strongCipherOf({ cipher }: AlgorithmSuite): ContentCipher {
  return cipher?.startsWith('aes-128') === true ? 'aes-128-gcm' : 'aes-256-gcm';
}

/** RSA 1.5 where it is allowed, else OAEP. */
export function keyTransportOf({ suite, suiteName }: MessageBinding, draft: PolicyDraft): KeyTransport {
  const isOaep = suite.keyTransport !== 'rsa-1_5' || draft.allows('rsa-1_5', suiteName, RSA_15);
  return isOaep ? suite.keyTransport : 'rsa-oaep';
}

const CBC =
  'encryption with AES-CBC: it is not authenticated, and errors of its reader can reveal what is encrypted';
const RSA_15 = 'key transport with RSA 1.5: errors of its reader can reveal the key of a message';

/**
 * The parts of requests that are encrypted.
 *
 * @param token the token to encrypt for; without one, only the parts that the policy names
 */
export function encryptedRequestParts(
  { alternative, binding }: MessageBinding,
  token: SecurityToken | undefined,
  draft: PolicyDraft,
): readonly EncryptedPart[] {
  const { options } = binding;
  const parts: EncryptedPart[] = [...encryptedPartsOf(alternative.request.encrypted, draft)];
  const first = options.includes('EncryptBeforeSigning');
  if (options.includes('EncryptSignature')) {
    if (first) draft.gap('EncryptSignature', 'a signature over encrypted parts cannot be encrypted');
    else parts.push('signature');
  }
  const username = alternative.supportingTokens.find(({ token: { name } }) => name === 'UsernameToken');
  // A password is never sent in clear if there is a key to encrypt it with. WCF and WebLogic do the same.
  if (username !== undefined && token !== undefined && !parts.includes('username-token')) {
    if (parts.length > 0 || username.encrypted) parts.push('username-token');
  }
  if (username?.signed === true && first && parts.includes('username-token')) {
    draft.gap('EncryptBeforeSigning', 'an encrypted UsernameToken cannot be signed');
  }
  return parts;
}

/** Whether something of responses is encrypted. */
export function hasEncryptedResponses({ alternative, binding }: MessageBinding): boolean {
  return alternative.response.encrypted.length > 0 || binding.options.includes('EncryptSignature');
}

/** The parts of responses that must be signed; `undefined`, with a note, if the policy promises no signed Body. */
export function signedResponseParts(
  { alternative, binding }: MessageBinding,
  draft: PolicyDraft,
): readonly SignedPart[] | undefined {
  const parts: SignedPart[] = partsOf('signed', alternative.response.signed, draft).filter(
    (part): part is Exclude<SignedPart, 'timestamp'> =>
      typeof part === 'object' || part === 'body' || part === 'headers',
  );
  if (!parts.includes('body')) {
    draft.note('The policy does not promise a signed Body in responses, so responses are not verified.');
    return undefined;
  }
  if (binding.options.includes('IncludeTimestamp')) parts.push('timestamp');
  else draft.note('Responses carry no Timestamp, so an old response cannot be told from a new one.');
  const { differing = [] } = alternative;
  if (differing.length > 0) {
    const names = differing.slice(0, 5).join(', ');
    draft.gap('SignedParts', `the responses of ${names} are signed differently from the others`);
  }
  return parts;
}
