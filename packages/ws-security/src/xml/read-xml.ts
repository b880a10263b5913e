import { escapeAttribute } from '@soapstone/soap-model/xml';
import { SaxesParser, type SaxesTagNS } from 'saxes';
import { namespacesAt, type XmlElement } from './element.js';
import { TREE_LIMITS } from './tree-limits.js';

/** Why a document is rejected. Its message never repeats the document. */
export class UnreadableXml extends Error {}

/**
 * Reads a document to a tree. Namespaces are resolved, and line ends and attribute values normalised, as XML 1.0 says. Rejects a
 * document type declaration and processing instructions, which SOAP forbids, an encoding other than UTF-8, and what exceeds
 * `TREE_LIMITS`. Throws `UnreadableXml`.
 */
export function readXml(bytes: Uint8Array): XmlElement {
  if (bytes.length > TREE_LIMITS.bytes) {
    throw new UnreadableXml(`it is larger than ${TREE_LIMITS.bytes} bytes`);
  }
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableXml('it is not UTF-8');
  }
  return readText(text, undefined);
}

/**
 * Reads the content of an element: text and elements, in the namespaces of `parent`. The result is not attached to `parent`.
 * Throws `UnreadableXml`.
 */
export function readContent(text: string, parent: XmlElement): (XmlElement | string)[] {
  const declared = [...namespacesAt(parent)].map(
    ([prefix, uri]) => ` xmlns${prefix === '' ? '' : `:${prefix}`}="${escapeAttribute(uri)}"`,
  );
  const { children } = readText(`<content${declared.join('')}>${text}</content>`, parent);
  for (const child of children) if (typeof child !== 'string') child.parent = undefined;
  return children;
}

/** Replaces a child of `parent` by other nodes. */
export function replaceChild(
  parent: XmlElement,
  child: XmlElement,
  nodes: readonly (XmlElement | string)[],
): void {
  parent.children = parent.children.flatMap((node) => (node === child ? nodes : [node]));
  for (const node of nodes) if (typeof node !== 'string') node.parent = parent;
}

function readText(text: string, within: XmlElement | undefined): XmlElement {
  const parser = new SaxesParser({ xmlns: true, position: false });
  let depth = 0;
  for (let at = within; at !== undefined; at = at.parent) depth += 1;
  const builder = new TreeBuilder(depth);
  parser.on('xmldecl', ({ encoding, version }) => {
    if (version !== undefined && version !== '1.0') throw new UnreadableXml('it is not XML 1.0');
    if (encoding !== undefined && encoding.toLowerCase() !== 'utf-8') {
      throw new UnreadableXml('it declares an encoding other than UTF-8');
    }
  });
  parser.on('doctype', () => {
    throw new UnreadableXml('it has a document type declaration');
  });
  parser.on('processinginstruction', () => {
    throw new UnreadableXml('it has a processing instruction');
  });
  parser.on('opentag', (tag) => builder.open(tag));
  parser.on('closetag', () => builder.close());
  parser.on('text', (piece) => builder.text(piece));
  parser.on('cdata', (piece) => builder.text(piece));
  try {
    parser.write(text).close();
  } catch (error) {
    if (error instanceof UnreadableXml) throw error;
    throw new UnreadableXml('it is not well-formed XML');
  }
  if (builder.root === undefined) throw new UnreadableXml('it is not well-formed XML');
  return builder.root;
}

class TreeBuilder {
  root: XmlElement | undefined;
  #open: XmlElement | undefined;
  #depth: number;
  #elements = 0;

  constructor(depth: number) {
    this.#depth = depth;
  }

  open(tag: SaxesTagNS): void {
    this.#depth += 1;
    this.#elements += 1;
    if (this.#depth > TREE_LIMITS.depth) {
      throw new UnreadableXml(`its elements are nested more than ${TREE_LIMITS.depth} deep`);
    }
    if (this.#elements > TREE_LIMITS.elements) {
      throw new UnreadableXml(`it has more than ${TREE_LIMITS.elements} elements`);
    }
    const all = Object.values(tag.attributes);
    if (all.length > TREE_LIMITS.attributes) {
      throw new UnreadableXml(`an element has more than ${TREE_LIMITS.attributes} attributes`);
    }
    const element: XmlElement = {
      prefix: tag.prefix,
      local: tag.local,
      uri: tag.uri,
      attributes: all
        .filter(({ name, prefix }) => prefix !== 'xmlns' && name !== 'xmlns')
        .map(({ prefix, local, uri, value }) => ({ prefix, local, uri, value })),
      declarations: new Map(Object.entries(tag.ns).filter(([prefix]) => prefix !== 'xml')),
      children: [],
      parent: this.#open,
    };
    if (this.#open === undefined) this.root ??= element;
    else this.#open.children.push(element);
    this.#open = element;
  }

  close(): void {
    this.#depth -= 1;
    this.#open = this.#open?.parent;
  }

  text(piece: string): void {
    this.#open?.children.push(piece);
  }
}
