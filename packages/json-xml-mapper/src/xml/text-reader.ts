import { CDATA_STOP, COMMENT_STOP, INSTRUCTION_STOP, TEXT_STOP } from './bytes/byte-classes.js';
import { writeCodePoint } from './bytes/utf8.js';
import type { DocumentKind } from './document-kind.js';
import { InputWindow } from './input-window.js';
import { scanTarget } from './instruction-target.js';
import { REFERENCE_CUT, referredCharacter, scanReference } from './references.js';
import { compareMarkup, findByte, scanCharacters } from './text-scan.js';
import { XmlError, type XmlErrorCode } from './xml-error.js';
import { MORE, TEXT, type XmlToken } from './xml-token.js';

/** The reader continues: the bytes read are not a token. */
export const NO_TOKEN = 5;

/** Markup whose end has not been found yet; it may exceed the memory, so it is scanned as it arrives. */
type Inside = typeof CONTENT | typeof CDATA | typeof COMMENT | typeof INSTRUCTION;
export const CONTENT = 0;
const CDATA = 1;
const COMMENT = 2;
const INSTRUCTION = 3;

const GREATER = 0x3e;
const AMPERSAND = 0x26;
const QUESTION = 0x3f;
const HYPHEN = 0x2d;
const CLOSE_BRACKET = 0x5d;
const CARRIAGE_RETURN = 0x0d;
const LINE_FEED = 0x0a;

const CDATA_OPEN = '<![CDATA[';
const COMMENT_OPEN = '<!--';
const DOCTYPE_OPEN = '<!DOCTYPE';

/** Everything between the tags of a document: character data, CDATA sections, comments, processing instructions. */
export abstract class TextReader {
  readonly window: InputWindow = new InputWindow();
  /** The number of open elements. */
  depth = 0;
  text: Uint8Array = new Uint8Array(0);
  textStart = 0;
  textEnd = 0;
  protected kind: DocumentKind;
  protected inside: Inside = CONTENT;
  /** How many bytes the window must have before another attempt is worthwhile. */
  protected wanted = 0;
  readonly #scratch: Uint8Array = new Uint8Array(4);

  constructor(kind: DocumentKind) {
    this.kind = kind;
  }

  protected readText(): XmlToken {
    const { bytes, end, position } = this.window;
    const at = scanCharacters(this.window, TEXT_STOP, position);
    if (at > position) return this.#giveText(bytes, position, at, at);
    switch (at < end ? bytes[at] : undefined) {
      case AMPERSAND: {
        const length = scanReference(bytes, at, end, this.window.offsetOf(at));
        if (length === REFERENCE_CUT) return this.more();
        const written = writeCodePoint(this.#scratch, 0, referredCharacter());
        return this.#giveText(this.#scratch, 0, written, at + length);
      }
      case CARRIAGE_RETURN:
        return this.#readLineEnd(at);
      case CLOSE_BRACKET:
        if (at + 2 < end) this.fail(']]> in character data');
        return this.more();
      default:
        return this.more();
    }
  }

  /** `<!`: a comment or a CDATA section starts here. */
  protected enterDeclaration(): typeof MORE | typeof NO_TOKEN {
    const comment = compareMarkup(this.window, COMMENT_OPEN);
    if (comment === 'same') return this.#enterMarkup(COMMENT, COMMENT_OPEN.length);
    const cdata = compareMarkup(this.window, CDATA_OPEN);
    if (cdata === 'same') {
      if (this.depth === 0) this.fail('a CDATA section outside the root element');
      return this.#enterMarkup(CDATA, CDATA_OPEN.length);
    }
    const doctype = compareMarkup(this.window, DOCTYPE_OPEN);
    if (doctype === 'same') this.fail('a document type declaration is not allowed', 'DOCTYPE');
    if (comment === 'cut' || cdata === 'cut' || doctype === 'cut') return this.more();
    return this.fail('expected a comment or a CDATA section after <!');
  }

  protected enterInstruction(): typeof MORE | typeof NO_TOKEN {
    const length = scanTarget(this.window, this.kind);
    return length < 0 ? this.more() : this.#enterMarkup(INSTRUCTION, length);
  }

  protected scanInside(): XmlToken | typeof NO_TOKEN {
    switch (this.inside) {
      case CDATA:
        return this.#readCdata();
      case COMMENT:
        return this.#skipComment();
      default:
        return this.#skipInstruction();
    }
  }

  protected more(): typeof MORE {
    const { final, end, position } = this.window;
    if (final) this.fail('unexpected end of the document', 'SYNTAX', end);
    const rest = end - position;
    this.wanted = rest > 64 ? rest * 2 : 0;
    return MORE;
  }

  protected fail(message: string, code: XmlErrorCode = 'SYNTAX', at: number = this.window.position): never {
    throw new XmlError({ code, message, offset: this.window.offsetOf(at) });
  }

  /** XML 1.0 §2.11: CR and CR LF are read as LF. */
  #readLineEnd(at: number): XmlToken {
    const { bytes, end } = this.window;
    if (at + 1 >= end && !this.window.final) return this.more();
    this.#scratch[0] = LINE_FEED;
    return this.#giveText(this.#scratch, 0, 1, bytes[at + 1] === LINE_FEED ? at + 2 : at + 1);
  }

  #giveText(source: Uint8Array, start: number, end: number, next: number): typeof TEXT {
    this.text = source;
    this.textStart = start;
    this.textEnd = end;
    this.window.position = next;
    return TEXT;
  }

  #enterMarkup(inside: Inside, length: number): typeof NO_TOKEN {
    this.inside = inside;
    this.window.position += length;
    return NO_TOKEN;
  }

  #leaveMarkup(after: number): typeof NO_TOKEN {
    this.inside = CONTENT;
    this.window.position = after;
    return NO_TOKEN;
  }

  #readCdata(): XmlToken | typeof NO_TOKEN {
    const { bytes, end, position } = this.window;
    const at = scanCharacters(this.window, CDATA_STOP, position);
    if (at > position) return this.#giveText(bytes, position, at, at);
    if (at >= end) return this.more();
    if (bytes[at] === CARRIAGE_RETURN) return this.#readLineEnd(at);
    if (at + 2 >= end) return this.more();
    return this.#leaveMarkup(at + 3);
  }

  #skipComment(): typeof MORE | typeof NO_TOKEN {
    const at = findByte(this.window, COMMENT_STOP, HYPHEN);
    this.window.position = at;
    const { bytes, end } = this.window;
    if (at + 2 >= end) return this.more();
    if (bytes[at + 1] !== HYPHEN) {
      this.window.position = at + 1;
      return NO_TOKEN;
    }
    if (bytes[at + 2] !== GREATER) this.fail('-- in a comment', 'SYNTAX', at);
    return this.#leaveMarkup(at + 3);
  }

  #skipInstruction(): typeof MORE | typeof NO_TOKEN {
    const at = findByte(this.window, INSTRUCTION_STOP, QUESTION);
    this.window.position = at;
    const { bytes, end } = this.window;
    if (at + 1 >= end) return this.more();
    if (bytes[at + 1] === GREATER) return this.#leaveMarkup(at + 2);
    this.window.position = at + 1;
    return NO_TOKEN;
  }
}
