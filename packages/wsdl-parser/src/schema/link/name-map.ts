import type { ExpandedName } from '@soapstone/soap-model';

/** A map by expanded name. Two levels instead of joined keys, because a namespace could contain any separator. */
export class NameMap<T> {
  readonly #namespaces = new Map<string, Map<string, T>>();

  get(name: ExpandedName): T | undefined {
    return this.#namespaces.get(name.namespace)?.get(name.localName);
  }

  set(name: ExpandedName, value: T): void {
    let names = this.#namespaces.get(name.namespace);
    if (names === undefined) {
      names = new Map();
      this.#namespaces.set(name.namespace, names);
    }
    names.set(name.localName, value);
  }
}
