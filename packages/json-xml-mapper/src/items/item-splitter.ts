import { joinBytes } from '@soapstone/soap-model/bytes';
import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
} from '../json/json-bytes.js';
import { decodeUtf8 } from '../platform.js';

/** An object or array that is open. */
interface Container {
  readonly array: boolean;
  /** How many keys of the path lead here; -1 if the path leads elsewhere. */
  readonly matched: number;
}

/**
 * Cuts the items of one list out of JSON text that arrives in pieces. It keeps only the incomplete item and, with `rest`, the
 * text around the items. The text comes from our own decoder: it is well-formed, and without white space.
 */
export class ItemSplitter {
  readonly #path: readonly string[];
  readonly #open: Container[] = [];
  /** The position of the next value on the path. */
  #next = 0;
  #inString = false;
  #escaped = false;
  #key: number[] | undefined;
  #expectsKey = false;
  /** The pieces of the item that is incomplete; `undefined` between items. */
  #item: Uint8Array[] | undefined;
  /** Containers that are open inside the item. */
  #inside = 0;

  /** The pieces of the text around the items. */
  readonly #rest: Uint8Array[] | undefined;
  /** Where the text around the items begins in the current piece; -1 inside an item. */
  #restFrom = 0;

  /** @param options.rest whether to keep the text around the items */
  constructor(path: readonly string[], { rest = false }: { readonly rest?: boolean } = {}) {
    this.#path = path;
    this.#rest = rest ? [] : undefined;
  }

  /** The text so far, with an empty list in place of the items. */
  rest(): Uint8Array {
    return joinBytes(this.#rest ?? []);
  }

  /** Takes a piece of the text, and returns the items that are now complete. */
  split(piece: Uint8Array): Uint8Array[] {
    const items: Uint8Array[] = [];
    let from = 0;
    if (this.#item === undefined) this.#restFrom = 0;
    for (let at = 0; at < piece.length; at += 1) {
      const byte = piece[at] ?? 0;
      if (this.#inString) {
        this.#stringByte(byte);
        continue;
      }
      if (this.#item === undefined) {
        const begins = byte !== CLOSE_BRACKET && byte !== COMMA && this.#isList();
        if (!begins) {
          // The commas between items are removed with them.
          if (byte === COMMA && this.#isList()) this.#keep(piece, at, at + 1);
          this.#outside(byte);
          continue;
        }
        this.#keep(piece, at, -1);
        this.#item = [];
        this.#inside = 0;
        from = at;
      }
      if (byte === QUOTE) this.#inString = true;
      else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) this.#inside += 1;
      else if ((byte === CLOSE_BRACE || byte === CLOSE_BRACKET || byte === COMMA) && this.#inside === 0) {
        const last = piece.subarray(from, at);
        items.push(this.#item.length === 0 ? last : joinBytes([...this.#item, last]));
        this.#item = undefined;
        this.#restFrom = byte === COMMA ? at + 1 : at;
        this.#outside(byte);
      } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) this.#inside -= 1;
    }
    this.#item?.push(piece.slice(from));
    this.#keep(piece, piece.length, this.#item === undefined ? 0 : -1);
    return items;
  }

  /** Keeps the text around the items up to `end`; it continues at `next`. */
  #keep(piece: Uint8Array, end: number, next: number): void {
    if (this.#restFrom >= 0 && this.#restFrom < end) this.#rest?.push(piece.slice(this.#restFrom, end));
    this.#restFrom = next;
  }

  #isList(): boolean {
    const top = this.#open.at(-1);
    return top?.array === true && top.matched === this.#path.length;
  }

  #stringByte(byte: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (byte === BACKSLASH) this.#escaped = true;
    else if (byte === QUOTE) this.#inString = false;
    if (this.#inString) this.#key?.push(byte);
  }

  /** A byte that is outside of strings and of items. */
  #outside(byte: number): void {
    switch (byte) {
      case QUOTE:
        this.#inString = true;
        if (this.#expectsKey) this.#key = [];
        break;
      case COLON:
        this.#next = this.#matchedBy(this.#key ?? []);
        this.#key = undefined;
        this.#expectsKey = false;
        break;
      case OPEN_BRACE:
      case OPEN_BRACKET:
        this.#open.push({ array: byte === OPEN_BRACKET, matched: this.#next });
        // A list on the way is walked through: its items take its place.
        this.#expectsKey = byte === OPEN_BRACE;
        break;
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        this.#open.pop();
        this.#expectsKey = false;
        break;
      case COMMA:
        this.#expectsKey = this.#open.at(-1)?.array === false;
        if (!this.#expectsKey) this.#next = this.#open.at(-1)?.matched ?? -1;
        break;
      default:
    }
  }

  #matchedBy(key: readonly number[]): number {
    const matched = this.#open.at(-1)?.matched ?? -1;
    if (matched === -1 || matched >= this.#path.length) return -1;
    const name: unknown = JSON.parse(`"${decodeUtf8(Uint8Array.from(key))}"`);
    return name === this.#path[matched] ? matched + 1 : -1;
  }
}
