import { WHITE_SPACE } from '../../xml/bytes/byte-classes.js';
import type { NamespaceContext } from '../../xml/namespace-context.js';
import { lastWordMask, type XmlName } from '../../xml/xml-name.js';
import type { WordMemory } from '../lanes/word-memory.js';
import type { JsonFragment, JsonOutput } from '../output/json-output.js';

const GREATER = 0x3e;
const SLASH = 0x2f;
/** `</` as a little-endian number. */
const END_TAG = 0x2f3c;

/**
 * The tag that a member was last recognised by, next to the text that opens the member in JSON: documents of one service are alike.
 *
 * The fields that the fast lane needs for each element come first and their bytes are contiguous: a gateway that serves many operations finds
 * none of it in the processor's caches, and every other memory location would cost a cache miss.
 */
export class LearnedTag {
  /** The context in which the tag was read; in another one its name may mean something else. */
  #learnedIn: NamespaceContext | undefined = undefined;
  readonly #memory: WordMemory;
  /** The position of `<name` in the words, followed by `"key":`, and the number of its own words there. */
  #at: number;
  #capacity: number;
  /** The length of the tag, and the mask of its last word. */
  #lastWord = -1;
  #lastMask = 0;
  /** Length of `<name`. */
  tagLength = 0;
  readonly #openingLength: number;
  /** The name in the tag. */
  learned: XmlName | undefined = undefined;
  /** `"key":`, or `"key":[` for an array. */
  readonly opening: JsonFragment;

  constructor(opening: JsonFragment, memory: WordMemory) {
    this.#memory = memory;
    // A tag is usually about as long as its key.
    this.#capacity = opening.words.length * 2 + 2;
    this.#at = memory.allocate(this.#capacity);
    memory.words.set(opening.words, this.#at);
    this.#openingLength = opening.length;
    this.opening = opening;
  }

  /** Remembers the tag that an element was recognised by. */
  learn(name: XmlName): void {
    if (this.learned === name) return;
    const startWords = name.startWords();
    const needed = startWords.length + this.opening.words.length;
    if (needed > this.#capacity) {
      // At least doubled, so that the room abandoned by names growing from document to document adds up to no more than the last.
      this.#capacity = Math.max(needed, this.#capacity * 2);
      this.#at = this.#memory.allocate(this.#capacity);
    }
    this.#memory.words.set(startWords, this.#at);
    this.#memory.words.set(this.opening.words, this.#at + startWords.length);
    this.learned = name;
    this.#learnedIn = name.context;
    this.#lastWord = startWords.length - 1;
    this.tagLength = name.bytes.length + 1;
    this.#lastMask = lastWordMask(this.tagLength);
  }

  /** Whether the learned tag appears here, spelled as last time, with the same meaning. */
  isAt(view: DataView, position: number, context: NamespaceContext): boolean {
    if (this.#learnedIn !== context) return false;
    const { words } = this.#memory;
    let index = this.#at;
    const last = index + this.#lastWord;
    let at = position;
    for (; index < last; index++, at += 4) if (view.getInt32(at, true) !== words[index]) return false;
    if ((view.getInt32(at, true) & this.#lastMask) !== words[last]) return false;
    const byte = view.getUint8(position + this.tagLength);
    return byte === GREATER || byte === SLASH || WHITE_SPACE[byte] === 1;
  }

  /**
   * Whether the end tag of the element whose learned tag is at `start` appears at `position`, in its usual spelling. It is compared
   * with the start tag, which is still in the cache.
   *
   * @returns the position after it, or -1
   */
  endTagAt(view: DataView, start: number, position: number): number {
    if (view.getUint16(position, true) !== END_TAG) return -1;
    const nameEnd = start + this.tagLength;
    let from = start + 1;
    let to = position + 2;
    for (; from + 4 <= nameEnd; from += 4, to += 4) {
      if (view.getInt32(from, true) !== view.getInt32(to, true)) return -1;
    }
    for (; from < nameEnd; from++, to++) if (view.getUint8(from) !== view.getUint8(to)) return -1;
    return view.getUint8(to) === GREATER ? to + 1 : -1;
  }

  /** The same for the learned tag of an earlier element: its end tag is `tagLength + 2` bytes long. */
  isEndAt(view: DataView, position: number): boolean {
    if (view.getUint16(position, true) !== END_TAG) return false;
    const { words } = this.#memory;
    let index = this.#at;
    const last = index + this.#lastWord;
    // From its slash on, an end tag is a start tag except for that byte.
    let at = position + 1;
    let mask = ~0xff;
    for (; index < last; index++, at += 4, mask = -1) {
      if (((view.getInt32(at, true) ^ words[index]!) & mask) !== 0) return false;
    }
    if (((view.getInt32(at, true) ^ words[last]!) & mask & this.#lastMask) !== 0) return false;
    return view.getUint8(position + 1 + this.tagLength) === GREATER;
  }

  writeOpening(out: JsonOutput): void {
    out.copyWords(this.#memory.words, this.#at + this.#lastWord + 1, this.#openingLength);
  }
}
