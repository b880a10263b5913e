import { type CredentialProfile, isSigner } from '@soapstone/credentials';
import { bytes } from '@soapstone/options';
import { defined } from '@soapstone/options/defined';
import type { SignedElement } from '@soapstone/soap-model';
import { assertCredentialProfile, unusableMember } from '../credentials/credential-profile.js';
import { needsAsync } from '../credentials/key-holder.js';
import { assertHeaderContext, type HeaderContext } from '../headers/header-context.js';
import { isSecured } from '../headers/security-block.js';
import { XENC } from '../namespaces.js';
import { assertionOf, findAssertionProblem } from '../saml/attach-assertion.js';
import { isSecurityError, SecurityError } from '../security-error.js';
import { canonicalize, INCLUSIVE } from '../xml/canonicalize.js';
import { childrenNamed, isNamed, type XmlElement } from '../xml/element.js';
import { readXml, UnreadableXml } from '../xml/read-xml.js';
import { encryptMessage } from './encrypt.js';
import { cannotSecure, type OutgoingMessage, openMessage } from './message-parts.js';
import { openPasswordKey } from './password-key.js';
import { NO_EVIDENCE, type SecuredRequest } from './request-evidence.js';
import { openSession, type Session } from './session.js';
import { signatureValueOf, signMessage } from './sign.js';
import { signElements } from './sign-elements.js';

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
 * Like `secureRequest`, also with a `Signer`: resolves when it has signed.
 *
 * @example
 * ```ts
 * const profile = { signature: { certificate, privateKey: kmsSigner } };
 * const { envelope, evidence } = await secureRequestAsync(plain, profile, { random: randomBytes });
 * ```
 */
export async function secureRequestAsync(
  envelope: Uint8Array,
  profile: CredentialProfile | undefined,
  context: Pick<HeaderContext, 'random'>,
): Promise<SecuredRequest> {
  return await secureMessage(envelope, profile, context);
}

/**
 * Signs and encrypts a finished envelope that carries the block of `securityHeaders`, as the profile says (WA-2). Returns the envelope
 * itself for a profile without a signature, encryption, a session and an assertion; otherwise its canonical form with identifiers on what is
 * signed, the SAML assertion, a `ds:Signature` and an `xenc:EncryptedKey` in the Security block. `openResponse` needs the evidence to tell the
 * response to this request from any other. Throws `SecurityError` `INVALID_REQUEST`, which holds no key.
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
  if (isSigner(profile?.signature?.privateKey)) throw needsAsync('secureRequestAsync');
  return secureMessage(envelope, profile, context) as SecuredRequest;
}

/**
 * `secureRequest`, or `secureRequestAsync` for a profile with a `Signer`.
 *
 * @param elements the elements that are signed first, inside the message
 */
export function secureMessage(
  envelope: Uint8Array,
  profile: CredentialProfile | undefined,
  context: Pick<HeaderContext, 'random'>,
  elements: readonly SignedElement[] = [],
): SecuredRequest | Promise<SecuredRequest> {
  const [problem] = bytes(envelope);
  if (problem !== undefined) throw cannotSecure(problem.expected);
  if (elements.length > 0) {
    if (profile !== undefined) assertCredentialProfile(profile);
    const signed = signElements(envelope, elements, profile?.elementSignature);
    return signed instanceof Promise
      ? signed.then(async (ready) => await secureMessage(ready, profile, context))
      : secureMessage(signed, profile, context);
  }
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
    const session =
      (profile.session && openSession(message, profile, profile.session)) ??
      (profile.passwordKey && openPasswordKey(message, profile, profile.passwordKey));
    const encrypt = (): void => {
      session?.encrypt();
      if (encryption !== undefined) encryptMessage(message, encryption);
    };
    const symmetric = profile.session ?? profile.passwordKey;
    const order = symmetric?.order ?? encryption?.order;
    const encrypted = symmetric?.encryptedParts ?? encryption?.parts;
    if (
      order === 'encrypt-then-sign' &&
      signature !== undefined &&
      encrypted?.includes('saml-assertion') === true
    ) {
      throw cannotSecure('an encrypted assertion cannot be signed: set "order" to "sign-then-encrypt"');
    }
    if (order === 'encrypt-then-sign') encrypt();
    const { elements, signing } = signAll(message, profile, session);
    const finish = (): SecuredRequest => {
      // Encryption can replace a signature.
      const signatures = elements.map(signatureValueOf);
      if (order === 'encrypt-then-sign') putBeforeReferences(message, elements);
      else encrypt();
      const text = canonicalize(message.envelope, INCLUSIVE);
      return {
        envelope: Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${text}`, 'utf8'),
        evidence: { signatures, ...defined({ session: session?.key }) },
      };
    };
    if (signing === undefined) return finish();
    return signing.then(finish).catch((error: unknown) => {
      throw securingError(error);
    });
  } catch (error) {
    throw securingError(error);
  }
}

function securingError(error: unknown): SecurityError {
  if (isSecurityError(error)) return error;
  if (error instanceof UnreadableXml) return cannotSecure(error.message);
  const message = 'cannot secure the envelope: the keys of the credential profile cannot sign or encrypt it';
  return new SecurityError('INVALID_REQUEST', message, error);
}

/** Makes the message signature, and then one that may endorse it. */
function signAll(
  message: OutgoingMessage,
  profile: CredentialProfile,
  session: Session | undefined,
): { readonly elements: readonly XmlElement[]; readonly signing: Promise<void> | undefined } {
  message.signature = session?.sign();
  const own = profile.signature && signMessage(message, profile, profile.signature);
  const elements = [message.signature, own?.element].filter((signature) => signature !== undefined);
  message.signature ??= own?.element;
  return { elements, signing: own?.signing };
}

/** A signature over encrypted parts is read before they are decrypted. */
function putBeforeReferences({ security }: OutgoingMessage, signatures: readonly XmlElement[]): void {
  const others = security.children.filter(
    (child) => typeof child === 'string' || !signatures.includes(child),
  );
  const at = others.findIndex(
    (child) =>
      isNamed(child, XENC, 'ReferenceList') ||
      (isNamed(child, XENC, 'EncryptedKey') && childrenNamed(child, XENC, 'ReferenceList').length > 0),
  );
  security.children =
    at < 0 ? security.children : [...others.slice(0, at), ...signatures, ...others.slice(at)];
}
