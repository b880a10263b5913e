import type { Loose } from '../loosely-typed-values.js';
import type { WSDL } from './wsdl.js';

/** The header blocks that a client or a server adds to its messages. */
export class SoapHeaders {
  list: Loose[] | null | undefined;
  readonly #wsdl: WSDL;

  constructor(wsdl: WSDL) {
    this.#wsdl = wsdl;
  }

  /** Adds a block, and returns its index. */
  add(header: Loose, prefix?: string, namespace?: string): number {
    this.list ??= [];
    return this.list.push(this.#print(header, prefix, namespace)) - 1;
  }

  change(index: number, header: Loose, prefix?: string, namespace?: string): void {
    this.list ??= [];
    this.list[index] = this.#print(header, prefix, namespace);
  }

  /** The blocks as XML. `given` goes to those that are functions. */
  write(...given: readonly unknown[]): string {
    return (this.list ?? []).map((each) => (typeof each === 'function' ? each(...given) : each)).join(' ');
  }

  #print(header: Loose, prefix?: string, namespace?: string): Loose {
    const print = (value: Loose): Loose =>
      typeof value === 'object' && value !== null
        ? this.#wsdl.objectToXML(value, undefined, prefix, namespace)
        : value;
    return typeof header === 'function' ? (...given: unknown[]) => print(header(...given)) : print(header);
  }
}
