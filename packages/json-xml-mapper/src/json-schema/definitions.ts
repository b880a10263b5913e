import type { JsonSchema } from '../api.js';

/** Collects `$defs`: what is referred to is made once, later, so that neither recursion nor depth matters. */
export class Definitions {
  readonly #names = new Map<object, Map<string, string>>();
  readonly #used = new Set<string>();
  readonly #pending: { readonly name: string; readonly make: () => JsonSchema }[] = [];
  readonly #made = new Map<string, JsonSchema>();

  /**
   * A reference to the schema of `subject` in one of its variants, made by `make` when its turn comes.
   *
   * @param name what the definition is called if nothing else is; other subjects get `name.2`, `name.3` …
   */
  reference(subject: object, variant: string, name: string, make: () => JsonSchema): JsonSchema {
    let variants = this.#names.get(subject);
    if (variants === undefined) {
      variants = new Map();
      this.#names.set(subject, variants);
    }
    let unique = variants.get(variant);
    if (unique === undefined) {
      unique = this.#uniqueName(name);
      variants.set(variant, unique);
      this.#pending.push({ name: unique, make });
    }
    return { $ref: `#/$defs/${unique}` };
  }

  /** Make everything that is referred to, in the order of first reference. */
  settle(): JsonSchema {
    // The list grows while it is read.
    for (const { name, make } of this.#pending) this.#made.set(name, make());
    return Object.fromEntries(this.#made);
  }

  #uniqueName(name: string): string {
    const base = name.replaceAll(/[^A-Za-z0-9._-]/g, '_') || '_';
    let unique = base;
    for (let count = 2; this.#used.has(unique); count++) unique = `${base}.${count}`;
    this.#used.add(unique);
    return unique;
  }
}
