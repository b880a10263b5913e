import { isNCName } from '../scalar/xml-name.js';
import { ATTRIBUTE_STOP, NAME, NAME_START, WHITE_SPACE } from './byte-classes.js';
import type { InputWindow } from './input-window.js';
import type { NameTable } from './name-table.js';
import { NamespaceContext, XML_NAMESPACE, XMLNS_NAMESPACE } from './namespace-context.js';
import { REFERENCE_CUT, referredCharacter, scanReference } from './references.js';
import { readText, writeCodePoint } from './utf8.js';
import { XmlError, type XmlErrorCode } from './xml-error.js';
import type { XmlLimits } from './xml-limits.js';
import type { XmlName } from './xml-name.js';

const SLASH = 0x2f;
const GREATER = 0x3e;
const EQUALS = 0x3d;
const COLON = 0x3a;
const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const AMPERSAND = 0x26;
const LESS = 0x3c;
const CARRIAGE_RETURN = 0x0d;
const LINE_FEED = 0x0a;
const SPACE = 0x20;

/** The tag is not complete in the window. */
export const TAG_CUT = -1;

/** Up to here comparing every pair of names is cheaper than a set. */
const FEW = 8;

const XMLNS = [0x78, 0x6d, 0x6c, 0x6e, 0x73];

/**
 * The attributes of the start tag that was read last, namespace declarations apart. Names and values are ranges of bytes;
 * a value that holds references or line ends is normalised (XML 1.0 §3.3.3) into memory of the table.
 */
export class AttributeTable {
  count = 0;
  /** The context inside the element: the outer one and the declarations of this tag. */
  context: NamespaceContext = NamespaceContext.create();
  /** Whether the tag ends with `/>`. */
  empty = false;
  private nameStart: Int32Array = new Int32Array(16);
  private nameEnd: Int32Array = new Int32Array(16);
  private start: Int32Array = new Int32Array(16);
  private end: Int32Array = new Int32Array(16);
  private readonly source: Uint8Array[] = [];
  private readonly resolved: (XmlName | undefined)[] = [];
  /** Names with a prefix or a character beyond ASCII: these are checked at once, others cannot be wrong. */
  private readonly odd: boolean[] = [];
  private readonly declared: string[] = [];
  private normalised: Uint8Array = new Uint8Array(256);
  private normalisedLength = 0;
  private readonly window: InputWindow;
  private readonly names: NameTable;
  private readonly limits: XmlLimits;

  constructor(window: InputWindow, names: NameTable, limits: XmlLimits) {
    this.window = window;
    this.names = names;
    this.limits = limits;
  }

  /** Nothing there: for a tag that was recognised as a whole. */
  clear(context: NamespaceContext): void {
    this.count = 0;
    this.empty = false;
    this.context = context;
  }

  /**
   * Read attributes from the end of the element name to the end of the tag.
   *
   * @returns the position after `>`, or `TAG_CUT`
   */
  read(position: number, outer: NamespaceContext): number {
    this.clear(outer);
    if (this.declared.length > 0) this.declared.length = 0;
    this.normalisedLength = 0;
    const { bytes, end } = this.window;
    let at = position;
    for (;;) {
      const before = at;
      while (WHITE_SPACE[bytes[at]!] === 1) at++;
      const byte = bytes[at];
      if (byte === GREATER) break;
      if (byte === SLASH) {
        if (at + 1 >= end) return TAG_CUT;
        if (bytes[at + 1] !== GREATER) this.fail('expected > after /', at + 1);
        this.empty = true;
        at++;
        break;
      }
      if (at >= end) return TAG_CUT;
      if (at === before) this.fail('expected white space before an attribute', at);
      at = this.readOne(at);
      if (at === TAG_CUT) return TAG_CUT;
    }
    if (this.count > 0) this.resolveNames();
    return at + 1;
  }

  /** The name of an attribute, resolved. */
  name(index: number): XmlName {
    const known = this.resolved[index] ?? this.resolve(index);
    this.resolved[index] = known;
    return known;
  }

  /** Whether an attribute is in no namespace and has this name. */
  isPlain(index: number, name: Uint8Array): boolean {
    const start = this.nameStart[index]!;
    const length = name.length;
    if (this.nameEnd[index]! - start !== length) return false;
    const bytes = this.window.bytes;
    for (let i = 0; i < length; i++) if (bytes[start + i] !== name[i]) return false;
    return true;
  }

  /** Whether the name was written with a prefix. */
  isPrefixed(index: number): boolean {
    return this.odd[index]! && this.name(index).prefix !== '';
  }

  /** Where the bytes of the value are. They hold until the next tag is read or the next chunk comes. */
  valueSource(index: number): Uint8Array {
    return this.source[index]!;
  }

  valueStart(index: number): number {
    return this.start[index]!;
  }

  valueEnd(index: number): number {
    return this.end[index]!;
  }

  /** Whether the value is this text, which is ASCII. */
  hasValue(index: number, text: string): boolean {
    const source = this.source[index]!;
    const start = this.start[index]!;
    if (this.end[index]! - start !== text.length) return false;
    for (let i = 0; i < text.length; i++) if (source[start + i] !== text.charCodeAt(i)) return false;
    return true;
  }

  value(index: number): string {
    return readText(this.source[index]!, this.start[index]!, this.end[index]!);
  }

  private readOne(position: number): number {
    const { bytes, end } = this.window;
    let at = position;
    if (NAME_START[bytes[at]!] === 0) this.fail('expected an attribute name', at);
    let highest = 0;
    let prefixed = false;
    for (let byte = bytes[at]!; NAME[byte] === 1; byte = bytes[++at]!) {
      highest |= byte;
      if (byte === COLON) prefixed = true;
    }
    const nameEnd = at;
    if (nameEnd - position > this.limits.nameLength)
      this.fail('an attribute name is too long', position, 'LIMIT');
    while (WHITE_SPACE[bytes[at]!] === 1) at++;
    if (at >= end) return TAG_CUT;
    if (bytes[at] !== EQUALS) this.fail('expected = after an attribute name', at);
    at++;
    while (WHITE_SPACE[bytes[at]!] === 1) at++;
    if (at >= end) return TAG_CUT;
    const quote = bytes[at]!;
    if (quote !== QUOTE && quote !== APOSTROPHE) this.fail('expected a quoted attribute value', at);
    const valueEnd = this.scanValue(at + 1, quote);
    if (valueEnd === TAG_CUT) return TAG_CUT;
    if (isNamespaceDeclaration(bytes, position, nameEnd)) this.declare(position, nameEnd);
    else this.add(position, nameEnd, prefixed || highest >= 0x80);
    return valueEnd + 1;
  }

  /** Find the end of a value; its bytes as they count are then in `scannedSource`, `scannedStart`, `scannedEnd`. */
  private scanValue(position: number, quote: number): number {
    const { bytes, end } = this.window;
    let at = position;
    for (;;) {
      while (ATTRIBUTE_STOP[bytes[at]!] === 0) at++;
      const byte = bytes[at]!;
      if (byte === quote) {
        this.scannedSource = bytes;
        this.scannedStart = position;
        this.scannedEnd = at;
        return at;
      }
      if (byte === QUOTE || byte === APOSTROPHE) at++;
      else if (byte === 0xef && at < end) at = this.checkNonCharacter(at);
      else return this.normaliseValue(position, at, quote);
    }
  }

  private scannedSource: Uint8Array = this.normalised;
  private scannedStart = 0;
  private scannedEnd = 0;

  /** The slow half of `scanValue`: from the first reference or line end on, the value is written anew. */
  private normaliseValue(position: number, from: number, quote: number): number {
    const { bytes, end } = this.window;
    const start = this.normalisedLength;
    this.normaliseRun(position, from);
    let at = from;
    for (;;) {
      const byte = bytes[at]!;
      if (at >= end) return TAG_CUT;
      if (byte === quote) break;
      if (byte === AMPERSAND) {
        const length = scanReference(bytes, at, end, this.window.offsetOf(at));
        if (length === REFERENCE_CUT) return TAG_CUT;
        this.reserve(4);
        this.normalisedLength = writeCodePoint(this.normalised, this.normalisedLength, referredCharacter());
        at += length;
      } else if (WHITE_SPACE[byte] === 1) {
        if (byte === CARRIAGE_RETURN && at + 1 >= end) return TAG_CUT;
        if (byte === CARRIAGE_RETURN && bytes[at + 1] === LINE_FEED) at++;
        this.reserve(1);
        this.normalised[this.normalisedLength++] = SPACE;
        at++;
      } else if (byte === LESS) {
        this.fail('< in an attribute value', at);
      } else {
        const run = at;
        at = byte === 0xef ? this.checkNonCharacter(at) : at + 1;
        if (byte < SPACE) this.fail('a character that XML does not allow', run);
        while (ATTRIBUTE_STOP[bytes[at]!] === 0) at++;
        this.normaliseRun(run, at);
      }
    }
    this.scannedSource = this.normalised;
    this.scannedStart = start;
    this.scannedEnd = this.normalisedLength;
    return at;
  }

  private normaliseRun(from: number, to: number): void {
    this.reserve(to - from);
    this.normalised.set(this.window.bytes.subarray(from, to), this.normalisedLength);
    this.normalisedLength += to - from;
  }

  private reserve(length: number): void {
    if (this.normalisedLength + length <= this.normalised.length) return;
    const old = this.normalised;
    this.normalised = new Uint8Array(Math.max(old.length * 2, this.normalisedLength + length));
    this.normalised.set(old.subarray(0, this.normalisedLength));
    for (let i = 0; i < this.count; i++) if (this.source[i] === old) this.source[i] = this.normalised;
  }

  private checkNonCharacter(at: number): number {
    const { bytes } = this.window;
    if (bytes[at + 1] === 0xbf && bytes[at + 2]! >= 0xbe)
      this.fail('a character that XML does not allow', at);
    return at + 3;
  }

  private add(nameStart: number, nameEnd: number, odd: boolean): void {
    const index = this.count;
    if (index >= this.limits.attributesPerElement) {
      this.fail(
        `more than ${this.limits.attributesPerElement} attributes on one element`,
        nameStart,
        'LIMIT',
      );
    }
    if (index === this.nameStart.length) this.grow();
    this.nameStart[index] = nameStart;
    this.nameEnd[index] = nameEnd;
    this.start[index] = this.scannedStart;
    this.end[index] = this.scannedEnd;
    this.source[index] = this.scannedSource;
    this.resolved[index] = undefined;
    this.odd[index] = odd;
    this.count++;
  }

  private grow(): void {
    this.nameStart = doubled(this.nameStart);
    this.nameEnd = doubled(this.nameEnd);
    this.start = doubled(this.start);
    this.end = doubled(this.end);
  }

  /** Namespaces in XML 1.0 §3: `xmlns` and `xml` have their meaning for ever, and a prefix cannot be taken back. */
  private declare(nameStart: number, nameEnd: number): void {
    const { bytes } = this.window;
    if (this.declared.length >= this.limits.namespacesPerElement) {
      this.fail(
        `more than ${this.limits.namespacesPerElement} namespace declarations on one element`,
        nameStart,
        'LIMIT',
      );
    }
    const isDefault = nameEnd - nameStart === XMLNS.length;
    const prefixStart = isDefault ? nameEnd : nameStart + XMLNS.length + 1;
    const { scannedSource, scannedStart, scannedEnd } = this;
    const recalled = this.context.recall(
      bytes,
      prefixStart,
      nameEnd,
      scannedSource,
      scannedStart,
      scannedEnd,
    );
    const name = recalled?.prefix ?? readText(bytes, prefixStart, nameEnd);
    if (this.declared.includes(name)) this.fail('two declarations of one prefix', nameStart);
    this.declared.push(name);
    if (recalled !== undefined) this.context = recalled.context;
    else this.declareNew(name, isDefault, nameStart, prefixStart, nameEnd);
    if (this.context.size > this.limits.namespacesInScope) {
      this.fail(
        `more than ${this.limits.namespacesInScope} namespace declarations in scope`,
        nameStart,
        'LIMIT',
      );
    }
  }

  private declareNew(
    name: string,
    isDefault: boolean,
    nameStart: number,
    prefixStart: number,
    prefixEnd: number,
  ): void {
    if (!isDefault && !isNCName(name)) this.fail('not a prefix', nameStart);
    const { scannedSource, scannedStart, scannedEnd, context } = this;
    const namespace = readText(scannedSource, scannedStart, scannedEnd);
    const legal =
      name !== 'xmlns' &&
      namespace !== XMLNS_NAMESPACE &&
      (name === 'xml') === (namespace === XML_NAMESPACE) &&
      (isDefault || namespace !== '');
    if (!legal) this.fail('a namespace declaration that is not allowed', nameStart);
    this.context = context.bind(name, namespace);
    context.remember({
      prefixBytes: this.window.bytes.slice(prefixStart, prefixEnd),
      nameBytes: scannedSource.slice(scannedStart, scannedEnd),
      prefix: name,
      context: this.context,
    });
  }

  /** Resolve what has a prefix, and look for two attributes with one expanded name. */
  private resolveNames(): void {
    const count = this.count;
    for (let i = 0; i < count; i++) if (this.odd[i]) this.resolved[i] = this.resolve(i);
    if (count === 1) return;
    if (count <= FEW) this.comparePairs();
    else this.compareKeys();
  }

  private comparePairs(): void {
    for (let i = 1; i < this.count; i++) {
      for (let k = 0; k < i; k++) if (this.sameName(i, k)) this.failDuplicate(i);
    }
  }

  private sameName(i: number, k: number): boolean {
    if (this.odd[i] !== this.odd[k]) return false;
    if (this.odd[i]) return this.name(i).key === this.name(k).key;
    const { bytes } = this.window;
    const start = this.nameStart[i]!;
    const length = this.nameEnd[i]! - start;
    const other = this.nameStart[k]!;
    if (this.nameEnd[k]! - other !== length) return false;
    for (let at = 0; at < length; at++) if (bytes[start + at] !== bytes[other + at]) return false;
    return true;
  }

  private compareKeys(): void {
    const keys = new Set<string>();
    for (let i = 0; i < this.count; i++) keys.add(this.name(i).key);
    if (keys.size < this.count) this.failDuplicate(this.count - 1);
  }

  private failDuplicate(index: number): never {
    return this.fail('two attributes with one name', this.nameStart[index]!);
  }

  private resolve(index: number): XmlName {
    const start = this.nameStart[index]!;
    const name = this.names.attribute(this.window.bytes, start, this.nameEnd[index]!, this.context);
    if (typeof name !== 'string') return name;
    return this.fail(name === 'unbound prefix' ? 'the prefix of an attribute is not declared' : name, start);
  }

  private fail(message: string, position: number, code: XmlErrorCode = 'SYNTAX'): never {
    throw new XmlError({ code, message, offset: this.window.offsetOf(position) });
  }
}

function isNamespaceDeclaration(bytes: Uint8Array, start: number, end: number): boolean {
  const length = end - start;
  if (length < XMLNS.length || (length > XMLNS.length && bytes[start + XMLNS.length] !== COLON)) return false;
  for (let i = 0; i < XMLNS.length; i++) if (bytes[start + i] !== XMLNS[i]) return false;
  return true;
}

function doubled(array: Int32Array): Int32Array {
  const larger = new Int32Array(array.length * 2);
  larger.set(array);
  return larger;
}
