import { raisedBy } from '../limits.js';
import { AttributeTable, TAG_CUT } from './attribute-table.js';
import { NAME, NAME_START, WHITE_SPACE } from './bytes/byte-classes.js';
import type { BytePattern } from './bytes/byte-pattern.js';
import type { DocumentKind } from './document-kind.js';
import { scanEndTag } from './end-tag.js';
import type { NamespaceContext } from './namespace-context.js';
import { CONTENT, NO_TOKEN, TextReader } from './text-reader.js';
import { readXmlDeclaration } from './xml-declaration.js';
import type { XmlName } from './xml-name.js';
import { DONE, END, MORE, START, TEXT, type XmlToken } from './xml-token.js';

export { DONE, END, MORE, START, TEXT, type XmlToken };

const LESS = 0x3c;
const BANG = 0x21;
const QUESTION = 0x3f;
const SLASH = 0x2f;

/** The open elements, and the position in the document. */
export interface OpenElements {
  readonly names: readonly XmlName[];
  /** The context inside each of them. */
  readonly contexts: readonly NamespaceContext[];
  /** The context around the outermost. */
  readonly root: NamespaceContext;
  readonly nodes: number;
}

/**
 * A strict XML 1.0 (fifth edition) reader with namespaces, over bytes that arrive in chunks split anywhere.
 *
 * It is a pull reader: `next` names the next token, and the fields describe it until `next` is called again. It builds no tree and
 * allocates no string per node. Documents with a DOCTYPE are rejected (SOAP 1.1 §3, SOAP 1.2 Part 1 §5), so there are only the five
 * predefined entities.
 *
 * The decoder's fast lane reads the window itself and tells the reader what it consumed; `open`, `close` and the public fields are
 * there for it.
 */
export class XmlReader extends TextReader {
  readonly attributes: AttributeTable;
  /** The element of the last `START` or `END`. */
  name: XmlName | undefined = undefined;
  /** The context of `name`: the one inside its element. */
  nameContext: NamespaceContext;
  /** Names of the open elements, outermost at 1. */
  readonly openNames: (XmlName | undefined)[] = [undefined];
  /** Namespace context inside the open elements; at 0 that of the document. */
  readonly contexts: NamespaceContext[];
  /** Where the last start tag starts in the window. */
  tagStart = 0;
  /** Elements and attributes so far. */
  nodes = 0;
  #started = false;
  #rootSeen = false;
  #endPending = false;

  constructor(kind: DocumentKind) {
    super(kind);
    this.attributes = new AttributeTable(this.window, kind);
    this.nameContext = kind.root;
    this.contexts = [kind.root];
  }

  /**
   * Starts a document.
   *
   * @param kind shared between documents that are alike
   * @param charset the HTTP charset
   * @param maxBytes the maximum size, if it is not that of the kind
   */
  reset(kind: DocumentKind, charset?: string, maxBytes: number = kind.limits.bytes): void {
    this.kind = kind;
    kind.begin();
    this.attributes.reset(kind);
    this.window.reset(maxBytes, charset);
    this.contexts[0] = kind.root;
    this.depth = 0;
    this.nodes = 0;
    this.inside = CONTENT;
    this.#started = false;
    this.#rootSeen = false;
    this.#endPending = false;
    this.wanted = 0;
  }

  /** Reads the document again. Only a document that is completely in the window can be, so nothing may be appended. */
  rewind(): void {
    this.window.position = 0;
    this.depth = 0;
    this.nodes = 0;
    this.#started = false;
    this.#rootSeen = false;
  }

  /** The open elements after the last start tag. */
  openElements(): OpenElements {
    const { depth, openNames, contexts, nodes } = this;
    return {
      names: openNames.slice(1, depth + 1) as XmlName[],
      contexts: contexts.slice(1, depth + 1),
      root: contexts[0]!,
      nodes,
    };
  }

  /**
   * At the start of a document: if it starts with the same bytes as an earlier one of its kind, skips them. The last of the
   * elements is then the one whose start tag was read last; it has no attributes. @returns whether bytes were skipped
   */
  resume({ names, contexts, root, nodes }: OpenElements, beginning: BytePattern): boolean {
    const { window } = this;
    if (this.#started || this.contexts[0] !== root || !beginning.isAt(window.view, 0)) return false;
    window.position = beginning.length;
    const depth = names.length;
    for (let i = 0; i < depth; i++) {
      this.openNames[i + 1] = names[i];
      this.contexts[i + 1] = contexts[i]!;
    }
    this.depth = depth;
    this.nodes = nodes;
    this.name = names[depth - 1];
    this.nameContext = contexts[depth - 1]!;
    this.attributes.clear(this.nameContext);
    this.#started = true;
    this.#rootSeen = true;
    return true;
  }

  /** Appends a chunk of the document. The reader copies it. Throws `XmlError`. */
  append(chunk: Uint8Array): void {
    this.window.append(chunk);
  }

  /** Declares the document complete. Throws `XmlError`. */
  finish(): void {
    this.window.finish();
  }

  /**
   * Whether it is worth calling `next` again after `MORE`: a truncated token is read again only when the window has twice as much
   * of it, so that a long token in small pieces costs linear time.
   */
  get ready(): boolean {
    const { final, end, position } = this.window;
    return final || end - position >= this.wanted;
  }

  /** The size of its buffers in bytes, which grow with the documents. */
  get capacity(): number {
    return this.window.bytes.length + this.attributes.capacity;
  }

  /** Whether the window is in the content of an element, at the start of a token, so that the fast lane may run. */
  get inContent(): boolean {
    return this.inside === CONTENT && !this.#endPending;
  }

  /** The context of the innermost open element. */
  get context(): NamespaceContext {
    return this.contexts[this.depth]!;
  }

  /** Reads the next token. Throws `XmlError`. */
  next(): XmlToken {
    if (this.#endPending) return this.#endEmpty();
    for (;;) {
      const token = this.inside === CONTENT ? this.#scanContent() : this.scanInside();
      if (token !== NO_TOKEN) return token;
    }
  }

  /** Enters an element. The name may come from the fast lane. */
  open(name: XmlName, context: NamespaceContext): void {
    const depth = ++this.depth;
    if (depth > this.kind.limits.depth)
      this.fail(`more than ${this.kind.limits.depth} open elements${raisedBy('responseDepth')}`, 'LIMIT');
    this.openNames[depth] = name;
    this.contexts[depth] = context;
  }

  /** Leaves the innermost element. */
  close(): void {
    const depth = this.depth--;
    this.name = this.openNames[depth];
    this.nameContext = this.contexts[depth]!;
  }

  /** Counts elements and attributes against the limit. */
  count(nodes: number): void {
    this.nodes += nodes;
    if (this.nodes > this.kind.limits.nodes) {
      this.fail(
        `more than ${this.kind.limits.nodes} elements and attributes${raisedBy('responseNodes')}`,
        'LIMIT',
      );
    }
  }

  #scanContent(): XmlToken | typeof NO_TOKEN {
    const { bytes, position } = this.window;
    if (!this.#started) return this.#start();
    if (bytes[position] !== LESS) return this.depth === 0 ? this.#skipOutside() : this.readText();
    switch (bytes[position + 1]) {
      case SLASH:
        return this.#readEndTag();
      case BANG:
        return this.enterDeclaration();
      case QUESTION:
        return this.enterInstruction();
      default:
        return this.#readStartTag();
    }
  }

  #start(): typeof MORE | typeof NO_TOKEN {
    const after = readXmlDeclaration(this.window);
    if (after < 0) return this.more();
    this.#started = true;
    this.window.position = after;
    return NO_TOKEN;
  }

  /** Skips what surrounds the root element, where only white space is allowed. */
  #skipOutside(): XmlToken | typeof NO_TOKEN {
    const { bytes, end } = this.window;
    let at = this.window.position;
    while (WHITE_SPACE[bytes[at]!] === 1) at++;
    this.window.position = at;
    if (at < end) {
      if (bytes[at] === LESS) return NO_TOKEN;
      return this.fail(this.#rootSeen ? 'content after the root element' : 'content before the root element');
    }
    if (this.window.final && this.#rootSeen) return DONE;
    return this.more();
  }

  #readStartTag(): XmlToken {
    const { window } = this;
    const { bytes, end, position } = window;
    if (this.depth === 0 && this.#rootSeen && position + 1 < end) this.fail('a second root element');
    let at = position + 1;
    if (NAME_START[bytes[at]!] === 0) {
      if (at >= end) return this.more();
      this.fail('expected a name after <');
    }
    while (NAME[bytes[at]!] === 1) at++;
    if (at - position - 1 > this.kind.limits.nameLength) this.fail('an element name is too long', 'LIMIT');
    if (at >= end) return this.more();
    this.tagStart = position;
    const after = this.attributes.read(at, this.context);
    if (after === TAG_CUT) return this.more();
    const name = this.kind.names.element(bytes, position + 1, at, this.attributes.context);
    if (typeof name === 'string') {
      return this.fail(name === 'unbound prefix' ? 'the prefix of an element is not declared' : name);
    }
    window.position = after;
    this.enter(name);
    return START;
  }

  /** Enters the element whose attributes were read last. */
  enter(name: XmlName): void {
    this.count(1 + this.attributes.count);
    this.open(name, this.attributes.context);
    this.name = name;
    this.nameContext = this.attributes.context;
    this.#rootSeen = true;
    this.#endPending = this.attributes.empty;
  }

  #endEmpty(): typeof END {
    this.#endPending = false;
    this.close();
    return END;
  }

  #readEndTag(): XmlToken {
    const { window, depth } = this;
    const { position } = window;
    if (depth === 0) this.fail('an end tag without a start tag');
    const name = this.openNames[depth]!;
    if (name.endsAt(window.view, position)) window.position = position + name.endLength;
    else {
      const after = scanEndTag(window, name);
      if (after < 0) return this.more();
      window.position = after;
    }
    this.close();
    return END;
  }
}
