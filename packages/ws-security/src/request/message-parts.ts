import type { HeaderPart, RequestPart } from '@soapstone/credentials';
import { createId, type HeaderContext } from '../headers/header-context.js';
import { DS, WSSE, WSSE11, WSU, XENC } from '../namespaces.js';
import type { Assertion } from '../saml/assertion.js';
import { type SecurityError, unusableRequest } from '../security-error.js';
import { attributeOf, childrenNamed, elementsOf, isNamed, type XmlElement } from '../xml/element.js';
import { readContent } from '../xml/read-xml.js';

/** A request whose parts are secured, as a mutable tree. */
export interface OutgoingMessage {
  readonly envelope: XmlElement;
  readonly body: XmlElement;
  readonly security: XmlElement;
  readonly random: HeaderContext['random'];
  /** The message signature, once it is made: that of the session key, or the only one. */
  signature: XmlElement | undefined;
  /** The SAML assertion as an element of the Security block. */
  readonly saml: { readonly assertion: Assertion; readonly element: XmlElement } | undefined;
  /** The confirmations of a response, which its signature always covers. Default: none. */
  readonly confirmations?: readonly XmlElement[] | undefined;
}

/** The part of a message that a profile names: an element, or several header blocks of one name. Throws `SecurityError`. */
export function findPart(
  { envelope, body, security, saml, signature }: OutgoingMessage,
  part: RequestPart,
): readonly XmlElement[] {
  if (part === 'body') return [body];
  if (part === 'headers') return elementsOf(headerOf(envelope)).filter((block) => block !== security);
  if (part === 'signature') {
    if (signature === undefined) throw cannotSecure('it has no message signature');
    return [signature];
  }
  if (part === 'saml-assertion') {
    if (saml === undefined) throw cannotSecure('it has no SAML assertion');
    return [saml.element];
  }
  const found =
    typeof part === 'object'
      ? blocksOf(headerOf(envelope), part).filter((block) => block !== security)
      : childrenNamed(security, TOKENS[part].uri, TOKENS[part].local);
  if (found.length > 0 || (typeof part === 'object' && part.optional === true)) return found;
  const what = typeof part === 'object' ? 'header block that the profile names' : part;
  throw cannotSecure(`it has no ${what}`);
}

/** The header blocks that a part names. */
export function blocksOf(header: XmlElement, { namespace, name }: HeaderPart): readonly XmlElement[] {
  return elementsOf(header).filter(
    (block) => block.uri === namespace && (name === undefined || block.local === name),
  );
}

const TOKENS = {
  timestamp: { uri: WSU, local: 'Timestamp' },
  'username-token': { uri: WSSE, local: 'UsernameToken' },
  'binary-security-token': { uri: WSSE, local: 'BinarySecurityToken' },
  'encrypted-key': { uri: XENC, local: 'EncryptedKey' },
} as const;

/** The parts that security is written to, with an assertion at the end of the Security block. Throws `SecurityError`. */
export function openMessage(
  envelope: XmlElement,
  random: HeaderContext['random'],
  assertion: Assertion | undefined,
): OutgoingMessage {
  const body = elementsOf(envelope).find((part) => isNamed(part, envelope.uri, 'Body'));
  if (body === undefined) throw cannotSecure('it has no Body');
  const [security] = childrenNamed(headerOf(envelope), WSSE, 'Security');
  if (security === undefined) throw cannotSecure('it has no wsse:Security header block');
  const saml = assertion && { assertion, element: attach(security, assertion.xml) };
  return { envelope, body, security, random, saml, signature: undefined };
}

function headerOf(envelope: XmlElement): XmlElement {
  const header = elementsOf(envelope).find((part) => isNamed(part, envelope.uri, 'Header'));
  if (header === undefined) throw cannotSecure('it has no wsse:Security header block');
  return header;
}

/** Returns the identifier of an element, and gives it an unpredictable one if it has none. */
export function identify(element: XmlElement, random: HeaderContext['random']): string {
  // The elements of XML Signature and XML Encryption have their own identifier.
  const isBare = element.uri === DS || element.uri === XENC;
  const known = attributeOf(element, 'Id', isBare ? '' : WSU);
  if (known !== undefined) return known;
  const id = createId(element.local, random);
  if (isBare) {
    element.attributes.push({ prefix: '', local: 'Id', uri: '', value: id });
    return id;
  }
  // `wsu` is declared where it is used, in case the message binds it to something else.
  element.declarations.set('wsu', WSU);
  element.attributes.push({ prefix: 'wsu', local: 'Id', uri: WSU, value: id });
  return id;
}

/** `wsse11:EncryptedHeader`, the wrapper of an encrypted header block. */
export const ENCRYPTED_HEADER: { readonly uri: string; readonly local: string } = {
  uri: WSSE11,
  local: 'EncryptedHeader',
};

/** Reads an element and appends it to `parent`. */
export function attach(parent: XmlElement, text: string): XmlElement {
  const [element] = readContent(text, parent);
  if (element === undefined || typeof element === 'string') throw cannotSecure('an element was not written');
  element.parent = parent;
  parent.children.push(element);
  return element;
}

export function cannotSecure(why: string): SecurityError {
  return unusableRequest(`cannot secure the envelope: ${why}`);
}
