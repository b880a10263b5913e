import { XML } from '@soapstone/soap-model/namespaces';

/** The number of contexts that one context caches. Further ones are created each time, which costs time but no memory. */
const MAX_INTERNED = 16;

/** An earlier declaration, and the resulting context. */
export interface Recalled {
  readonly prefixBytes: Uint8Array;
  readonly nameBytes: Uint8Array;
  readonly prefix: string;
  readonly context: NamespaceContext;
}

/**
 * The prefixes in scope at one position of a document. Contexts are interned: the same declarations below the same context give the
 * same object, so that "is this name still bound as it was?" is a comparison of references, even between responses.
 */
export class NamespaceContext {
  /** The empty prefix is the default namespace. */
  readonly prefix: string;
  /** `''` if `xmlns=""` undeclares the default namespace. */
  readonly namespace: string;
  readonly outer: NamespaceContext | undefined;
  /** Bindings from here outwards. */
  readonly size: number;
  readonly #root: { created: number };
  /** The last contexts created inside this one: few, because documents of one kind declare the same prefixes. */
  #inner: NamespaceContext[] | undefined = undefined;
  #recalled: Recalled[] | undefined = undefined;

  private constructor(
    prefix: string,
    namespace: string,
    outer: NamespaceContext | undefined,
    root: { created: number },
  ) {
    this.prefix = prefix;
    this.namespace = namespace;
    this.outer = outer;
    this.size = outer === undefined ? 0 : outer.size + 1;
    this.#root = root;
    this.#root.created++;
  }

  /** The context of a document's root: only `xml` is bound. */
  static create(): NamespaceContext {
    return new NamespaceContext('xml', XML, undefined, { created: 0 });
  }

  /** How many contexts the root of this one has created, which tells a long-lived cache when to start afresh. */
  get created(): number {
    return this.#root.created;
  }

  /** The namespace of a prefix; `undefined` if it is unbound. The default namespace is `''` unless declared. */
  lookup(prefix: string): string | undefined {
    for (let context: NamespaceContext | undefined = this; context !== undefined; context = context.outer) {
      if (context.prefix === prefix) return context.namespace;
    }
    return prefix === '' ? '' : undefined;
  }

  /**
   * The context that a declaration, as bytes, has led to before, so that it need not be read and validated again.
   *
   * @param prefix the bytes of the prefix, and where they start and end
   * @param name the bytes of the namespace name
   */
  recall(
    prefix: Uint8Array,
    prefixStart: number,
    prefixEnd: number,
    name: Uint8Array,
    nameStart: number,
    nameEnd: number,
  ): Recalled | undefined {
    const recalled = this.#recalled;
    if (recalled === undefined) return undefined;
    for (let i = 0; i < recalled.length; i++) {
      const known = recalled[i]!;
      if (
        sameBytes(known.prefixBytes, prefix, prefixStart, prefixEnd) &&
        sameBytes(known.nameBytes, name, nameStart, nameEnd)
      ) {
        return known;
      }
    }
    return undefined;
  }

  /** Whether one more declaration can be cached. */
  get canRemember(): boolean {
    return this.#recalled === undefined || this.#recalled.length < MAX_INTERNED;
  }

  /** Caches the context of a declaration. */
  remember(recalled: Recalled): void {
    this.#recalled ??= [];
    this.#recalled.push(recalled);
  }

  /** This context with one more declaration; itself if the declaration changes nothing. */
  bind(prefix: string, namespace: string): NamespaceContext {
    if (this.lookup(prefix) === namespace) return this;
    this.#inner ??= [];
    const inner = this.#inner;
    for (let i = 0; i < inner.length; i++) {
      const known = inner[i]!;
      if (known.prefix === prefix && known.namespace === namespace) return known;
    }
    const bound = new NamespaceContext(prefix, namespace, this, this.#root);
    if (inner.length < MAX_INTERNED) inner.push(bound);
    return bound;
  }
}

/** Whether a range of bytes equals these bytes. */
export function sameBytes(known: Uint8Array, bytes: Uint8Array, start: number, end: number): boolean {
  const length = known.length;
  if (length !== end - start) return false;
  for (let i = 0; i < length; i++) if (known[i] !== bytes[start + i]) return false;
  return true;
}
