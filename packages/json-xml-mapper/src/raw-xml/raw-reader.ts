import { charge } from '../work.js';
import { DocumentKind } from '../xml/document-kind.js';
import { XmlError } from '../xml/xml-error.js';
import { defaultXmlLimits } from '../xml/xml-limits.js';
import type { XmlName } from '../xml/xml-name.js';
import { DONE, END, START, XmlReader } from '../xml/xml-reader.js';

/** Beyond this size the memory of a reader is not kept for the next element. */
const MAX_KEPT = 1 << 20;

/** The number of tokens that are charged together. */
const TOKENS_PER_CHARGE = 64;

/** A finished element is not a document: SOAP 1.1 §3 and SOAP 1.2 §5 allow no processing instructions in a message. */
class ElementReader extends XmlReader {
  protected override enterInstruction(): never {
    return this.fail('a processing instruction is not allowed: SOAP messages have none');
  }
}

let idle: ElementReader | undefined;

/** The facts about an element that a visitor receives. Offsets are bytes from the start of the text. */
export interface ElementVisitor {
  /** A start tag, with the number of its attributes and the offset of its `<`. */
  start(name: XmlName, attributes: number, offset: number): void;
  /** The end of an element, and the offset after it. */
  end(offset: number): void;
}

/**
 * Reads the bytes of a text that shall be one element, and tells a visitor of each element in it. The caller counts nodes and depth, so the
 * reader has no limits of its own for them. Throws `XmlError` if it is anything but one well-formed element with declared prefixes, or has
 * a document type declaration or a processing instruction.
 */
export function readElements(bytes: Uint8Array, visitor: ElementVisitor): void {
  const kind = new DocumentKind({
    ...defaultXmlLimits,
    bytes: Number.POSITIVE_INFINITY,
    depth: Number.POSITIVE_INFINITY,
    nodes: Number.POSITIVE_INFINITY,
  });
  const reader = idle ?? new ElementReader(kind);
  idle = undefined;
  // The bytes are UTF-8, regardless of what an XML declaration says.
  reader.reset(kind, 'utf-8');
  reader.append(bytes);
  reader.finish();
  let tokens = 0;
  for (let token = reader.next(); token !== DONE; token = reader.next()) {
    if (++tokens % TOKENS_PER_CHARGE === 0) charge(TOKENS_PER_CHARGE);
    const { window, name, attributes } = reader;
    if (token === START) visitor.start(name!, attributes.count, window.offsetOf(reader.tagStart));
    else if (token === END) visitor.end(window.offsetOf(window.position));
  }
  if (reader.capacity <= MAX_KEPT) idle = reader;
}

/** The message of a reader’s error without its offset in bytes, and the offset. */
export function problemOf(error: XmlError): { readonly message: string; readonly offset: number } {
  const { message, offset } = error;
  const end = ` at byte ${offset}`;
  return { message: message.endsWith(end) ? message.slice(0, -end.length) : message, offset };
}

export { XmlError };
