import { clarkName } from '@soapstone/soap-model';
import { isNCName } from '@soapstone/soap-model/xml';
import { readText } from './bytes/utf8.js';
import { type NamespaceContext, sameBytes } from './namespace-context.js';
import { XmlName } from './xml-name.js';

const COLON = 0x3a;
const SIZE = 1024;

/** The reason why bytes are not a name. */
export type NameProblem = 'not a name' | 'unbound prefix';

/**
 * A cache of recent names, found by their bytes. A name is validated and resolved when it first occurs in a context; after that,
 * each occurrence costs a hash and a comparison. The table has one slot per hash and a new name replaces the old one: a document
 * cannot make it grow, and colliding names only cost time.
 */
export class NameTable {
  readonly #elements: (XmlName | undefined)[] = new Array(SIZE).fill(undefined);
  readonly #attributes: (XmlName | undefined)[] = new Array(SIZE).fill(undefined);

  /** An element name: without a prefix it is in the default namespace. */
  element(bytes: Uint8Array, start: number, end: number, context: NamespaceContext): XmlName | NameProblem {
    return find(this.#elements, bytes, start, end, context, false);
  }

  /** An attribute name: without a prefix it is in no namespace (Namespaces in XML 1.0 §6.2). */
  attribute(bytes: Uint8Array, start: number, end: number, context: NamespaceContext): XmlName | NameProblem {
    return find(this.#attributes, bytes, start, end, context, true);
  }
}

function find(
  table: (XmlName | undefined)[],
  bytes: Uint8Array,
  start: number,
  end: number,
  context: NamespaceContext,
  attribute: boolean,
): XmlName | NameProblem {
  let hash = end - start;
  for (let i = start; i < end; i++) hash = (Math.imul(hash, 31) + bytes[i]!) | 0;
  hash = (hash ^ (hash >>> 10)) & (SIZE - 1);
  const known = table[hash];
  if (known !== undefined && sameBytes(known.bytes, bytes, start, end)) {
    if (known.context === context) return known;
    const name = rebind(known, context, attribute);
    if (typeof name !== 'string') table[hash] = name;
    return name;
  }
  const name = resolve(bytes.slice(start, end), context, attribute);
  if (typeof name !== 'string') table[hash] = name;
  return name;
}

function resolve(bytes: Uint8Array, context: NamespaceContext, attribute: boolean): XmlName | NameProblem {
  const qualified = readText(bytes, 0, bytes.length);
  const colon = bytes.indexOf(COLON);
  const split = qualified.indexOf(':');
  const prefix = colon < 0 ? '' : qualified.slice(0, split);
  const localName = colon < 0 ? qualified : qualified.slice(split + 1);
  if (!isNCName(localName) || (colon >= 0 && !isNCName(prefix))) return 'not a name';
  const namespace = namespaceOf(prefix, context, attribute);
  if (namespace === undefined) return 'unbound prefix';
  const key = clarkName({ namespace, localName });
  return new XmlName({ qualified, prefix, localName, namespace, key, context, bytes });
}

/** The same name in another context. */
function rebind(known: XmlName, context: NamespaceContext, attribute: boolean): XmlName | NameProblem {
  const { qualified, prefix, localName, bytes } = known;
  const namespace = namespaceOf(prefix, context, attribute);
  if (namespace === undefined) return 'unbound prefix';
  const isSame = namespace === known.namespace;
  const key = isSame ? known.key : clarkName({ namespace, localName });
  const name = new XmlName({ qualified, prefix, localName, namespace, key, context, bytes });
  if (isSame) name.memo = known.memo;
  return name;
}

function namespaceOf(prefix: string, context: NamespaceContext, attribute: boolean): string | undefined {
  return attribute && prefix === '' ? '' : context.lookup(prefix);
}
