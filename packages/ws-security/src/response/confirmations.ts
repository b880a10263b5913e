import { WSSE11 } from '../namespaces.js';
import { attributeOf, childrenNamed, type XmlElement } from '../xml/element.js';
import { invalid, notSigned } from './refusal.js';
import type { SignedElements } from './signature.js';

/**
 * Checks that the response confirms each signature of its request once, and nothing else (WS-Security 1.1 §8.5). The confirmations must be
 * signed. A request without signatures is confirmed by one element without a value, or by none. Throws `Refusal`.
 *
 * @param signatures the signature values of the request, in base64
 */
export function assertConfirmed(
  security: XmlElement,
  signed: SignedElements,
  signatures: readonly string[],
): void {
  const confirmations = childrenNamed(security, WSSE11, 'SignatureConfirmation');
  if (confirmations.length > Math.max(1, signatures.length)) {
    throw invalid('the response confirms more signatures than its request has');
  }
  const open = [...signatures];
  for (const confirmation of confirmations) {
    if (!signed.has(confirmation)) throw notSigned('a SignatureConfirmation of the response is not signed');
    const value = attributeOf(confirmation, 'Value');
    if (value === undefined && signatures.length === 0) continue;
    const at = open.indexOf((value ?? '').replaceAll(/\s/g, ''));
    if (at < 0) throw invalid('the response confirms a signature that its request does not have');
    open.splice(at, 1);
  }
  if (open.length > 0) {
    throw notSigned(
      'the response does not confirm the signature of its request; where the server cannot, turn verify.signatureConfirmation off',
    );
  }
}
