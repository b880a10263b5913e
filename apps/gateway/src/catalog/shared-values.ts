/**
 * Values by what they were made of, for as long as somebody else holds them: who needs an equal one has the same. What nobody
 * holds any more is forgotten, its text too.
 */
export class SharedValues<Value extends object> {
  readonly #values = new Map<string, WeakRef<Value>>();
  readonly #gone = new FinalizationRegistry<string>((text) => {
    // An equal one may have been made since.
    if (this.#values.get(text)?.deref() === undefined) this.#values.delete(text);
  });

  /** The value of `text` that is there, or else the one that `make` gives, which is there from now on. */
  share(text: string, make: () => Value): Value {
    const present = this.#values.get(text)?.deref();
    if (present !== undefined) return present;
    const made = make();
    this.#values.set(text, new WeakRef(made));
    this.#gone.register(made, text);
    return made;
  }

  get size(): number {
    return this.#values.size;
  }
}
