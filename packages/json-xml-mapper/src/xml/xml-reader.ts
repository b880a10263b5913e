import { AttributeTable, TAG_CUT } from './attribute-table.js';
import {
  CDATA_STOP,
  COMMENT_STOP,
  INSTRUCTION_STOP,
  NAME,
  NAME_START,
  TEXT_STOP,
  WHITE_SPACE,
} from './byte-classes.js';
import { scanEndTag } from './end-tag.js';
import { InputWindow } from './input-window.js';
import { scanTarget } from './instruction-target.js';
import { NameTable } from './name-table.js';
import { NamespaceContext } from './namespace-context.js';
import { REFERENCE_CUT, referredCharacter, scanReference } from './references.js';
import { compareMarkup, findByte, scanCharacters } from './text-scan.js';
import { writeCodePoint } from './utf8.js';
import { readXmlDeclaration } from './xml-declaration.js';
import { XmlError, type XmlErrorCode } from './xml-error.js';
import type { XmlLimits } from './xml-limits.js';
import type { XmlName } from './xml-name.js';
import { DONE, END, MORE, START, TEXT, type XmlToken } from './xml-token.js';

export { DONE, END, MORE, START, TEXT, type XmlToken };

/** `next` goes on looking. */
const NOTHING = 5;

/** Markup whose end has not been found yet; it may be longer than the memory, so it is scanned as it comes. */
type Inside = typeof CONTENT | typeof CDATA | typeof COMMENT | typeof INSTRUCTION;
const CONTENT = 0;
const CDATA = 1;
const COMMENT = 2;
const INSTRUCTION = 3;

const LESS = 0x3c;
const GREATER = 0x3e;
const AMPERSAND = 0x26;
const BANG = 0x21;
const QUESTION = 0x3f;
const SLASH = 0x2f;
const HYPHEN = 0x2d;
const CLOSING_BRACKET = 0x5d;
const CARRIAGE_RETURN = 0x0d;
const LINE_FEED = 0x0a;

/** A window that one large token has made larger than this is not kept for the next document. */
const KEPT_WINDOW = 1 << 20;

const CDATA_OPEN = '<![CDATA[';
const COMMENT_OPEN = '<!--';
const DOCTYPE_OPEN = '<!DOCTYPE';

/**
 * A strict XML 1.0 (fifth edition) reader with namespaces, over bytes that come in chunks split anywhere.
 *
 * It is a pull reader: `next` names the next token, and the fields describe it until `next` is called again. It keeps no
 * tree and makes no string per node. Documents with a DOCTYPE are refused (SOAP 1.1 §3, SOAP 1.2 Part 1 §5), so there are
 * no entities but the five predefined ones.
 *
 * The decoder's fast lane reads the window itself and tells the reader what it consumed; `open`, `close` and the public
 * fields are there for it.
 */
export class XmlReader {
  readonly window: InputWindow = new InputWindow();
  readonly attributes: AttributeTable;
  /** The element of the last `START` or `END`. */
  name: XmlName | undefined = undefined;
  /** The context of `name`: that inside its element. */
  nameContext: NamespaceContext;
  /** Open elements. */
  depth = 0;
  /** Names of the open elements, outermost at 1. */
  readonly openNames: (XmlName | undefined)[] = [undefined];
  /** Namespace context inside the open elements; at 0 that of the document. */
  readonly contexts: NamespaceContext[];
  text: Uint8Array = new Uint8Array(0);
  textStart = 0;
  textEnd = 0;
  /** Where in the window the last start tag begins. */
  tagStart = 0;
  /** Elements and attributes so far. */
  nodes = 0;
  private readonly names: NameTable;
  private readonly limits: XmlLimits;
  private readonly scratch: Uint8Array = new Uint8Array(4);
  private inside: Inside = CONTENT;
  private started = false;
  private rootSeen = false;
  private endPending = false;
  private wanted = 0;

  /**
   * @param names shared between documents that are alike, so that their names are known from the first tag on
   */
  constructor(limits: XmlLimits, names: NameTable = new NameTable()) {
    this.limits = limits;
    this.names = names;
    this.attributes = new AttributeTable(this.window, names, limits);
    this.nameContext = NamespaceContext.create();
    this.contexts = [this.nameContext];
  }

  /**
   * Start a document.
   *
   * @param root the context of documents that are alike: `NamespaceContext.create()`, kept
   * @param charset the HTTP charset
   */
  reset(root: NamespaceContext = NamespaceContext.create(), charset?: string): void {
    this.window.shrink(KEPT_WINDOW);
    this.window.reset(this.limits.bytes, charset);
    this.contexts[0] = root;
    this.depth = 0;
    this.nodes = 0;
    this.inside = CONTENT;
    this.started = false;
    this.rootSeen = false;
    this.endPending = false;
    this.wanted = 0;
  }

  /** Read the document once more. Only a document that is wholly in the window can be, so nothing may be appended. */
  rewind(): void {
    this.window.position = 0;
    this.depth = 0;
    this.nodes = 0;
    this.started = false;
    this.rootSeen = false;
  }

  /** Append a chunk of the document. The reader copies it. Throws `XmlError`. */
  append(chunk: Uint8Array): void {
    this.window.append(chunk);
  }

  /** Say that the document is complete. Throws `XmlError`. */
  finish(): void {
    this.window.finish();
  }

  /**
   * Whether it is worth calling `next` again after `MORE`: a token that was cut off is looked at again only when the
   * window has twice as much of it, so that a long token that comes in small pieces costs linear time.
   */
  get ready(): boolean {
    const { final, end, position } = this.window;
    return final || end - position >= this.wanted;
  }

  /** Whether the window stands in the content of an element, at something that has not begun yet: the fast lane may look. */
  get inContent(): boolean {
    return this.inside === CONTENT && !this.endPending;
  }

  /** The context of the innermost open element. */
  get context(): NamespaceContext {
    return this.contexts[this.depth]!;
  }

  /** Read the next token. Throws `XmlError`. */
  next(): XmlToken {
    if (this.endPending) return this.endEmpty();
    for (;;) {
      const token = this.inside === CONTENT ? this.scanContent() : this.scanInside();
      if (token !== NOTHING) return token;
    }
  }

  /** Enter an element. The name may come from the fast lane. */
  open(name: XmlName, context: NamespaceContext): void {
    const depth = ++this.depth;
    if (depth > this.limits.depth) this.fail(`more than ${this.limits.depth} open elements`, 'LIMIT');
    this.openNames[depth] = name;
    this.contexts[depth] = context;
  }

  /** Leave the innermost element. */
  close(): void {
    const depth = this.depth--;
    this.name = this.openNames[depth];
    this.nameContext = this.contexts[depth]!;
  }

  /** Count elements and attributes against the limit. */
  count(nodes: number): void {
    this.nodes += nodes;
    if (this.nodes > this.limits.nodes) {
      this.fail(`more than ${this.limits.nodes} elements and attributes`, 'LIMIT');
    }
  }

  private scanContent(): XmlToken | typeof NOTHING {
    const { bytes, position } = this.window;
    if (!this.started) return this.start();
    if (bytes[position] !== LESS) return this.depth === 0 ? this.skipOutside() : this.readText();
    switch (bytes[position + 1]) {
      case SLASH:
        return this.readEndTag();
      case BANG:
        return this.enterDeclaration();
      case QUESTION:
        return this.enterInstruction();
      default:
        return this.readStartTag();
    }
  }

  private start(): typeof MORE | typeof NOTHING {
    const after = readXmlDeclaration(this.window);
    if (after < 0) return this.more();
    this.started = true;
    this.window.position = after;
    return NOTHING;
  }

  /** Before and after the root element there may be white space only. */
  private skipOutside(): XmlToken | typeof NOTHING {
    const { bytes, end } = this.window;
    let at = this.window.position;
    while (WHITE_SPACE[bytes[at]!] === 1) at++;
    this.window.position = at;
    if (at < end) {
      if (bytes[at] === LESS) return NOTHING;
      return this.fail(this.rootSeen ? 'content after the root element' : 'content before the root element');
    }
    if (this.window.final && this.rootSeen) return DONE;
    return this.more();
  }

  private readText(): XmlToken {
    const { bytes, end, position } = this.window;
    const at = scanCharacters(this.window, TEXT_STOP, position);
    if (at > position) return this.giveText(bytes, position, at, at);
    switch (at < end ? bytes[at] : undefined) {
      case AMPERSAND: {
        const length = scanReference(bytes, at, end, this.window.offsetOf(at));
        if (length === REFERENCE_CUT) return this.more();
        const written = writeCodePoint(this.scratch, 0, referredCharacter());
        return this.giveText(this.scratch, 0, written, at + length);
      }
      case CARRIAGE_RETURN:
        return this.readLineEnd(at);
      case CLOSING_BRACKET:
        if (at + 2 < end) this.fail(']]> in character data');
        return this.more();
      default:
        return this.more();
    }
  }

  /** XML 1.0 §2.11: CR and CR LF are read as LF. */
  private readLineEnd(at: number): XmlToken {
    const { bytes, end } = this.window;
    if (at + 1 >= end && !this.window.final) return this.more();
    this.scratch[0] = LINE_FEED;
    return this.giveText(this.scratch, 0, 1, bytes[at + 1] === LINE_FEED ? at + 2 : at + 1);
  }

  private giveText(source: Uint8Array, start: number, end: number, next: number): typeof TEXT {
    this.text = source;
    this.textStart = start;
    this.textEnd = end;
    this.window.position = next;
    return TEXT;
  }

  private readStartTag(): XmlToken {
    const { window } = this;
    const { bytes, end, position } = window;
    if (this.depth === 0 && this.rootSeen && position + 1 < end) this.fail('a second root element');
    let at = position + 1;
    if (NAME_START[bytes[at]!] === 0) {
      if (at >= end) return this.more();
      this.fail('expected a name after <');
    }
    while (NAME[bytes[at]!] === 1) at++;
    if (at - position - 1 > this.limits.nameLength) this.fail('an element name is too long', 'LIMIT');
    if (at >= end) return this.more();
    this.tagStart = position;
    const after = this.attributes.read(at, this.context);
    if (after === TAG_CUT) return this.more();
    const name = this.names.element(bytes, position + 1, at, this.attributes.context);
    if (typeof name === 'string') {
      return this.fail(name === 'unbound prefix' ? 'the prefix of an element is not declared' : name);
    }
    window.position = after;
    this.enter(name);
    return START;
  }

  /** Enter the element whose attributes were read last. */
  enter(name: XmlName): void {
    this.count(1 + this.attributes.count);
    this.open(name, this.attributes.context);
    this.name = name;
    this.nameContext = this.attributes.context;
    this.rootSeen = true;
    this.endPending = this.attributes.empty;
  }

  private endEmpty(): typeof END {
    this.endPending = false;
    this.close();
    return END;
  }

  private readEndTag(): XmlToken {
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

  /** `<!`: a comment or a CDATA section starts here. */
  private enterDeclaration(): typeof MORE | typeof NOTHING {
    const comment = compareMarkup(this.window, COMMENT_OPEN);
    if (comment === 'same') return this.enterMarkup(COMMENT, COMMENT_OPEN.length);
    const cdata = compareMarkup(this.window, CDATA_OPEN);
    if (cdata === 'same') {
      if (this.depth === 0) this.fail('a CDATA section outside the root element');
      return this.enterMarkup(CDATA, CDATA_OPEN.length);
    }
    const doctype = compareMarkup(this.window, DOCTYPE_OPEN);
    if (doctype === 'same') this.fail('a document type declaration is not allowed', 'DOCTYPE');
    if (comment === 'cut' || cdata === 'cut' || doctype === 'cut') return this.more();
    return this.fail('expected a comment or a CDATA section after <!');
  }

  private enterMarkup(inside: Inside, length: number): typeof NOTHING {
    this.inside = inside;
    this.window.position += length;
    return NOTHING;
  }

  private enterInstruction(): typeof MORE | typeof NOTHING {
    const length = scanTarget(this.window, this.names, this.contexts[0]!, this.limits.nameLength);
    return length < 0 ? this.more() : this.enterMarkup(INSTRUCTION, length);
  }

  private scanInside(): XmlToken | typeof NOTHING {
    switch (this.inside) {
      case CDATA:
        return this.readCdata();
      case COMMENT:
        return this.skipComment();
      default:
        return this.skipInstruction();
    }
  }

  private readCdata(): XmlToken | typeof NOTHING {
    const { bytes, end, position } = this.window;
    const at = scanCharacters(this.window, CDATA_STOP, position);
    if (at > position) return this.giveText(bytes, position, at, at);
    if (at >= end) return this.more();
    if (bytes[at] === CARRIAGE_RETURN) return this.readLineEnd(at);
    if (at + 2 >= end) return this.more();
    return this.leaveMarkup(at + 3);
  }

  private skipComment(): typeof MORE | typeof NOTHING {
    const at = findByte(this.window, COMMENT_STOP, HYPHEN);
    this.window.position = at;
    const { bytes, end } = this.window;
    if (at + 2 >= end) return this.more();
    if (bytes[at + 1] !== HYPHEN) {
      this.window.position = at + 1;
      return NOTHING;
    }
    if (bytes[at + 2] !== GREATER) this.fail('-- in a comment', 'SYNTAX', at);
    return this.leaveMarkup(at + 3);
  }

  private skipInstruction(): typeof MORE | typeof NOTHING {
    const at = findByte(this.window, INSTRUCTION_STOP, QUESTION);
    this.window.position = at;
    const { bytes, end } = this.window;
    if (at + 1 >= end) return this.more();
    if (bytes[at + 1] === GREATER) return this.leaveMarkup(at + 2);
    this.window.position = at + 1;
    return NOTHING;
  }

  private leaveMarkup(after: number): typeof NOTHING {
    this.inside = CONTENT;
    this.window.position = after;
    return NOTHING;
  }

  private more(): typeof MORE {
    const { final, end, position } = this.window;
    if (final) this.fail('unexpected end of the document', 'SYNTAX', end);
    const rest = end - position;
    this.wanted = rest > 64 ? rest * 2 : 0;
    return MORE;
  }

  private fail(message: string, code: XmlErrorCode = 'SYNTAX', at: number = this.window.position): never {
    throw new XmlError({ code, message, offset: this.window.offsetOf(at) });
  }
}
