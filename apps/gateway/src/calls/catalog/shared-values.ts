/** Shares equal values for as long as they are referenced. A value without references is dropped together with its text. */
export class SharedValues<Value extends object> {
  readonly #values = new Map<string, WeakRef<Value>>();
  readonly #gone = new FinalizationRegistry<string>((text) => {
    // An equal value may have been created in the meantime.
    if (this.#values.get(text)?.deref() === undefined) this.#values.delete(text);
  });

  /** Returns the existing value of `text`, or creates it with `make`. */
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
