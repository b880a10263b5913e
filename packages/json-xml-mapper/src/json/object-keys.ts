/** Objects with more keys than this are asked for them once: the engine needs a tenth of a second for half a million. */
export const MANY_KEYS = 4096;

const known = new WeakMap<object, readonly string[]>();

/** The keys of an object in their order, as `Object.keys` gives them. */
export function keysOf(object: object): readonly string[] {
  return known.get(object) ?? Object.keys(object);
}

/** The keys of one large object while it is made. Nobody may change it afterwards. */
export class KeyList {
  readonly #names: string[];
  /** Keys that are array indices: they come first, in the order of the numbers. */
  readonly #indices: number[] = [];

  /** @param keys those that it has already */
  constructor(keys: readonly string[]) {
    this.#names = [];
    for (const key of keys) this.add(key);
  }

  add(key: string): void {
    if (isIndex(key)) this.#indices.push(Number(key));
    else this.#names.push(key);
  }

  /** The object has all of its keys. */
  keepFor(object: object): void {
    const indices = Float64Array.from(this.#indices).sort();
    known.set(object, indices.length === 0 ? this.#names : [...Array.from(indices, String), ...this.#names]);
  }
}

const LAST_INDEX = 2 ** 32 - 2;

function isIndex(key: string): boolean {
  const first = key.charCodeAt(0);
  return first >= 0x30 && first <= 0x39 && /^(?:0|[1-9][0-9]{0,9})$/.test(key) && Number(key) <= LAST_INDEX;
}
