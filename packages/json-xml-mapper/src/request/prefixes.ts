import { SOAP11_ENCODING, SOAP12_ENCODING, XML, XSD, XSI } from '@soapstone/soap-model/namespaces';
import { attributeMarkup } from './tags.js';

/** Namespaces with a fixed prefix (XO-2), in the order in which they are declared. */
const FIXED_PREFIXES: ReadonlyMap<string, string> = new Map([
  [XML, 'xml'],
  [XSI, 'xsi'],
  [XSD, 'xsd'],
  [SOAP11_ENCODING, 'soapenc'],
  [SOAP12_ENCODING, 'soapenc'],
]);

/**
 * The prefixes of one compiled message (XO-2): `ns1`, `ns2`… in the order in which the namespaces are added. A namespace has the
 * same prefix wherever it is declared, so a declaration never hides another one.
 */
export class PrefixTable {
  readonly #prefixes = new Map(FIXED_PREFIXES);

  /** Returns the prefix of a namespace, assigning one if necessary. Not for `''`. */
  add(namespace: string): string {
    const known = this.#prefixes.get(namespace);
    if (known !== undefined) return known;
    const prefix = `ns${this.#prefixes.size - FIXED_PREFIXES.size + 1}`;
    this.#prefixes.set(namespace, prefix);
    return prefix;
  }

  /** The prefix of a namespace of the schema; `undefined` for others. */
  prefixOf(namespace: string): string | undefined {
    return this.#prefixes.get(namespace);
  }

  /** The declarations of an element that introduces `namespaces`: the fixed prefixes first, then by number (XO-2). */
  declarations(namespaces: ReadonlySet<string>): string {
    let text = '';
    for (const [namespace, prefix] of FIXED_PREFIXES) {
      if (namespace !== XML && namespaces.has(namespace)) text += printDeclaration(namespace, prefix);
    }
    for (const namespace of namespaces) {
      if (!FIXED_PREFIXES.has(namespace)) text += printDeclaration(namespace, this.add(namespace));
    }
    return text;
  }
}

const NO_NAMESPACES: ReadonlySet<string> = new Set();

/**
 * The prefixes in scope while a message is written. The prefixes of schema names are compiled in; this is for names that only the
 * input knows: wildcard elements, untyped content, QName values. They are declared on the element that needs them and are out of
 * scope after it. Namespaces unknown to the schema get `x1`, `x2`… in order of first use.
 */
export class PrefixScope {
  readonly #table: PrefixTable;
  #declared: ReadonlySet<string> = NO_NAMESPACES;
  readonly #foreign = new Map<string, string>();
  /** Declared by open elements, innermost last, and the same as a set. */
  readonly #open: string[] = [];
  readonly #openSet = new Set<string>();

  constructor(table: PrefixTable) {
    this.#table = table;
  }

  /** How many unknown namespaces the input introduced. */
  get foreignCount(): number {
    return this.#foreign.size;
  }

  /** Enters the scope of a Body child or header block: only `declared` is in scope. */
  begin(declared: ReadonlySet<string>): void {
    this.#declared = declared;
  }

  /** Leaves it. */
  end(): void {
    this.#declared = NO_NAMESPACES;
  }

  /** Starts an element that may declare prefixes; pass the result to `declarations` and `close`. */
  open(): number {
    return this.#open.length;
  }

  /** The prefix for a namespace, declared on the open element if it is not in scope. Not for `''`. */
  use(namespace: string): string {
    const prefix = this.#table.prefixOf(namespace) ?? this.#foreignPrefix(namespace);
    if (namespace !== XML && !this.#declared.has(namespace) && !this.#openSet.has(namespace)) {
      this.#open.push(namespace);
      this.#openSet.add(namespace);
    }
    return prefix;
  }

  /** The declarations of the element started at `mark`. */
  declarations(mark: number): string {
    let text = '';
    for (let index = mark; index < this.#open.length; index++) {
      const namespace = this.#open[index] ?? '';
      text += printDeclaration(namespace, this.use(namespace));
    }
    return text;
  }

  /** Ends the element started at `mark`. */
  close(mark: number): void {
    while (this.#open.length > mark) this.#openSet.delete(this.#open.pop() ?? '');
  }

  #foreignPrefix(namespace: string): string {
    const known = this.#foreign.get(namespace);
    if (known !== undefined) return known;
    const prefix = `x${this.#foreign.size + 1}`;
    this.#foreign.set(namespace, prefix);
    return prefix;
  }
}

function printDeclaration(namespace: string, prefix: string): string {
  return attributeMarkup(`xmlns:${prefix}`, namespace);
}
