import type { NamespaceContext } from './namespace-context.js';

/**
 * A qualified name as it stands in the document, with what it means in one namespace context. Prepared so that the next
 * tag with the same name is recognised by comparing 4-byte words instead of scanning, hashing and resolving it again.
 */
export class XmlName {
  readonly qualified: string;
  readonly prefix: string;
  readonly localName: string;
  readonly namespace: string;
  /** Clark notation: what plans are keyed by. */
  readonly key: string;
  /** Where `namespace` was resolved. */
  readonly context: NamespaceContext;
  readonly bytes: Uint8Array;
  /** What a user of the name has derived from it and wants to find again. The name table belongs to one user. */
  memo: unknown = undefined;

  /** `<name`, without what follows it. */
  readonly startLength: number;
  readonly endLength: number;
  /** The same as little-endian words, and which bytes of the last one count. */
  readonly startWords: Int32Array;
  readonly startMask: number;
  private readonly endWords: Int32Array;
  private readonly endMask: number;

  constructor(options: {
    qualified: string;
    prefix: string;
    localName: string;
    namespace: string;
    context: NamespaceContext;
    bytes: Uint8Array;
  }) {
    this.qualified = options.qualified;
    this.prefix = options.prefix;
    this.localName = options.localName;
    this.namespace = options.namespace;
    this.key = options.namespace === '' ? options.localName : `{${options.namespace}}${options.localName}`;
    this.context = options.context;
    this.bytes = options.bytes;
    this.startLength = options.bytes.length + 1;
    this.startWords = wordsOf([0x3c], options.bytes, []);
    this.startMask = lastWordMask(this.startLength);
    this.endLength = options.bytes.length + 3;
    this.endWords = wordsOf([0x3c, 0x2f], options.bytes, [0x3e]);
    this.endMask = lastWordMask(this.endLength);
  }

  /** Whether `</name>` stands at `position`, without white space: the way practically every end tag is written. */
  endsAt(window: DataView, position: number): boolean {
    const words = this.endWords;
    const last = words.length - 1;
    let at = position;
    for (let i = 0; i < last; i++, at += 4) if (window.getInt32(at, true) !== words[i]) return false;
    return (window.getInt32(at, true) & this.endMask) === words[last];
  }
}

/** `before`, the name and `after` as little-endian words, the last one filled up with zeros. */
function wordsOf(before: readonly number[], name: Uint8Array, after: readonly number[]): Int32Array {
  const words = new Int32Array((before.length + name.length + after.length + 3) >> 2);
  let at = 0;
  const put = (byte: number): void => {
    words[at >> 2]! |= byte << ((at & 3) << 3);
    at++;
  };
  for (const byte of before) put(byte);
  for (let i = 0; i < name.length; i++) put(name[i]!);
  for (const byte of after) put(byte);
  return words;
}

function lastWordMask(length: number): number {
  const rest = length & 3;
  return rest === 0 ? -1 : (1 << (rest << 3)) - 1;
}
