import { SOAP11_ENVELOPE, SOAP12_ENVELOPE } from '@soapstone/soap-model/namespaces';
import { WSSE, WSU } from '../namespaces.js';
import { attributeOf, childrenNamed, elementsOf, isNamed, walk, type XmlElement } from '../xml/element.js';
import { invalid } from './refusal.js';

/** The parts of a SOAP message, found by their place and not by their names alone. */
export interface SoapMessage {
  readonly envelope: XmlElement;
  readonly header: XmlElement | undefined;
  readonly body: XmlElement;
  /** The one `wsse:Security` block that is for us. */
  readonly security: XmlElement | undefined;
}

/**
 * Finds the parts of a message. A message that a reader could mistake for two different ones is rejected: a second Header or Body,
 * anything between them, a second Security block for the same reader. Throws `Refusal`.
 */
export function findParts(envelope: XmlElement): SoapMessage {
  const { uri } = envelope;
  if (envelope.local !== 'Envelope' || (uri !== SOAP11_ENVELOPE && uri !== SOAP12_ENVELOPE)) {
    throw invalid('the response is not a SOAP envelope');
  }
  if (envelope.children.some((child) => typeof child === 'string' && child.trim() !== '')) {
    throw invalid('the response has text between the parts of its envelope');
  }
  const parts = elementsOf(envelope);
  const body = parts.at(-1);
  const header = parts.length === 2 ? parts[0] : undefined;
  const isUsual = parts.length <= 2 && (header === undefined || isNamed(header, uri, 'Header'));
  if (body === undefined || !isNamed(body, uri, 'Body') || !isUsual) {
    throw invalid('the envelope of the response has other children than one Header and one Body');
  }
  const blocks = header === undefined ? [] : childrenNamed(header, WSSE, 'Security').filter(isForUs);
  if (blocks.length > 1) throw invalid('the response has more than one Security header block');
  return { envelope, header, body, security: blocks[0] };
}

/** A block for another reader, such as an intermediary, is not evaluated. */
function isForUs(block: XmlElement): boolean {
  const role =
    attributeOf(block, 'actor', SOAP11_ENVELOPE) ?? attributeOf(block, 'role', SOAP12_ENVELOPE) ?? '';
  return role === '' || role === 'http://www.w3.org/2003/05/soap-envelope/role/ultimateReceiver';
}

/** Finds elements by the identifier that a reference names. */
export type IdIndex = ReadonlyMap<string, readonly XmlElement[]>;

/** Everything that any reader could mistake for an identifier, regardless of its namespace and case. */
export function indexIds(root: XmlElement): IdIndex {
  const found = new Map<string, XmlElement[]>();
  for (const element of walk(root)) {
    for (const { local, value } of element.attributes) {
      if (!/^(?:id|assertionid)$/i.test(local)) continue;
      const known = found.get(value);
      if (known === undefined) found.set(value, [element]);
      else if (!known.includes(element)) known.push(element);
    }
  }
  return found;
}

/**
 * The element that `#id` names. Throws `Refusal` if it is not exactly one, or only a reader of another identifier would find it.
 */
export function resolveReference(uri: string | undefined, ids: IdIndex): XmlElement {
  if (uri === undefined || !/^#[^#\s()'"]{1,256}$/.test(uri)) {
    throw invalid('a reference of the signature is not to an element of the response by its identifier');
  }
  const id = uri.slice(1);
  const [element, ...others] = ids.get(id) ?? [];
  if (element === undefined) throw invalid('a reference of the signature names no element of the response');
  if (others.length > 0)
    throw invalid('an identifier that the signature names is not unique in the response');
  if (attributeOf(element, 'Id', WSU) !== id && attributeOf(element, 'Id') !== id) {
    throw invalid('a reference of the signature names no element of the response');
  }
  return element;
}
