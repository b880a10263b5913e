export const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace';
export const XMLNS_NAMESPACE = 'http://www.w3.org/2000/xmlns/';

/**
 * The prefixes in scope at one place of a document. Contexts are interned: the same declarations below the same context
 * give the same object, so that "is this name still bound as it was?" is one comparison of references, also from one
 * response to the next.
 */
export class NamespaceContext {
  /** The empty prefix is the default namespace. */
  readonly prefix: string;
  /** `''` where the default namespace is taken back with `xmlns=""`. */
  readonly namespace: string;
  readonly outer: NamespaceContext | undefined;
  /** Bindings from here outwards. */
  readonly size: number;
  private readonly root: { created: number };
  private inner: Map<string, NamespaceContext> | undefined;

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
    this.root = root;
    this.root.created++;
    this.inner = undefined;
  }

  /** The context of a document's root: `xml` and nothing else is bound. */
  static create(): NamespaceContext {
    return new NamespaceContext('xml', XML_NAMESPACE, undefined, { created: 0 });
  }

  /** How many contexts the root of this one has made: what a long-lived cache looks at before it starts afresh. */
  get created(): number {
    return this.root.created;
  }

  /** The namespace of a prefix; `undefined` where it is not bound. The default namespace is `''` unless declared. */
  lookup(prefix: string): string | undefined {
    for (let context: NamespaceContext | undefined = this; context !== undefined; context = context.outer) {
      if (context.prefix === prefix) return context.namespace;
    }
    return prefix === '' ? '' : undefined;
  }

  /** This context with one more declaration; itself where the declaration says what is already so. */
  bind(prefix: string, namespace: string): NamespaceContext {
    if (this.lookup(prefix) === namespace) return this;
    const key = `${prefix} ${namespace}`;
    this.inner ??= new Map();
    let bound = this.inner.get(key);
    if (bound === undefined) {
      bound = new NamespaceContext(prefix, namespace, this, this.root);
      this.inner.set(key, bound);
    }
    return bound;
  }
}
