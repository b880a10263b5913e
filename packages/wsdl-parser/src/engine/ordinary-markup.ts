import { isXmlCharacter } from '@soapstone/soap-model/xml';
import type { TreeBuilder } from './tree-builder.js';

/** Characters that XML excludes, and halves of surrogate pairs. */
const EXCLUDED =
  /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** All of these are sticky, and take time in proportion to what they match or fail on: no part can match what its neighbour does. */
const BLANK = /[ \t\r\n]*/y;
const NAME = /[A-Za-z_:][\w:.-]*/y;
const ATTRIBUTE_NAME = / [A-Za-z_:][\w:.-]*=/y;
const SPACED_ATTRIBUTE_NAME = /[ \t\r\n]+([A-Za-z_:][\w:.-]*)[ \t\r\n]*=[ \t\r\n]*/y;
const INSTRUCTION = /<\?(?![Xx][Mm][Ll][ \t\r\n?])[A-Za-z_][\w.-]*(?:[ \t\r\n][^?]*)?\?>/y;
const REFERENCE = /&(?:(lt|gt|amp|apos|quot)|#([0-9]{1,7})|#x([0-9A-Fa-f]{1,6}));/y;

const UNUSUAL_VALUE = /[&<\t\r\n]/;
const PREDEFINED = { lt: '<', gt: '>', amp: '&', apos: "'", quot: '"' } as const;

const BANG = 0x21;
const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const SLASH = 0x2f;
const GREATER = 0x3e;
const QUESTION = 0x3f;

/**
 * Reads a document into `builder` in large steps, by searching for the next delimiter. Returns false, with the builder in an
 * undefined state, for a document that has a mistake or something unusual: names outside ASCII, entities of a DOCTYPE. What it
 * accepts, saxes accepts, and gives the same events for.
 *
 * A parser that looks at each character runs a hundred thousand steps of code that a fresh process has not compiled yet; a search is
 * native from the first call.
 *
 * @param text without XML declaration and DOCTYPE
 * @throws {WsdlError} from the builder
 */
export function readOrdinaryMarkup(text: string, builder: TreeBuilder): boolean {
  if (EXCLUDED.test(text)) return false;
  const open: string[] = [];
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  let hasRoot = false;
  for (;;) {
    const tag = text.indexOf('<', at);
    if (!readText(text, at, tag === -1 ? text.length : tag, open.length > 0, builder)) return false;
    if (tag === -1) return hasRoot && open.length === 0;
    const next = text.charCodeAt(tag + 1);
    if (next === SLASH) {
      at = readEndTag(text, tag, open.pop());
      if (at !== -1) builder.closeElement();
    } else if (next === BANG || next === QUESTION) {
      at = readMisc(text, tag, open.length > 0, builder);
    } else if (hasRoot && open.length === 0) {
      return false;
    } else {
      hasRoot = true;
      at = readStartTag(text, tag, open, builder);
    }
    if (at === -1) return false;
  }
}

/** Reads the text of `[from, to)`. */
function readText(text: string, from: number, to: number, inRoot: boolean, builder: TreeBuilder): boolean {
  if (from === to) return true;
  BLANK.lastIndex = from;
  BLANK.test(text);
  const isBlank = BLANK.lastIndex === to;
  if (!inRoot) return isBlank;
  if (isBlank && !builder.keepsBlankText()) return true;
  const raw = text.slice(from, to);
  const content = raw.includes(']]>') ? undefined : expandReferences(withLineFeeds(raw));
  if (content === undefined) return false;
  builder.addText(content);
  return true;
}

/** Reads a start tag or an empty-element tag, and returns the offset after it; -1 if it is not ordinary. */
function readStartTag(text: string, tag: number, open: string[], builder: TreeBuilder): number {
  NAME.lastIndex = tag + 1;
  if (!NAME.test(text)) return -1;
  let at = NAME.lastIndex;
  const name = text.slice(tag + 1, at);
  builder.startElement(tag, name);
  const names = new UniqueNames();
  for (;;) {
    const code = text.charCodeAt(at);
    if (code === GREATER) {
      builder.openElement();
      open.push(name);
      return at + 1;
    }
    if (code === SLASH) {
      if (text.charCodeAt(at + 1) !== GREATER) return -1;
      builder.openElement();
      builder.closeElement();
      return at + 2;
    }
    const next = readAttribute(text, at, names, builder);
    at = next === -1 ? endOfSpace(text, at) : next;
    if (at === -1) return -1;
  }
}

/** Reads an attribute with the white space before it, and returns the offset after it; -1 if there is no ordinary one. */
function readAttribute(text: string, from: number, names: UniqueNames, builder: TreeBuilder): number {
  let name: string;
  let at: number;
  ATTRIBUTE_NAME.lastIndex = from;
  if (ATTRIBUTE_NAME.test(text)) {
    at = ATTRIBUTE_NAME.lastIndex;
    name = text.slice(from + 1, at - 1);
  } else {
    SPACED_ATTRIBUTE_NAME.lastIndex = from;
    const found = SPACED_ATTRIBUTE_NAME.exec(text);
    if (found === null) return -1;
    at = SPACED_ATTRIBUTE_NAME.lastIndex;
    name = found[1] as string;
  }
  const quote = text.charCodeAt(at);
  if (quote !== QUOTE && quote !== APOSTROPHE) return -1;
  const end = text.indexOf(quote === QUOTE ? '"' : "'", at + 1);
  const value = end === -1 ? undefined : attributeValue(text.slice(at + 1, end));
  if (value === undefined || !names.add(name)) return -1;
  builder.addAttribute(name, value);
  return end + 1;
}

/** The offset of the end of a tag after white space; -1 if there is none. */
function endOfSpace(text: string, from: number): number {
  BLANK.lastIndex = from;
  BLANK.test(text);
  const at = BLANK.lastIndex;
  const code = text.charCodeAt(at);
  return at > from && (code === GREATER || code === SLASH) ? at : -1;
}

/** The names of the attributes of one element. Most have one to three. */
class UniqueNames {
  #first: string | undefined;
  #others: Set<string> | undefined;

  /** Adds a name. Returns false if it is there already. */
  add(name: string): boolean {
    if (this.#first === undefined) {
      this.#first = name;
      return true;
    }
    if (name === this.#first) return false;
    const others = this.#others ?? new Set();
    this.#others = others;
    return others.size < others.add(name).size;
  }
}

/** The offset after the end tag of `name`; -1 if it is a different one. */
function readEndTag(text: string, tag: number, name: string | undefined): number {
  if (name === undefined || !text.startsWith(name, tag + 2)) return -1;
  let at = tag + 2 + name.length;
  if (text.charCodeAt(at) !== GREATER) {
    BLANK.lastIndex = at;
    BLANK.test(text);
    at = BLANK.lastIndex;
  }
  return text.charCodeAt(at) === GREATER ? at + 1 : -1;
}

/** Reads a comment, a CDATA section or a processing instruction, and returns the offset after it; -1 if it is not ordinary. */
function readMisc(text: string, tag: number, inRoot: boolean, builder: TreeBuilder): number {
  if (text.startsWith('<!--', tag)) {
    const end = text.indexOf('--', tag + 4);
    return end !== -1 && text.charCodeAt(end + 2) === GREATER ? end + 3 : -1;
  }
  if (text.startsWith('<![CDATA[', tag)) {
    const end = text.indexOf(']]>', tag + 9);
    if (!inRoot || end === -1) return -1;
    builder.addText(withLineFeeds(text.slice(tag + 9, end)));
    return end + 3;
  }
  INSTRUCTION.lastIndex = tag;
  return INSTRUCTION.test(text) ? INSTRUCTION.lastIndex : -1;
}

/** XML 1.0 §3.3.3: white space as written becomes spaces, referenced white space stays. `undefined` if it is not ordinary. */
function attributeValue(raw: string): string | undefined {
  if (!UNUSUAL_VALUE.test(raw)) return raw;
  return raw.includes('<') ? undefined : expandReferences(raw.replace(/\r\n|[\t\r\n]/g, ' '));
}

/** XML 1.0 §2.11. */
function withLineFeeds(raw: string): string {
  return raw.includes('\r') ? raw.replace(/\r\n?/g, '\n') : raw;
}

/** `undefined` for a reference that XML does not predefine. */
function expandReferences(raw: string): string | undefined {
  let text = '';
  let copied = 0;
  for (let at = raw.indexOf('&'); at !== -1; at = raw.indexOf('&', copied)) {
    REFERENCE.lastIndex = at;
    const found = REFERENCE.exec(raw);
    if (found === null) return undefined;
    const [, name, decimal, hexadecimal] = found;
    const character =
      name === undefined
        ? characterOf(decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal))
        : PREDEFINED[name as keyof typeof PREDEFINED];
    if (character === undefined) return undefined;
    text += raw.slice(copied, at) + character;
    copied = REFERENCE.lastIndex;
  }
  return copied === 0 ? raw : text + raw.slice(copied);
}

function characterOf(code: number): string | undefined {
  return isXmlCharacter(code) ? String.fromCodePoint(code) : undefined;
}
