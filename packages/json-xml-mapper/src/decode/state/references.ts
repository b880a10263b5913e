import { SOAP11_ENCODING, SOAP12_ENCODING } from '@soapstone/soap-model/namespaces';
import { DecodeError } from '../../errors.js';
import { charge } from '../../work.js';
import type { AttributeTable } from '../../xml/attribute-table.js';
import type { NamespaceContext } from '../../xml/namespace-context.js';
import type { XmlName } from '../../xml/xml-name.js';
import { DONE, END, MORE, START, type XmlReader } from '../../xml/xml-reader.js';

/** The cost of following a reference, and how many bytes are read again in the time of one lookup, as a power of two. */
const UNITS_PER_JUMP = 10;
const BYTES_PER_UNIT = 4;

/** The target of references. */
interface Target {
  /** The position of its start tag in the window. */
  readonly position: number;
  /** The context around it. */
  readonly context: NamespaceContext;
}

/** The return path from a reference's target. */
interface Jump {
  readonly id: string;
  /** Open elements around the reference. */
  readonly depth: number;
  readonly position: number;
  /** The start of the target element. */
  readonly target: number;
  readonly context: NamespaceContext;
}

/**
 * References of rpc/encoded messages (EN-4): an element with `href="#id"` or `enc:ref` stands for the element with that id, which
 * may come later. The whole document is therefore buffered and read twice: once to find the ids, then for real; at a reference the
 * reader jumps to the target and returns at its end. No tree is built. Bytes that are read again count against the limits again,
 * which stops documents that multiply themselves.
 */
export class References {
  readonly #reader: XmlReader;
  readonly #targets: Map<string, Target> = new Map();
  readonly #referred: Set<string> = new Set();
  readonly #jumps: Jump[] = [];
  /** The ids of the active jumps; a chain of references may be as long as a document. */
  readonly #open: Set<string> = new Set();

  constructor(reader: XmlReader) {
    this.#reader = reader;
  }

  /** Finds the ids in a complete document, and puts the reader back to its beginning. Throws `XmlError`. */
  find(): void {
    const reader = this.#reader;
    for (let token = reader.next(); token !== DONE && token !== MORE; token = reader.next()) {
      if (token === START && reader.attributes.count > 0) this.#note();
    }
    reader.rewind();
  }

  /**
   * If the last start tag is a reference, jumps to its target, whose start tag is then the last one.
   *
   * @returns the reference that could not be followed: a `cid:` URI, or an unknown id
   */
  follow(): string | undefined {
    const reader = this.#reader;
    const name = reader.name!;
    for (let reference = referenceOf(reader.attributes); reference !== undefined; ) {
      const target = reference.startsWith('#') ? this.#targets.get(reference.slice(1)) : undefined;
      if (target === undefined) return reference;
      this.#jump(reference.slice(1), target, name);
      reference = referenceOf(reader.attributes);
    }
    return undefined;
  }

  /** After an end tag: if it was a target's, returns to the reference. */
  comeBack(): void {
    const reader = this.#reader;
    // A reference to an element that is a reference itself: both end here.
    for (let jump = this.#jumps.at(-1); jump?.depth === reader.depth; jump = this.#jumps.at(-1)) {
      this.#jumps.pop();
      // Reading again costs again.
      charge(UNITS_PER_JUMP + ((reader.window.position - jump.target) >> BYTES_PER_UNIT));
      this.#open.delete(jump.id);
      reader.window.position = jump.position;
      reader.contexts[jump.depth] = jump.context;
    }
  }

  /** Whether the last start tag is an element that only serves as a target (BD-3). */
  isTarget(): boolean {
    const { attributes, name } = this.#reader;
    if (name!.localName === 'multiRef') return true;
    for (let i = 0; i < attributes.count; i++) {
      const { key, localName, namespace } = attributes.name(i);
      if (isId(key, localName, namespace) && this.#referred.has(attributes.value(i))) return true;
      if (namespace === SOAP11_ENCODING && localName === 'root') return attributes.value(i).trim() === '0';
    }
    return false;
  }

  #note(): void {
    const reader = this.#reader;
    const { attributes } = reader;
    for (let i = 0; i < attributes.count; i++) {
      const { key, localName, namespace } = attributes.name(i);
      if (!isId(key, localName, namespace)) continue;
      const context = reader.contexts[reader.depth - 1]!;
      this.#targets.set(attributes.value(i), { position: reader.tagStart, context });
    }
    const reference = referenceOf(attributes);
    if (reference?.startsWith('#') === true) this.#referred.add(reference.slice(1));
  }

  #jump(id: string, target: Target, name: XmlName): void {
    const reader = this.#reader;
    if (this.#open.has(id)) {
      throw new DecodeError({ code: 'CYCLE', message: `cyclic reference: ${id} refers to itself` });
    }
    this.#passOver();
    const { depth } = reader;
    this.#open.add(id);
    const { position } = reader.window;
    this.#jumps.push({ id, depth, position, target: target.position, context: reader.contexts[depth]! });
    reader.window.position = target.position;
    reader.contexts[depth] = target.context;
    reader.next();
    // The element keeps the name under which it is expected.
    reader.name = name;
  }

  /** Reads to the end of the element whose start tag was read last. */
  #passOver(): void {
    const reader = this.#reader;
    const outside = reader.depth - 1;
    while (reader.next() !== END || reader.depth !== outside);
  }
}

function isId(key: string, localName: string, namespace: string): boolean {
  return key === 'id' || (localName === 'id' && namespace === SOAP12_ENCODING);
}

/** SOAP 1.1 §5.2.1 `href`; SOAP 1.2 Part 2 §3.1.5.2 `ref`, which has no `#`. */
function referenceOf(attributes: AttributeTable): string | undefined {
  for (let i = 0; i < attributes.count; i++) {
    const { key, localName, namespace } = attributes.name(i);
    if (key === 'href') return attributes.value(i).trim();
    if (localName === 'ref' && namespace === SOAP12_ENCODING) return `#${attributes.value(i).trim()}`;
  }
  return undefined;
}
