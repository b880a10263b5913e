import { createPrivateKey, type KeyObject } from 'node:crypto';
import { bytes } from '@soapstone/soap-model/options';
import { SignedXml } from 'xml-crypto';
import { TransportError } from '../transport-error.js';
import {
  assertCredentialProfile,
  type CredentialProfile,
  type SignatureProfile,
} from './credential-profile.js';
import { readEnvelopeOutline } from './envelope-outline.js';
import { assertHeaderContext, createId, type HeaderContext } from './header-context.js';
import { WSSE, WSU, X509_V3 } from './namespaces.js';

const EXCLUSIVE_C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const ALGORITHMS: Readonly<
  Record<NonNullable<SignatureProfile['algorithm']>, { readonly signature: string; readonly digest: string }>
> = {
  'rsa-sha256': {
    signature: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    digest: 'http://www.w3.org/2001/04/xmlenc#sha256',
  },
  'rsa-sha512': {
    signature: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
    digest: 'http://www.w3.org/2001/04/xmlenc#sha512',
  },
  'rsa-sha1': {
    signature: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
    digest: 'http://www.w3.org/2000/09/xmldsig#sha1',
  },
};

/** Larger envelopes are rejected, because canonicalisation builds a tree on the event loop. */
const MAX_SIGNED_BYTES = 2 * 1024 * 1024;

const SECURITY = "/*/*[local-name(.)='Header']/*[local-name(.)='Security']";

const keys = new WeakMap<SignatureProfile, KeyObject>();

/**
 * Signs Body and Timestamp of a finished envelope that carries the block of `securityHeaders` (WA-2). The result is the input with
 * a `wsu:Id` on Body and a `ds:Signature` at the end of `wsse:Security`. No other byte changes: a tree that is written out again
 * would not keep every character reference, and the signature would fail. Returns the envelope unchanged for a profile without a
 * signature. Throws `TransportError` `INVALID_REQUEST`; keys never appear in it.
 */
export function signEnvelope(
  envelope: Uint8Array,
  profile: CredentialProfile | undefined,
  context: Pick<HeaderContext, 'random'>,
): Uint8Array {
  const [problem] = bytes(envelope);
  if (problem !== undefined) throw cannotSign(problem.expected);
  if (profile === undefined) return envelope;
  assertCredentialProfile(profile);
  const { signature } = profile;
  if (signature === undefined) return envelope;
  assertHeaderContext('signEnvelope', { random: context.random }, ['random']);
  if (envelope.length > MAX_SIGNED_BYTES) throw cannotSign(`it is larger than ${MAX_SIGNED_BYTES} bytes`);
  const text = Buffer.from(envelope.buffer, envelope.byteOffset, envelope.byteLength).toString('utf8');
  const outline = readEnvelopeOutline(text);
  if (outline === undefined) throw cannotSign('it has no Body');
  if (outline.securityEnd === undefined) throw cannotSign('it has no wsse:Security header block');
  if (/(?:^|[\s:])Id\s*=/.test(outline.bodyAttributes)) throw cannotSign('its Body has an Id already');

  const bodyId = createId('Body', context.random);
  const marked = `${text.slice(0, outline.bodyNameEnd)} xmlns:wsu="${WSU}" wsu:Id="${bodyId}"${text.slice(outline.bodyNameEnd)}`;
  const tokenId = /<wsse:BinarySecurityToken [^>]*wsu:Id="([^"]+)"/.exec(
    text.slice(0, outline.securityEnd),
  )?.[1];
  if (tokenId === undefined) throw cannotSign('its wsse:Security block holds no certificate');
  const written = computeSignature(marked, profile, signature, tokenId);
  return Buffer.from(
    `${marked.slice(0, outline.securityEnd)}${written}${marked.slice(outline.securityEnd)}`,
    'utf8',
  );
}

function computeSignature(
  text: string,
  { timestamp, usernameToken }: CredentialProfile,
  profile: SignatureProfile,
  tokenId: string,
): string {
  const { signature: signatureAlgorithm, digest } = ALGORITHMS[profile.algorithm ?? 'rsa-sha256'];
  const signer = new SignedXml({
    idMode: 'wssecurity',
    privateKey: keyOf(profile),
    signatureAlgorithm,
    canonicalizationAlgorithm: EXCLUSIVE_C14N,
    getKeyInfoContent: () =>
      `<wsse:SecurityTokenReference xmlns:wsse="${WSSE}"><wsse:Reference URI="#${tokenId}" ValueType="${X509_V3}"/></wsse:SecurityTokenReference>`,
  });
  const refer = (xpath: string): void =>
    signer.addReference({ xpath, transforms: [EXCLUSIVE_C14N], digestAlgorithm: digest });
  refer("/*/*[local-name(.)='Body']");
  if (timestamp !== undefined) refer(`${SECURITY}/*[local-name(.)='Timestamp']`);
  if (usernameToken !== undefined && profile.signUsernameToken === true)
    refer(`${SECURITY}/*[local-name(.)='UsernameToken']`);
  try {
    signer.computeSignature(text, { prefix: 'ds', location: { reference: SECURITY, action: 'append' } });
  } catch (error) {
    throw cannotSign('it could not be canonicalised', error);
  }
  return signer.getSignatureXml();
}

function keyOf(profile: SignatureProfile): KeyObject {
  let key = keys.get(profile);
  if (key === undefined) {
    try {
      key = createPrivateKey({
        key: profile.privateKey,
        format: 'pem',
        ...(profile.passphrase === undefined ? {} : { passphrase: profile.passphrase }),
      });
    } catch {
      throw cannotSign(
        'the private key of the credential profile is not readable as PEM, or the passphrase is wrong',
      );
    }
    if (key.asymmetricKeyType !== 'rsa')
      throw cannotSign('the private key of the credential profile is not an RSA key');
    keys.set(profile, key);
  }
  return key;
}

function cannotSign(why: string, cause?: unknown): TransportError {
  return new TransportError({
    code: 'INVALID_REQUEST',
    phase: 'prepare',
    message: `cannot sign the envelope: ${why}`,
    cause,
  });
}
