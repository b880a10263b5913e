import { raisedBy } from '../limits.js';
import { AttributeValueReader, VALUE_CUT } from './attribute-value.js';
import { NAME, NAME_START, WHITE_SPACE } from './bytes/byte-classes.js';
import { readText } from './bytes/utf8.js';
import type { DocumentKind } from './document-kind.js';
import type { InputWindow } from './input-window.js';
import type { NameTable } from './name-table.js';
import { NamespaceContext } from './namespace-context.js';
import { isNamespaceDeclaration, readDeclaration } from './namespace-declaration.js';
import { XmlError, type XmlErrorCode } from './xml-error.js';
import type { XmlLimits } from './xml-limits.js';
import type { XmlName } from './xml-name.js';

const SLASH = 0x2f;
const GREATER = 0x3e;
const EQUALS = 0x3d;
const COLON = 0x3a;
const QUOTE = 0x22;
const APOSTROPHE = 0x27;

/** The tag is not complete in the window. */
export const TAG_CUT = -1;

/** The number of attributes up to which comparing every pair of names is cheaper than a set. */
const FEW = 8;

/**
 * The attributes of the start tag that was read last, without namespace declarations. Names and values are ranges of
 * bytes; a value that holds references or line ends is normalised (XML 1.0 §3.3.3) into memory of the table.
 */
export class AttributeTable {
  count = 0;
  /** The context inside the element: the outer one and the declarations of this tag. */
  context: NamespaceContext = NamespaceContext.create();
  /** Whether the tag ends with `/>`. */
  empty = false;
  #nameStart: Int32Array = new Int32Array(16);
  #nameEnd: Int32Array = new Int32Array(16);
  #start: Int32Array = new Int32Array(16);
  #end: Int32Array = new Int32Array(16);
  readonly #source: Uint8Array[] = [];
  readonly #resolved: (XmlName | undefined)[] = [];
  /** Names with a prefix or a character beyond ASCII: these are checked immediately; others cannot be wrong. */
  readonly #odd: boolean[] = [];
  readonly #declared: string[] = [];
  readonly #values: AttributeValueReader;
  readonly #window: InputWindow;
  #names: NameTable;
  #limits: XmlLimits;

  constructor(window: InputWindow, kind: DocumentKind) {
    this.#window = window;
    this.#values = new AttributeValueReader(window);
    this.#names = kind.names;
    this.#limits = kind.limits;
  }

  /** Starts a document of this kind. */
  reset({ names, limits }: DocumentKind): void {
    this.#names = names;
    this.#limits = limits;
  }

  /** The size of the memory for values, in bytes. */
  get capacity(): number {
    return this.#values.capacity;
  }

  /** Clears the table, for a tag that was recognised as a whole. */
  clear(context: NamespaceContext): void {
    this.count = 0;
    this.empty = false;
    this.context = context;
  }

  /**
   * Reads the attributes from the end of the element name to the end of the tag.
   *
   * @returns the position after `>`, or `TAG_CUT`
   */
  read(position: number, outer: NamespaceContext): number {
    this.clear(outer);
    if (this.#declared.length > 0) this.#declared.length = 0;
    this.#values.begin();
    const { bytes, end } = this.#window;
    let at = position;
    for (;;) {
      const before = at;
      while (WHITE_SPACE[bytes[at]!] === 1) at++;
      const byte = bytes[at];
      if (byte === GREATER) break;
      if (byte === SLASH) {
        if (at + 1 >= end) return TAG_CUT;
        if (bytes[at + 1] !== GREATER) this.#fail('expected > after /', at + 1);
        this.empty = true;
        at++;
        break;
      }
      if (at >= end) return TAG_CUT;
      if (at === before) this.#fail('expected white space before an attribute', at);
      at = this.#readOne(at);
      if (at === TAG_CUT) return TAG_CUT;
    }
    if (this.count > 0) this.#resolveNames();
    return at + 1;
  }

  /** The name of an attribute, resolved. */
  name(index: number): XmlName {
    const known = this.#resolved[index] ?? this.#resolve(index);
    this.#resolved[index] = known;
    return known;
  }

  /** Whether an attribute is in no namespace and has this name. */
  isPlain(index: number, name: Uint8Array): boolean {
    const start = this.#nameStart[index]!;
    const length = name.length;
    if (this.#nameEnd[index]! - start !== length) return false;
    const bytes = this.#window.bytes;
    for (let i = 0; i < length; i++) if (bytes[start + i] !== name[i]) return false;
    return true;
  }

  /** Whether the name was written with a prefix. */
  isPrefixed(index: number): boolean {
    return this.#odd[index]! && this.name(index).prefix !== '';
  }

  /** Where the bytes of the value are. They are valid until the next tag is read or the next chunk arrives. */
  valueSource(index: number): Uint8Array {
    return this.#source[index]!;
  }

  valueStart(index: number): number {
    return this.#start[index]!;
  }

  valueEnd(index: number): number {
    return this.#end[index]!;
  }

  /** Whether the value is this text, which is ASCII. */
  hasValue(index: number, text: string): boolean {
    const source = this.#source[index]!;
    const start = this.#start[index]!;
    if (this.#end[index]! - start !== text.length) return false;
    for (let i = 0; i < text.length; i++) if (source[start + i] !== text.charCodeAt(i)) return false;
    return true;
  }

  value(index: number): string {
    return readText(this.#source[index]!, this.#start[index]!, this.#end[index]!);
  }

  #readOne(position: number): number {
    const { bytes, end } = this.#window;
    let at = position;
    if (NAME_START[bytes[at]!] === 0) this.#fail('expected an attribute name', at);
    let highest = 0;
    let prefixed = false;
    for (let byte = bytes[at]!; NAME[byte] === 1; byte = bytes[++at]!) {
      highest |= byte;
      if (byte === COLON) prefixed = true;
    }
    const nameEnd = at;
    if (nameEnd - position > this.#limits.nameLength)
      this.#fail('an attribute name is too long', position, 'LIMIT');
    while (WHITE_SPACE[bytes[at]!] === 1) at++;
    if (at >= end) return TAG_CUT;
    if (bytes[at] !== EQUALS) this.#fail('expected = after an attribute name', at);
    at++;
    while (WHITE_SPACE[bytes[at]!] === 1) at++;
    if (at >= end) return TAG_CUT;
    const quote = bytes[at]!;
    if (quote !== QUOTE && quote !== APOSTROPHE) this.#fail('expected a quoted attribute value', at);
    const valueEnd = this.#values.read(at + 1, quote);
    if (valueEnd === VALUE_CUT) return TAG_CUT;
    if (isNamespaceDeclaration(bytes, position, nameEnd)) this.#declare(position, nameEnd);
    else this.#add(position, nameEnd, prefixed || highest >= 0x80);
    return valueEnd + 1;
  }

  #add(nameStart: number, nameEnd: number, odd: boolean): void {
    const index = this.count;
    if (index >= this.#limits.attributesPerElement) {
      this.#fail(
        `more than ${this.#limits.attributesPerElement} attributes on one element${raisedBy('attributesPerElement')}`,
        nameStart,
        'LIMIT',
      );
    }
    if (index === this.#nameStart.length) this.#grow();
    this.#nameStart[index] = nameStart;
    this.#nameEnd[index] = nameEnd;
    this.#start[index] = this.#values.start;
    this.#end[index] = this.#values.end;
    this.#source[index] = this.#values.source;
    this.#resolved[index] = undefined;
    this.#odd[index] = odd;
    this.count++;
  }

  #grow(): void {
    this.#nameStart = doubled(this.#nameStart);
    this.#nameEnd = doubled(this.#nameEnd);
    this.#start = doubled(this.#start);
    this.#end = doubled(this.#end);
  }

  #declare(nameStart: number, nameEnd: number): void {
    const declared = this.#declared;
    const limits = this.#limits;
    if (declared.length >= limits.namespacesPerElement) {
      const message = `more than ${limits.namespacesPerElement} namespace declarations on one element`;
      this.#fail(message, nameStart, 'LIMIT');
    }
    const result = readDeclaration(this.context, this.#window.bytes, nameStart, nameEnd, this.#values);
    if (typeof result === 'string') {
      this.#fail(result, nameStart);
      return;
    }
    if (declared.includes(result.prefix)) this.#fail('two declarations of one prefix', nameStart);
    declared.push(result.prefix);
    this.context = result.context;
    if (this.context.size > limits.namespacesInScope) {
      const message = `more than ${limits.namespacesInScope} namespace declarations in scope`;
      this.#fail(message, nameStart, 'LIMIT');
    }
  }

  /** Resolves names with a prefix, and checks that no two attributes have the same expanded name. */
  #resolveNames(): void {
    const count = this.count;
    for (let i = 0; i < count; i++) if (this.#odd[i]) this.#resolved[i] = this.#resolve(i);
    if (count === 1) return;
    if (count <= FEW) this.#comparePairs();
    else this.#compareKeys();
  }

  #comparePairs(): void {
    for (let i = 1; i < this.count; i++) {
      for (let k = 0; k < i; k++) if (this.#sameName(i, k)) this.#failDuplicate(i);
    }
  }

  #sameName(i: number, k: number): boolean {
    if (this.#odd[i] !== this.#odd[k]) return false;
    if (this.#odd[i]) return this.name(i).key === this.name(k).key;
    const { bytes } = this.#window;
    const start = this.#nameStart[i]!;
    const length = this.#nameEnd[i]! - start;
    const other = this.#nameStart[k]!;
    if (this.#nameEnd[k]! - other !== length) return false;
    for (let at = 0; at < length; at++) if (bytes[start + at] !== bytes[other + at]) return false;
    return true;
  }

  #compareKeys(): void {
    const keys = new Set<string>();
    for (let i = 0; i < this.count; i++) keys.add(this.name(i).key);
    if (keys.size < this.count) this.#failDuplicate(this.count - 1);
  }

  #failDuplicate(index: number): never {
    return this.#fail('two attributes with one name', this.#nameStart[index]!);
  }

  #resolve(index: number): XmlName {
    const start = this.#nameStart[index]!;
    const name = this.#names.attribute(this.#window.bytes, start, this.#nameEnd[index]!, this.context);
    if (typeof name !== 'string') return name;
    return this.#fail(name === 'unbound prefix' ? 'the prefix of an attribute is not declared' : name, start);
  }

  #fail(message: string, position: number, code: XmlErrorCode = 'SYNTAX'): never {
    throw new XmlError({ code, message, offset: this.#window.offsetOf(position) });
  }
}

function doubled(array: Int32Array): Int32Array {
  const larger = new Int32Array(array.length * 2);
  larger.set(array);
  return larger;
}
