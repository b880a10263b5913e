import type { NamespaceContext } from './namespace-context.js';

const LESS = 0x3c;
const SLASH = 0x2f;
const GREATER = 0x3e;

/**
 * A qualified name as it occurs in the document, with its meaning in one namespace context. Prepared so that a tag with this name
 * is recognised by comparing 4-byte words instead of scanning, hashing and resolving it again.
 */
export class XmlName {
  readonly qualified: string;
  readonly prefix: string;
  readonly localName: string;
  readonly namespace: string;
  /** Clark notation: the key of plans. */
  readonly key: string;
  /** The context in which `namespace` was resolved. */
  readonly context: NamespaceContext;
  readonly bytes: Uint8Array;
  /** Data that the user of the name derived from `key` and looks up again. The name table belongs to one user. */
  memo: unknown = undefined;

  readonly endLength: number;
  /** `</name>`, created on first use, because most names of an unfamiliar document occur once. */
  #endWords: Int32Array | undefined = undefined;
  readonly #endMask: number;

  constructor(options: {
    qualified: string;
    prefix: string;
    localName: string;
    namespace: string;
    key: string;
    context: NamespaceContext;
    bytes: Uint8Array;
  }) {
    this.qualified = options.qualified;
    this.prefix = options.prefix;
    this.localName = options.localName;
    this.namespace = options.namespace;
    this.key = options.key;
    this.context = options.context;
    this.bytes = options.bytes;
    this.endLength = options.bytes.length + 3;
    this.#endMask = lastWordMask(this.endLength);
  }

  /** `<name`, without what follows it, as little-endian words whose last one is padded with zeros. */
  startWords(): Int32Array {
    return wordsOf([LESS], this.bytes, []);
  }

  /** Whether `</name>` appears at `position`, without white space, as practically every end tag is written. */
  endsAt(window: DataView, position: number): boolean {
    const words = this.#endWords ?? this.#makeEndWords();
    const last = words.length - 1;
    let at = position;
    for (let i = 0; i < last; i++, at += 4) if (window.getInt32(at, true) !== words[i]) return false;
    return (window.getInt32(at, true) & this.#endMask) === words[last];
  }

  #makeEndWords(): Int32Array {
    this.#endWords = wordsOf([LESS, SLASH], this.bytes, [GREATER]);
    return this.#endWords;
  }
}

/** `before`, the name and `after` as little-endian words, the last one padded with zeros. */
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

/** The mask of the last word of this many bytes. */
export function lastWordMask(length: number): number {
  const rest = length & 3;
  return rest === 0 ? -1 : (1 << (rest << 3)) - 1;
}
