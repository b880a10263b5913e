import { escapeAttribute } from '@soapstone/soap-model/xml';
import { type Canonicalization, canonicalize, type ElementVisitor, INCLUSIVE } from '../xml/canonicalize.js';
import { elementsOf, namespacesAt, type XmlElement } from '../xml/element.js';
import type { SoapMessage } from './message.js';
import { invalid } from './refusal.js';
import type { SignedElements } from './signature.js';

const XSI = 'http://www.w3.org/2001/XMLSchema-instance';
const XSD = 'http://www.w3.org/2001/XMLSchema';

/**
 * The usual prefixes of XML Schema. They are declared regardless of what the response declares, because most signatures leave out prefixes
 * that only values use, as in `xsi:type="xsd:int"`.
 */
const USUAL: ReadonlyMap<string, string> = new Map([
  ['xsi', XSI],
  ['xsd', XSD],
  ['xs', XSD],
]);

/**
 * Writes what signatures cover, and nothing else, as its own envelope: the signed header blocks and the Body, in the canonical
 * form that was digested. The reader of the result sees no byte that the signer did not sign. Throws `Refusal` if a signed value
 * uses a prefix whose namespace is not signed, unless `unsignedPrefixes` accepts the one of the document.
 */
export function writeSigned(
  { envelope, header, body, security }: SoapMessage,
  signed: SignedElements,
  unsignedPrefixes: boolean,
): string {
  const write = (element: XmlElement): string => {
    const form = signed.get(element) ?? INCLUSIVE;
    return unsignedPrefixes ? canonicalize(element, INCLUSIVE) : writeStrictly(element, form);
  };
  const blocks = (header === undefined ? [] : elementsOf(header)).filter(
    (block) => block !== security && signed.has(block),
  );
  return wrap(envelope.uri, blocks.map(write), write(body));
}

/** Writes a message without its Security block, if nothing says what must be signed. */
export function writeUnsigned({ envelope, header, body, security }: SoapMessage): string {
  const blocks = (header === undefined ? [] : elementsOf(header)).filter((block) => block !== security);
  return wrap(
    envelope.uri,
    blocks.map((block) => canonicalize(block, INCLUSIVE)),
    canonicalize(body, INCLUSIVE),
  );
}

function wrap(uri: string, blocks: readonly string[], body: string): string {
  const declared = [...USUAL].map(([prefix, namespace]) => ` xmlns:${prefix}="${namespace}"`).join('');
  const header = blocks.length === 0 ? '' : `<env:Header>${blocks.join('')}</env:Header>`;
  return `<env:Envelope xmlns:env="${escapeAttribute(uri)}"${declared}>${header}${body}</env:Envelope>`;
}

/** Attributes whose value is a qualified name: the type of an element, and of the items of an encoded array. */
const isTypeAttribute = (local: string, uri: string): boolean =>
  (local === 'type' && uri === XSI) || local === 'arrayType' || local === 'itemType';

function writeStrictly(element: XmlElement, form: Canonicalization): string {
  const visit: ElementVisitor = (at, written) => {
    for (const { local, uri, value } of at.attributes) {
      if (!isTypeAttribute(local, uri)) continue;
      const [, prefix = ''] = /^\s*([^:\s]+):/.exec(value) ?? [];
      const signed = written.get(prefix) ?? USUAL.get(prefix);
      if (signed === (namespacesAt(at).get(prefix) ?? USUAL.get(prefix))) continue;
      throw invalid(
        'the signature does not cover the namespace of a prefix that a type of the response uses; if the server cannot sign it, set unsignedPrefixes',
      );
    }
  };
  return canonicalize(element, form, visit);
}
