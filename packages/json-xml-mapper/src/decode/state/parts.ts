import type { MimePart } from '../../api/messages.js';

/** The MIME parts of one response (§13), and which of them it refers to. */
export class Parts {
  list: readonly MimePart[] = [];
  readonly used: Set<MimePart> = new Set();
  /** The total size in bytes. */
  size = 0;
  /** The parts by Content-ID, indexed on first use. */
  #byId: Map<string, MimePart> | undefined = undefined;

  reset(list: readonly MimePart[]): void {
    this.list = list;
    if (this.used.size > 0) this.used.clear();
    this.size = 0;
    for (const part of list) this.size += part.data.length;
    this.#byId = undefined;
  }

  /** The part with this Content-ID, without angle brackets; the first of several. */
  withId(id: string): MimePart | undefined {
    if (this.#byId === undefined) {
      this.#byId = new Map();
      for (const part of this.list) {
        const key = trimId(part.contentId);
        if (!this.#byId.has(key)) this.#byId.set(key, part);
      }
    }
    return this.#byId.get(id);
  }
}

/** A Content-ID without its angle brackets. */
export function trimId(id: string): string {
  return id.trim().replace(/^<|>$/g, '');
}
