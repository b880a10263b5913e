import type { SessionProfile } from '@soapstone/ws-security';
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
