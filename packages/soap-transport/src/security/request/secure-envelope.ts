import { bytes } from '@soapstone/soap-model/options';
import { isTransportError, TransportError } from '../../transport-error.js';
import { assertCredentialProfile, type CredentialProfile, unusableMember } from '../credential-profile.js';
import { assertHeaderContext, type HeaderContext } from '../header-context.js';
import { XENC } from '../namespaces.js';
import { NO_EVIDENCE, type SecuredRequest } from '../request-evidence.js';
import { assertionOf, findAssertionProblem } from '../saml/attach-assertion.js';
import { isSecured } from '../security-block.js';
import { canonicalize, INCLUSIVE } from '../xml/canonicalize.js';
import { isNamed, type XmlElement } from '../xml/element.js';
import { readXml, UnreadableXml } from '../xml/read-xml.js';
import { encryptMessage } from './encrypt.js';
import { cannotSecure, type OutgoingMessage, openMessage } from './message-parts.js';
import { signatureValueOf, signMessage } from './sign.js';

/**
 * Secures a finished envelope: `secureRequest`, or something that runs it in a thread. `account` is the one that the request belongs
 * to, for a thread that serves accounts in turn. What it throws is the error of the call.
 */
export type RequestSecurer = (
  envelope: Uint8Array,
  profile: CredentialProfile,
  account: string,
) => SecuredRequest | Promise<SecuredRequest>;

/**
 * `secureRequest` without the evidence, for a request whose response is not verified.
 *
 * @example
 * ```ts
 * const secured = secureEnvelope(envelope, { signature: { certificate, privateKey } }, { random: randomBytes });
 * ```
 */
export function secureEnvelope(
  envelope: Uint8Array,
  profile: CredentialProfile | undefined,
  context: Pick<HeaderContext, 'random'>,
): Uint8Array {
  return secureRequest(envelope, profile, context).envelope;
}

/**
 * Signs and encrypts a finished envelope that carries the block of `securityHeaders`, as the profile says (WA-2). Returns the envelope
 * itself for a profile without a signature, encryption and an assertion; otherwise its canonical form with identifiers on what is
 * signed, the SAML assertion, a `ds:Signature` and an `xenc:EncryptedKey` in the Security block. `openResponse` needs the evidence to tell the
 * response to this request from any other. Throws `TransportError` `INVALID_REQUEST`, which holds no key.
 *
 * @example
 * ```ts
 * const { envelope, evidence } = secureRequest(plain, profile, { random: randomBytes });
 * const opened = openResponse(await post(envelope), { verify, request: evidence });
 * ```
 */
export function secureRequest(
  envelope: Uint8Array,
  profile: CredentialProfile | undefined,
  context: Pick<HeaderContext, 'random'>,
): SecuredRequest {
  const [problem] = bytes(envelope);
  if (problem !== undefined) throw cannotSecure(problem.expected);
  if (profile === undefined) return { envelope, evidence: NO_EVIDENCE };
  assertCredentialProfile(profile);
  if (!isSecured(profile)) return { envelope, evidence: NO_EVIDENCE };
  const { signature, encryption, saml, sts } = profile;
  if (sts !== undefined) throw cannotSecure('only Transport.send gets the token of "sts"');
  assertHeaderContext('secureEnvelope', { random: context.random }, ['random']);
  try {
    const problem = saml && findAssertionProblem(saml, signature, Date.now());
    if (problem !== undefined) throw unusableMember(problem);
    const message = openMessage(readXml(envelope), context.random, saml && assertionOf(saml));
    const signatures: string[] = [];
    const encryptsFirst = encryption?.order === 'encrypt-then-sign';
    if (encryptsFirst && signature !== undefined && encryption.parts?.includes('saml-assertion') === true) {
      throw cannotSecure('an encrypted assertion cannot be signed: set "order" to "sign-then-encrypt"');
    }
    if (encryption !== undefined && encryptsFirst) encryptMessage(message, encryption, undefined);
    const signed = signature && signMessage(message, profile, signature);
    if (signed !== undefined) signatures.push(signatureValueOf(signed));
    if (encryption !== undefined && !encryptsFirst) encryptMessage(message, encryption, signed);
    if (signed !== undefined && encryptsFirst) putBeforeKey(message, signed);
    const text = canonicalize(message.envelope, INCLUSIVE);
    return {
      envelope: Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${text}`, 'utf8'),
      evidence: { signatures },
    };
  } catch (error) {
    if (isTransportError(error)) throw error;
    if (error instanceof UnreadableXml) throw cannotSecure(error.message);
    throw new TransportError({
      code: 'INVALID_REQUEST',
      phase: 'prepare',
      message: 'cannot secure the envelope: the keys of the credential profile cannot sign or encrypt it',
      cause: error,
    });
  }
}

/** A signature over encrypted parts is read before they are decrypted. */
function putBeforeKey({ security }: OutgoingMessage, signature: XmlElement): void {
  const others = security.children.filter((child) => child !== signature);
  const at = others.findIndex((child) => isNamed(child, XENC, 'EncryptedKey'));
  security.children = [...others.slice(0, at), signature, ...others.slice(at)];
}
