import { elementsOf, type XmlNode } from '../laws/xml-tree.js';
import {
  type BaseRequest,
  type Expected,
  element,
  type SentRequest,
  withText,
  withTree,
} from './base-request.js';

/** One way to make a request invalid that needs no schema: HTTP, XML, the envelope, header blocks, the operation. */
export interface MessageKind {
  readonly name: string;
  readonly expected: Expected;
  /** @returns `undefined` if the kind does not apply: another version, no payload, an element that is allowed there */
  make(base: BaseRequest): SentRequest | undefined;
}

export const SENDER: Expected = { code: 'Sender' };

export function http(
  name: string,
  status: number,
  headers: Record<string, string>,
  method = 'POST',
): MessageKind {
  return {
    name,
    expected: { status },
    make: (base) => ({ body: base.xml, headers: { ...base.headers, ...headers }, method }),
  };
}

/** Changes the text. */
export function text(
  name: string,
  change: (xml: string, base: BaseRequest) => string | Uint8Array,
): MessageKind {
  return { name, expected: SENDER, make: (base) => withText(base, change(base.xml, base)) };
}

/** Changes the tree; nothing is sent if `change` returns `false`. */
export function tree(
  name: string,
  expected: Expected,
  change: (envelope: XmlNode, base: BaseRequest) => unknown,
): MessageKind {
  return {
    name,
    expected,
    make(base) {
      const envelope = base.tree();
      return change(envelope, base) === false ? undefined : withTree(base, envelope);
    },
  };
}

/** Adds a header block. */
export function header(
  name: string,
  expected: Expected,
  block: (base: BaseRequest) => XmlNode | readonly XmlNode[] | undefined,
): MessageKind {
  return tree(name, expected, (envelope, base) => {
    const made = block(base);
    if (made === undefined) return false;
    headerOf(envelope, base).children.push(...[made].flat());
    return true;
  });
}

export function headerOf(envelope: XmlNode, { soap }: BaseRequest): XmlNode {
  const [first] = elementsOf(envelope);
  if (first?.name === `${soap}:Header`) return first;
  const made = element(`${soap}:Header`);
  envelope.children.unshift(made);
  return made;
}

export const rename = (node: XmlNode, name: string): void => void Object.assign(node, { name });
export const endTag = (xml: string): number => xml.lastIndexOf('</');
export const afterDeclaration = (xml: string): string => xml.replace(/^<\?xml[^>]*\?>\s*/, '');
export const inBody = (xml: string, more: string, { soap }: BaseRequest): string =>
  xml.includes(`</${soap}:Body>`)
    ? xml.replace(`</${soap}:Body>`, `${more}</${soap}:Body>`)
    : xml.replace(`<${soap}:Body/>`, `<${soap}:Body>${more}</${soap}:Body>`);
export const bytesWith = (xml: string, byte: number, base: BaseRequest): Uint8Array => {
  const bytes = new TextEncoder().encode(inBody(xml, '<x>~</x>', base));
  bytes[bytes.indexOf(0x7e, bytes.length - 200)] = byte;
  return bytes;
};
