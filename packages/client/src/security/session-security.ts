import {
  type ElementSignatureProfile,
  KINDS,
  type PasswordKeyProfile,
  type SessionProfile,
} from '@soapstone/credentials';
import { assertOptions } from '@soapstone/options';
import type { Security } from './security.js';

/**
 * A session key for each request (the symmetric binding of WS-SecurityPolicy): it is encrypted for the certificate of the service,
 * signs the SOAP body and a timestamp of five minutes, and encrypts the body. The response must be signed with it, or by a signer
 * that `verifyResponses` trusts. With `x509Signature({ …, parts: ['signature'] })`, your own key endorses the message signature. Needs
 * Node's transport.
 *
 * @param session the certificate of the service, and how to sign and encrypt. Default of `encryptedParts`: `['body']`
 *
 * @example
 * ```ts
 * const security = sessionKey({ certificate: await readFile('bank.pem', 'utf8'), derivedKeys: '1.3' });
 * ```
 */
export function sessionKey(session: SessionProfile): Security {
  return { session: { encryptedParts: ['body'], ...session }, timestamp: {}, verify: {} };
}

/**
 * Keys derived from a password that is not sent (UsernameToken Profile 1.1 §4): they sign the SOAP body and a timestamp of five minutes, and
 * encrypt the body. Anyone who sees a message can try passwords against it, so use it over TLS, with a password that nobody can guess.
 * Responses are signed and encrypted by other keys: see `verifyResponses`. Needs Node's `crypto`: Node, Bun or Deno.
 *
 * @param password the account, and how to sign and encrypt. Default of `encryptedParts`: `['body']`
 * @throws {OptionError} for an unknown member, and for a value of the wrong type, length or form
 *
 * @example
 * ```ts
 * const security = passwordKey({ username: 'ada', password });
 * ```
 */
export function passwordKey(password: PasswordKeyProfile): Security {
  assertOptions(KINDS.passwordKey.check, password, 'passwordKey');
  return { passwordKey: { encryptedParts: ['body'], ...password }, timestamp: {} };
}

/**
 * The key that signs elements inside requests (XML Signature), such as an invoice for a tax authority. A design says which elements: `sign`
 * of an input. Needs Node's `crypto`: Node, Bun or Deno.
 *
 * @param signature the certificate and its key: PEM, or a `Signer` for a key in a PKCS#11 module or a KMS
 * @throws {OptionError} for an unknown member, and for a value of the wrong type
 *
 * @example
 * ```ts
 * const security = elementSignature({ certificate, privateKey, algorithm: 'rsa-sha256' });
 * const design = { operations: { SendInvoice: { input: { sign: { Invoice: '@Id' } } } } };
 * const client = await createClient(wsdl, { security, design });
 * ```
 */
export function elementSignature(signature: ElementSignatureProfile): Security {
  assertOptions(KINDS.elementSignature.check, signature, 'elementSignature');
  return { elementSignature: signature };
}
